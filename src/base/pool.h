/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of the library are a pool of POSIX threads, which are made when a job first needs
 * them. */
#ifndef STET_BASE_POOL_H
#define STET_BASE_POOL_H

#include "stet.h"

/* Runs task(data, i) for 0 <= i < count in the caller's thread and in at most threads - 1 others,
 * and returns when all are done. The caller takes tasks too, and waits only for those that another
 * thread has begun: threads that come late, or could not be made, cost nothing. If the pool serves
 * another caller, or if this is one of its own tasks, the caller runs all tasks. */
void stet_pool_run(int threads, ptrdiff_t count, stet_task *task, void *data);

#endif
