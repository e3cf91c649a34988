/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms of which only some outputs may be wanted, in double-double or on a grid.
 *
 * The transform is decimated in frequency: a step of radix r replaces a transform of length n by r
 * transforms of length n/r, number q of which has the outputs k = q mod r. Where none of these is
 * wanted, the short transform is left out. So a few outputs cost O(n) each, all of them O(n log n),
 * and nothing in between costs more. It goes depth first and keeps at most 4/3 n numbers. Lengths
 * with a prime factor above 13 go through a cyclic convolution (L. I. Bluestein, 1970), which
 * computes all outputs. */
#ifndef STET_CORRECT_DD_FFT_H
#define STET_CORRECT_DD_FFT_H

#include <stdint.h>

#include "arith/dd.h"
#include "correct/kernels.h"

typedef struct stet_dd_fft stet_dd_fft;

/* Forward, not scaled. NULL if memory is short. Immutable. Any n >= 1. */
stet_dd_fft *stet_dd_fft_create(ptrdiff_t n, const stet_correct_kernels *kernels);
void stet_dd_fft_destroy(stet_dd_fft *f); /* NULL is allowed */

/* |error of an output| <= stet_dd_fft_error() |x|_2, if no low word underflows; where words below
 * 2^-1022 come up, 2^-1000 N more for inputs of modulus at most 1. */
double stet_dd_fft_error(const stet_dd_fft *f);

/* Number j of an array in blocks. */
static inline stet_ddc stet_dd_get(const double *x, ptrdiff_t j)
{
    x += stet_dd_at(j);
    return (stet_ddc){{x[0], x[STET_DD_BLOCK]}, {x[2 * STET_DD_BLOCK], x[3 * STET_DD_BLOCK]}};
}

/* Outputs first + i step, i < count, are the numbers of z, in blocks (kernels.h), high words
 * nearest to the sum of both. Also such as are not wanted. */
typedef void stet_dd_put(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                         const double *z);

/* Bytes of work for stet_dd_fft_run(). */
size_t stet_dd_fft_work(const stet_dd_fft *f);

/* x: n numbers of any source (kernels.h), not changed. wanted[k] is not 0 for the outputs that are
 * wanted; NULL means all. Each of these is put once. */
void stet_dd_fft_run(const stet_dd_fft *f, const void *x, int source, const uint8_t *wanted,
                     stet_dd_put *put, void *data, void *work);

/* What is known of an input: bounds of its 2-norm and of the modulus of a number. */
typedef struct stet_dd_size {
    double norm, most; /* 0, or between 2^-300 and 2^300 */
} stet_dd_size;

/* The same on a grid (arith_grid.h). It takes a third to a half of the time; its error is 2^-8 (one
 * peak in the spectrum) to 2^-20 (all moduli equal) of stage double's bound, that of double-double
 * 2^-50. grid_error() bounds |error of an output|; it is infinite if the method is not for this
 * length.
 *
 * Theorem. When the transform has been split into L classes, a class has N/L numbers, each of
 * modulus at most V = min(sqrt(L) |x|_2, L most). Its grid is the power of two above 2^-24 V. Let p
 * be the 2-norm of the low words of a class: at first sqrt(N/2) times the grid. A step of radix r
 * makes sums of these of 2-norm sqrt(r) p at most; with arith_grid.h that gives the 2-norms of the
 * next low words and of the errors made. Errors of 2-norm f in a class of n' numbers add at most
 * sqrt(n') f to an output. */
double stet_dd_fft_grid(stet_dd_size size); /* of the inputs; words have to be multiples of it */
double stet_dd_fft_grid_error(const stet_dd_fft *f, stet_dd_size size);
void stet_dd_fft_run_on_grid(const stet_dd_fft *f, const void *x, int source, stet_dd_size size,
                             const uint8_t *wanted, stet_dd_put *put, void *data, void *work);

/* What is wanted of the classes mod count, from that of the classes mod from_count, a multiple:
 * from itself, or the first of `to`, which has space for count and for from_count/2 bytes. */
const uint8_t *stet_dd_fold_wanted(const uint8_t *from, ptrdiff_t from_count, ptrdiff_t count,
                                   uint8_t *to);

/* Outputs k and n - k of a real input are conjugates, so one of them is enough. This is the one to
 * ask for: of the two classes into which some step parts them, the one with the smaller number. If
 * it is always chosen so, half of the transform is left out at every step. */
ptrdiff_t stet_dd_fft_one_of_both(const stet_dd_fft *f, ptrdiff_t k);

#endif
