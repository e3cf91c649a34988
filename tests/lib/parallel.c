/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/parallel.h"

void parallel_reverse(void *context, ptrdiff_t count, stet_task *task, void *data)
{
    int *tasks = context;
    if (tasks && count > 1)
        *tasks += (int)count;
    while (count-- > 0)
        task(data, count);
}
