/* SPDX-License-Identifier: Apache-2.0 */
/* A few outputs of a Fourier transform in one dimension, each by its definition, with errors far
 * below those of double. Stage double leaves a handful of numbers of most long inputs undecided; a
 * second transform would cost more than computing these one by one.
 *
 * X_f = sum over j < N of x_j w^(f j), w = exp(-2 pi i/N). With r = 4, 2 or 1, the largest that
 * divides N, the inputs N/r apart are added up first, with the factors 1, -i, -1, i that they have
 * in f: a butterfly serves all f. What is left are M = N/r products, taken in blocks of B = 8 b
 * points: w^(f j) is one table for all blocks, and the sums of the blocks are put together by
 * Horner's rule in w^(f B), in double-double. Lane l of 8 has the points l mod 8 of each block. The
 * inputs are read once, a chunk at a time, for all outputs.
 *
 * Theorem. Let |x|_2 < top, a power of two, and grid = top r (B/2) 2^(h - 53), h = 14.
 *   x = x_h + x_l, x_h the nearest multiple of grid; a weight c = c_h + c_l, c_h the nearest
 *   multiple of 2^-h.
 * 1. What is made of x_h alone and of c_h alone is exact: the products are multiples of 2^-h grid,
 *    and a lane's sum of 2 b of them is at most 2 b r 2 top = 2^53 2^-h grid.
 * 2. The other products are added up in double. Let A = sqrt(2 N) |x|_2 >= sum |re x_j| + |im x_j|.
 *    The sum of all |x_l| is at most N grid, and |c_l| <= 2^-(h + 1), so the moduli of these
 *    products sum up to T = 2^-(h + 1) (A + N grid) + N grid at most. 2 b additions to each of two
 *    sums and one to put these together are off by (2 b + 1) u T; the additions of x_l before, by
 *    12 u N grid; rounding c_l, and RN(c) in place of c beside x_l, by u T.
 * 3. A step of Horner's rule is off by less than 64 u^2 of what it adds (arith_dd.h: 5 l + 8 for
 *    l = 2, and 3, sqrt 2 times that in modulus; its factor by 20 u^2), and so is the table, made
 *    by at most 7 products one after another.
 * Together less than (2 b + 20) u T + (M/B + 16) 2^-99 A: some thousandth of what stage double has.
 */
#ifndef STET_CORRECT_DIRECT_SUM_H
#define STET_CORRECT_DIRECT_SUM_H

#include "arith/dd.h"
#include "correct/kernels.h"

typedef struct stet_direct_sum stet_direct_sum;

/* Of any n >= 1. NULL if memory is short. Immutable. */
stet_direct_sum *stet_direct_sum_create(ptrdiff_t n, const stet_correct_kernels *kernels);
void stet_direct_sum_destroy(stet_direct_sum *s); /* NULL is allowed */

/* How many outputs one run computes, at most, and its bytes of work. */
enum { STET_MOST_DIRECT = 24 };
int stet_direct_sum_most(const stet_direct_sum *s);
size_t stet_direct_sum_work(const stet_direct_sum *s);

/* |error of a part of an output|, for inputs of 2-norm at most `norm`, 0 or between 2^-300 and
 * 2^300. */
double stet_direct_sum_error(const stet_direct_sum *s, double norm);

/* Output `index` of the forward transform, not scaled; high words nearest to the sum of both. */
typedef void stet_direct_put(void *data, ptrdiff_t index, stet_ddc z);

/* The outputs of a list, in its order. x: the first `there` of n numbers, the others being zero, of
 * a source that is no words (kernels.h). */
void stet_direct_sum_run(const stet_direct_sum *s, const void *x, int source, ptrdiff_t there,
                         double norm, const ptrdiff_t *list, int count, stet_direct_put *put,
                         void *data, void *work);

#endif
