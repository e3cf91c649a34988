/* SPDX-License-Identifier: Apache-2.0 */
/* A few outputs of a Fourier transform in several dimensions, each by its definition, with errors
 * far below those of double: direct_sum.h for arrays, or for the part of one that a rank has.
 *
 * The axes in their order in memory: the last one, i, whose numbers are neighbours; the one before
 * it, a; the others, outer. Outputs with the same index along a share the sums along that axis,
 * which are most of the work, a vector of lines at a time; inputs a fourth of the axis apart are
 * added up before, as there. The results are multiplied by the weights of the outer axes and added
 * up for each output; the last axis is a sum of eight side by side.
 *
 * Theorem. Let the inputs have a 2-norm of at most `norm` and moduli of at most `most`, N inputs
 * and n_a, n_o, n_i along the axes in all; A = sqrt(2 N) norm >= sum |re x_j| + |im x_j|. P(n) is
 * the power of two above n. An axis of n terms, whose sums are of numbers with parts of at most V,
 * V a power of two, takes x = x_h + x_l, x_h the nearest multiple of g = 2 P(n) V 2^(h - 53), and
 * weights c = c_h + c_l, c_h the nearest multiple of 2^-h.
 *
 * 1. The products of x_h and c_h are multiples of 2^-h g, and their sums at most 2 n V, which is at
 *    most 2^53 2^-h g: exact. So are the sums of r inputs before.
 * 2. Of M numbers x_l is at most g/2 in each part, and what the axis before has left there, T' in
 *    all. By Parseval's theorem and Cauchy's inequality the numbers after each axis have a 1-norm
 *    of at most A. So the moduli of the other products sum up, over all lines, to at most
 *        T = 2^-(h + 1) (A + M g) + M g + 2 T'.
 *    c_l and RN(c) beside x_l cost u of that, the additions of x_l before at most 12 u M g. Each
 *    product meets 2 n additions along a, n along the outer axes (those of one call by themselves,
 *    then one for a call) and n/4 along the last one (lanes), and a few more: all of it is off by
 *    (that + 20) u T.
 * 3. V is above `most`, then above min(sqrt(n_a) norm, n_a most), and then above the same of n_a
 *    n_o, by 2^-7 of it each time: x_h is not the number itself, but lacks what the axis before has
 *    left in x_l (low_word() in direct_axes.c).
 *
 * A part of an output is a sum of all that, with factors of modulus 1: sqrt 2 times at most. The
 * sums over parts of an array are those of the theorem for all of it. */
#ifndef STET_CORRECT_DIRECT_AXES_H
#define STET_CORRECT_DIRECT_AXES_H

#include "base/private.h"
#include "correct/dd_fft.h"

enum { STET_DIRECT_AXES = 8 };

/* An axis of the array, in its order in memory: its length, and the part that is here. */
typedef struct stet_direct_axis {
    ptrdiff_t n, start, count;
    ptrdiff_t stride; /* in numbers; of the last one 1 */
} stet_direct_axis;

typedef struct stet_direct_axes stet_direct_axes;

/* 2 to STET_DIRECT_AXES axes. NULL if memory is short. Immutable. */
STET_PRIVATE stet_direct_axes *stet_direct_axes_create(int rank, const stet_direct_axis *axes,
                                                       const stet_correct_kernels *kernels);
STET_PRIVATE void stet_direct_axes_destroy(stet_direct_axes *s); /* NULL is allowed */

/* How many outputs are worth it: those of a transform of the whole array in double-double cost less
 * than more of them. And the bytes of work for so many. */
STET_PRIVATE ptrdiff_t stet_direct_axes_most(const stet_direct_axes *s);
STET_PRIVATE size_t stet_direct_axes_work(const stet_direct_axes *s, ptrdiff_t count);

/* |error of a part of an output|, `size` being that of the whole array; the numbers of size are 0
 * or between 2^-300 and 2^300. */
STET_PRIVATE double stet_direct_axes_error(const stet_direct_axes *s, stet_dd_size size);

/* Output number i of the forward transform, not scaled, has the indices index[i rank + axis]. x:
 * the first number that is here, of a source that is no words (kernels.h). */
STET_PRIVATE void stet_direct_axes_run(const stet_direct_axes *s, const void *x, int source,
                                       stet_dd_size size, const ptrdiff_t *index, ptrdiff_t count,
                                       stet_ddc *outputs, void *work);

#endif
