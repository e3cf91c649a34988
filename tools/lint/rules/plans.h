/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of C libraries, as several rules ask for them. */
#ifndef STET_LINT_PLANS_H
#define STET_LINT_PLANS_H

#include "common.h"

/* The plan that a call creates; NULL if it creates none that is understood. */
const struct c_plan *lint_plan_at(const struct lint_context *c, uint32_t call);
/* The one plan that an expression holds, seen from a function; NULL if there are several that
 * differ, or none. */
const struct c_plan *lint_plan_in(const struct lint_context *c, uint32_t expression);
/* FORWARD, INVERSE, or 0 if it is not known. */
int lint_plan_direction(const struct lint_context *c, const struct c_plan *p);
/* fftw_plan, cufftHandle: a variable of this type holds a plan. */
bool lint_is_plan_type(struct slice type);
/* The text of a node has the word. */
bool lint_says(const struct lint_context *c, uint32_t n, const char *word);
/* FFT205 of C: two plans, there and back between two arrays, of one sign. */
void lint_check_directions(struct lint_context *c, uint32_t call);
/* FFT601 of pyfftw.FFTW(x, y), which is run as it is. */
void lint_check_pyfftw(struct lint_context *c, uint32_t call);
/* The call runs a plan: fftw_execute and its kin. */
bool lint_executes(const struct lint_context *c, uint32_t call);

#endif
