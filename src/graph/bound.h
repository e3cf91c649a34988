/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds how far the native transform in double is from the exact one, output by output. The
 * constants are proved, and the bound is computed from the computed spectrum itself.
 *
 * Let v_i be the numbers of the native graph (graph.h) after its step number i, when transforms of
 * length L = L_i are done: rows j < L of N/L columns. Row j feeds only the outputs k = j mod L,
 * through coefficients of modulus 1, and the map v_i[j] -> (X_k), k = j mod L, is sqrt(N/L) times
 * an isometry. In several dimensions the last one is transformed first (level correct ensures
 * that), so with row-major indices k the same holds for the product L of the lengths reached so
 * far.
 *
 * Theorem (classes). Let f_i[j][c] be the error that step i commits at row j and column c on its
 * inputs as they were computed. Then the errors of the computed outputs Y are
 *     Y_k - X_k = sum_i sum_c w f_i[k mod L_i][c],   |w| = 1,
 * so |Y_k - X_k| <= sum_i |f_i[k mod L_i]|_1. With R_L(k)^2 = sum of |Y_k'|^2 over k' = k mod L,
 * which is (N/L) |v[k mod L]|_2^2 up to later errors, and |.|_1 <= sqrt(columns) |.|_2:
 *   a level L -> 2L with twiddles   u (R_2L + a R_L), a = (1 + 1/sqrt 2)/sqrt 2
 *   a plain level (L = 1, 2)        u R_2L
 *   an odd prime r                  u (kappa_r + (2 + 1/sqrt 2) sqrt((r-1)/r) [L > 1]) R_L
 *   half a spectrum to its pairs    u kappa R_1, kappa of HERMITIAN in bound.c
 *
 * Level: s = (1 - i t) b is rounded once in each part, |error| <= u |s|, and m s is not rounded
 * before it meets a. m is within u/2 of cos phi, t = RN(sin phi/m), so m t is within u/2 of sin
 * phi: together (1 + 1/sqrt 2) u |b|. The last fma rounds each part of the output: u |output|.
 * |b|_1 over the N/2L columns is at most sqrt(N/2L) |v[j]|_2 = R_L/sqrt 2. Odd prime: the product
 * by a twiddle errs by 2 u |x| (Jeannerod, Kornerup, Louvet, Muller 2017), its table by u/sqrt 2; r
 * - 1 of the r inputs have one. kappa_r: see odd_each() and rough_error() in bound.c. Second
 * order: R is taken from Y and not from v_i, which changes it by a factor of at most 1 + W sqrt(N)
 * u, W being the sum of all constants. stet_bound_end() refuses lengths where this exceeds 1 +
 * 2^-30. The factor STET_BOUND_SLACK = 1 + 2^-26 covers it, the products of two errors, and the
 * roundings of the bound's own computation. By hypothesis nothing overflows or underflows (inputs
 * are floats, at most 2^128 and at least 2^-149 in size); STET_BOUND_TINY covers an underflow all
 * the same. */
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
    /* Classes are told apart up to this length; R of a coarser class bounds those of finer ones. */
    int finest;
    double beyond; /* sum of the weights after `finest` */
    double all;    /* sum of all weights */
} stet_bound;

/* Describes the convolution of a rough prime. The rough primes of a graph are an array of these, in
 * the order of its odd primes. */
typedef struct stet_rough {
    ptrdiff_t n, m;           /* the prime, the length of the convolution */
    int is_rader;             /* 1: Rader's method; 0: Bluestein's */
    const void *filter;       /* convolution.h */
    stet_precision precision; /* of its numbers */
} stet_rough;

/* stet_bound_begin() begins a bound of transforms in double, stet_bound_add() adds a dimension, in
 * the order in which they are transformed, and stet_bound_end() ends it. n is the length; C2R has
 * one dimension only. stet_bound_add() and stet_bound_end() return 0 if no bound is known. The
 * bound of C2R of even length n is that of its n/2 complex numbers y[2 j] + i y[2 j + 1]. */
void stet_bound_begin(stet_bound *bound);
int stet_bound_add(stet_bound *bound, ptrdiff_t n, stet_kind kind, int rough_count,
                   const stet_rough *rough);
int stet_bound_end(stet_bound *bound);

/* Returns the constant c of native double transforms of length n in the 2-norm: |error|_2 <= u c
 * |X|_2. */
double stet_bound_l2(ptrdiff_t n);

/* ------------------------------------------------------------- a priori -- */

/* This bound needs no numbers. It is for the lines of one transform, in any precision. X are the
 * exact outputs of the lines, and Y the computed ones:
 *     |Y_k - X_k| <= each |X|_2,    |Y - X|_2 <= rms |X|_2,
 * and stet_bound_then() adds the errors of later lines. underflow: underflows add at most that many
 * times the smallest subnormal of the format to each output. For C2R, X_k are real numbers; for
 * R2C, |X|_2 is that of both halves of the spectrum.
 *
 * The proof is that of the theorem above, with the energies of X, which are larger by a factor of
 * at most 1 + rms: R_L(k) <= |Y|_2. In the 2-norm a step errs by u w |its exact output|_2, and so
 * the whole errs by prod (1 + u w_i) - 1. */
typedef struct stet_prior {
    double each, rms, underflow;
    double condition; /* of the transform; 1 unless its kind is real-to-real */
} stet_prior;

/* Returns the bound of lines of a kind, which may be real-to-real, and a length; rough: of the
 * innermost complex transform. */
stet_prior stet_bound_prior(stet_precision p, stet_kind kind, ptrdiff_t n, const stet_rough *rough);

/* Returns the bound if lines along another axis follow those of `a`: each output is a sum of n
 * outputs of such lines, with factors up to 1. The order of the axes does not matter. */
stet_prior stet_bound_then(stet_prior a, stet_prior next, ptrdiff_t n);

/* Returns the bound if every output is multiplied by a factor that is not a power of two: the
 * factor is rounded once, or divided to a pair, and the product is rounded. */
stet_prior stet_bound_scaled(stet_prior a, stet_precision p);

/* stet_bound_least() returns the smallest subnormal of the words of a precision, stet_bound_unit()
 * the unit roundoff of its numbers, which for pairs is the square of that of their words. */
double stet_bound_least(stet_precision p);
double stet_bound_unit(stet_precision p);

#endif
