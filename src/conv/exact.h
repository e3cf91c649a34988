/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct of convolutions: every output is the exact sum, rounded once.
 *
 *     y[t] = 2^-halve sum over terms, times sum_(i < count) g[i] w[t + last - first - i]
 *
 * w is a window of the signal, and last the largest lag of all terms: w[t + last] is at the time of
 * y[t].
 *
 * A filter is a sum of terms that are never added up with rounding: two filters that have common
 * lags, and a bias, which is a filter of one tap.
 *
 * Rounding is to nearest, ties to even; overflow and subnormal numbers follow IEEE 754; an exact
 * zero is +0, another value that rounds to zero keeps its sign. An output is the quiet NaN if a
 * number of w in its sum is an infinity or a NaN, even with a factor of zero; a filter with a tap
 * that is not finite makes every output NaN. The result is a property of the values: the stage that
 * decides it, the blocks and the instruction set change no bit.
 *
 * Stages, each for the outputs that those before it have not decided:
 *   double   for floats: a convolution by native transforms in double, with the bound of
 *            exact_inside.h: both ends of an output's interval round to one float;
 *   dd       the same in double-double (correct/dd_fft.h); for doubles this is the first stage, for
 *            floats it runs if many outputs are undecided;
 *   grid     all inputs are multiples of 2^a, all taps of 2^b: a sum is a multiple of 2^(a + b),
 *            and a bound below half of that determines it: integers, samples of audio;
 *   zeros    sums in which every product is zero: a convolution of zeros and ones counts the rest;
 *   dots     the sum itself: for floats in two doubles with a bound, then in a superaccumulator. */
#ifndef STET_CONV_EXACT_H
#define STET_CONV_EXACT_H

#include <stddef.h>
#include <stdint.h>

#include "stet_conv.h"

enum { STET_CONV_TERMS = 4 };

/* Taps g[i] at the lags first + i, i < count, each `times` times (1 or 2: so a bias can stay whole
 * when the rest is halved). The taps are finite numbers of the precision, widened. */
typedef struct stet_conv_term {
    ptrdiff_t first, count;
    const double *g;
    int times;
} stet_conv_term;

typedef struct stet_conv_exact stet_conv_exact;

/* Makes a plan for runs of up to `most` outputs (longer runs are split into more blocks), F32 or
 * F64. The terms are copied. Lags are below 2^40 in absolute value. Returns STET_OK, STET_E_MEMORY,
 * STET_E_LENGTH (a filter too long for the bound). The plan is immutable; its instruction set is
 * that of new plans. */
stet_status stet_conv_exact_create(stet_conv_exact **exact, stet_precision precision, int terms,
                                   const stet_conv_term *term, int halve, ptrdiff_t most);
void stet_conv_exact_destroy(stet_conv_exact *exact); /* NULL is allowed */

/* Returns the bytes of workspace, aligned to STET_ALIGN, of one run at a time. */
size_t stet_conv_exact_workspace(const stet_conv_exact *exact);

/* Stores y[t], t < count, at y[t stride] of the precision. w has count + taps - 1 numbers of the
 * precision, widened, where taps is the number of lags from the first to the last; it shares
 * nothing with y. Call it between stet_fpenv_enter() and stet_fpenv_leave(). Counts are added to
 * *counts unless it is NULL. Returns STET_OK or STET_E_MEMORY: some stages, which few data need,
 * allocate from the heap. */
stet_status stet_conv_exact_run(const stet_conv_exact *exact, const double *w, ptrdiff_t count,
                                void *y, ptrdiff_t stride, void *work, stet_conv_counts *counts);

/* taps */
ptrdiff_t stet_conv_exact_taps(const stet_conv_exact *exact);

/* The level. */
extern const struct stet_conv_engine stet_conv_correct;

#endif
