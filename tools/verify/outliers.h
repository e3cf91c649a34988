/* SPDX-License-Identifier: Apache-2.0 */
/* Finds results whose error is no rounding, though the norm of all errors of the row may be. */
#ifndef STET_VERIFY_OUTLIERS_H
#define STET_VERIFY_OUTLIERS_H

#include "verify/problem.h"
#include "verify/rounding.h"

/* Longer direct sums have errors beyond the norm that is called rounding. */
#define DIRECT_LENGTH 4096

struct outliers {
    size_t count, first, worst; /* results of the row */
    size_t off;                 /* results that are further off than the format's arithmetic is */
    double ulp;                 /* error of the worst, in ulp of it or of its row's mean */
};

/* y: the exact results of a row, pairs; off2: squares of the errors; both scaled as the input is.
 */
bool outliers_find(struct outliers *o, const struct problem *p, const struct format *f,
                   const double *y, const double *off2, struct error *e);

#endif
