/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the arithmetic whose errors are like the measured ones. */
#ifndef STET_VERIFY_PRECISION_H
#define STET_VERIFY_PRECISION_H

#include "verify/measure.h"

struct looks {
    const struct format *format; /* NULL: none */
    const char *name;            /* "f32", "f16 or tf32", ... */
    const char *what;            /* "arithmetic", "twiddles" or "storage" */
};

/* These return the relative L2 error of a transform of n points in the arithmetic: the usual one,
 * and the largest that still counts as rounding.
 *
 * The rounding errors of an FFT are nearly independent, and each of its log2 n levels adds about
 * the same energy: the root mean square error is c u sqrt(log2 n) (Gentleman and Sande 1966;
 * Schatzman 1996). Measured c: 0.2 to 0.8 for good FFTs, up to 1.7 for Bluestein's method. */
double usual_error(const struct format *f, double n);
double most_error(const struct format *f, double n);

/* Returns the format of a file's components, or of a name, or NULL. */
const struct format *format_of(enum component c);

/* Reports whether the norm of the row's error is at most that of rounding in f, including results
 * below its normal numbers. */
bool norm_is_ordinary(const struct problem *p, const struct row_measure *r, const struct format *f);
/* Reports whether norm_is_ordinary() holds and no result is an outlier. f is the format of the
 * measure. */
bool row_is_ordinary(const struct problem *p, const struct row_measure *r, const struct format *f);

/* Reports whether only the twiddles cause the error: results whose twiddles are all 1 or -1 do not
 * have it. */
bool only_twiddles(const struct problem *p, const struct measure *m, const struct format *file);

/* Returns the arithmetic whose relative error is most similar. file is the file's format, storage
 * the result of narrower_storage(). m serves to distinguish twiddles from arithmetic; it may be
 * NULL. */
struct looks look_like(const struct problem *p, double relative, const struct format *file,
                       const struct format *storage, const struct measure *m);

/* Returns the narrowest format that holds every number of the spectrum (unscaled) if it is narrower
 * than the file's, else NULL. */
const struct format *narrower_storage(const struct problem *p, const double *data,
                                      const struct format *file);

#endif
