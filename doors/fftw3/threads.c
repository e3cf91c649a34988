/* SPDX-License-Identifier: Apache-2.0 */
/* libfftw3_threads and libfftw3_omp pass their calls to the main library. Both use stet's own
 * threads. */
#include "api.h"

int X(init_threads)(void) { return 1; }

void X(plan_with_nthreads)(int count) { X(stet_threads).set(count); }

int X(planner_nthreads)(void) { return X(stet_threads).get(); }

void X(cleanup_threads)(void) { X(stet_threads).cleanup(); }

/* The planner is always thread-safe. */
void X(make_planner_thread_safe)(void) {}

void X(threads_set_callback)(parallel_loop *loop, void *data)
{
    X(stet_threads).callback(loop, data);
}
