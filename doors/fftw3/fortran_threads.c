/* SPDX-License-Identifier: Apache-2.0 */
#include "api.h"

/* see fortran.c */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define DEFINE(suffix)                                                                             \
    void F(init_threads##suffix)(int *okay) { *okay = X(init_threads)(); }                         \
    void F(plan_with_nthreads##suffix)(int *count) { X(plan_with_nthreads)(*count); }              \
    void F(planner_nthreads##suffix)(int *count) { *count = X(planner_nthreads)(); }               \
    void F(cleanup_threads##suffix)(void) { X(cleanup_threads)(); }

DEFINE(_)
DEFINE(__)
