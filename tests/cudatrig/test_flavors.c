/* SPDX-License-Identifier: Apache-2.0 */
/* The flavors' known values, the functions' statuses, and that it does not matter how they are
 * called. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

#include "arith/bits.h"
#include "cudatrig/instances.h"
#include "lib/generate.h"

static void same(float got, float want)
{
    if (stet_bits_f32(got) != stet_bits_f32(want))
        fail_msg("got %a, want %a", (double)got, (double)want);
}

static float one(stet_trig_flavor flavor, stet_trig_function f, float x)
{
    float y = 0.25f;
    assert_int_equal(stet_trig_array(flavor, f, 1, &x, &y), STET_OK);
    return y;
}

/* What NVIDIA's own code gives, in nine digits: enough to name a float. */
static void test_cuda13_known(void **state)
{
    (void)state;
    const stet_trig_flavor c = STET_TRIG_CUDA13;
    same(one(c, STET_TRIG_SIN, 10.0f), -0.54402107f);
    same(one(c, STET_TRIG_COS, 10.0f), -0.839071572f);
    same(one(c, STET_TRIG_SIN, 100.0f), -0.506365657f);
    same(one(c, STET_TRIG_COS, 100.0f), 0.862318873f);
    same(one(c, STET_TRIG_SIN, 3.1415927f), -8.74227766e-08f);
    same(one(c, STET_TRIG_COS, 1.5707964f), -4.37113883e-08f);
    same(one(c, STET_TRIG_COS, 4.712389f), 1.19248806e-08f);
    same(one(c, STET_TRIG_SIN, 0.7853982f), 0.707106829f);
    same(one(c, STET_TRIG_COS, 0.7853982f), 0.707106769f);
    same(one(c, STET_TRIG_SIN, 1.0f), 0.841471016f);
    same(one(c, STET_TRIG_COS, 2.0f), -0.416146815f);
    same(one(c, STET_TRIG_COS, 0x1.173412p+16f), 0x1.fee37ep-4f);
    same(one(STET_TRIG_CORRECT, STET_TRIG_COS, 0x1.173412p+16f), 0x1.fee37ap-4f);
    same(one(STET_TRIG_CORRECT, STET_TRIG_SIN, 10.0f), -0.54402113f);
    same(one(c, STET_TRIG_SIN, -0.0f), -0.0f);
    same(one(c, STET_TRIG_SIN, 0.0f), 0.0f);
    same(one(c, STET_TRIG_SINPI, -0.0f), -0.0f);
    same(one(c, STET_TRIG_SINPI, -2.0f), -0.0f);
    same(one(c, STET_TRIG_COSPI, -0.5f), 0.0f);
    same(one(STET_TRIG_CORRECT, STET_TRIG_COS, 10.0f), -0.839071512f);
}

/* The digits of the article's columns F32 and F64. */
static void test_article_known(void **state)
{
    (void)state;
    static const struct {
        stet_trig_function f;
        float x;
        const char *f32, *f64; /* as printed */
        double digits;         /* half a unit of the last digit printed */
    } rows[] = {
        {STET_TRIG_SIN, 0.7853982f, "0.70710677", "0.70710677", 5e-9},
        {STET_TRIG_SIN, 1.5707964f, "1.0", "1.0", 5e-9},
        {STET_TRIG_SIN, 3.1415927f, "8.74e-08", "-8.74e-08", 5e-11},
        {STET_TRIG_SIN, 10.0f, "-0.5440207", "-0.54402113", 5e-8},
        {STET_TRIG_SIN, 100.0f, "-0.5063705", "-0.50636566", 5e-8},
        {STET_TRIG_COS, 0.7853982f, "0.70710677", "0.70710677", 5e-9},
        {STET_TRIG_COS, 1.5707964f, "4.37e-08", "-4.37e-08", 5e-11},
        {STET_TRIG_COS, 4.712389f, "-2.50e-07", "1.19e-08", 5e-10},
        {STET_TRIG_COS, 100.0f, "0.8623161", "0.8623189", 5e-8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double f32 = (double)one(STET_TRIG_ARTICLE, rows[i].f, rows[i].x);
        const double f64 = (double)one(STET_TRIG_ARTICLE_F64, rows[i].f, rows[i].x);
        assert_true(__builtin_fabs(f32 - atof(rows[i].f32)) <= rows[i].digits);
        const double printed = atof(rows[i].f64);
        assert_true(__builtin_fabs(f64 - printed) <= rows[i].digits);
    }
}

/* "~1e-15", says the article of its double functions. */
static void test_article_f64_error(void **state)
{
    (void)state;
    double worst = 0;
    mpfr_t exact;
    mpfr_init2(exact, 100);
    for (int i = 0; i <= 20000; i++) {
        const double x = i * (6.283185307179586 / 20000);
        double s, c;
        stet_article_sincos_f64(x, &s, &c);
        mpfr_set_d(exact, x, MPFR_RNDN);
        mpfr_sin(exact, exact, MPFR_RNDN);
        mpfr_sub_d(exact, exact, s, MPFR_RNDN);
        const double error = __builtin_fabs(mpfr_get_d(exact, MPFR_RNDN));
        worst = error > worst ? error : worst;
    }
    mpfr_clear(exact);
    mpfr_free_cache();
    print_message("article, double sine: largest error %.2g\n", worst);
    assert_true(worst > 5e-9 && worst < 6.5e-9);
}

#define N 67 /* whole vectors and a rest */

/* Inputs of all sizes, large ones among small ones, and special ones. */
static void fill(float *x, int n, uint64_t seed)
{
    for (int i = 0; i < n; i++) {
        const uint32_t bits = (uint32_t)generate_next(&seed);
        x[i] = i % 3 == 0 ? stet_from_bits_f32(bits)
                          : (float)(int32_t)bits * (i % 3 == 1 ? 0x1p-28f : 0x1p-13f);
    }
    x[1] = __builtin_inff();
    x[2] = -0.0f;
}

static void same_arrays(const float *got, const float *want, int n)
{
    for (int i = 0; i < n; i++)
        if (got[i] == got[i] || want[i] == want[i])
            same(got[i], want[i]);
}

/* Every length gives the bits of single calls, writes nothing beyond, and may be in place. */
static void test_lengths(void **state)
{
    (void)state;
    float x[N], y[N + 1], z[N + 1], want[N], want_cos[N];
    for (stet_trig_flavor c = STET_TRIG_CUDA13; c <= STET_TRIG_CORRECT; c++)
        for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f++) {
            if (f > STET_TRIG_COS && (c == STET_TRIG_ARTICLE || c == STET_TRIG_ARTICLE_F64))
                continue;
            fill(x, N, (uint64_t)f);
            for (int i = 0; i < N; i++) {
                want[i] = one(c, f, x[i]);
                want_cos[i] = f % 2 ? one(c, (stet_trig_function)(f + 1), x[i]) : 0;
            }
            for (int n = 0; n <= N; n++) {
                y[n] = z[n] = 42;
                assert_int_equal(stet_trig_array(c, f, n, x, y), STET_OK);
                same_arrays(y, want, n);
                same(y[n], 42);
                memcpy(y, x, (size_t)n * sizeof *y);
                assert_int_equal(stet_trig_array(c, f, n, y, y), STET_OK);
                same_arrays(y, want, n);
                if (f % 2 == 0)
                    continue;
                memcpy(z, x, (size_t)n * sizeof *z);
                y[n] = z[n] = 42;
                assert_int_equal(f == STET_TRIG_SIN ? stet_cuda_sincosf_array(c, n, z, y, z)
                                                    : stet_cuda_sincospif_array(c, n, z, y, z),
                                 STET_OK);
                same_arrays(y, want, n);
                same_arrays(z, want_cos, n);
                same(y[n], 42);
                same(z[n], 42);
            }
        }
}

/* The flavor article too is the same on every instance. */
static void test_instances(void **state)
{
    (void)state;
    float x[N], y[N], want[N];
    for (uint64_t seed = 0; seed < 500; seed++)
        for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COS; f++) {
            fill(x, N, seed);
            const stet_isa *isa;
            trig_instance(0)->trig->map(STET_TRIG_ARTICLE, f, N, x, want, NULL);
            for (int k = 1; (isa = trig_instance(k)); k++) {
                isa->trig->map(STET_TRIG_ARTICLE, f, N, x, y, NULL);
                same_arrays(y, want, N);
            }
        }
}

static void test_scalars(void **state)
{
    (void)state;
    float a, b;
    assert_int_equal(stet_cuda_sinf(STET_TRIG_CUDA13, 10.0f, &a), STET_OK);
    same(a, -0.54402107f);
    assert_int_equal(stet_cuda_cosf(STET_TRIG_CUDA13, 10.0f, &a), STET_OK);
    same(a, -0.839071572f);
    assert_int_equal(stet_cuda_sinpif(STET_TRIG_CUDA13, -0.5f, &a), STET_OK);
    same(a, -1.0f);
    assert_int_equal(stet_cuda_cospif(STET_TRIG_CUDA13, 1.5f, &a), STET_OK);
    same(a, 0.0f);
    assert_int_equal(stet_cuda_sincosf(STET_TRIG_CUDA13, 10.0f, &a, &b), STET_OK);
    same(a, -0.54402107f);
    same(b, -0.839071572f);
    assert_int_equal(stet_cuda_sincospif(STET_TRIG_CORRECT, 1.0f, &a, &b), STET_OK);
    same(a, 0.0f);
    same(b, -1.0f);
}

static void test_statuses(void **state)
{
    (void)state;
    const float x = 1;
    float y = 7, z = 8;
    const stet_trig_flavor c = STET_TRIG_CUDA13;
    assert_int_equal(stet_cuda_sinf((stet_trig_flavor)0, x, &y), STET_E_FLAVOR);
    assert_int_equal(stet_cuda_sinf((stet_trig_flavor)5, x, &y), STET_E_FLAVOR);
    assert_int_equal(stet_cuda_sinf(c, x, NULL), STET_E_NULL);
    assert_int_equal(stet_cuda_sinpif(STET_TRIG_ARTICLE, x, &y), STET_E_FUNCTION);
    assert_int_equal(stet_cuda_cospif(STET_TRIG_ARTICLE_F64, x, &y), STET_E_FUNCTION);
    assert_int_equal(stet_cuda_sincospif(STET_TRIG_ARTICLE, x, &y, &z), STET_E_FUNCTION);
    assert_int_equal(stet_cuda_sincosf(c, x, &y, NULL), STET_E_NULL);
    assert_int_equal(stet_cuda_sincosf(c, x, NULL, &y), STET_E_NULL);
    assert_int_equal(stet_cuda_sincosf(c, x, &y, &y), STET_E_OVERLAP);
    assert_int_equal(stet_cuda_cosf_array(c, -1, &x, &y), STET_E_LENGTH);
    assert_int_equal(stet_cuda_cosf_array(c, 1, NULL, &y), STET_E_NULL);
    assert_int_equal(stet_cuda_cosf_array(c, 0, NULL, NULL), STET_OK);
    assert_int_equal(stet_cuda_sincosf_array(c, 0, NULL, NULL, NULL), STET_OK);
    assert_int_equal(stet_trig_array(c, (stet_trig_function)0, 1, &x, &y), STET_E_FUNCTION);
    assert_int_equal(stet_trig_array(c, (stet_trig_function)5, 1, &x, &y), STET_E_FUNCTION);
    same(y, 7);
    same(z, 8);
}

static void test_check(void **state)
{
    (void)state;
    stet_trig_report r;
    stet_trig_report_init(NULL);
    stet_trig_report_init(&r);
    const uint32_t one_bits = stet_bits_f32(1.0f);
    assert_int_equal(stet_trig_check(STET_TRIG_CORRECT, STET_TRIG_SIN, one_bits, 100000, &r),
                     STET_OK);
    assert_int_equal(r.inputs, 100000);
    assert_int_equal(r.correct, 100000);
    assert_true(r.max_ulp > 0.499 && r.max_ulp <= 0.5 && r.max_steps == 0);
    stet_trig_report_init(&r);
    const uint32_t bits = stet_bits_f32(0x1.173412p+16f);
    assert_int_equal(stet_trig_check(STET_TRIG_CUDA13, STET_TRIG_COS, bits - 700, 1500, &r),
                     STET_OK);
    same(r.worst, 0x1.173412p+16f);
    same(r.worst_result, 0x1.fee37ep-4f);
    same(r.worst_correct, 0x1.fee37ap-4f);
    assert_int_equal(r.max_steps, 2);
    assert_true(r.max_ulp > 1.5108 && r.max_ulp < 1.511);
    assert_int_equal(stet_trig_check(STET_TRIG_CUDA13, STET_TRIG_COS, 0x7f800000, 3, &r), STET_OK);
    assert_int_equal(r.nans, 3);
    assert_int_equal(r.inputs, 1503);
    assert_int_equal(stet_trig_check(STET_TRIG_CUDA13, STET_TRIG_SIN, 1, (uint64_t)1 << 32, &r),
                     STET_E_LENGTH);
    assert_int_equal(stet_trig_check(STET_TRIG_CUDA13, STET_TRIG_SIN, 0, 1, NULL), STET_E_NULL);
    assert_int_equal(stet_trig_check(STET_TRIG_ARTICLE, STET_TRIG_SINPI, 0, 1, &r),
                     STET_E_FUNCTION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuda13_known),      cmocka_unit_test(test_article_known),
        cmocka_unit_test(test_article_f64_error), cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_instances),         cmocka_unit_test(test_scalars),
        cmocka_unit_test(test_statuses),          cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
