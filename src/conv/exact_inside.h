/* SPDX-License-Identifier: Apache-2.0 */
/* This header is internal to the files exact*.c.
 *
 * A block. Outputs i < count of a block need the numbers x[0 .. count + taps - 2] of the signal,
 *     y[i] = sum_(0 <= p < taps) h[p] x[i + taps - 1 - p],   h[p] = the taps at lag first + p,
 * which are the numbers taps - 1 to taps + count - 2 of the cyclic convolution of x and h of any
 * length n >= count + taps - 1 (overlap-save; T. G. Stockham, 1966).
 *
 * Theorem (double). Let u = 2^-53, W = stet_bound_l2(n), V the sum of all weights of bound.h for
 * the inverse transform, |.| 2-norms, and G the sum of the norms of all terms (with their factors).
 * The error of the computed convolution is at most u (2 W + sqrt 5 + 2) |x| |h| + 4 u |x| G + u (V
 * + 2) |y|, y being all n numbers of it, times 1 + 2^-20 for products of errors. The errors of the
 * transforms of x and h are at most u W sqrt(n) |x| and u W sqrt(n) |h|, in the 2-norm: a row of a
 * real transform and the conjugate row, which is not computed, have the same error. By the
 * inequality of Cauchy and Schwarz and Parseval's identity sum_k |X_k| |E_k| / n <= |x| u W |h|. A
 * complex product costs sqrt 5 u (R. Brent, C. Percival, P. Zimmermann, "Error bounds on complex
 * floating-point multiplication", Math. Comp. 76, 2007), the factor 1/n in the filter 2 u. Taps
 * that are sums of up to four terms are rounded up to three times, each time by u of a partial sum,
 * whose norm is at most G even under cancellation. The inverse transform: bound.h, R_L <= |y|. In
 * floats underflow is at most STET_BOUND_TINY, and nothing overflows.
 *
 * Theorem (double-double). With e = stet_dd_fft_error(n) the error of the computed convolution of
 * x, scaled to modulus at most 1, and h, to 1/2, is at most
 *     (3 e + 64 u^2) |x| |h| + 16 u^2 |x| G + 2^-1000 8 n^2.
 * The error of each number of a spectrum is at most e |x|, and sum_k |H_k|/n <= |h|; the same holds
 * with x and h exchanged. A product by the filter costs 28 u^2 (dd_fft.c); the factor 1/n in it 11
 * + 4; each sum of terms 3 u^2 (1 + 5 u) of a partial one. The inverse transform has inputs of
 * 2-norm |y|/sqrt(n) <= |x| |h|. x may be two signals, the real and the imaginary part, because h
 * is real. */
#ifndef STET_CONV_EXACT_INSIDE_H
#define STET_CONV_EXACT_INSIDE_H

#include "arith/bits.h"
#include "arith/dd.h"
#include "conv/exact.h"
#include "correct/dd_fft.h"
#include "correct/kernels.h"
#include "correct/number.h"
#include "native/native.h"

/* A filter in double-double, scaled so that taps have modulus at most 1/2. */
typedef struct stet_conv_wide {
    stet_dd_fft *fft;
    double *filter; /* conj(spectrum)/n in words: modulus <= 1 */
    int exponent;   /* the filter is 2^exponent times the transformed one */
    double unit;    /* error bound for a block of 2-norm 1, before that factor */
} stet_conv_wide;

struct stet_conv_exact {
    stet_precision precision;
    int halve, terms, is_finite;
    int is_direct; /* no transforms: dots alone */
    stet_conv_term term[STET_CONV_TERMS];
    double *taps;           /* memory of the taps (floats: reversed) */
    ptrdiff_t first, count; /* range of all lags: count taps */
    ptrdiff_t products;     /* products of an output */
    int grid;               /* all taps are multiples of 2^grid, halved */
    int has_gaps;           /* some taps are zero */
    ptrdiff_t n, outputs;   /* length and outputs of a block */
    const stet_correct_kernels *kernels;
    const struct stet_conv64_kernels *conv64;
    void *forward, *back;                    /* native, in double; NULL if is_direct */
    double *spectrum;                        /* for floats: filter's spectrum over n */
    double unit, unit_out, norm, terms_norm; /* the bound is unit |x| + unit_out |y|; |h|, G */
    stet_conv_wide wide;                     /* for doubles */
    size_t size, x, y, z, list, work;        /* bytes of the workspace, and offsets of its pieces */
};

/* A block in progress. */
typedef struct stet_conv_block {
    const stet_conv_exact *e;
    double *x; /* numbers of the signal, `step` apart, then zeros */
    ptrdiff_t step, count;
    int exponent; /* for doubles: x = 2^exponent times the array's numbers */
    void *out;    /* array of the precision, out_step apart */
    ptrdiff_t out_step;
    ptrdiff_t *list; /* undecided outputs, ascending */
    ptrdiff_t left;
    stet_conv_counts *counts;
} stet_conv_block;

/* Make spectra and bounds: exact_filter.c. */
double stet_conv_norm_of_term(const stet_conv_exact *e, const stet_conv_term *term);
stet_status stet_conv_exact_filter(stet_conv_exact *e);
/* Makes the filter in double-double, with n of e. */
stet_status stet_conv_wide_create(const stet_conv_exact *e, stet_conv_wide *w);
void stet_conv_wide_destroy(stet_conv_wide *w);

/* Computes y, the cyclic convolution of x with a spectrum, by native transforms. exact_stages.c. */
void stet_conv_cyclic(const stet_conv_exact *e, const double *x, const double *spectrum, double *y,
                      double *z, void *work);

/* Stages remove decided outputs from the list. value() returns output i within error, except for a
 * factor of 2^exponent. */
typedef stet_dd stet_conv_value(const void *data, ptrdiff_t i);
void stet_conv_empty(stet_conv_block *b);
void stet_conv_grid(stet_conv_block *b, stet_conv_value *value, const void *data, double error,
                    int exponent);
stet_status stet_conv_zeros(stet_conv_block *b, double *y, double *z, void *work);
/* _run computes in double-double: two blocks side by side, in x of the first, or one. exact_wide.c.
 */
void stet_conv_wide_run(const stet_conv_exact *e, const stet_conv_wide *w, stet_conv_block *b,
                        int blocks, void *work);
size_t stet_conv_wide_work(const stet_conv_exact *e, const stet_conv_wide *w);
/* Does the same for the undecided outputs of a block of floats, in memory of its own. */
stet_status stet_conv_wide_floats(stet_conv_block *b);
void stet_conv_dots(stet_conv_block *b); /* exact_dot.c */

/* Returns e: |x| < 2^e, and |x| >= 2^(e-1) unless x is subnormal or 0. */
static inline int stet_conv_exponent_of(double x)
{
    return (int)(stet_bits_f64(x) >> 52 & 0x7ff) - 1022;
}

/* Returns x 2^-exponent; a result that becomes subnormal has an error below 2^-1074. */
static inline double stet_conv_scaled(double x, int exponent)
{
    const int half = exponent / 2;
    return x * stet_power_of_two(-half) * stet_power_of_two(half - exponent);
}

/* Exponent of the last bit of x that is set; larger than any other if x is 0. */
enum { STET_NO_BIT = 4000 };

static inline int stet_last_bit(double x)
{
    const uint64_t bits = stet_bits_f64(x);
    const uint64_t field = bits >> 52 & 0x7ff;
    const uint64_t m = (bits & 0xfffffffffffff) | (uint64_t)(field != 0) << 52;
    if (m == 0)
        return STET_NO_BIT;
    return (int)(field != 0 ? field : 1) - 1075 + __builtin_ctzll(m);
}

#endif
