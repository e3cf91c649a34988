/* SPDX-License-Identifier: Apache-2.0 */
/* Which arithmetic an error looks like. */
#ifndef STET_VERIFY_PRECISION_H
#define STET_VERIFY_PRECISION_H

#include "verify/measure.h"

struct looks {
    const struct format *format; /* NULL: none */
    const char *name;            /* "f32", "f16 or tf32", ... */
    const char *what;            /* "arithmetic", "twiddles" or "storage" */
};

/* Relative L2 error of a transform of n points in the arithmetic: what is usual, and the most
 * that is still called rounding.
 *
 * The rounding errors of an FFT are nearly independent, and each of its log2 n levels adds about
 * the same energy: the root mean square error is c u sqrt(log2 n) (Gentleman and Sande 1966;
 * Schatzman 1996). Measured c: 0.2 to 0.8 for good FFTs, up to 1.7 for Bluestein's method. */
double usual_error(const struct format *f, double n);
double most_error(const struct format *f, double n);

/* The format of a file's components, and of a name; NULL if there is none. */
const struct format *format_of(enum component c);

/* True if the norm of the row's error is at most that of rounding in f, results below its normal
 * numbers included. */
bool norm_is_ordinary(const struct problem *p, const struct row_measure *r, const struct format *f);
/* True if norm_is_ordinary() and no result stands out. f is the format of the measure. */
bool row_is_ordinary(const struct problem *p, const struct row_measure *r, const struct format *f);

/* True if the error is that of the twiddles alone: it is missing where all of them are 1 or -1. */
bool only_twiddles(const struct problem *p, const struct measure *m, const struct format *file);

/* The arithmetic that the relative error looks like. file is the file's format, storage the result
 * of narrower_storage(). m serves to tell twiddles from arithmetic; it may be NULL. */
struct looks look_like(const struct problem *p, double relative, const struct format *file,
                       const struct format *storage, const struct measure *m);

/* The narrowest format that holds every number of the spectrum (unscaled), if narrower than the
 * file's; else NULL. */
const struct format *narrower_storage(const struct problem *p, const double *data,
                                      const struct format *file);

#endif
