/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms in double-double, of which only some outputs may be wanted.
 *
 * A power of two is decimated in frequency: a step of radix r replaces a transform of length n by r
 * transforms of length n/r, number q of which has the outputs k = q mod r. One whose outputs
 * are not wanted is left out, so a few outputs cost O(n) each and all of them O(n log n), and
 * nothing in between costs more. It goes depth first: at most 4/3 n numbers are kept. Other
 * lengths go through a cyclic convolution (L. I. Bluestein, 1970), whole. */
#ifndef STET_CORRECT_DD_FFT_H
#define STET_CORRECT_DD_FFT_H

#include <stdint.h>

#include "correct/kernels.h"

typedef struct stet_dd_fft stet_dd_fft;

/* Forward, not scaled. NULL if memory is short. Immutable. Any n >= 1. */
stet_dd_fft *stet_dd_fft_create(ptrdiff_t n, const stet_correct_kernels *kernels);
void stet_dd_fft_destroy(stet_dd_fft *f); /* NULL is allowed */

/* |error of an output| <= stet_dd_fft_error() |x|_2, if no low word underflows; where words below
 * 2^-1022 come up, 2^-1000 N more for inputs of modulus at most 1. */
double stet_dd_fft_error(const stet_dd_fft *f);

/* Outputs first + i step, i < count: the four words of number i at z[i], z[count + i] ... (kernels.h),
 * high words nearest to the sum of both. Also such as are not wanted. */
typedef void stet_dd_put(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                         const double *z);

/* Bytes of work for stet_dd_fft_run(). */
size_t stet_dd_fft_work(const stet_dd_fft *f);

/* x: n complex doubles if from_pairs, otherwise double-doubles as in kernels.h; not changed. wanted[k]
 * is not 0 for the outputs that are wanted; NULL means all. Each of these is put once. */
void stet_dd_fft_run(const stet_dd_fft *f, const double *x, int from_pairs, const uint8_t *wanted,
                     stet_dd_put *put, void *data, void *work);

#endif
