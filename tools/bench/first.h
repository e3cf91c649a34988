/* SPDX-License-Identifier: Apache-2.0 */
/* Times first calls. */
#ifndef STET_BENCH_FIRST_H
#define STET_BENCH_FIRST_H

#include "bench/measure.h"
#include "bench/peers.h"

/* Makes a plan with each library that is loaded, and executes it once, in a process that has
 * transformed only a few points before; in every round anew. Stores in c the names and the medians
 * of plan_seconds, and in t the seconds of both together, and the largest growth of the process's
 * memory. Returns the number of contenders, stet first, or 0 after an error. A library without a
 * plan is left out; say_why gets the reason. */
int first_calls(const struct peers *p, struct arrays *a, int rounds, struct contender *c,
                struct timing *t, void (*say_why)(void *context, const char *text), void *context,
                struct error *e);

#endif
