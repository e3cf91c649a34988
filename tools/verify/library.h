/* SPDX-License-Identifier: Apache-2.0 */
/* Asks the library's own level correct. A verdict uses it last, a certificate never does. */
#ifndef STET_VERIFY_LIBRARY_H
#define STET_VERIFY_LIBRARY_H

#include "verify/problem.h"
#include "verify/rounding.h"

/* Stores the correctly rounded results of the row with the input x (scaled): out.points pairs, not
 * scaled, which the caller frees. *y is NULL if the library has no such level: for tf32, or if the
 * input has values that f does not have. */
bool library_row(const struct problem *p, const double *x, const struct format *f, double **y,
                 struct error *e);

#endif
