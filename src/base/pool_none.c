/* SPDX-License-Identifier: Apache-2.0 */
/* Without threads (WebAssembly), the caller runs all tasks. */
#include "base/pool.h"

void stet_pool_run(int threads, ptrdiff_t count, stet_task *task, void *data)
{
    (void)threads;
    for (ptrdiff_t i = 0; i < count; i++)
        task(data, i);
}
