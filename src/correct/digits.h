/* SPDX-License-Identifier: Apache-2.0 */
/* Doubles as integers in digits, for exact sums.
 *
 * Every input is an integer times 2^q, q the place of the lowest bit set in any of them. It is written
 * sum_p digit_p 2^(q + bits p) with digits of |digit_p| < 2^bits and its own sign. Linear functions
 * of the inputs with small integer coefficients are computed digit by digit in int64_t, without
 * carries: the choice of bits leaves room. One plane is enough for most data (bits is 39 for 2^20
 * points). A sum is looked at when its planes are complete:
 *   zero        carry_p = (carry_(p-1) >> bits) + sum_p has no bit below 2^bits set, for all p but the
 *               last, and is zero for the last (stet_digits_carry()). So a sum that is not zero is
 *               most often found out by its lowest plane.
 *   its value   stet_digits_value(). */
#ifndef STET_CORRECT_DIGITS_H
#define STET_CORRECT_DIGITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arith/bits.h"
#include "correct/exact_class.h"

struct stet_digits {
    int q, bits, planes; /* planes is 0 if every input is zero */
};

/* For the count doubles at x. Sums may have the magnitude 2^headroom, an input counting as 1;
 * headroom <= 58. */
struct stet_digits stet_digits_scan(const double *x, ptrdiff_t count, int headroom);

/* Whether all of them are multiples of some power of two that is not below least > 0. */
bool stet_digits_on_grid(const double *x, ptrdiff_t count, double least);

/* Digit p of x. m 2^(place + q + bits p) = |x|: place < bits if it reaches into this digit, and
 * place > -53. (m << place loses only bits above this digit, bits being below 64.) */
static inline int64_t stet_digit(const struct stet_digits *d, double x, int p)
{
    uint64_t b = stet_bits_f64(x);
    int field = (int)(b >> 52 & 0x7ff);
    uint64_t m = (b & 0xfffffffffffff) | (uint64_t)(field != 0) << 52;
    int place = (field + (field == 0) - 1075) - d->q - d->bits * p;
    uint64_t up = place < d->bits ? m << (place & 63) : 0;
    uint64_t down = place > -64 ? m >> (-place & 63) : 0;
    uint64_t digit = (place >= 0 ? up : down) & (((uint64_t)1 << d->bits) - 1);
    return (b >> 63) != 0 ? -(int64_t)digit : (int64_t)digit;
}

/* Bits of carry that must be zero in plane p if the sum is. */
static inline uint64_t stet_digits_mask(const struct stet_digits *d, int p)
{
    return p == d->planes - 1 ? UINT64_MAX : ((uint64_t)1 << d->bits) - 1;
}

/* value = (sum_p sum[p] 2^(q + bits p)) / divisor, |sum[p]| < 2^62; divisor may be negative. */
void stet_digits_value(const struct stet_digits *d, const int64_t *sum, int64_t divisor,
                       struct stet_exact_value *value);

#endif
