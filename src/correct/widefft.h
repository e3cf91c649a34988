/* SPDX-License-Identifier: Apache-2.0 */
/* Computes Fourier transforms of complex integers of w limbs, with a proved error.
 *
 * A complex number is 2 w limbs, real part first, in two's complement. Let e bound the absolute
 * error of every input number, and let the sum of the magnitudes of all numbers of the array,
 * errors included, stay below 2^(64 w - 4): then no sum overflows, as every intermediate value is a
 * sum of inputs times numbers of magnitude 1.
 *
 * One product of d by a root r = c - i s: with d known up to e, |d| < 2^(64 w - 4),
 *   computed - exact = (error of d) r + d (error of r) + rounding,
 * the error of r is at most sqrt(2) STET_WIDEROOTS_ERROR 2^(-64 w), and each of four products loses
 * less than w + 1 units by truncation (limbs.h), so the product is known up to
 *   e + delta,   delta = 3 (w + 1) + 1.
 * One radix-2 level takes e to 2 e + delta (decimation in frequency: x + y, (x - y) root), so log2
 * n levels take it to less than n (e + delta). The bound is simple and loses log2 n bits, which are
 * cheap at 64 per limb.
 *
 * Other lengths go through Bluestein's method (Bluestein 1970), in widefft.c. */
#ifndef STET_CORRECT_WIDEFFT_H
#define STET_CORRECT_WIDEFFT_H

#include "trig/wideroots.h"

struct stet_widefft;

/* Makes tables for length n and w limbs. Returns STET_OK or STET_E_MEMORY. */
stet_status stet_widefft_open(struct stet_widefft **result, int64_t n, int w);
void stet_widefft_close(struct stet_widefft *fft);

/* execute transforms the n numbers at x, forward (exp(-2 pi i/n)); the results are in natural
 * order. They are the transform divided by 2^stet_widefft_shift(fft). */
void stet_widefft_execute(struct stet_widefft *fft, uint64_t *x);
int stet_widefft_shift(const struct stet_widefft *fft);

/* Returns the error bound of results, in their own units, when inputs have the bound e >= 0. */
double stet_widefft_error(const struct stet_widefft *fft, double e);

#endif
