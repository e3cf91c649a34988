/* SPDX-License-Identifier: Apache-2.0 */
/* Every number of every output is the exact value, rounded once. With --long: more lengths; with
 * --large: 2^14 to 2^20 points. */
#include "lib/check.h"

#include <string.h>

#include "correct/cases.h"

static int is_long;

static void test_small_lengths(void **state)
{
    (void)state;
    long wrong = 0;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (ptrdiff_t n = 1; n <= 130; n += is_long || n < 34 ? 1 : 7)
                if (is_long || precision == STET_F32 || n <= 20)
                    wrong += cases_wrong_of(transform_1d(kind, precision, n), NULL);
    cases_print_counts("lengths to 130");
    if (is_long)
        cases_print_families();
    assert_int_equal(wrong, 0);
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            assert_int_equal(cases_incomplete(kind, precision), 0);
}

static void test_powers_of_two(void **state)
{
    (void)state;
    long wrong = 0;
    for (ptrdiff_t n = 128; n <= (is_long ? 4096 : 256); n *= 2)
        wrong += cases_wrong_of(transform_1d(STET_C2C, STET_F32, n), NULL);
    for (ptrdiff_t n = 64; n <= (is_long ? 512 : 64); n *= 2)
        wrong += cases_wrong_of(transform_1d(STET_C2C, STET_F64, n), NULL);
    cases_print_counts("powers of two");
    if (is_long)
        cases_print_families();
    assert_int_equal(wrong, 0);
}

static void test_dimensions(void **state)
{
    static const struct transform shapes[] = {
        {.rank = 2, .n = {1, 8}},    {.rank = 2, .n = {8, 1}},       {.rank = 2, .n = {5, 4}},
        {.rank = 2, .n = {16, 16}},  {.rank = 2, .n = {17, 6}},      {.rank = 3, .n = {3, 4, 5}},
        {.rank = 3, .n = {7, 1, 6}}, {.rank = 4, .n = {2, 3, 2, 4}}, {.rank = 2, .n = {2, 64}},
    };
    (void)state;
    long wrong = 0;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
                struct transform t = shapes[i];
                t.kind = kind;
                t.precision = precision;
                t.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
                if (is_long || precision == STET_F32 || i < 3)
                    wrong += cases_wrong_of(t, NULL);
            }
    cases_print_counts("several dimensions");
    assert_int_equal(wrong, 0);
}

static void make_steady(stet_options *o) { o->policy = STET_CORRECT_STEADY; }

/* Two orders of stages, one result; and the result is what the oracle says. */
static void test_steady(void **state)
{
    (void)state;
    long wrong = 0;
    for (int i = 0; i < family_count; i++)
        for (ptrdiff_t n = 60; n <= 64; n += 4) {
            const struct transform t = transform_1d(STET_C2C, STET_F32, n);
            if (family_fits(&families[i], STET_F32))
                wrong += case_run(&t, &families[i], 7, make_steady);
        }
    cases_print_counts("steady");
    assert_int_equal(wrong, 0);
}

static void test_2_14(void **state)
{
    static const char *const some[] = {"noise",     "tone_off_bin", "near_tie",
                                       "near_zero", "wide_range",   NULL};
    (void)state;
    long wrong = cases_wrong_of(transform_1d(STET_C2C, STET_F32, 1 << 14), NULL);
    wrong += cases_wrong_of(transform_1d(STET_R2C, STET_F32, 1 << 14), some);
    wrong += cases_wrong_of(transform_1d(STET_C2R, STET_F32, 1 << 14), some);
    wrong += cases_wrong_of(transform_1d(STET_C2C, STET_F32, 10007), some); /* a prime */
    cases_print_counts("2^14, every family; real and a prime, some");
    cases_print_families();
    assert_int_equal(wrong, 0);
}

static void test_2_14_f64(void **state)
{
    static const char *const some[] = {"f64_noise", "noise", "tone_off_bin", "near_tie", NULL};
    (void)state;
    const long wrong = cases_wrong_of(transform_1d(STET_C2C, STET_F64, 1 << 14), some);
    cases_print_counts("2^14, double");
    cases_print_families();
    assert_int_equal(wrong, 0);
}

static void test_2_16(void **state)
{
    static const char *const some[] = {
        "noise",    "tone_on_bin", "tone_16_bit",      "tone_off_bin",
        "near_tie", "constant",    "impulse_and_dust", NULL};
    (void)state;
    long wrong = cases_wrong_of(transform_1d(STET_C2C, STET_F32, 1 << 16), some);
    wrong += cases_wrong_of(transform_1d(STET_R2C, STET_F32, 1 << 16), some);
    wrong += cases_wrong_of(transform_1d(STET_C2R, STET_F32, 1 << 16), some);
    cases_print_counts("2^16");
    cases_print_families();
    assert_int_equal(wrong, 0);
}

static void test_2_18(void **state)
{
    static const char *const some[] = {"noise", "tone_off_bin", "small_integers", "near_tie", NULL};
    (void)state;
    const long wrong = cases_wrong_of(transform_1d(STET_C2C, STET_F32, 1 << 18), some);
    cases_print_counts("2^18");
    cases_print_families();
    assert_int_equal(wrong, 0);
}

static void test_2_20(void **state)
{
    static const char *const some[] = {"noise", "tone_off_bin", NULL};
    (void)state;
    const long wrong = cases_wrong_of(transform_1d(STET_C2C, STET_F32, 1 << 20), some);
    cases_print_counts("2^20");
    cases_print_families();
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_lengths),
        cmocka_unit_test(test_powers_of_two),
        cmocka_unit_test(test_dimensions),
        cmocka_unit_test(test_steady),
    };
    const struct CMUnitTest large[] = {
        cmocka_unit_test(test_2_14), cmocka_unit_test(test_2_14_f64), cmocka_unit_test(test_2_16),
        cmocka_unit_test(test_2_18), cmocka_unit_test(test_2_20),
    };
    if (argc > 1 && strcmp(argv[1], "--large") == 0)
        return cmocka_run_group_tests(large, NULL, NULL);
    is_long = argc > 1 && strcmp(argv[1], "--long") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
