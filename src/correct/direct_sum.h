/* SPDX-License-Identifier: Apache-2.0 */
/* Computes a few outputs of a Fourier transform in one dimension, each by its definition, with
 * errors far below those of double. Stage double leaves a handful of numbers of most long inputs
 * undecided; a second transform would cost more than computing these one by one.
 *
 * X_f = sum over j < N of x_j w^(f j), w = exp(-2 pi i/N). Let r be the largest of 4, 2 and 1 that
 * divides N, or 16 if N is long. The inputs N/r apart are added up first, with the factors 1, -i,
 * -1, i that they have in f: one butterfly serves all f. (16 are two steps of four, with twiddles c
 * of order 16 between, on grids as in arith_grid.h.) There remain M = N/r products, taken in blocks
 * of B = 8 b points. One table of w^(f j) serves all blocks, and the sums of the blocks are
 * combined by Horner's rule in w^(f B), in double-double. Lane l of 8 has the points l mod 8 of
 * each block. The inputs are read once, a chunk at a time, for all outputs.
 *
 * Theorem. Let |x|_2 < top, a power of two, and grid = top r (B/2) 2^(h - 53), h = 14.
 *   x = x_h + x_l, x_h the nearest multiple of grid; a weight c = c_h + c_l, c_h the nearest
 *   multiple of 2^-h.
 * 1. Sums of products of x_h and c_h are exact: the products are multiples of 2^-h grid,
 *   and a lane's sum of 2 b of them is at most 2 b r 2 top = 2^53 2^-h grid.
 * 2. The other products are added up in double. Let A = sqrt(2 N) |x|_2 >= sum |re x_j| + |im x_j|.
 *   The sum of all |x_l| is at most N grid, and |c_l| <= 2^-(h + 1), so the moduli of these
 *   products sum up to T = 2^-(h + 1) (A + N grid) + N grid at most. The errors are at most
 *   (2 b + 1) u T for 2 b additions to each of two sums and one to combine these; 12 u N grid for
 *   the preceding additions of x_l; and u T for rounding c_l, and RN(c) in place of c beside x_l.
 * 3. The error of a step of Horner's rule is below 64 u^2 of what it adds (arith_dd.h: 5 l + 8 for
 *   l = 2, and 3, sqrt 2 times that in modulus; its factor 20 u^2). This holds for the table too,
 *   made by at most 7 successive products.
 * 4. r = 16: a twiddle's products x_h c_h are exact, multiples of 2^-h grid below 16 top, and
 * rounded to the grid. The new x_l has the remainder, at most grid/sqrt 2 in modulus, x_h c_l and
 * x_l c. With sum |x_j| <= A/sqrt 2 the sum of all |x_l| of a class is at most Y = 2^-(h + 1) A + 2
 * N grid, and that of |re x_h| + |im x_h| at most A + sqrt 2 Y. T has 1.5 Y in place of N grid. The
 *   four fma of a twiddle's low word in each part, the rounding of c_l, and the additions of low
 *   words err by at most u (10 2^-(h + 1) A + 30 N grid) <= 10 u T in place of 12 u N grid.
 * The sum is less than (2 b + 20) u T + (M/B + 16) 2^-99 A, about a thousandth of stage double's
 * error. */
#ifndef STET_CORRECT_DIRECT_SUM_H
#define STET_CORRECT_DIRECT_SUM_H

#include "arith/dd.h"
#include "correct/kernels.h"

typedef struct stet_direct_sum stet_direct_sum;

/* Makes tables for any n >= 1; they are immutable. Returns NULL if memory is short. */
stet_direct_sum *stet_direct_sum_create(ptrdiff_t n, const stet_correct_kernels *kernels);
void stet_direct_sum_destroy(stet_direct_sum *s); /* NULL is allowed */

/* The most outputs that one run computes, and its bytes of workspace. */
enum { STET_MOST_DIRECT = 128 };
int stet_direct_sum_most(const stet_direct_sum *s);
size_t stet_direct_sum_work(const stet_direct_sum *s);

/* Bounds |error of a part of an output| for inputs of 2-norm at most `norm`, 0 or between 2^-300
 * and 2^300. */
double stet_direct_sum_error(const stet_direct_sum *s, double norm);

/* Receives output `index` of the forward transform, not scaled; high words are nearest to the sum
 * of both. */
typedef void stet_direct_put(void *data, ptrdiff_t index, stet_ddc z);

/* Computes the outputs of a list, in its order. x has the first `there` of n numbers, the others
 * being zero, of any source except words (kernels.h). */
void stet_direct_sum_run(const stet_direct_sum *s, const void *x, int source, ptrdiff_t there,
                         double norm, const ptrdiff_t *list, int count, stet_direct_put *put,
                         void *data, void *work);

#endif
