/* SPDX-License-Identifier: Apache-2.0 */
/* Computes a few outputs of a Fourier transform in several dimensions, each by its definition, with
 * errors far below those of double. It is direct_sum.h for several dimensions, and works on an
 * array or on a rank's part of one.
 *
 * Names of the axes in memory order, from the last: i is the last one, whose numbers are
 * neighbours; a is the one before it; the others are outer. Outputs with the same index along a
 * share the sums along that axis, which are most of the work and are computed for a vector of lines
 * at a time. Inputs a fourth of the axis apart are added up first, as in direct_sum.h. The results
 * are multiplied by the weights of the outer axes and added up for each output; the last axis is a
 * sum of eight side by side.
 *
 * Theorem. Let the inputs have a 2-norm of at most `norm` and moduli of at most `most`, with N
 * inputs in all and n_a, n_o, n_i along the axes; A = sqrt(2 N) norm >= sum |re x_j| + |im x_j|.
 * P(n) is the power of two above n. An axis of n terms sums numbers with parts of at most V, a
 * power of two. It takes x = x_h + x_l, x_h the nearest multiple of g = 2 P(n) V 2^(h - 53), and
 * weights c = c_h + c_l, c_h the nearest multiple of 2^-h.
 *
 * 1. The products of x_h and c_h are multiples of 2^-h g, and their sums at most 2 n V, which is at
 *   most 2^53 2^-h g: exact. The preceding sums of r inputs are exact too.
 * 2. Each part of the x_l of M numbers is at most g/2 plus what the axis before has left there, T'
 *   in all. By Parseval's theorem and Cauchy's inequality the numbers after each axis have a 1-norm
 *   of at most A. So the moduli of the other products sum up, over all lines, to at most
 *       T = 2^-(h + 1) (A + M g) + M g + 2 T'.
 *   c_l, and RN(c) beside x_l, add u times that, the preceding additions of x_l at most 12 u M g.
 *   Each product meets 2 n additions along a, n along the outer axes (those of one call first, then
 *   one for each call) and n/4 along the last one (lanes), and a few more: the error of all of
 *   it is at most (that + 20) u T.
 * 3. V is above `most` for axis a, then above min(sqrt(n_a) norm, n_a most), then above the same
 *   bound for n_a n_o. Each time the margin is 2^-7 of it, because x_h is not the nearest multiple
 *   of the number itself: it lacks what the axis before has left in x_l (low_word() in
 *   direct_axes.c).
 *
 * A part of an output is a sum of all that, with factors of modulus 1: sqrt 2 times at most. Sums
 * over parts of an array satisfy the theorem for the whole array. */
#ifndef STET_CORRECT_DIRECT_AXES_H
#define STET_CORRECT_DIRECT_AXES_H

#include "base/private.h"
#include "correct/dd_fft.h"

enum { STET_DIRECT_AXES = 8 };

/* An axis of the array in memory order: its length, and the part that is here. */
typedef struct stet_direct_axis {
    ptrdiff_t n, start, count;
    ptrdiff_t stride; /* in numbers; 1 for the last axis */
} stet_direct_axis;

typedef struct stet_direct_axes stet_direct_axes;

/* Makes tables for 2 to STET_DIRECT_AXES axes; they are immutable. Returns NULL if memory is short.
 */
STET_PRIVATE stet_direct_axes *stet_direct_axes_create(int rank, const stet_direct_axis *axes,
                                                       const stet_correct_kernels *kernels);
STET_PRIVATE void stet_direct_axes_destroy(stet_direct_axes *s); /* NULL is allowed */

/* _most returns the number of outputs up to which direct sums cost less than a transform of the
 * whole array in double-double. _work returns the bytes of workspace for count outputs. */
STET_PRIVATE ptrdiff_t stet_direct_axes_most(const stet_direct_axes *s);
STET_PRIVATE size_t stet_direct_axes_work(const stet_direct_axes *s, ptrdiff_t count);

/* Bounds |error of a part of an output|. `size` is that of the whole array; its numbers are 0 or
 * between 2^-300 and 2^300. */
STET_PRIVATE double stet_direct_axes_error(const stet_direct_axes *s, stet_dd_size size);

/* Computes outputs of the forward transform, not scaled. Output number i has the indices index[i
 * rank + axis]. x is the first number that is here, of any source except words (kernels.h). */
STET_PRIVATE void stet_direct_axes_run(const stet_direct_axes *s, const void *x, int source,
                                       stet_dd_size size, const ptrdiff_t *index, ptrdiff_t count,
                                       stet_ddc *outputs, void *work);

#endif
