/* SPDX-License-Identifier: Apache-2.0 */
/* Turns a fixed-point interval into IEEE 754 bits, if the interval is narrow enough to decide.
 *
 * p is the precision, 24 (binary32) or 53 (binary64), and says which format the bits have. All
 * values are in (2^-1022, 2): no subnormals, no overflow. */
#ifndef STET_TRIG_ROUND_H
#define STET_TRIG_ROUND_H

#include "trig/fixed.h"

static inline int stet_bias(int p) { return p == 24 ? 127 : 1023; }

/* Return the bits of 1, of 1/2 and of the sign. */
static inline uint64_t stet_bits_one(int p) { return (uint64_t)stet_bias(p) << (p - 1); }
static inline uint64_t stet_bits_half(int p) { return (uint64_t)(stet_bias(p) - 1) << (p - 1); }
static inline uint64_t stet_bits_sign(int p) { return (uint64_t)1 << (p == 24 ? 31 : 63); }

/* Returns -x, but +0 for zero: no function of this room returns -0. */
static inline uint64_t stet_bits_negate(uint64_t bits, int p)
{
    return bits == 0 ? 0 : bits ^ stet_bits_sign(p);
}

/* Returns the number top 2^(-64 - zeros), top >= 2^63, rounded to p bits, ties up. A carry out of
 * the significand goes into the exponent. */
static inline uint64_t stet_bits_of(uint64_t top, int zeros, int p)
{
    uint64_t significand = ((top >> (63 - p)) + 1) >> 1;
    return ((uint64_t)(stet_bias(p) - 2 - zeros) << (p - 1)) + significand;
}

/* Stores the bits of the number that is within `error` units of x, rounded to nearest. Returns
 * false if the interval does not decide. This is Ziv's test (1991): rounding is monotonic, so if
 * both ends round to one value, so do all numbers between. Ties go up here and to even in IEEE 754,
 * which makes no difference for a number that is no tie: callers know that theirs is none. */
bool stet_fixed_round_any(uint64_t *bits, const uint64_t *x, uint64_t error, int w, int p);

/* Returns how many leading zeros v has, if they are fewer than 64; else 64. */
static inline int stet_fixed_zeros_2(stet_u128 v)
{
    return v >> 64 == 0 ? 64 : __builtin_clzll((uint64_t)(v >> 64));
}

/* Does the same for x = v 2^-128 with that many leading zeros, known within 2^log2_error units of
 * 2^-128: the quick path of the tables. v is shifted up until it has no leading zero. `low` is what
 * lies below the place of its last bit, and half of that place more, as a fraction of the place: if
 * it is further than the error from 0 and from 1, both ends round to one value. The error is at
 * most a quarter of the place, so this holds at a power of two too, below which places are half as
 * wide. */
static inline bool stet_fixed_round_2(uint64_t *bits, stet_u128 v, int zeros, int log2_error, int p)
{
    if (zeros == 64 || zeros + p + log2_error > 126)
        return false;
    const uint64_t high = (uint64_t)(v >> 64), next = (uint64_t)v;
    const uint64_t top = high << zeros | next >> 1 >> (63 - zeros);
    const stet_u128 error = (stet_u128)1 << (zeros + p + log2_error);
    const stet_u128 low = (((stet_u128)top << 64 | next << zeros) + ((stet_u128)1 << (127 - p)))
                          << p;
    *bits = stet_bits_of(top, zeros, p);
    return low >= error && low <= ~error;
}

#endif
