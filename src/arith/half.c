/* Converts binary16 and bfloat16, as bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * It uses integer arithmetic, and one product that is exact in every rounding mode and
 * neither takes nor gives a subnormal. So it runs in any floating-point environment of
 * the caller. */
#include "stet.h"

#include "arith/bits.h"
#include "arith/round.h"

/* An input format is binary32 or binary64; this is its layout. */
struct source {
    int fraction_bits;
    int exponent_bits;
    int quantum;
};

static const struct source SOURCE_F32 = {23, 8, -149};
static const struct source SOURCE_F64 = {52, 11, -1074};

static uint16_t narrow(struct source from, uint64_t bits, struct stet_format to)
{
    int all_ones = (1 << from.exponent_bits) - 1;
    int field = (int)(bits >> from.fraction_bits) & all_ones;
    uint64_t fraction = bits & (((uint64_t)1 << from.fraction_bits) - 1);
    uint64_t sign = bits >> (from.fraction_bits + from.exponent_bits) << 15;

    if (field == all_ones && fraction != 0) {
        uint64_t quiet = (uint64_t)1 << (to.precision - 2);
        return (uint16_t)(sign | to.infinity | quiet);
    }
    if (field == all_ones)
        return (uint16_t)(sign | to.infinity);
    if (field == 0)
        return (uint16_t)(sign | stet_round_bits(to, fraction, from.quantum));
    uint64_t m = fraction | (uint64_t)1 << from.fraction_bits;
    return (uint16_t)(sign | stet_round_bits(to, m, from.quantum + field - 1));
}

uint16_t stet_f16_from_f32(float x)
{
    return narrow(SOURCE_F32, stet_bits_f32(x), STET_FORMAT_F16);
}

uint16_t stet_f16_from_f64(double x)
{
    return narrow(SOURCE_F64, stet_bits_f64(x), STET_FORMAT_F16);
}

uint16_t stet_bf16_from_f32(float x)
{
    return narrow(SOURCE_F32, stet_bits_f32(x), STET_FORMAT_BF16);
}

uint16_t stet_bf16_from_f64(double x)
{
    return narrow(SOURCE_F64, stet_bits_f64(x), STET_FORMAT_BF16);
}

float stet_f16_to_f32(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    uint32_t field = bits >> 10 & 0x1f;
    uint32_t fraction = bits & 0x3ff;

    if (field == 0x1f) {
        uint32_t quiet = fraction != 0 ? 0x00400000 : 0;
        return stet_from_bits_f32(sign | 0x7f800000 | quiet | fraction << 13);
    }
    if (field == 0) /* fraction 2^-24 is a normal float, or zero */
        return stet_from_bits_f32(sign | stet_bits_f32((float)fraction * 0x1p-24f));
    return stet_from_bits_f32(sign | (field + 112) << 23 | fraction << 13);
}

/* Converts bfloat16, which is the upper half of binary32. */
float stet_bf16_to_f32(uint16_t bits)
{
    uint32_t quiet = (bits & 0x7fff) > 0x7f80 ? 0x00400000 : 0;
    return stet_from_bits_f32((uint32_t)bits << 16 | quiet);
}
