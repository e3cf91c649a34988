/* SPDX-License-Identifier: Apache-2.0 */
/* Computes real-to-real transforms of level `correct` through a Fourier transform. Its inputs are
 * those of the caller, their negatives, or zeros, and its wanted outputs are exactly those of the
 * caller.
 *
 * Let dimension d have length n and the factor c(j, k) of stet_r2r_kind, real. It becomes one
 * dimension of length m, or two of lengths e and m, of a Fourier transform F, so that for each j a
 * few ENTRIES, places with a unit i^a, and for each k one place with a unit i^b exist with
 *     sum over the entries of j of i^a e(-(place of entry, place of k)) = 2^t i^-b c(j, k).
 * No two entries of a dimension share a place, so none of several dimensions do, and every element
 * of the array that goes into F is 0 or i^a x: nothing is rounded. Then
 *     2^t y[k] = i^b F[place of k],  a, b and t being summed over the dimensions,
 * one part (real or imaginary) of one output of F. The factor 2^-t joins that of the norm, and the
 * output is rounded once, by the engine of level correct: its theorems hold for any factor 1/(d
 * sqrt f). With theta = 2 pi/m times the two places in m:
 *
 *   DCT1, 3   entries j and -j (one of them where these are one), m = 2(n-1) and 4n; places k, 2k+1
 *   DCT2, 4   2j+1 and -(2j+1), m = 4n and 8n; k, 2k+1:          sum = 2 cos theta
 *   DST1, 3   j+1 and, with the unit -1, -(j+1), m = 2(n+1), 4n; k+1, 2k+1
 *   DST2, 4   2j+1 and, with the unit -1, -(2j+1), m = 4n, 8n; k+1, 2k+1:
 *             sum = -2 i sin theta, b = 1
 *             (for DST3 the last, j+1 = n, at n alone: its sum is -i sin theta = -i (-1)^k)
 *   R2HC      (0, j), (1, -j), e = 2, m = n; (0, k): 2 cos theta; for n-k: (1, k): -2 i sin theta
 *   HC2R      (0, j), (0, -j); for n-j (1, j) i^3, (1, -j) i; e = 2, m = n; (0, k)
 *   DHT       (0, j), (1, j) i, (2, -j), (3, -j) i^3; e = 4, m = n; (0, k): 2 cos theta +
 *             2 sin theta
 *
 * A part with a minus sign would make -0 of an exact zero. Therefore, if b is 1 or 2, the opposite
 * place is taken in one dimension whose sum is a sine; this changes the sign.
 *
 * One dimension of cosines or sines has real entries: F is R2C, and all places of outputs are in
 * its half. R2HC is R2C too; HC2R is C2R, and DHT is the real part of F of (1 + i) x; these need no
 * second dimension. The cost is that F has 2 to 8 times the points for each dimension. Most of its
 * numbers are copies, or zeros that double cannot decide; only the n that are taken are decided.
 * The theorems of level correct hold for each number separately, so the others do not matter. */
#ifndef STET_CORRECT_REAL_H
#define STET_CORRECT_REAL_H

#include "correct/correct.h"

enum { STET_REAL_ENTRIES = 4 };

/* An input j of a dimension: its entries, elements of F, and powers of i. */
typedef struct stet_real_input {
    int count, unit[STET_REAL_ENTRIES];
    ptrdiff_t place[STET_REAL_ENTRIES];
} stet_real_input;

/* An output k of a dimension has a place in F and a power of i. */
typedef struct stet_real_output {
    int unit, is_sine;
    ptrdiff_t place, opposite;
} stet_real_output;

/* A dimension: its lengths and tables. */
typedef struct stet_real_axis {
    ptrdiff_t n, e, m, in_stride, out_stride;
    int twos; /* t */
    stet_r2r_kind kind;
    stet_real_input *inputs;
    stet_real_output *outputs;
} stet_real_axis;

/* Sets lengths and t of a dimension; lone: it is the only one. */
void stet_real_shape(stet_real_axis *axis, int lone);

/* Fills the tables of a dimension; place p of m in slice s of e is s m + p. */
void stet_real_fill(stet_real_axis *axis, int lone);

#endif
