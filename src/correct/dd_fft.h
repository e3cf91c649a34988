/* SPDX-License-Identifier: Apache-2.0 */
/* Computes Fourier transforms in double-double or on a grid. The caller may want only some outputs.
 *
 * The transform is decimated in frequency: a step of radix r replaces a transform of length n by r
 * transforms of length n/r; number q of these has the outputs k = q mod r. A short transform
 * without wanted outputs is skipped. A few outputs thus cost O(n) each, all of them O(n log n), and
 * no other number of them costs more. The order is depth first and keeps at most 4/3 n numbers.
 * Lengths with a prime factor above 13 use a cyclic convolution (L. I. Bluestein, 1970), which
 * computes all outputs. */
#ifndef STET_CORRECT_DD_FFT_H
#define STET_CORRECT_DD_FFT_H

#include <stdint.h>

#include "arith/dd.h"
#include "correct/kernels.h"

typedef struct stet_dd_fft stet_dd_fft;

/* Makes a forward transform, not scaled, of any length n >= 1. It is immutable. Returns NULL if
 * memory is short. */
stet_dd_fft *stet_dd_fft_create(ptrdiff_t n, const stet_correct_kernels *kernels);
void stet_dd_fft_destroy(stet_dd_fft *f); /* NULL is allowed */

/* Returns the factor of the bound |error of an output| <= stet_dd_fft_error() |x|_2. It holds if no
 * low word underflows; where words below 2^-1022 occur, 2^-1000 N is added for inputs of modulus at
 * most 1. */
double stet_dd_fft_error(const stet_dd_fft *f);

/* Returns number j of an array in blocks. */
static inline stet_ddc stet_dd_get(const double *x, ptrdiff_t j)
{
    x += stet_dd_at(j);
    return (stet_ddc){{x[0], x[STET_DD_BLOCK]}, {x[2 * STET_DD_BLOCK], x[3 * STET_DD_BLOCK]}};
}

/* Receives outputs first + i step, i < count: the numbers of z, in blocks (kernels.h), high words
 * nearest to the sum of both. It receives outputs that are not wanted too. */
typedef void stet_dd_put(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                         const double *z);

/* Returns the bytes of workspace of stet_dd_fft_run(). */
size_t stet_dd_fft_work(const stet_dd_fft *f);

/* Runs a transform. x has n numbers of any source (kernels.h) and is not changed. wanted[k] is not
 * 0 for the wanted outputs; NULL means all. Each wanted output is put once. */
void stet_dd_fft_run(const stet_dd_fft *f, const void *x, int source, const uint8_t *wanted,
                     stet_dd_put *put, void *data, void *work);

/* Bounds of an input: of its 2-norm and of the modulus of a number. */
typedef struct stet_dd_size {
    double norm, most; /* 0, or between 2^-300 and 2^300 */
} stet_dd_size;

/* These functions work on a grid (arith_grid.h). A transform takes a third to a half of the time of
 * double-double. Its error is 2^-8 (one peak in the spectrum) to 2^-20 (all moduli equal) of stage
 * double's bound; that of double-double is 2^-50. grid_error() bounds |error of an output|; it is
 * infinite if the method does not cover this length.
 *
 * Theorem. When the transform has been split into L classes, a class has N/L numbers, each of
 * modulus at most V = min(sqrt(L) |x|_2, L most). Its grid is the power of two above 2^-24 V. Let p
 * be the 2-norm of the low words of a class: initially sqrt(N/2) times the grid. A step of radix r
 * forms sums of these of 2-norm sqrt(r) p at most; with arith_grid.h this gives the 2-norms of the
 * next low words and of the new errors. Errors of 2-norm f in a class of n' numbers add at most
 * sqrt(n') f to an output. */
double stet_dd_fft_grid(stet_dd_size size); /* grid of the inputs; words must be multiples of it */
double stet_dd_fft_grid_error(const stet_dd_fft *f, stet_dd_size size);
void stet_dd_fft_run_on_grid(const stet_dd_fft *f, const void *x, int source, stet_dd_size size,
                             const uint8_t *wanted, stet_dd_put *put, void *data, void *work);

/* Returns the wanted flags of the classes mod count, made from those of the classes mod from_count,
 * a multiple. The result is `from` itself or the first of `to`, which has space for count and for
 * from_count/2 bytes. */
const uint8_t *stet_dd_fold_wanted(const uint8_t *from, ptrdiff_t from_count, ptrdiff_t count,
                                   uint8_t *to);

/* Returns one of k and n - k. These outputs of a real input are conjugates, so one of them is
 * enough. The function chooses, of the two classes into which some step separates them, the one
 * with the smaller number. If all outputs are chosen in this way, half of the transform is skipped
 * at every step. */
ptrdiff_t stet_dd_fft_one_of_both(const stet_dd_fft *f, ptrdiff_t k);

#endif
