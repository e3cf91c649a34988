/* SPDX-License-Identifier: Apache-2.0 */
/* Wide numbers of w limbs of 64 bits, the lowest first, w as large as memory.
 *
 * An integer is in two's complement; a fraction is without a sign, sum f[i] 2^(64 (i - w)) in [0, 1), and 1 is
 * written as all ones, one unit of 2^(-64 w) less. */
#ifndef STET_CORRECT_LIMBS_H
#define STET_CORRECT_LIMBS_H

#include <stdbool.h>
#include <stdint.h>

#include "arith/bits.h"

/* The widest: 2^16 bits. */
#define STET_LIMBS_MAX 1024

/* r = a + b, r = a - b, modulo 2^(64 w). r may be a or b. */
static inline void stet_limbs_add(uint64_t *r, const uint64_t *a, const uint64_t *b, int w)
{
    unsigned carry = 0;
    for (int i = 0; i < w; i++) {
        stet_u128 sum = (stet_u128)a[i] + b[i] + carry;
        r[i] = (uint64_t)sum;
        carry = (unsigned)(sum >> 64);
    }
}

static inline void stet_limbs_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, int w)
{
    unsigned borrow = 0;
    for (int i = 0; i < w; i++) {
        stet_u128 difference = (stet_u128)a[i] - b[i] - borrow;
        r[i] = (uint64_t)difference;
        borrow = (unsigned)(difference >> 127);
    }
}

/* r = -r */
static inline void stet_limbs_negate(uint64_t *r, int w)
{
    bool one = true;
    for (int i = 0; i < w; i++) {
        r[i] = ~r[i] + one;
        one = one && r[i] == 0;
    }
}

static inline bool stet_limbs_negative(const uint64_t *a, int w) { return a[w - 1] >> 63 != 0; }

/* r = floor(r/2), r an integer. */
static inline void stet_limbs_halve(uint64_t *r, int w)
{
    for (int i = 0; i < w - 1; i++)
        r[i] = r[i] >> 1 | r[i + 1] << 63;
    r[w - 1] = (uint64_t)((int64_t)r[w - 1] >> 1);
}

/* r += 2^bit or r -= 2^bit, bit < 64 w. */
void stet_limbs_add_bit(uint64_t *r, int bit, bool minus, int w);

/* r = a f for a fraction f, less than w + 1 below the exact product: floor, and of the partial
 * products only those that reach into r (i + j >= w - 1; each of the others, i + j = k <= w - 2, is
 * below 2^(64 (k + 2 - w)) units, k + 1 of them for each k: below w - 1 units and (w - 2) 2^-64 ...
 * together, less than w). a is an integer, or for _fraction a fraction. r is neither a nor f. */
void stet_limbs_mul(uint64_t *r, const uint64_t *a, const uint64_t *f, int w);
void stet_limbs_mul_fraction(uint64_t *r, const uint64_t *a, const uint64_t *f, int w);

/* r /= d, cut off; r without a sign. */
void stet_limbs_div(uint64_t *r, uint64_t d, int w);

#endif
