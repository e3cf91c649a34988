/* SPDX-License-Identifier: Apache-2.0 */
/* The fma on SSE2 vectors against the CPU's own, or where there is none against the scalar
 * software fma, which has been compared with MPFR.
 *
 * test_fma_sse2 --long  a hundred times as many */
#include "arith_test.h"
#include "fma_inputs.h"

#include <math.h>
#include <string.h>

#include "vec/fma_sse2.h"

static int64_t groups = 1500000;

static double right_f64(double a, double b, double c)
{
    return cpu_has_fma() ? cpu_fma_f64(a, b, c) : stet_soft_fma_f64(a, b, c);
}

static float right_f32(float a, float b, float c)
{
    return cpu_has_fma() ? cpu_fma_f32(a, b, c) : stet_soft_fma_f32(a, b, c);
}

static void check_f64(const double *a, const double *b, const double *c)
{
    double got[2];
    _mm_storeu_pd(got, stet_sse2_fma_f64(_mm_loadu_pd(a), _mm_loadu_pd(b), _mm_loadu_pd(c)));
    for (int i = 0; i < 2; i++)
        if (!same_f64(got[i], right_f64(a[i], b[i], c[i])))
            fail_msg("lane %d: fma(%a, %a, %a) is %a and should be %a", i, a[i], b[i], c[i], got[i],
                     right_f64(a[i], b[i], c[i]));
}

/* The two ways must agree where both apply: everywhere. */
static void check_f32(const float *a, const float *b, const float *c)
{
    const __m128 x = _mm_loadu_ps(a), y = _mm_loadu_ps(b), z = _mm_loadu_ps(c);
    float got[2][4];
    _mm_storeu_ps(got[0], stet_sse2_fma_f32(x, y, z));
    _mm_storeu_ps(got[1], stet_sse2_fma_f32_by_odd(x, y, z));
    for (int i = 0; i < 8; i++)
        if (!same_f32(got[i / 4][i % 4], right_f32(a[i % 4], b[i % 4], c[i % 4])))
            fail_msg("way %d, lane %d: fmaf(%a, %a, %a) is %a and should be %a", i / 4, i % 4,
                     (double)a[i % 4], (double)b[i % 4], (double)c[i % 4],
                     (double)got[i / 4][i % 4], (double)right_f32(a[i % 4], b[i % 4], c[i % 4]));
}

/* Around the lower limit of the fast path, factors that are zero, and products so large that c
 * must bring them back. */
static void limits_f64(struct rng *r, double *a, double *b, double *c)
{
    const uint64_t sort = rng_below(r, 3);
    *a = rng_f64(r, 570, 576);
    *b = rng_f64(r, 570, 1400);
    *c = rng_f64(r, 0, 1100);
    if (sort == 0) {
        *a = copysign(0, *a);
        *c = rng_u64(r) & 1 ? copysign(0, *c) : *c;
    } else if (sort == 1) {
        const int field = rng_int(r, 1023, 2046);
        *a = rng_f64(r, field, field);
        *b = rng_f64(r, 3069 - field, 3069 - field);
        *c = rng_f64(r, 2046, 2046);
    }
    if (rng_u64(r) & 1) {
        const double swap = *a;
        *a = *b;
        *b = swap;
    }
}

/* The double sum ends on a midpoint of subnormal floats, or of floats, but is not exact: c is
 * a float, a b half an ulp of the result and 2^-23 of that more or less. */
static void midpoint_f32(struct rng *r, float *a, float *b, float *c)
{
    const int field = rng_int(r, 0, 60);
    const int ulp = (field < 1 ? 1 : field) - 150;
    *c = rng_f32(r, field, field);
    *a = ldexpf(1 + ldexpf((float)rng_int(r, -1, 1), -23), rng_int(r, -40, 40));
    *b = ldexpf(1 + ldexpf((float)rng_int(r, -2, 2), -23), ulp - 1 - ilogbf(*a));
    *b = rng_u64(r) & 1 ? *b : -*b;
}

static void operands_f64(struct rng *r, int kind, double *a, double *b, double *c)
{
    if (kind < FMA_INPUTS_F64)
        fma_input_f64(r, kind, a, b, c);
    else
        limits_f64(r, a, b, c);
}

static void operands_f32(struct rng *r, int kind, float *a, float *b, float *c)
{
    if (kind < FMA_INPUTS_F32)
        fma_input_f32(r, kind, a, b, c);
    else
        midpoint_f32(r, a, b, c);
}

/* Lanes of one kind take one path together; of mixed kinds, one lane decides for the others. */
static void f64_random(void **state)
{
    (void)state;
    struct rng r = {5};
    for (int64_t g = 0; g < groups * 2; g++) {
        double a[2], b[2], c[2];
        const int kind = (int)(g % (FMA_INPUTS_F64 + 1)), mixed = (int)rng_below(&r, 2);
        for (int i = 0; i < 2; i++)
            operands_f64(&r, mixed ? rng_int(&r, 0, FMA_INPUTS_F64) : kind, &a[i], &b[i], &c[i]);
        check_f64(a, b, c);
    }
}

static void f32_random(void **state)
{
    (void)state;
    struct rng r = {6};
    for (int64_t g = 0; g < groups; g++) {
        float a[4], b[4], c[4];
        const int kind = (int)(g % (FMA_INPUTS_F32 + 1)), mixed = (int)rng_below(&r, 2);
        for (int i = 0; i < 4; i++)
            operands_f32(&r, mixed ? rng_int(&r, 0, FMA_INPUTS_F32) : kind, &a[i], &b[i], &c[i]);
        check_f32(a, b, c);
    }
}

/* Every triple of corners, the other lanes ordinary. */
static void f64_corners(void **state)
{
    (void)state;
    enum { N = FMA_CORNERS_F64 };
    for (int i = 0; i < 8 * N * N * N; i++) {
        double a[2] = {1.5, 1.5}, b[2] = {3, 3}, c[2] = {-1, -1};
        const int lane = i / 2 & 1;
        a[lane] = fma_corners_f64[i / 8 % N] * (i & 1 ? -1 : 1);
        b[lane] = fma_corners_f64[i / 8 / N % N] * (i & 2 ? -1 : 1);
        c[lane] = fma_corners_f64[i / 8 / N / N] * (i & 4 ? -1 : 1);
        check_f64(a, b, c);
    }
}

static void f32_corners(void **state)
{
    (void)state;
    enum { N = FMA_CORNERS_F32 };
    for (int i = 0; i < 8 * N * N * N; i++) {
        float a[4] = {1.5f, 2, 3, 4}, b[4] = {3, 3, 5, 7}, c[4] = {-1, 0.1f, 0.3f, 1};
        const int lane = (i / 2 & 1) + (i & 1) * 2;
        a[lane] = fma_corners_f32[i / 8 % N] * (i & 1 ? -1.0f : 1.0f);
        b[lane] = fma_corners_f32[i / 8 / N % N] * (i & 2 ? -1.0f : 1.0f);
        c[lane] = fma_corners_f32[i / 8 / N / N] * (i & 4 ? -1.0f : 1.0f);
        check_f32(a, b, c);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f64_corners),
        cmocka_unit_test(f32_corners),
        cmocka_unit_test(f64_random),
        cmocka_unit_test(f32_random),
    };
    if (argc == 2 && strcmp(argv[1], "--long") == 0)
        groups *= 100;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
