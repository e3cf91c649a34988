/* SPDX-License-Identifier: Apache-2.0 */
/* The public roots of unity against MPFR. */
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hard_cases.h"
#include "oracle.h"
#include "stet.h"
#include "trig/direct.h"
#include "trig/sincos.h"

static void every_root_of_small_orders(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 700; n += STET_TEST_STEP)
        for (uint64_t k = 0; k < n; k++)
            check_root((int64_t)k, n);
}

static void every_root_of_some_orders(void **state)
{
    (void)state;
    static const uint64_t orders[] = {720,  768,  1000, 1009, 1024, 1155, 1920, 2048,  2187,
                                      3125, 4093, 4095, 4096, 6561, 8191, 8192, 10007, 32768};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        for (uint64_t k = 0; k < orders[i]; k += STET_TEST_STEP)
            check_root((int64_t)k, orders[i]);
}

static void random_roots_of_large_orders(void **state)
{
    (void)state;
    for (int i = 0; i < 40000; i += STET_TEST_STEP) {
        uint64_t n = 1 + random_below((uint64_t)1 << (8 + random_below(33)));
        check_root((int64_t)random_below(n), n);
    }
}

/* Around each multiple of 45 degrees: the smallest sines, the largest cosines, the two closest
 * to sqrt(1/2), and the exact values. */
static void octant_boundaries(void **state)
{
    (void)state;
    for (int i = 0; i < 4000; i += STET_TEST_STEP) {
        uint64_t n = i < 41 ? (uint64_t)1 << i : 1 + random_below((uint64_t)1 << (1 + i % 40));
        for (uint64_t octant = 0; octant <= 8; octant++)
            for (int64_t d = -1; d <= 1; d++)
                check_root((int64_t)(octant * n / 8) + d, n);
    }
}

static void any_k_is_reduced(void **state)
{
    (void)state;
    static const int64_t ks[] = {-1, -7, INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 1};
    for (size_t i = 0; i < sizeof ks / sizeof *ks; i++)
        for (int64_t n = 1; n < 100; n++) {
            double c, s, c_reduced, s_reduced;
            int64_t reduced = (ks[i] % n + n) % n;
            assert_int_equal(stet_root_f64(ks[i], n, &c, &s), STET_OK);
            assert_int_equal(stet_root_f64(reduced, n, &c_reduced, &s_reduced), STET_OK);
            assert_memory_equal(&c, &c_reduced, sizeof c);
            assert_memory_equal(&s, &s_reduced, sizeof s);
        }
}

static void exact_values(void **state)
{
    (void)state;
    static const double c[] = {1, 0.5, 0, -0.5, -1}, s[] = {0, 1, 0.5, -0.5, -1};
    static const int64_t c_k[] = {0, 2, 3, 4, 6}, s_k[] = {6, 3, 1, 7, 9};
    static const double zero = 0;
    for (int i = 0; i < 5; i++)
        for (int64_t n = 12; n <= (int64_t)1 << 40; n *= 7) {
            double x[2], y[2];
            assert_int_equal(stet_root_dd(c_k[i] * (n / 12), n, x, y), STET_OK);
            assert_memory_equal(&x[0], &c[i], sizeof *x);
            assert_memory_equal(&x[1], &zero, sizeof *x);
            assert_int_equal(stet_root_dd(s_k[i] * (n / 12), n, x, y), STET_OK);
            assert_memory_equal(&y[0], &s[i], sizeof *y);
            assert_memory_equal(&y[1], &zero, sizeof *y);
        }
}

static bool try_root(uint64_t out[2], const stet_angle *angle, int w, int p)
{
    return stet_direct_try(stet_round_root, out, angle, STET_SINCOS_ERROR, w, p);
}

/* At each precision of the ladder by itself: what it decides is what the ladder returns. */
static void every_step_of_the_ladder_agrees(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i += STET_TEST_STEP) {
        uint64_t n = 1 + random_below((uint64_t)1 << (1 + random_below(40)));
        stet_angle angle = stet_angle_of(random_below(n), n);
        for (int p = 24; p <= 53; p += 29) {
            uint64_t want[2], got[2];
            stet_direct(stet_round_root, want, &angle, 2, p);
            for (int w = 2; w <= STET_FIXED_MAX; w++)
                if (try_root(got, &angle, w, p))
                    assert_memory_equal(got, want, sizeof want);
                else
                    assert_int_equal(w, 2);
        }
        uint64_t want[4], got[4];
        stet_direct(stet_round_root_dd, want, &angle, 3, 53);
        for (int w = 3; w <= STET_FIXED_MAX; w++) {
            assert_true(stet_direct_try(stet_round_root_dd, got, &angle, STET_SINCOS_ERROR, w, 53));
            assert_memory_equal(got, want, sizeof want);
        }
    }
}

/* A rounder that is never content: it writes down the limbs it is offered, and decides only
 * where no error is left. */
static bool never_content(uint64_t *out, const stet_angle *angle, const uint64_t *c,
                          const uint64_t *s, uint64_t error, int w, int p)
{
    (void)angle, (void)c, (void)s, (void)p;
    *out = *out * 10 + (uint64_t)w;
    return error == 0;
}

static void the_ladder_ends(void **state)
{
    (void)state;
    stet_angle angle = stet_angle_of(3, 1009);
    uint64_t steps = 0;
    stet_direct(never_content, &steps, &angle, 2, 53);
    assert_int_equal(steps, 23588);
    uint64_t out[2], want[2];
    stet_direct(stet_round_root, want, &angle, 2, 53);
    assert_true(stet_direct_try(stet_round_root, out, &angle, 0, STET_FIXED_MAX, 53));
    assert_memory_equal(out, want, sizeof want);
}

static void hard_cases_climb_the_ladder(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hard_levels / sizeof *hard_levels; i++) {
        uint64_t n = 2 * hard_levels[i], bits[2];
        for (uint64_t k = hard_levels[i] / 2; k <= hard_levels[i] / 2 + 1; k++) {
            stet_angle angle = stet_angle_of(k, n);
            assert_false(try_root(bits, &angle, 2, 53));
            assert_true(try_root(bits, &angle, 3, 53));
            check_root((int64_t)k, n);
            check_root((int64_t)(n - k), n);
        }
    }
}

static void mistakes_are_refused(void **state)
{
    (void)state;
    float f;
    double d, two[2];
    assert_int_equal(stet_root_f32(1, 8, NULL, &f), STET_E_NULL);
    assert_int_equal(stet_root_f32(1, 8, &f, NULL), STET_E_NULL);
    assert_int_equal(stet_root_f64(1, 8, NULL, &d), STET_E_NULL);
    assert_int_equal(stet_root_dd(1, 8, two, NULL), STET_E_NULL);
    static const int64_t bad[] = {0, -1, INT64_MIN, ((int64_t)1 << 40) + 1, INT64_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        f = 7;
        two[0] = d = 7;
        assert_int_equal(stet_root_f32(1, bad[i], &f, &f), STET_E_LENGTH);
        assert_int_equal(stet_root_f64(1, bad[i], &d, &d), STET_E_LENGTH);
        assert_int_equal(stet_root_dd(1, bad[i], two, two), STET_E_LENGTH);
        assert_true(f == 7 && d == 7 && two[0] == 7); /* nothing was written */
    }
    assert_int_equal(stet_root_f64(1, (int64_t)1 << 40, &d, &d), STET_OK);
}

static void the_environment_plays_no_part(void **state)
{
    (void)state;
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++)
        for (int64_t k = 0; k < 1009; k++) {
            double c, s, c_other, s_other;
            stet_root_f64(k, 1009, &c, &s);
            fesetround(modes[i]);
            feclearexcept(FE_ALL_EXCEPT);
            stet_root_f64(k, 1009, &c_other, &s_other);
            int raised = fetestexcept(FE_ALL_EXCEPT), mode = fegetround();
            fesetround(FE_TONEAREST);
            assert_int_equal(raised, 0);
            assert_int_equal(mode, modes[i]);
            assert_memory_equal(&c, &c_other, sizeof c);
            assert_memory_equal(&s, &s_other, sizeof s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_root_of_small_orders),
        cmocka_unit_test(every_root_of_some_orders),
        cmocka_unit_test(random_roots_of_large_orders),
        cmocka_unit_test(octant_boundaries),
        cmocka_unit_test(any_k_is_reduced),
        cmocka_unit_test(exact_values),
        cmocka_unit_test(every_step_of_the_ladder_agrees),
        cmocka_unit_test(the_ladder_ends),
        cmocka_unit_test(hard_cases_climb_the_ladder),
        cmocka_unit_test(mistakes_are_refused),
        cmocka_unit_test(the_environment_plays_no_part),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oracle_close();
    return failed;
}
