/* SPDX-License-Identifier: Apache-2.0 */
/* Describes the form of twiddles in each strategy of stet_butterfly. Internal. */
#ifndef STET_EXPERIMENTS_BUTTERFLIES_TWIDDLE_H
#define STET_EXPERIMENTS_BUTTERFLIES_TWIDDLE_H

#include "experiments/butterflies/number.h"

/* The part that is factored out: none, for the standard products; W = 1 and W = -i have no product.
 */
typedef enum stet_outer {
    STET_OUTER_NONE,
    STET_OUTER_RE,
    STET_OUTER_IM,
    STET_OUTER_ONE,
    STET_OUTER_MINUS_I
} stet_outer;

typedef struct stet_twiddle {
    stet_outer outer;
    double m, t; /* outer number and ratio; for STET_OUTER_NONE wr and wi */
} stet_twiddle;

typedef struct stet_complex {
    double re, im;
} stet_complex;

/* Returns exp(-2 pi i k/n), 0 <= k < n. */
stet_twiddle stet_twiddle_of(stet_butterfly strategy, const stet_number *p, ptrdiff_t k,
                             ptrdiff_t n);

/* _times returns x W; stet_twiddle_butterfly computes a + W b, a - W b. fused: one product of each
 * part is fused (STANDARD_FMA). */
stet_complex stet_twiddle_times(const stet_number *p, stet_twiddle w, int fused, stet_complex x);
void stet_twiddle_butterfly(const stet_number *p, stet_twiddle w, int fused, stet_complex *a,
                            stet_complex *b);

#endif
