/* SPDX-License-Identifier: Apache-2.0 */
/* Fractions in [0, 1) of w limbs of 64 bits: x = sum x[i] 2^(64 (i - w)), x[0] lowest.
 *
 * One unit is 2^(-64 w). The number 1 has no room and is written as all ones, one unit less;
 * in the same way the complement ~x is 1 - x within one unit. Integers only: neither the
 * compiler nor the rounding mode can touch a bit. */
#ifndef STET_TRIG_FIXED_H
#define STET_TRIG_FIXED_H

#include <stdbool.h>
#include <stdint.h>

/* 512 bits; trig/direct.h says why that is enough. */
#define STET_FIXED_MAX 8

__extension__ typedef unsigned __int128 stet_u128;

/* r = floor(a b), in units; the error is in [0, 1) below. r may be a or b. */
void stet_fixed_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, int w);

/* Long division of the integer (rem, a[w-1], ..., a[0]) by d > rem; the quotient fills q.
 * q may be a; a may be NULL and is then zero: q = rem/d. */
static inline void stet_fixed_div(uint64_t *q, uint64_t rem, const uint64_t *a, uint64_t d, int w)
{
    for (int i = w - 1; i >= 0; i--) {
        stet_u128 x = (stet_u128)rem << 64 | (a ? a[i] : 0);
        q[i] = (uint64_t)(x / d);
        rem = (uint64_t)x - q[i] * d; /* % would divide once more */
    }
}

/* r = a + b; true if it does not fit. r may be a or b. */
static inline bool stet_fixed_add(uint64_t *r, const uint64_t *a, const uint64_t *b, int w)
{
    bool carry = false;
    for (int i = 0; i < w; i++) {
        stet_u128 sum = (stet_u128)a[i] + b[i] + carry;
        r[i] = (uint64_t)sum;
        carry = sum >> 64;
    }
    return carry;
}

/* r = a - b; true if it is negative (r is then that plus 1). r may be a or b. */
static inline bool stet_fixed_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, int w)
{
    bool borrow = false;
    for (int i = 0; i < w; i++) {
        stet_u128 difference = (stet_u128)a[i] - b[i] - borrow;
        r[i] = (uint64_t)difference;
        borrow = difference >> 127;
    }
    return borrow;
}

#endif
