/* SPDX-License-Identifier: Apache-2.0 */
#include "fma_inputs.h"

#include <float.h>
#include <math.h>

#if defined(__x86_64__)
#define CPU_HAS_FMA() __builtin_cpu_supports("fma")
#define USES_FMA __attribute__((target("fma")))
#elif defined(__aarch64__)
#define CPU_HAS_FMA() 1
#define USES_FMA
#else
#define CPU_HAS_FMA() 0
#define USES_FMA
#endif

USES_FMA double cpu_fma_f64(double a, double b, double c) { return __builtin_fma(a, b, c); }
USES_FMA float cpu_fma_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

int cpu_has_fma(void) { return CPU_HAS_FMA(); }

/* ---- one generator per way to go wrong ---- */

/* a b of 27 by 27 odd bits has 53 or 54: half of the products are midpoints between
 * doubles, and a c far below decides. It gets lost if anything is rounded on the way. */
static void midpoint_f64(struct rng *r, double *a, double *b, double *c)
{
    *a = (double)(rng_u64(r) >> 37 | 1 | 1 << 26);
    *b = (double)(rng_u64(r) >> 37 | 1 | 1 << 26);
    *a = ldexp(*a, rng_int(r, -300, 299));
    *c = ldexp(1, rng_int(r, -1069, 0));
    *c = rng_u64(r) & 1 ? *c : -*c;
}

/* a b is close to half an ulp of c, or to a quarter: ties, and what is next to them. */
static void half_ulp_f64(struct rng *r, double *a, double *b, double *c)
{
    *a = 1 + ldexp(rng_int(r, 0, 2), -52);
    *a = ldexp(*a, rng_int(r, -100, 99));
    *b = 1 - ldexp(rng_int(r, 0, 2), -53);
    *b = ldexp(*b, rng_int(r, -100, 99));
    *c = (double)(rng_u64(r) >> 11 | (uint64_t)1 << 52);
    *c = ldexp(*c, ilogb(*a * *b) + rng_int(r, 0, 3));
    *c = rng_u64(r) & 1 ? *c : -*c;
    *a = rng_u64(r) & 1 ? *a : -*a;
}

/* c = -a b, rounded, up to a few ulps: only the error of the product may be left. */
static void cancel_f64(struct rng *r, double *a, double *b, double *c)
{
    *a = rng_f64(r, 300, 1700);
    *b = rng_f64(r, 300, 1700);
    *c = stet_from_bits_f64(stet_bits_f64(-(*a * *b)) + rng_below(r, 5) - 2);
}

/* Results around the smallest numbers, the products above or far below. */
static void tiny_f64(struct rng *r, double *a, double *b, double *c)
{
    int field = rng_int(r, 0, 1029);
    *a = rng_f64(r, field, field);
    *b = rng_f64(r, 1030 - field, 1090 - field);
    *c = rng_f64(r, 0, rng_u64(r) & 1 ? 0 : 60);
}

/* Products and sums around the largest number. */
static void huge_f64(struct rng *r, double *a, double *b, double *c)
{
    int field = rng_int(r, 1023, 2042);
    *a = rng_f64(r, field, field);
    *b = rng_f64(r, 3068 - field, 3071 - field);
    *c = rng_u64(r) & 1 ? rng_f64(r, 2040, 2046) : copysign(DBL_MAX, rng_f64(r, 1, 1));
}

/* Anything at all: subnormals, infinities and NaN too. */
static void any_f64(struct rng *r, double *a, double *b, double *c)
{
    *a = stet_from_bits_f64(rng_u64(r));
    *b = rng_f64(r, 0, 2047);
    *c = rng_f64(r, 0, 2047);
}

/* Near 1, exponents a few apart: what an FFT computes. */
static void plain_f64(struct rng *r, double *a, double *b, double *c)
{
    *a = rng_f64(r, 990, 1023);
    *b = rng_f64(r, 990, 1023);
    *c = rng_f64(r, 950, 1030);
}

static void (*const INPUTS_F64[])(struct rng *, double *, double *, double *) = {
    midpoint_f64, half_ulp_f64, cancel_f64, tiny_f64, huge_f64, any_f64, plain_f64};

_Static_assert(sizeof INPUTS_F64 / sizeof *INPUTS_F64 == FMA_INPUTS_F64, "one generator per kind");

void fma_input_f64(struct rng *r, int kind, double *a, double *b, double *c)
{
    INPUTS_F64[kind](r, a, b, c);
}

/* The same for float, by the shape of the exponents alone: they are few enough. */
void fma_input_f32(struct rng *r, int kind, float *a, float *b, float *c)
{
    int field = rng_int(r, 0, 253);
    *a = rng_f32(r, field, field);
    *b = rng_f32(r, 0, 255);
    *c = rng_f32(r, 0, 255);
    if (kind == 0) { /* 12 by 12 or 13 bits: midpoints, and a c far below */
        *a = (float)(rng_u64(r) >> 52 | 1);
        *a = ldexpf(*a, rng_int(r, -50, 49));
        *b = (float)(rng_u64(r) >> 51 | 1);
        *c = ldexpf(1, rng_int(r, -148, 0));
        *c = rng_u64(r) & 1 ? *c : -*c;
    } else if (kind == 1) { /* cancellation */
        *b = rng_f32(r, 1, 254);
        *c = stet_from_bits_f32(stet_bits_f32(-(*a * *b)) + (uint32_t)rng_below(r, 5) - 2);
    } else if (kind == 2) { /* subnormal */
        int other = field < 126 ? 126 - field : 0;
        *b = rng_f32(r, other, other + 30);
        *c = rng_f32(r, 0, 25);
    } else if (kind == 3) { /* overflow */
        field = field < 128 ? 128 : field;
        *a = rng_f32(r, field, field);
        *b = rng_f32(r, 380 - field, 382 - field);
        *c = rng_u64(r) & 1 ? rng_f32(r, 250, 254) : copysignf(FLT_MAX, *c);
    } else if (kind == 4) { /* near 1 */
        *a = rng_f32(r, 110, 130);
        *b = rng_f32(r, 110, 130);
        *c = rng_f32(r, 90, 140);
    }
}

const double fma_corners_f64[FMA_CORNERS_F64] = {0,
                                                 1,
                                                 1 + DBL_EPSILON,
                                                 1 - DBL_EPSILON / 2,
                                                 3,
                                                 0x1p-1074,
                                                 0x3p-1074,
                                                 0x1.ffffffffffffep-1023,
                                                 DBL_MIN,
                                                 0x1.fffffffffffffp-1022,
                                                 0x1p-1021,
                                                 DBL_MAX,
                                                 0x1p1023,
                                                 0x1.fffffffffffffp1022,
                                                 0x1p511,
                                                 0x1p512,
                                                 0x1p-537,
                                                 0x1p-538,
                                                 0x1.8p-537,
                                                 0x1p-511,
                                                 0x1p900,
                                                 0x1.fffffffffffffp900,
                                                 0x1p901,
                                                 0x1p-900,
                                                 0x1.fffffffffffffp-901,
                                                 0x1p450,
                                                 0x1p-450,
                                                 0x1p969,
                                                 0x1p970,
                                                 0x1p971,
                                                 (double)INFINITY,
                                                 (double)NAN};

const float fma_corners_f32[FMA_CORNERS_F32] = {0,
                                                1,
                                                1 + FLT_EPSILON,
                                                1 - FLT_EPSILON / 2,
                                                3,
                                                0x1p-149f,
                                                0x3p-149f,
                                                0x1.fffffcp-127f,
                                                FLT_MIN,
                                                0x1.fffffep-126f,
                                                0x1p-125f,
                                                FLT_MAX,
                                                0x1p127f,
                                                0x1.fffffep126f,
                                                0x1p63f,
                                                0x1p64f,
                                                0x1p-75f,
                                                0x1p-74f,
                                                0x1.8p-75f,
                                                0x1p102f,
                                                0x1p103f,
                                                0x1p104f,
                                                INFINITY,
                                                NAN};
