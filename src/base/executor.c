/* SPDX-License-Identifier: Apache-2.0 */
#include "base/executor.h"

#include "base/fpenv.h"
#include "base/pool.h"

#if defined(__linux__)
#include <sched.h>
#endif
#if !defined(_WIN32)
#include <unistd.h>
#endif

#if defined(__linux__)
/* On a machine of more than 1024 processors the mask may be longer than a cpu_set_t. */
int stet_processor_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return STET_MAX_THREADS;
    const int count = CPU_COUNT(&set);
    return count > 0 ? count : 1;
}
#elif defined(_SC_NPROCESSORS_ONLN)
int stet_processor_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count < STET_MAX_THREADS ? (int)count : STET_MAX_THREADS;
}
#else
int stet_processor_count(void) { return 1; }
#endif

const char *stet_threading_name(void) { return "pthreads"; }

stet_executor stet_executor_of(int threads, stet_parallel_for *parallel, void *context)
{
    if (threads == STET_THREADS_ALL)
        threads = stet_processor_count();
    if (threads < 1)
        threads = 1;
    if (threads > STET_MAX_THREADS)
        threads = STET_MAX_THREADS;
    return (stet_executor){threads, parallel, context};
}

typedef struct {
    stet_task *task;
    void *data;
} job;

/* A worker has a floating-point environment of its own, which may flush to zero, as the caller's
 * may. */
static void run_one(void *data, ptrdiff_t index)
{
    const job *j = (const job *)data;
    const uint64_t own = stet_fpenv_enter();
    j->task(j->data, index);
    stet_fpenv_leave(own);
}

static void run_here(ptrdiff_t count, job *j)
{
    for (ptrdiff_t i = 0; i < count; i++)
        run_one(j, i);
}

void stet_executor_run(const stet_executor *executor, ptrdiff_t count, stet_task *task, void *data)
{
    job j = {task, data};
    if (count <= 1 || executor->threads <= 1)
        run_here(count, &j);
    else if (executor->parallel)
        executor->parallel(executor->context, count, run_one, &j);
    else
        stet_pool_run(executor->threads, count, run_one, &j);
}
