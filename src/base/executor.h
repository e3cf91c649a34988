/* SPDX-License-Identifier: Apache-2.0 */
/* Who runs tasks at once: the caller's parallel-for, or the pool, which no other file knows. */
#ifndef STET_BASE_EXECUTOR_H
#define STET_BASE_EXECUTOR_H

#include "base/private.h"
#include "stet.h"

enum { STET_MAX_THREADS = 1024 };

typedef struct stet_executor {
    int threads; /* at most, and at least 1 */
    stet_parallel_for *parallel;
    void *context;
} stet_executor;

/* What the options of a plan ask for: threads >= STET_THREADS_ALL. */
STET_PRIVATE stet_executor stet_executor_of(int threads, stet_parallel_for *parallel,
                                            void *context);

/* task(data, i) for 0 <= i < count, each in the floating-point environment of fpenv.h,
 * which every thread is given for the time of a task. Returns when all are done. */
STET_PRIVATE void stet_executor_run(const stet_executor *executor, ptrdiff_t count, stet_task *task,
                                    void *data);

#endif
