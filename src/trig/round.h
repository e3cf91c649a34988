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

/* Returns the number v of two limbs rounded to p bits, ties up; 0 for v = 0. The leading 64 bits
 * are enough: if ties go up, the first p + 1 bits decide. */
static inline uint64_t stet_fixed_nearest_2(stet_u128 v, int p)
{
    uint64_t high = (uint64_t)(v >> 64), low = (uint64_t)v;
    if (v == 0)
        return 0;
    int zeros = high != 0 ? __builtin_clzll(high) : 64 + __builtin_clzll(low);
    return stet_bits_of((uint64_t)(v << zeros >> 64), zeros, p);
}

/* Stores the bits of the number that is within `error` units of x, rounded to nearest. Returns
 * false if the interval does not decide. This is Ziv's test (1991): rounding is monotonic, so if
 * both ends round to one value, so do all numbers between. Ties go up here and to even in IEEE 754,
 * which makes no difference for a number that is no tie: callers know that theirs is none.
 *
 * Two limbs are the fast path of the tables, and inline; stet_fixed_round_any() does the same for
 * any w. */
bool stet_fixed_round_any(uint64_t *bits, const uint64_t *x, uint64_t error, int w, int p);

static inline bool stet_fixed_round(uint64_t *bits, const uint64_t *x, uint64_t error, int w, int p)
{
    if (w != 2)
        return stet_fixed_round_any(bits, x, error, w, p);
    stet_u128 v = (stet_u128)x[1] << 64 | x[0];
    *bits = stet_fixed_nearest_2(v - error, p);
    return v > error && v <= ~(stet_u128)error && *bits == stet_fixed_nearest_2(v + error, p);
}

#endif
