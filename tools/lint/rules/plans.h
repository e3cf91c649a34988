/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about plans of C libraries that several rules ask. */
#ifndef STET_LINT_PLANS_H
#define STET_LINT_PLANS_H

#include "common.h"

/* Returns the plan that a call creates, or NULL. */
const struct c_plan *lint_plan_at(const struct lint_context *c, uint32_t call);
/* Returns the plan that an expression holds in its function. NULL if there is none, or several
 * differ. */
const struct c_plan *lint_plan_in(const struct lint_context *c, uint32_t expression);
/* Returns FORWARD, INVERSE, or 0 if the direction is unknown. */
int lint_plan_direction(const struct lint_context *c, const struct c_plan *p);
/* Reports whether a variable of this type holds a plan: fftw_plan, cufftHandle. */
bool lint_is_plan_type(struct slice type);
/* Reports whether the text of a node contains the word. */
bool lint_says(const struct lint_context *c, uint32_t n, const char *word);
/* Checks FFT205 in C: two plans between the same arrays, there and back, with one sign. */
void lint_check_directions(struct lint_context *c, uint32_t call);
/* Checks FFT601 for pyfftw.FFTW(x, y) that runs without new data. */
void lint_check_pyfftw(struct lint_context *c, uint32_t call);
/* Reports whether the call runs a plan: fftw_execute and similar. */
bool lint_executes(const struct lint_context *c, uint32_t call);

#endif
