/* The software fma against MPFR and against the CPU's own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith_test.h"

#include "arith/fma.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>

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

USES_FMA static double cpu_fma_f64(double a, double b, double c) { return __builtin_fma(a, b, c); }
USES_FMA static float cpu_fma_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

/* ---- inputs: one generator per way to go wrong ---- */

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

enum { INPUTS = sizeof INPUTS_F64 / sizeof INPUTS_F64[0] };

/* The same for float, by the shape of the exponents alone: they are few enough. */
static void inputs_f32(struct rng *r, int kind, float *a, float *b, float *c)
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

/* ---- oracles ---- */

/* IEEE arithmetic of a binary format: mpfr_subnormalize() rounds once more, aware of the
 * first rounding. */
struct format {
    mpfr_t a, b, c, r;
};

static void format_init(struct format *f, mpfr_prec_t precision, mpfr_exp_t emin, mpfr_exp_t emax)
{
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_inits2(precision, f->a, f->b, f->c, f->r, (mpfr_ptr)0);
}

static void format_clear(struct format *f)
{
    mpfr_clears(f->a, f->b, f->c, f->r, (mpfr_ptr)0);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
}

/* float values too: their doubles are exact. */
static double mpfr_oracle(struct format *f, double a, double b, double c)
{
    mpfr_set_d(f->a, a, MPFR_RNDN);
    mpfr_set_d(f->b, b, MPFR_RNDN);
    mpfr_set_d(f->c, c, MPFR_RNDN);
    int t = mpfr_fma(f->r, f->a, f->b, f->c, MPFR_RNDN);
    mpfr_subnormalize(f->r, t, MPFR_RNDN);
    return mpfr_get_d(f->r, MPFR_RNDN);
}

static void require_f64(const char *who, double a, double b, double c, double want)
{
    double got = stet_soft_fma_f64(a, b, c);
    if (!same_f64(got, want))
        fail_msg("fma(%a, %a, %a) is %a, but %s says %a", a, b, c, got, who, want);
}

static void require_f32(const char *who, float a, float b, float c, float want)
{
    float got = stet_soft_fma_f32(a, b, c);
    if (!same_f32(got, want))
        fail_msg("fmaf(%a, %a, %a) is %a, but %s says %a", (double)a, (double)b, (double)c,
                 (double)got, who, (double)want);
}

static void f64_equals_mpfr(void **state)
{
    (void)state;
    struct rng r = {1};
    struct format f;
    format_init(&f, 53, -1073, 1024);
    for (int i = 0; i < 300000 * INPUTS; i++) {
        double a, b, c;
        INPUTS_F64[i % INPUTS](&r, &a, &b, &c);
        require_f64("MPFR", a, b, c, mpfr_oracle(&f, a, b, c));
    }
    format_clear(&f);
}

static void f32_equals_mpfr(void **state)
{
    (void)state;
    struct rng r = {2};
    struct format f;
    format_init(&f, 24, -148, 128);
    for (int i = 0; i < 2000000; i++) {
        float a, b, c;
        inputs_f32(&r, i % 6, &a, &b, &c);
        require_f32("MPFR", a, b, c, (float)mpfr_oracle(&f, (double)a, (double)b, (double)c));
    }
    format_clear(&f);
}

static void f64_equals_the_cpu(void **state)
{
    (void)state;
    struct rng r = {3};
    if (!CPU_HAS_FMA())
        skip();
    for (int i = 0; i < 2000000 * INPUTS; i++) {
        double a, b, c;
        INPUTS_F64[i % INPUTS](&r, &a, &b, &c);
        require_f64("the CPU", a, b, c, cpu_fma_f64(a, b, c));
    }
}

static void f32_equals_the_cpu(void **state)
{
    (void)state;
    struct rng r = {4};
    if (!CPU_HAS_FMA())
        skip();
    for (int i = 0; i < 12000000; i++) {
        float a, b, c;
        inputs_f32(&r, i % 6, &a, &b, &c);
        require_f32("the CPU", a, b, c, cpu_fma_f32(a, b, c));
    }
}

/* Every triple of the values where the rules change: zeros of both signs, the smallest and
 * largest of both kinds, infinities, NaN, and the limits of the fast path. */
static void f64_corners(void **state)
{
    (void)state;
    static const double corner[] = {0,
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
    enum { N = sizeof corner / sizeof corner[0] };
    struct format f;
    format_init(&f, 53, -1073, 1024);
    for (int i = 0; i < 8 * N * N * N; i++) {
        double a = corner[i / 8 % N] * (i & 1 ? -1 : 1);
        double b = corner[i / 8 / N % N] * (i & 2 ? -1 : 1);
        double c = corner[i / 8 / N / N] * (i & 4 ? -1 : 1);
        require_f64("MPFR", a, b, c, mpfr_oracle(&f, a, b, c));
    }
    format_clear(&f);
}

static void f32_corners(void **state)
{
    (void)state;
    static const float corner[] = {0,
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
    enum { N = sizeof corner / sizeof corner[0] };
    struct format f;
    format_init(&f, 24, -148, 128);
    for (int i = 0; i < 8 * N * N * N; i++) {
        float a = corner[i / 8 % N] * (i & 1 ? -1 : 1);
        float b = corner[i / 8 / N % N] * (i & 2 ? -1 : 1);
        float c = corner[i / 8 / N / N] * (i & 4 ? -1 : 1);
        require_f32("MPFR", a, b, c, (float)mpfr_oracle(&f, (double)a, (double)b, (double)c));
    }
    format_clear(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f64_corners),        cmocka_unit_test(f32_corners),
        cmocka_unit_test(f64_equals_mpfr),    cmocka_unit_test(f32_equals_mpfr),
        cmocka_unit_test(f64_equals_the_cpu), cmocka_unit_test(f32_equals_the_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
