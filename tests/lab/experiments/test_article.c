/* SPDX-License-Identifier: Apache-2.0 */
/* The article's sines and cosines: its table, their bits, their statuses; and the checks of any
 * flavor against the correct one. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <mpfr.h>

#include "arith/bits.h"
#include "experiments/kernels.h"

static void same(float got, float want)
{
    if (stet_bits_f32(got) != stet_bits_f32(want))
        fail_msg("got %a, want %a", (double)got, (double)want);
}

static float one(stet_experiment_flavor flavor, stet_trig_function f, float x)
{
    float y = 0.25f;
    assert_int_equal(stet_experiment_trig(f, flavor, 1, &x, &y), STET_OK);
    return y;
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
        const double f32 = (double)one(STET_EXPERIMENT_ARTICLE, rows[i].f, rows[i].x);
        const double f64 = (double)one(STET_EXPERIMENT_ARTICLE_F64, rows[i].f, rows[i].x);
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

/* Bits of all sizes of argument, as FNV-1a of the words, a NaN being 0x7fc00000; on both fma. */
static const struct golden {
    stet_experiment_flavor flavor;
    stet_trig_function function;
    uint64_t hash;
} goldens[] = {
    {STET_EXPERIMENT_ARTICLE, STET_TRIG_SIN, UINT64_C(0x83bb3d28512e0ab8)},
    {STET_EXPERIMENT_ARTICLE, STET_TRIG_COS, UINT64_C(0x6bbcff631d5c2be1)},
    {STET_EXPERIMENT_ARTICLE_F64, STET_TRIG_SIN, UINT64_C(0xc8d72505eeddfc03)},
    {STET_EXPERIMENT_ARTICLE_F64, STET_TRIG_COS, UINT64_C(0x015249202242e6fa)},
};

#define BLOCK 4096
/* Of all floats every such one, and whole blocks at the edges of cudatrig's test_all_floats.c. */
#define STRIDE 8168

static uint64_t hash_block(uint64_t hash, stet_article_kernel *kernel, stet_trig_function f,
                           uint64_t bits, uint64_t stride)
{
    float x[BLOCK];
    for (uint64_t i = 0; i < BLOCK; i++)
        x[i] = stet_from_bits_f32((uint32_t)(bits + i * stride));
    kernel(f, BLOCK, x, x);
    for (int i = 0; i < BLOCK; i++)
        hash = (hash ^ (x[i] == x[i] ? stet_bits_f32(x[i]) : 0x7fc00000)) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_of(stet_article_kernel *kernel, stet_trig_function f)
{
    static const uint64_t edges[] = {
        0,          0x80000000, 0x7f7ff800, 0xff7ff800, 0x47ce3f80, 0xc7ce3f80, 0x4a7ff800,
        0xca7ff800, 0x4afff800, 0xcafff800, 0x4b7ff800, 0xcb7ff800, 0x4bfff800, 0xcbfff800,
    };
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint64_t bits = 0; bits >> 32 == 0; bits += (uint64_t)BLOCK * STRIDE)
        hash = hash_block(hash, kernel, f, bits, STRIDE);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        hash = hash_block(hash, kernel, f, edges[i], 1);
    return hash;
}

static void test_bits(void **state)
{
    (void)state;
    const stet_experiments_kernels *kernels[] = {&stet_experiments_soft, stet_experiments_in_use()};
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++)
        for (int k = 0; k < 2; k++) {
            const struct golden *g = &goldens[i];
            const uint64_t hash =
                hash_of(g->flavor == STET_EXPERIMENT_ARTICLE ? kernels[k]->article_f32
                                                             : kernels[k]->article_f64,
                        g->function);
            if (hash != g->hash)
                fail_msg("flavor %d, function %d: hash %016" PRIx64 ", not %016" PRIx64,
                         (int)g->flavor, (int)g->function, hash, g->hash);
        }
}

/* The flavors of stet.h come through; the article's have two functions. */
static void test_statuses(void **state)
{
    (void)state;
    static const stet_experiment_flavor article[] = {STET_EXPERIMENT_ARTICLE,
                                                     STET_EXPERIMENT_ARTICLE_F64};
    const float x = 10;
    float y = 7;
    for (int i = 0; i < 2; i++) {
        const stet_experiment_flavor c = article[i];
        assert_int_equal(stet_experiment_trig(STET_TRIG_SINPI, c, 1, &x, &y), STET_E_FUNCTION);
        assert_int_equal(stet_experiment_trig(STET_TRIG_COSPI, c, 0, NULL, NULL), STET_E_FUNCTION);
        assert_int_equal(stet_experiment_trig(STET_TRIG_COS, c, -1, &x, &y), STET_E_LENGTH);
        assert_int_equal(stet_experiment_trig(STET_TRIG_COS, c, 1, NULL, &y), STET_E_NULL);
        assert_int_equal(stet_experiment_trig(STET_TRIG_COS, c, 1, &x, NULL), STET_E_NULL);
        assert_int_equal(stet_experiment_trig(STET_TRIG_COS, c, 0, NULL, NULL), STET_OK);
    }
    const stet_experiment_flavor none = (stet_experiment_flavor)100;
    assert_int_equal(stet_experiment_trig(STET_TRIG_SIN, none, 1, &x, &y), STET_E_FLAVOR);
    same(y, 7);
    same(one(STET_EXPERIMENT_CUDA13, STET_TRIG_SIN, x), -0.54402107f);
    same(one(STET_EXPERIMENT_CORRECT, STET_TRIG_SIN, x), -0.54402113f);
}

static void test_check(void **state)
{
    (void)state;
    stet_trig_report r = {0};
    const uint32_t one_bits = stet_bits_f32(1.0f);
    assert_int_equal(stet_trig_check(STET_TRIG_SIN, STET_EXPERIMENT_CORRECT, one_bits, 100000, &r),
                     STET_OK);
    assert_int_equal(r.inputs, 100000);
    assert_int_equal(r.correct, 100000);
    assert_true(r.max_ulp > 0.499 && r.max_ulp <= 0.5 && r.max_steps == 0);
    r = (stet_trig_report){0};
    const uint32_t bits = stet_bits_f32(0x1.173412p+16f);
    assert_int_equal(stet_trig_check(STET_TRIG_COS, STET_EXPERIMENT_CUDA13, bits - 700, 1500, &r),
                     STET_OK);
    same(r.worst, 0x1.173412p+16f);
    same(r.worst_result, 0x1.fee37ep-4f);
    same(r.worst_correct, 0x1.fee37ap-4f);
    assert_int_equal(r.max_steps, 2);
    assert_true(r.max_ulp > 1.5108 && r.max_ulp < 1.511);
    assert_int_equal(stet_trig_check(STET_TRIG_COS, STET_EXPERIMENT_CUDA13, 0x7f800000, 3, &r),
                     STET_OK);
    assert_int_equal(r.nans, 3);
    assert_int_equal(r.inputs, 1503);
    assert_int_equal(
        stet_trig_check(STET_TRIG_SIN, STET_EXPERIMENT_CUDA13, 1, (uint64_t)1 << 32, &r),
        STET_E_LENGTH);
    assert_int_equal(stet_trig_check(STET_TRIG_SIN, STET_EXPERIMENT_CUDA13, 0, 1, NULL),
                     STET_E_NULL);
    assert_int_equal(stet_trig_check(STET_TRIG_SINPI, STET_EXPERIMENT_ARTICLE, 0, 1, &r),
                     STET_E_FUNCTION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_article_known), cmocka_unit_test(test_article_f64_error),
        cmocka_unit_test(test_bits),          cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
