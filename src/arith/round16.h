/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of binary16 in portable C. A number of the format is held in a float, and every
 * function returns one: the exact result rounded once to nearest, ties to even, with subnormals,
 * infinities and signed zeros. The functions need the environment of stet_fpenv_enter() and no fma.
 *
 * Sum and product: float has 24 >= 2 * 11 + 2 bits, so rounding to float first changes nothing (S.
 * A. Figueroa, "When is double rounding innocuous?", 1995). tests/arith compares them with the
 * definition.
 *
 * fma through float would be wrong once in some 10^5 times; through double it is right. The product
 * p has at most 22 bits and is a multiple of 2^-48; c is a multiple of 2^-24 below 2^16. If |p| >=
 * 2^17 both ways overflow. If p + c fits 53 bits, it is rounded once. Otherwise the last bit of p,
 * at least |p| 2^-21, is below the last bit of c's double, so |p| < 2^-30 |c|: far below a quarter
 * of the last of 11 bits of c, and both roundings give c. Results below 2^-14 span at most 34 bits
 * and are exact in double. */
#ifndef STET_ARITH_ROUND16_H
#define STET_ARITH_ROUND16_H

#include "arith/bits.h"

/* Rounds x to binary16. Below 2^-14 the numbers of binary16 are 2^-24 apart, as floats are from 1/2
 * to 1 and doubles from 2^28 to 2^29: adding that number and subtracting it rounds. From 65520 on
 * the result is infinite. */
static inline float stet_round16_f32(float x)
{
    const uint32_t bits = stet_bits_f32(x), sign = bits & 0x80000000, size = bits ^ sign;
    if (size >= 0x477ff000)
        return size > 0x7f800000 ? x : stet_from_bits_f32(sign | 0x7f800000);
    if (size < 0x38800000) {
        const float rounded = (stet_from_bits_f32(size) + 0.5f) - 0.5f;
        return stet_from_bits_f32(sign | stet_bits_f32(rounded));
    }
    return stet_from_bits_f32(sign | ((size + 0xfff + (size >> 13 & 1)) & ~(uint32_t)0x1fff));
}

static inline float stet_round16_f64(double x)
{
    const uint64_t bits = stet_bits_f64(x), sign = bits & 0x8000000000000000, size = bits ^ sign;
    if (size >= 0x40effe0000000000) {
        const uint32_t high = sign ? 0x80000000 : 0;
        return size > 0x7ff0000000000000 ? (float)x : stet_from_bits_f32(high | 0x7f800000);
    }
    if (size < 0x3f10000000000000) {
        const double rounded = (stet_from_bits_f64(size) + 0x1p28) - 0x1p28;
        return (float)stet_from_bits_f64(sign | stet_bits_f64(rounded));
    }
    const uint64_t rest = ((uint64_t)1 << 42) - 1;
    return (float)stet_from_bits_f64(sign | ((size + rest / 2 + (size >> 42 & 1)) & ~rest));
}

static inline float stet_add16(float a, float b) { return stet_round16_f32(a + b); }
static inline float stet_sub16(float a, float b) { return stet_round16_f32(a - b); }
static inline float stet_mul16(float a, float b) { return stet_round16_f32(a * b); }

static inline float stet_fma16(float a, float b, float c)
{
    return stet_round16_f64((double)a * (double)b + (double)c);
}

#endif
