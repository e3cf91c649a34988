/* SPDX-License-Identifier: Apache-2.0 */
/* Wide numbers have w limbs of 64 bits, the lowest first; w is as large as memory allows.
 *
 * Functions are inline, so that loops over limbs are unrolled where w is a constant
 * (correct/widefft.c).
 *
 * An integer is in two's complement. A fraction has no sign: it is sum f[i] 2^(64 (i - w)) below 1,
 * and 1 is written as all ones, one unit of 2^(-64 w) less. */
#ifndef STET_ARITH_LIMBS_H
#define STET_ARITH_LIMBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "arith/bits.h"

/* The widest number has 2^16 bits. */
#define STET_LIMBS_MAX 1024

#ifdef STET_ONE_WIDTH /* small code */
#define STET_LIMBS_INLINE static inline
#else
#define STET_LIMBS_INLINE static inline __attribute__((always_inline))
#endif

/* stet_limb_add() computes sum = a + b + carry and returns the new carry; stet_limb_sub() computes
 * difference = a - b - borrow and returns the new borrow. On x86 they use its instructions, which
 * compilers do not find. */
#if defined(__x86_64__)
STET_LIMBS_INLINE unsigned char stet_limb_add(unsigned char carry, uint64_t a, uint64_t b,
                                              uint64_t *sum)
{
    unsigned long long s;
    carry = _addcarry_u64(carry, a, b, &s);
    *sum = s;
    return carry;
}

STET_LIMBS_INLINE unsigned char stet_limb_sub(unsigned char borrow, uint64_t a, uint64_t b,
                                              uint64_t *difference)
{
    unsigned long long d;
    borrow = _subborrow_u64(borrow, a, b, &d);
    *difference = d;
    return borrow;
}
#else
STET_LIMBS_INLINE unsigned char stet_limb_add(unsigned char carry, uint64_t a, uint64_t b,
                                              uint64_t *sum)
{
    stet_u128 s = (stet_u128)a + b + carry;
    *sum = (uint64_t)s;
    return (unsigned char)(s >> 64);
}

STET_LIMBS_INLINE unsigned char stet_limb_sub(unsigned char borrow, uint64_t a, uint64_t b,
                                              uint64_t *difference)
{
    stet_u128 d = (stet_u128)a - b - borrow;
    *difference = (uint64_t)d;
    return (unsigned char)(d >> 127);
}
#endif

/* Computes r = a + b or r = a - b, modulo 2^(64 w). Returns true if that is not the unsigned sum or
 * difference. r may be a or b. */
STET_LIMBS_INLINE bool stet_limbs_add(uint64_t *r, const uint64_t *a, const uint64_t *b, int w)
{
    unsigned char carry = 0;
#pragma GCC unroll 8
    for (int i = 0; i < w; i++)
        carry = stet_limb_add(carry, a[i], b[i], &r[i]);
    return carry != 0;
}

STET_LIMBS_INLINE bool stet_limbs_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, int w)
{
    unsigned char borrow = 0;
#pragma GCC unroll 8
    for (int i = 0; i < w; i++)
        borrow = stet_limb_sub(borrow, a[i], b[i], &r[i]);
    return borrow != 0;
}

/* Computes r = -r. */
STET_LIMBS_INLINE void stet_limbs_negate(uint64_t *r, int w)
{
    bool one = true;
    for (int i = 0; i < w; i++) {
        r[i] = ~r[i] + one;
        one = one && r[i] == 0;
    }
}

STET_LIMBS_INLINE bool stet_limbs_negative(const uint64_t *a, int w) { return a[w - 1] >> 63 != 0; }

/* Computes r = floor(r/2), r an integer. */
STET_LIMBS_INLINE void stet_limbs_halve(uint64_t *r, int w)
{
    for (int i = 0; i < w - 1; i++)
        r[i] = r[i] >> 1 | r[i + 1] << 63;
    r[w - 1] = (uint64_t)((int64_t)r[w - 1] >> 1);
}

/* Computes r += 2^bit or r -= 2^bit, bit < 64 w. */
void stet_limbs_add_bit(uint64_t *r, int bit, bool minus, int w);

/* Computes r = a f for a fraction f, less than w + 1 below the exact product. It rounds down, and
 * takes only the partial products that reach into r (i + j >= w - 1). Each of the others, i + j = k
 * <= w - 2, is below 2^(64 (k + 2 - w)) units, and there are k + 1 of them for each k: below w - 1
 * units and (w - 2) 2^-64 ... together, less than w. a is an integer, or a fraction for
 * stet_limbs_mul_fraction(). r is neither a nor f. */
STET_LIMBS_INLINE void stet_limbs_mul_fraction(uint64_t *r, const uint64_t *a, const uint64_t *f,
                                               int w)
{
    uint64_t c0 = 0, c1 = 0, c2 = 0; /* column k: the sum of a[i] f[k - i], and the carry */
#pragma GCC unroll 8
    for (int k = w - 1; k <= 2 * w - 2; k++) {
#pragma GCC unroll 8
        for (int i = k - w + 1; i < w; i++) {
            stet_u128 product = (stet_u128)a[i] * f[k - i];
            unsigned char carry = stet_limb_add(0, c0, (uint64_t)product, &c0);
            carry = stet_limb_add(carry, c1, (uint64_t)(product >> 64), &c1);
            c2 += carry;
        }
        if (k >= w)
            r[k - w] = c0;
        c0 = c1, c1 = c2, c2 = 0;
    }
    r[w - 1] = c0;
}

/* Corrects for the sign: the bits of a negative a are those of a + 2^(64 w). */
STET_LIMBS_INLINE void stet_limbs_mul(uint64_t *r, const uint64_t *a, const uint64_t *f, int w)
{
    stet_limbs_mul_fraction(r, a, f, w);
    uint64_t mask = stet_limbs_negative(a, w) ? UINT64_MAX : 0;
    unsigned char borrow = 0;
#pragma GCC unroll 8
    for (int i = 0; i < w; i++)
        borrow = stet_limb_sub(borrow, r[i], f[i] & mask, &r[i]);
}

/* Stores r = x in units of 2^unit; the fraction of a unit is cut off. Returns true if nothing was
 * cut off. */
bool stet_limbs_of_f64(uint64_t *r, double x, int unit, int w);

/* Returns m of |x| = m 2^place. */
static inline uint64_t stet_unpack_f64(double x, int *place)
{
    uint64_t bits = stet_bits_f64(x);
    int field = (int)(bits >> 52 & 0x7ff);
    *place = field + (field == 0) - 1075;
    return (bits & 0xfffffffffffff) | (uint64_t)(field != 0) << 52;
}

/* Computes r = r f, both unsigned. Returns the limb that does not fit. */
static inline uint64_t stet_limbs_times(uint64_t *r, uint64_t f, int w)
{
    uint64_t carry = 0;
    for (int i = 0; i < w; i++) {
        stet_u128 x = (stet_u128)r[i] * f + carry;
        r[i] = (uint64_t)x;
        carry = (uint64_t)(x >> 64);
    }
    return carry;
}

/* Divides the unsigned integer (rest, a[w - 1], ..., a[0]) by d > rest; the fraction is cut off. q
 * may be a. a may be NULL and is then zero: q = rest/d. */
static inline void stet_limbs_div(uint64_t *q, uint64_t rest, const uint64_t *a, uint64_t d, int w)
{
    for (int i = w - 1; i >= 0; i--) {
        stet_u128 x = (stet_u128)rest << 64 | (a != NULL ? a[i] : 0);
        q[i] = (uint64_t)(x / d);
        rest = (uint64_t)x - q[i] * d; /* % would divide once more */
    }
}

#endif
