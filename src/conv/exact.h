/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct of convolutions: every output is the exact sum, rounded once.
 *
 *     y[t] = 2^-halve sum over terms, times sum_(i < count) g[i] w[t + last - first - i]
 *
 * w being a window of the signal, and last the largest lag of all terms: w[t + last] stands beside
 * y[t].
 *
 * A filter is a sum of terms that are never added up in a rounded way: two filters that meet at
 * some lags, and a bias, which is a filter of one tap.
 *
 * Rounding is to nearest, ties to even; overflow and subnormal numbers are IEEE 754's; an exact
 * zero is +0, another value that rounds to zero keeps its sign. An output is the quiet NaN if one
 * of the numbers of w that its sum has, with a factor of zero too, is an infinity or a NaN; a
 * filter with such a tap makes every output so. The result is a property of the values: how it is
 * found (stages below), in which blocks, on what instruction set, changes no bit.
 *
 * Stages, each for the outputs that those before it have left:
 *   double   of floats: a convolution by native transforms in double, with the bound of
 *            exact_inside.h: both ends of an output's interval round to one float;
 *   dd       the same in double-double (correct/dd_fft.h); of doubles this is the first stage, of
 *            floats it comes in where many outputs are left;
 *   grid     all inputs are multiples of 2^a, all taps of 2^b: a sum is one of 2^(a + b), and a
 *            bound below half of that leaves one: integers, samples of audio;
 *   zeros    sums without a product that is not zero: the products are counted by a convolution
 *            of zeros and ones;
 *   dots     the sum itself: of floats in two doubles with a bound, then in the superaccumulator.
 */
#ifndef STET_CONV_EXACT_H
#define STET_CONV_EXACT_H

#include <stddef.h>
#include <stdint.h>

#include "stet_conv.h"

enum { STET_CONV_TERMS = 4 };

/* Taps g[i] at the lags first + i, i < count, each `times` times (1 or 2: so a bias can stay whole
 * where the rest is halved). Finite numbers of the precision, widened. */
typedef struct stet_conv_term {
    ptrdiff_t first, count;
    const double *g;
    int times;
} stet_conv_term;

typedef struct stet_conv_exact stet_conv_exact;

/* For runs of up to `most` outputs (longer ones are good too, in more blocks), F32 or F64. The
 * terms are copied. Lags are below 2^40 in size. STET_OK, STET_E_MEMORY, STET_E_LENGTH (a filter
 * too long for the bound). Immutable; the instruction set is that of new plans. */
stet_status stet_conv_exact_create(stet_conv_exact **exact, stet_precision precision, int terms,
                                   const stet_conv_term *term, int halve, ptrdiff_t most);
void stet_conv_exact_destroy(stet_conv_exact *exact); /* NULL is allowed */

/* Bytes, aligned to STET_ALIGN, of one run at a time. */
size_t stet_conv_exact_workspace(const stet_conv_exact *exact);

/* y[t], t < count, to y[t stride] of the precision; w has count + taps - 1 numbers of the
 * precision, widened, taps being the number of lags from the first to the last, and shares nothing
 * with y. Between stet_fpenv_enter() and stet_fpenv_leave(). What is counted is added to *counts,
 * or it is NULL. STET_OK or STET_E_MEMORY: what few data ask for is on the heap. */
stet_status stet_conv_exact_run(const stet_conv_exact *exact, const double *w, ptrdiff_t count,
                                void *y, ptrdiff_t stride, void *work, stet_conv_counts *counts);

/* taps */
ptrdiff_t stet_conv_exact_taps(const stet_conv_exact *exact);

/* The level. */
extern const struct stet_conv_engine stet_conv_correct;

#endif
