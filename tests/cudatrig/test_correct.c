/* SPDX-License-Identifier: Apache-2.0 */
/* The flavor correct against MPFR. Its double is trusted where Ziv's test decides, by the bound
 * proved in exact.h, and compared at random; where the test does not decide, every float is
 * compared. "--all" goes through all 2^32 floats, without it a sample. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

#include "arith/bits.h"
#include "lib/generate.h"
#include "stet.h"

static uint64_t stride = 4099;

static const char *const names[] = {"", "sinf", "cosf", "sinpif", "cospif"};

/* The exact value rounded once, subnormals too; mpfr_sinpi is MPFR 4.2's. */
static float truth(stet_trig_function function, float x)
{
    mpfr_t y;
    const mpfr_exp_t least = mpfr_get_emin();
    mpfr_set_emin(-148);
    mpfr_init2(y, 24);
    mpfr_t exact;
    mpfr_init2(exact, 24);
    mpfr_set_flt(exact, x, MPFR_RNDN);
    int ternary = function == STET_TRIG_SIN     ? mpfr_sin(y, exact, MPFR_RNDN)
                  : function == STET_TRIG_COS   ? mpfr_cos(y, exact, MPFR_RNDN)
                  : function == STET_TRIG_SINPI ? mpfr_sinpi(y, exact, MPFR_RNDN)
                                                : mpfr_cospi(y, exact, MPFR_RNDN);
    mpfr_subnormalize(y, ternary, MPFR_RNDN);
    const float result = mpfr_get_flt(y, MPFR_RNDN);
    mpfr_clears(y, exact, (mpfr_ptr)0);
    mpfr_set_emin(least);
    return result;
}

static void check_one(stet_trig_function function, float x)
{
    float got;
    assert_int_equal(stet_trig(function, STET_TRIG_CORRECT, 1, &x, &got), STET_OK);
    const float want = truth(function, x);
    if (stet_bits_f32(got) != stet_bits_f32(want) && (got == got || want == want))
        fail_msg("%s(%a): got %a, want %a", names[function], (double)x, (double)got, (double)want);
}

static void test_random(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f++)
        for (int i = 0; i < 40000; i++)
            check_one(f, stet_from_bits_f32((uint32_t)generate_next(&seed)));
}

/* Where it is most delicate: around multiples of 1/4 and of pi/4, powers of two, the ends. */
static void test_edges(void **state)
{
    (void)state;
    for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f++)
        for (int k = 0; k < 300; k++) {
            const double centres[] = {k * 0.25, k * 0.78539816339744831, k < 128 ? 1.0 : 0.0};
            for (int c = 0; c < 3; c++) {
                const float centre = c < 2
                                         ? (float)centres[c]
                                         : stet_from_bits_f32((uint32_t)(k < 255 ? k : 255) << 23);
                for (int step = -3; step <= 3; step++) {
                    const uint32_t bits = stet_bits_f32(centre) + (uint32_t)step;
                    check_one(f, stet_from_bits_f32(bits));
                    check_one(f, stet_from_bits_f32(bits ^ 0x80000000u));
                }
            }
        }
}

/* Linked with --wrap: every float that a double does not decide comes by here. */
static uint64_t undecided, tiny;

float __real_stet_exact_undecided(stet_trig_function function, float x, float inner, float outer);
float __wrap_stet_exact_undecided(stet_trig_function function, float x, float inner, float outer);

float __wrap_stet_exact_undecided(stet_trig_function function, float x, float inner, float outer)
{
    const float got = __real_stet_exact_undecided(function, x, inner, outer),
                want = truth(function, x);
    undecided++;
    tiny += x > -0x1p-12f && x < 0x1p-12f;
    if (stet_bits_f32(got) != stet_bits_f32(want))
        fail_msg("%s(%a): got %a, want %a", names[function], (double)x, (double)got, (double)want);
    return got;
}

/* Some of these floats, found by running through ranges of all sizes: about one in 2^24 is such. */
static const struct hard_case {
    stet_trig_function function;
    float x;
} hard_cases[] = {
    {STET_TRIG_SIN, 0x1.e64002p-2f},   {STET_TRIG_SIN, 0x1.e7061ep-2f},
    {STET_TRIG_SIN, 0x1.41f49cp+0f},   {STET_TRIG_SIN, 0x1.3e42p+1f},
    {STET_TRIG_SIN, 0x1.a88a5p+6f},    {STET_TRIG_SIN, 0x1.e35bc6p+7f},
    {STET_TRIG_SIN, -0x1.cf9736p+19f}, {STET_TRIG_SIN, -0x1.fa4b8ep+19f},
    {STET_TRIG_SIN, 0x1.411b04p+63f},  {STET_TRIG_SIN, 0x1.8e52bap+66f},
    {STET_TRIG_COS, 0x1.bf4e1cp-3f},   {STET_TRIG_COS, 0x1.544ce4p+0f},
    {STET_TRIG_COS, 0x1.b6781cp+0f},   {STET_TRIG_COS, 0x1.6f1b7p+5f},
    {STET_TRIG_COS, 0x1.8f219cp+5f},   {STET_TRIG_COS, -0x1.af8cfcp+16f},
    {STET_TRIG_COS, -0x1.0d5fdcp+20f}, {STET_TRIG_COS, 0x1.3170fp+63f},
    {STET_TRIG_COS, -0x1.a21db6p+99f}, {STET_TRIG_COS, -0x1.0e94f2p+100f},
    {STET_TRIG_SINPI, 0x1.c0a02ap-1f}, {STET_TRIG_SINPI, 0x1.019148p-4f},
    {STET_TRIG_SINPI, 0x1.dd732p-6f},  {STET_TRIG_SINPI, 0x1.b4b1f8p-15f},
    {STET_TRIG_SINPI, 0x1.9af3cp-19f}, {STET_TRIG_SINPI, 0x1.ca9b6ap-22f},
    {STET_TRIG_COSPI, 0x1.814054p-2f}, {STET_TRIG_COSPI, 0x1.bf9baep-2f},
};

/* Each of both signs, and where the function has a period of 2, another turn. */
static void test_hard(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hard_cases / sizeof *hard_cases; i++) {
        const struct hard_case *c = &hard_cases[i];
        undecided = 0;
        check_one(c->function, c->x);
        check_one(c->function, -c->x);
        assert_int_equal(undecided, 2);
        if (c->function >= STET_TRIG_SINPI)
            for (int turn = -4; turn <= 4; turn++) /* of a tiny x, what is left of it */
                check_one(c->function, c->x + (float)turn);
    }
}

#define BLOCK 4096

static void test_undecided(void **state)
{
    (void)state;
    static float x[BLOCK], y[BLOCK];
    for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f++) {
        undecided = tiny = 0;
        for (uint64_t bits = 0; bits >> 32 == 0; bits += BLOCK * stride) {
            for (uint64_t i = 0; i < BLOCK; i++)
                x[i] = stet_from_bits_f32((uint32_t)(bits + i * stride));
            assert_int_equal(stet_trig(f, STET_TRIG_CORRECT, BLOCK, x, y), STET_OK);
        }
        print_message("%s: a double does not decide %" PRIu64 " of %" PRIu64 " floats, %" PRIu64
                      " of them below 2^-12\n",
                      names[f], undecided, ((uint64_t)1 << 32) / stride, tiny);
        if (f <= STET_TRIG_COS)
            assert_int_equal(tiny, 0); /* undecided.h says so */
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_hard),
        cmocka_unit_test(test_undecided),
    };
    if (argc > 1 && strcmp(argv[1], "--all") == 0)
        stride = 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
