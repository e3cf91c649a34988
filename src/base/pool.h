/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of the library: a pool of POSIX threads, made when they are first asked for. */
#ifndef STET_BASE_POOL_H
#define STET_BASE_POOL_H

#include "stet.h"

/* task(data, i) for 0 <= i < count, in the caller's thread and in threads - 1 others at most.
 * Returns when all are done. The caller takes tasks too, and waits only for those that another
 * thread has begun: threads that are late, or were never made, cost nothing. If the pool serves
 * another caller, or if this is a task of it, the caller does all. */
void stet_pool_run(int threads, ptrdiff_t count, stet_task *task, void *data);

#endif
