/* SPDX-License-Identifier: Apache-2.0 */
/* An executor runs tasks at once: by the caller's parallel-for, or by the pool, which no other file
 * knows. */
#ifndef STET_BASE_EXECUTOR_H
#define STET_BASE_EXECUTOR_H

#include "base/private.h"
#include "stet.h"

enum { STET_MAX_THREADS = 1024 };

typedef struct stet_executor {
    int threads; /* the most threads, at least 1 */
    stet_parallel_for *parallel;
    void *context;
} stet_executor;

/* Returns the executor that the options of a plan ask for: threads >= STET_THREADS_ALL. */
STET_PRIVATE stet_executor stet_executor_of(int threads, stet_parallel_for *parallel,
                                            void *context);

/* Runs task(data, i) for 0 <= i < count and returns when all are done. Each thread has the
 * floating-point environment of fpenv.h for the time of a task. */
STET_PRIVATE void stet_executor_run(const stet_executor *executor, ptrdiff_t count, stet_task *task,
                                    void *data);

#endif
