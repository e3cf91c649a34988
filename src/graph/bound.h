/* SPDX-License-Identifier: Apache-2.0 */
/* How far the native transform in double is from the exact one, output by output: a bound with
 * proved constants, taken from the computed spectrum itself.
 *
 * Let v_i be what the native graph (graph.h) holds after its step number i, when transforms
 * of length L = L_i are done: rows j < L of N/L columns. Row j feeds the outputs k = j mod L and no
 * others, through coefficients of modulus 1, and v_i[j] -> (X_k), k = j mod L, is sqrt(L) times ...
 * precisely sqrt(N/L) times an isometry. In several dimensions the last one is transformed first
 * (correct.c sees to that), so with row-major indices k the same holds for the product L of the
 * lengths reached so far.
 *
 * Theorem (classes). Let f_i[j][c] be the error that step i commits at row j and column c, its
 * inputs taken as they were computed. Then the computed outputs Y are off by
 *     Y_k - X_k = sum_i sum_c w f_i[k mod L_i][c],   |w| = 1,
 * so |Y_k - X_k| <= sum_i |f_i[k mod L_i]|_1. With R_L(k)^2 = sum of |Y_k'|^2 over k' = k mod L,
 * which is (N/L) |v[k mod L]|_2^2 up to later errors, and |.|_1 <= sqrt(columns) |.|_2:
 *
 *   a level L -> 2L with twiddles   u (R_2L + a R_L), a = (1 + 1/sqrt 2)/sqrt 2
 *   a plain level (L = 1, 2)        u R_2L
 *   an odd radix r                  u (kappa_r + (2 + 1/sqrt 2) sqrt((r-1)/r) [L > 1]) R_L
 *   the large part                  u kappa R_L, kappa of large_constant() in bound.c
 *   half a spectrum to its pairs    u kappa R_1, kappa of HERMITIAN in bound.c
 *
 * Level: s = (1 - i t) b is rounded once in each part, |error| <= u |s|, and m s is not rounded
 * before it meets a; m is within u/2 of cos phi, t = RN(sin phi/m), so that m t is within u/2 of
 * sin phi: together (1 + 1/sqrt 2) u |b|. The last fma rounds each part of the output: u |output|.
 * |b|_1 over the N/2L columns is at most sqrt(N/2L) |v[j]|_2 = R_L/sqrt 2. Odd radix: the twiddle's
 * product 2 u |x| (Jeannerod, Kornerup, Louvet, Muller 2017), its table u/sqrt 2; r - 1 of the r
 * inputs have one. kappa_r: see odd_constant() in bound.c. Second order: that R is taken from Y in
 * place of v_i changes it by a factor of at most 1 + W sqrt(N) u, W the sum of all constants;
 * stet_bound_end() refuses lengths where this exceeds 1 + 2^-30, and the factor STET_BOUND_SLACK
 * = 1 + 2^-26 covers it with the products of two errors and the roundings made in computing the
 * bound. Nothing overflows or underflows by hypothesis (inputs are floats, at most 2^128 and at
 * least 2^-149 in size): STET_BOUND_TINY covers an underflow all the same. */
#ifndef STET_GRAPH_BOUND_H
#define STET_GRAPH_BOUND_H

#include "graph/graph.h"

#define STET_BOUND_SLACK 0x1.0000004p0
#define STET_BOUND_TINY 0x1p-900

enum { STET_MAX_CHAIN = 64 };

/* |Y_k - X_k| <= u STET_BOUND_SLACK sum_i weight[i] R_(length[i])(k) + STET_BOUND_TINY. */
typedef struct stet_bound {
    int count;
    ptrdiff_t length[STET_MAX_CHAIN + 1]; /* 1 .. N, each divides the next */
    double weight[STET_MAX_CHAIN + 1];
    /* Classes are told apart up to this length: R of a coarser class bounds those of finer ones. */
    int finest;
    double beyond; /* the sum of the weights after it */
    double all;    /* of all weights */
} stet_bound;

/* The convolution that the large part goes through; n is 1 if there is none. */
typedef struct stet_large {
    ptrdiff_t n, m;           /* of the large part, of the convolution */
    int is_rader;             /* Rader's method; or Bluestein's */
    const void *filter;       /* convolution.h */
    stet_precision precision; /* of its numbers */
} stet_large;

/* Transforms in double: begin, the dimensions from the first to be transformed on, end. n: the
 * length; C2R is of one dimension. stet_bound_add() and stet_bound_end() return 0 if no bound is
 * known. That of C2R of even length n is the one of its n/2 complex numbers y[2 j] + i y[2 j + 1].
 */
void stet_bound_begin(stet_bound *bound);
int stet_bound_add(stet_bound *bound, ptrdiff_t n, stet_kind kind, const stet_large *large);
int stet_bound_end(stet_bound *bound);

/* The bound of native double transforms of length n in the 2-norm: |error|_2 <= u this |X|_2. */
double stet_bound_l2(ptrdiff_t n);

/* ------------------------------------------------------------- a priori -- */

/* Before any number is known, of the lines of one transform, in any precision. X are the exact
 * outputs of the lines that there are, Y the computed ones:
 *     |Y_k - X_k| <= each |X|_2,    |Y - X|_2 <= rms |X|_2,
 * the errors of what comes later on top: see stet_bound_prior_join(). underflow: what underflows
 * adds at most that many times the smallest subnormal of the format to each output. Of C2R, X_k are
 * real numbers; of R2C, |X|_2 is that of both halves of the spectrum.
 *
 * As in the theorem above, but that the energies are those of X, and so larger by 1 + rms at most:
 * R_L(k) <= |Y|_2. In the 2-norm a step errs by u w |its exact output|_2, and so does the whole by
 * prod (1 + u w_i) - 1. */
typedef struct stet_prior {
    double each, rms, underflow;
    double condition; /* of the transform, but for a factor: 1 unless it is a real kind */
} stet_prior;

/* Of lines of a kind, real-to-real ones too, and length; large: of the complex transform that is
 * innermost. */
stet_prior stet_bound_prior(stet_precision p, stet_kind kind, ptrdiff_t n, const stet_large *large);

/* Lines along another axis after those that `a` speaks of: each output is a sum of n of theirs,
 * with factors up to 1. Which axis comes first does not matter. */
stet_prior stet_bound_then(stet_prior a, stet_prior next, ptrdiff_t n);

/* A factor applied to every output, that is not a power of two: itself rounded once, or to a pair
 * by a division; and the product. */
stet_prior stet_bound_scaled(stet_prior a, stet_precision p);

/* The smallest subnormal of the words of a precision; the unit roundoff of its numbers, of pairs
 * the square of that of their words. */
double stet_bound_least(stet_precision p);
double stet_bound_unit(stet_precision p);

#endif
