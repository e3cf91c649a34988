/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes numbers in the caller's arrays: double, and the narrow formats float, binary16
 * and bfloat16. All numbers of a narrow format, and all midpoints between them, are doubles. */
#ifndef STET_CORRECT_NUMBER_H
#define STET_CORRECT_NUMBER_H

#include <stddef.h>

#include "arith/bits.h"
#include "arith/round.h"
#include "base/precision.h"
#include "stet.h"

static inline struct stet_format stet_number_format(stet_precision p)
{
    switch (p) {
    case STET_F16: return STET_FORMAT_F16;
    case STET_BF16: return STET_FORMAT_BF16;
    case STET_F32: return STET_FORMAT_F32;
    default: return STET_FORMAT_F64;
    }
}

/* Returns the precision of a format. */
static inline stet_precision stet_number_precision(struct stet_format f)
{
    for (int p = STET_F32; p < STET_BF16; p++)
        if (stet_number_format((stet_precision)p).precision == f.precision)
            return (stet_precision)p;
    return STET_BF16;
}

/* Returns the value of a finite 16-bit number. For binary16 the exponent in float's place is 112
 * too small, for subnormal numbers too; the product is exact. */
static inline float stet_from_16(int is_f16, uint16_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    if (!is_f16)
        return stet_from_bits_f32((uint32_t)bits << 16);
    return stet_from_bits_f32(sign | (uint32_t)(bits & 0x7fff) << 13) * 0x1p112f;
}

/* Parameters of a format for stet_to_16(). A normal number is the double's bits shifted right by
 * `cut`, with another exponent bias. Below `least`, the smallest normal number, the numbers of the
 * format have the spacing of the doubles between `magic` and its double. */
enum { STET_CUT_F16 = 42, STET_CUT_BF16 = 45 };
#define STET_CUT(is_f16) ((is_f16) ? STET_CUT_F16 : STET_CUT_BF16)
#define STET_BIAS(is_f16) ((is_f16) ? (uint64_t)(1023 - 15) << 10 : (uint64_t)(1023 - 127) << 7)
#define STET_LEAST(is_f16) ((is_f16) ? 0x1p-14 : 0x1p-126)
#define STET_MAGIC(is_f16) ((is_f16) ? 0x1p28 : 0x1p-81)
#define STET_INFINITY(is_f16) ((is_f16) ? 0x7c00u : 0x7f80u)

/* Returns the 16-bit number nearest to y, ties to even, rounded once: to the nearest multiple of
 * 2^cut units in the last place, or by an addition that leaves no bit below the format's last. A
 * carry into the exponent, and past the largest number, follows IEEE 754. y is not NaN. */
static inline uint16_t stet_to_16(int is_f16, double y)
{
    const int cut = STET_CUT(is_f16);
    const uint64_t bits = stet_bits_f64(y), size = bits & INT64_MAX;
    const uint64_t below_half = ((uint64_t)1 << (cut - 1)) - 1, infinity = STET_INFINITY(is_f16);
    uint64_t number;
    if (size < stet_bits_f64(STET_LEAST(is_f16)))
        number = stet_bits_f64(stet_from_bits_f64(size) + STET_MAGIC(is_f16)) -
                 stet_bits_f64(STET_MAGIC(is_f16));
    else
        number = ((size + below_half + (size >> cut & 1)) >> cut) - STET_BIAS(is_f16);
    return (uint16_t)((number < infinity ? number : infinity) | bits >> 63 << 15);
}

/* Returns number i of an array; for the 16-bit formats infinity if it is not finite. */
static inline double stet_number_at(stet_precision p, const void *x, ptrdiff_t i)
{
    if (p == STET_F64)
        return ((const double *)x)[i];
    if (p == STET_F32)
        return (double)((const float *)x)[i];
    const uint16_t bits = ((const uint16_t *)x)[i];
    const uint32_t infinity = STET_INFINITY(p == STET_F16);
    return (bits & infinity) == infinity ? __builtin_inf()
                                         : (double)stet_from_16(p == STET_F16, bits);
}

static inline void stet_number_put(stet_precision p, void *x, ptrdiff_t i, uint64_t bits)
{
    const uint32_t single = (uint32_t)bits;
    if (p == STET_F64)
        memcpy((double *)x + i, &bits, sizeof bits);
    else if (p == STET_F32)
        memcpy((float *)x + i, &single, sizeof single);
    else
        ((uint16_t *)x)[i] = (uint16_t)bits;
}

/* Returns the bits of the narrow number nearest to y. */
static inline uint32_t stet_narrow_of(stet_precision p, double y)
{
    return p == STET_F32 ? stet_bits_f32((float)y) : stet_to_16(p == STET_F16, y);
}

/* Returns X = hi + lo + d rounded to odd, with hi = RN(hi + lo) and |d| < |lo|. X lies strictly
 * between hi and the next double on the side of lo, because 2 |lo| is at most their distance: the
 * one of the two whose last bit is odd is X rounded to odd. Narrow formats have fewer than 52 bits,
 * so rounding the result rounds X once (arith/round.h). */
static inline double stet_rounded_to_odd(double hi, double lo)
{
    const uint64_t bits = stet_bits_f64(hi);
    return stet_from_bits_f64(bits % 2 ? bits : (hi < 0) == (lo < 0) ? bits + 1 : bits - 1);
}

#endif
