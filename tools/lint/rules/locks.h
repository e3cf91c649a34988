/* SPDX-License-Identifier: Apache-2.0 */
/* Locks around the planner of FFTW. */
#ifndef STET_LINT_LOCKS_H
#define STET_LINT_LOCKS_H

#include "plans.h"

/* The call makes or destroys a plan of FFTW. */
bool lint_is_planner(struct slice called);
/* Something lets one thread at a time to n: around it, or around a call of its function in the
 * file; or the file is a program. */
bool lint_may_be_serial(const struct lint_context *c, uint32_t n);
/* A parallel region of OpenMP or a thread is around n in its function. */
bool lint_in_threads(const struct lint_context *c, uint32_t n);
/* Nearest around n of what lets one thread at a time in is a critical section of OpenMP, without a
 * name: who gives it one has thought of all threads there are. */
bool lint_in_critical(const struct lint_context *c, uint32_t n);
/* FFT603 of a planner that is behind a lock: whether the planner before it is behind the same. */
void lint_compare_locks(struct lint_context *c, uint32_t site);

#endif
