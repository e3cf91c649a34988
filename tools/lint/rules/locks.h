/* SPDX-License-Identifier: Apache-2.0 */
/* Locks around the planner of FFTW. */
#ifndef STET_LINT_LOCKS_H
#define STET_LINT_LOCKS_H

#include "plans.h"

/* Reports whether the call makes or destroys a plan of FFTW. */
bool lint_is_planner(struct slice called);
/* Reports whether only one thread at a time reaches n: because of code around n or around a call of
 * its function in the file, or because the file is a program. */
bool lint_may_be_serial(const struct lint_context *c, uint32_t n);
/* Reports whether n is in a parallel region of OpenMP or a thread in its function. */
bool lint_in_threads(const struct lint_context *c, uint32_t n);
/* Reports whether the nearest lock around n is an unnamed critical section of OpenMP. An author who
 * names the section has considered all threads. */
bool lint_in_critical(const struct lint_context *c, uint32_t n);
/* Checks, for FFT603, whether a locked planner has the same lock as the planner before it. */
void lint_compare_locks(struct lint_context *c, uint32_t site);

#endif
