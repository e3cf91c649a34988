/* SPDX-License-Identifier: Apache-2.0 */
/* Experiments on the algebras. Each returns the share of trials in which a property held, from 0 to
 * 1. The seeds are always the same. */
#ifndef FPSAN_LIMITS_EXPERIMENTS_H
#define FPSAN_LIMITS_EXPERIMENTS_H

#include <stdint.h>

struct limits_algebra; /* Z/2^32 for floats, or F_p */
extern const struct limits_algebra limits_ring, limits_field;

/* Sets the field's prime for the next experiments. Returns 0 if it cannot be set up. */
int limits_use_prime(uint32_t p);
void limits_close(void);

double limits_zero_product(const struct limits_algebra *a, int factors, int trials);
double limits_quotient_of_equals(const struct limits_algebra *a, int trials); /* x/x = 1 */
double limits_double_quotient(const struct limits_algebra *a, int trials); /* (a/y)/z = a/(y z) */
double limits_common_denominator(const struct limits_algebra *a,
                                 int trials);                       /* a/y + b/y = (a + b)/y */
double limits_doubling(const struct limits_algebra *a, int trials); /* 2 x = x + x */
/* Compares a radix-2 FFT of n points with the naive DFT; with `wrong` one twiddle is replaced by
 * its neighbour. */
double limits_fft(const struct limits_algebra *a, int n, int wrong, int trials);

#endif
