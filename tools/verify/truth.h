/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the transform of one row in double-double, with a bound on its error. Spectra are
 * measured against it. */
#ifndef STET_VERIFY_TRUTH_H
#define STET_VERIFY_TRUTH_H

#include "verify/problem.h"
#include "verify/spectrum.h"

struct truth {
    const struct problem *problem;
    int plan_of[RANK_MAX]; /* axes of equal length share a plan */
    struct spectrum *plans;
    int plan_count;
    struct ddc *row, *line; /* the row, full even if a half is stored; one line */
    struct ddc *y;          /* out.points results, scaled by 2^-exponent as the input is */
    struct dd factor;       /* 1, 1/N or 1/sqrt(N) */
    double divisor;         /* N or 1 if the factor is 1/N or 1 */
    double bound;           /* |y - exact| <= bound + 32u^2 |y| per part */
};

bool truth_new(struct truth *t, const struct problem *p, struct error *e);
void truth_free(struct truth *t);
/* Returns y times the factor of the norm; relative error at most 25u^2. */
struct dd truth_scaled(const struct truth *t, struct dd y);
/* Fills t->y and t->bound from x, in.points pairs. */
void truth_row(struct truth *t, const double *x);

#endif
