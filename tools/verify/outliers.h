/* SPDX-License-Identifier: Apache-2.0 */
/* Finds results whose error is too large for rounding, even if the norm of all errors of the row is
 * not. */
#ifndef STET_VERIFY_OUTLIERS_H
#define STET_VERIFY_OUTLIERS_H

#include "verify/problem.h"
#include "verify/rounding.h"

/* Longer direct sums have errors beyond the norm that counts as rounding. */
#define DIRECT_LENGTH 4096

struct outliers {
    size_t count, first, worst; /* results of the row */
    size_t off;                 /* errors beyond the format's arithmetic */
    double ulp;                 /* error of the worst, in ulp of it or of the row's mean */
};

/* y has the exact results of a row as pairs, off2 the squares of the errors. Both are scaled as the
 * input is. */
bool outliers_find(struct outliers *o, const struct problem *p, const struct format *f,
                   const double *y, const double *off2, struct error *e);

#endif
