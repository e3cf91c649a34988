/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/limbs.h"

/* Column by column: column k is the sum of a[i] f[k - i], 192 bits. With w a constant the compiler
 * unrolls the loops. */
static inline __attribute__((always_inline)) void mul_high(uint64_t *r, const uint64_t *a,
                                                           const uint64_t *f, int w)
{
    stet_u128 low = 0; /* of the column, and what came from the one before */
    uint64_t high = 0;
    for (int k = w - 1; k <= 2 * w - 2; k++) {
        for (int i = k - w + 1; i < w; i++) {
            stet_u128 product = (stet_u128)a[i] * f[k - i];
            low += product;
            high += low < product;
        }
        if (k >= w)
            r[k - w] = (uint64_t)low;
        low = low >> 64 | (stet_u128)high << 64;
        high = 0;
    }
    r[w - 1] = (uint64_t)low;
}

void stet_limbs_mul_fraction(uint64_t *r, const uint64_t *a, const uint64_t *f, int w)
{
    switch (w) {
    case 3: mul_high(r, a, f, 3); break;
    case 4: mul_high(r, a, f, 4); break;
    case 5: mul_high(r, a, f, 5); break;
    case 6: mul_high(r, a, f, 6); break;
    case 7: mul_high(r, a, f, 7); break;
    case 8: mul_high(r, a, f, 8); break;
    default: mul_high(r, a, f, w);
    }
}

/* The bits of a negative a are those of a + 2^(64 w). */
void stet_limbs_mul(uint64_t *r, const uint64_t *a, const uint64_t *f, int w)
{
    stet_limbs_mul_fraction(r, a, f, w);
    if (stet_limbs_negative(a, w))
        stet_limbs_sub(r, r, f, w);
}

void stet_limbs_add_bit(uint64_t *r, int bit, bool minus, int w)
{
    uint64_t one = (uint64_t)1 << bit % 64;
    for (int i = bit / 64; i < w; i++) {
        uint64_t before = r[i];
        r[i] = minus ? before - one : before + one;
        if (minus ? before >= one : r[i] >= one)
            break;
        one = 1;
    }
}

void stet_limbs_div(uint64_t *r, uint64_t d, int w)
{
    uint64_t rest = 0;
    for (int i = w - 1; i >= 0; i--) {
        stet_u128 x = (stet_u128)rest << 64 | r[i];
        r[i] = (uint64_t)(x / d);
        rest = (uint64_t)x - r[i] * d;
    }
}
