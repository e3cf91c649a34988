/* SPDX-License-Identifier: Apache-2.0 */
#include "experiments/butterflies/number.h"

#include "arith/bits.h"
#include "arith/eft.h"
#include "arith/fma.h"
#include "arith/round16.h"

static double round_f64(double x) { return x; }
static double add_f64(double a, double b) { return a + b; }
static double mul_f64(double a, double b) { return a * b; }

static double round_f32(double x) { return (double)(float)x; }
static double add_f32(double a, double b) { return (double)((float)a + (float)b); }
static double mul_f32(double a, double b) { return (double)((float)a * (float)b); }
static double fma_f32(double a, double b, double c)
{
    return (double)stet_fma_f32((float)a, (float)b, (float)c);
}

static double round_f16(double x) { return (double)stet_round16_f64(x); }
static double add_f16(double a, double b) { return (double)stet_add16((float)a, (float)b); }
static double mul_f16(double a, double b) { return (double)stet_mul16((float)a, (float)b); }
static double fma_f16(double a, double b, double c)
{
    return (double)stet_fma16((float)a, (float)b, (float)c);
}

/* bfloat16 has 8 bits and the exponents of float. Sums and products of two numbers have 53 bits in
 * double, more than 2 * 8 + 2: rounding twice equals rounding once. */
static double round_bf16(double x) { return (double)stet_bf16_to_f32(stet_bf16_from_f64(x)); }
static double add_bf16(double a, double b) { return round_bf16(a + b); }
static double mul_bf16(double a, double b) { return round_bf16(a * b); }

/* The product is exact; the sum is first rounded to odd (round.h): fma(3, 91, 2^-60) shows that
 * rounding it to nearest would be wrong. Nothing underflows: 2^-266 is the smallest product. */
static double fma_bf16(double a, double b, double c)
{
    double e;
    const double s = stet_two_sum_f64(a * b, c, &e);
    uint64_t bits = stet_bits_f64(s);
    if (e != 0 && e - e == 0 && (bits & 1) == 0)
        bits += (e > 0) == (s > 0) ? 1 : (uint64_t)-1;
    return round_bf16(stet_from_bits_f64(bits));
}

const stet_number *stet_number_of(stet_precision precision)
{
    static const stet_number f64 = {round_f64, add_f64, mul_f64, stet_fma_f64};
    static const stet_number f32 = {round_f32, add_f32, mul_f32, fma_f32};
    static const stet_number f16 = {round_f16, add_f16, mul_f16, fma_f16};
    static const stet_number bf16 = {round_bf16, add_bf16, mul_bf16, fma_bf16};
    switch (precision) {
    case STET_F64: return &f64;
    case STET_F32: return &f32;
    case STET_F16: return &f16;
    case STET_BF16: return &bf16;
    default: return NULL;
    }
}
