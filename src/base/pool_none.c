/* SPDX-License-Identifier: Apache-2.0 */
/* Where there are no threads (WebAssembly): the caller does all. */
#include "base/pool.h"

void stet_pool_run(int threads, ptrdiff_t count, stet_task *task, void *data)
{
    (void)threads;
    for (ptrdiff_t i = 0; i < count; i++)
        task(data, i);
}
