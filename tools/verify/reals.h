/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the kinds of STET_R2R as parts of a Fourier transform of a longer line. A line of n real
 * numbers is extended to a line of `order` numbers, each an input, its negative or 0. Each output
 * is a real or imaginary part of the transform, its negative, or a difference of both. So only the
 * transform and that difference round. */
#ifndef STET_VERIFY_REALS_H
#define STET_VERIFY_REALS_H

#include "verify/dd.h"

#include "stet.h"

#include <stdbool.h>
#include <stddef.h>

/* The 2-norm of the extended line over that of the line, times that of the outputs' errors over
 * that of the transform's: at most sqrt 2. */
#define REALS_GROWTH 1.4143

size_t reals_order(stet_r2r_kind kind, size_t n);
/* Extends the real line[0 .. n-1] to line[0 .. order-1]. */
void reals_extend(stet_r2r_kind kind, size_t n, struct ddc *line);
/* Extracts n outputs from the forward transform of the extended line, without a factor. */
void reals_extract(stet_r2r_kind kind, size_t n, struct ddc *line);

/* Returns the N of the norm, as in stet_r2r_kind. */
size_t reals_logical(stet_r2r_kind kind, size_t n);
/* The orthonormal transform of a kind, as other libraries define it, is STET_NORM_ORTHO with these
 * inputs multiplied by sqrt 2 and these outputs divided by it: the first or the last. */
struct reals_ends {
    bool first_in, last_in, first_out, last_out;
};
struct reals_ends reals_ends(stet_r2r_kind kind);

#endif
