/* SPDX-License-Identifier: Apache-2.0 */
/* The tables: the same bits as the direct functions, and twiddles against MPFR. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hard_cases.h"
#include "oracle.h"
#include "lib/failing.h"
#include "stet.h"
#include "trig/direct.h"
#include "trig/roots.h"
#include "trig/sincos.h"

static stet_roots *table_of(uint64_t n)
{
    stet_roots *roots = stet_roots_create(n);
    assert_non_null(roots);
    return roots;
}

static void check_like_direct(const stet_roots *roots, uint64_t k, uint64_t n)
{
    float c_f32[2], s_f32[2];
    double c[2], s[2], c_dd[4], s_dd[4];
    stet_roots_f32(roots, k, &c_f32[0], &s_f32[0]);
    stet_roots_f64(roots, k, &c[0], &s[0]);
    stet_roots_dd(roots, k, c_dd, s_dd);
    stet_root_f32((int64_t)k, (int64_t)n, &c_f32[1], &s_f32[1]);
    stet_root_f64((int64_t)k, (int64_t)n, &c[1], &s[1]);
    stet_root_dd((int64_t)k, (int64_t)n, c_dd + 2, s_dd + 2);
    assert_memory_equal(&c_f32[0], &c_f32[1], sizeof(float));
    assert_memory_equal(&s_f32[0], &s_f32[1], sizeof(float));
    assert_memory_equal(&c[0], &c[1], sizeof(double));
    assert_memory_equal(&s[0], &s[1], sizeof(double));
    assert_memory_equal(c_dd, c_dd + 2, 2 * sizeof(double));
    assert_memory_equal(s_dd, s_dd + 2, 2 * sizeof(double));
}

static void tables_give_the_direct_bits(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 1030; n += n < 200 ? 1 : 23) {
        stet_roots *roots = table_of(n);
        for (uint64_t k = 0; k < n; k++)
            check_like_direct(roots, k, n);
        stet_roots_destroy(roots);
    }
}

static void large_tables_give_the_direct_bits(void **state)
{
    (void)state;
    static const uint64_t orders[] = {
        1u << 16,         65537, 1000003, 5u << 20, (uint64_t)1 << 32, ((uint64_t)1 << 33) - 9,
        (uint64_t)1 << 40};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        uint64_t n = orders[i];
        stet_roots *roots = table_of(n);
        for (uint64_t k = 0; k <= 8; k++) { /* the smallest angles and the octants' ends */
            check_like_direct(roots, k, n);
            check_like_direct(roots, n - 1 - k, n);
            check_like_direct(roots, k * n / 8 % n, n);
            check_like_direct(roots, (k * n / 8 + 1) % n, n);
        }
        for (int j = 0; j < 3000; j++)
            check_like_direct(roots, random_below(n), n);
        stet_roots_destroy(roots);
    }
}

static void all_twiddles_of_small_levels(void **state)
{
    (void)state;
    stet_roots *roots = table_of(8192);
    for (uint64_t L = 1; L <= 4096; L *= 2)
        for (uint64_t j = 0; j < L; j++)
            check_twiddle(roots, L, j);
    stet_roots_destroy(roots);
    for (uint64_t L = 1; L <= 130; L++) { /* any L is allowed */
        roots = table_of(2 * L);
        for (uint64_t j = 0; j < L; j++)
            check_twiddle(roots, L, j);
        stet_roots_destroy(roots);
    }
}

static void some_twiddles_of_large_levels(void **state)
{
    (void)state;
    stet_roots *roots = table_of((uint64_t)1 << 27);
    for (uint64_t L = 8192; L <= (uint64_t)1 << 26; L *= 2) {
        for (int i = 0; i < 1000; i++)
            check_twiddle(roots, L, random_below(L));
        for (uint64_t j = 0; j < L; j += L / 4) {
            check_twiddle(roots, L, j);
            check_twiddle(roots, L, j + 1);
            check_twiddle(roots, L, j + L / 4 - 1);
        }
    }
    stet_roots_destroy(roots);
    for (int i = 0; i < 300; i++) {
        uint64_t L = 1 + random_below((uint64_t)1 << random_below(24));
        uint64_t multiple = 2 * L * (1 + random_below(9));
        roots = table_of(multiple);
        check_twiddle(roots, L, random_below(L));
        stet_roots_destroy(roots);
    }
}

static void check_row(const stet_roots *roots, uint64_t L, uint64_t count)
{
    float *m_f32 = malloc(count * sizeof *m_f32), *t_f32 = malloc(count * sizeof *t_f32);
    double *m = malloc(count * sizeof *m), *t = malloc(count * sizeof *t);
    assert_true(m_f32 && t_f32 && m && t);
    stet_roots_twiddles_f32(roots, L, count, m_f32, t_f32);
    stet_roots_twiddles_f64(roots, L, count, m, t);
    for (uint64_t j = 0; j < count; j++) {
        float a[2];
        double b[2];
        stet_roots_twiddle_f32(roots, L, j, &a[0], &a[1]);
        stet_roots_twiddle_f64(roots, L, j, &b[0], &b[1]);
        assert_memory_equal(&m_f32[j], &a[0], sizeof(float));
        assert_memory_equal(&t_f32[j], &a[1], sizeof(float));
        assert_memory_equal(&m[j], &b[0], sizeof(double));
        assert_memory_equal(&t[j], &b[1], sizeof(double));
    }
    free(m_f32);
    free(t_f32);
    free(m);
    free(t);
}

static void rows_are_their_twiddles(void **state)
{
    (void)state;
    for (uint64_t L = 1; L <= 100; L++) {
        stet_roots *roots = table_of(6 * L);
        for (uint64_t count = 1; count <= L; count++)
            check_row(roots, L, count);
        stet_roots_destroy(roots);
    }
    stet_roots *roots = table_of(1u << 17);
    for (uint64_t L = 128; L <= 1u << 16; L *= 2)
        check_row(roots, L, L);
    stet_roots_destroy(roots);
}

static bool try_twiddle(uint64_t out[2], const stet_angle *angle, int w, int p)
{
    return stet_direct_try(stet_round_twiddle, out, angle, STET_SINCOS_ERROR, w, p);
}

/* The fast path's 128 bits do not decide these: the fallback does. */
static void hard_twiddles_fall_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hard_levels / sizeof *hard_levels; i++) {
        uint64_t L = hard_levels[i], bits[2];
        stet_roots *roots = table_of(2 * L);
        for (uint64_t j = L / 2; j <= L / 2 + 1; j++) {
            stet_angle angle = stet_angle_of(j, 2 * L);
            assert_false(try_twiddle(bits, &angle, 2, 53));
            check_twiddle(roots, L, j);
            check_like_direct(roots, j, 2 * L);
        }
        stet_roots_destroy(roots);
    }
}

/* The slow path decides every twiddle as the table does, at each precision. */
static void the_slow_path_agrees_on_twiddles(void **state)
{
    (void)state;
    stet_roots *roots = table_of(1u << 20);
    for (int i = 0; i < 3000; i++) {
        uint64_t L = (uint64_t)1 << random_below(20), j = random_below(L), bits[2], got[2];
        stet_angle angle = stet_angle_of(j, 2 * L);
        float m_f32, t_f32;
        double m, t;
        stet_roots_twiddle_f32(roots, L, j, &m_f32, &t_f32);
        stet_roots_twiddle_f64(roots, L, j, &m, &t);
        t_f32 = angle.octant & 1 ? -t_f32 : t_f32;
        t = angle.octant & 1 ? -t : t;
        for (int w = 2; w <= STET_FIXED_MAX; w++) {
            assert_true(try_twiddle(got, &angle, w, 53));
            memcpy(&bits[0], &m, sizeof m);
            memcpy(&bits[1], &t, sizeof t);
            assert_memory_equal(got, bits, sizeof got);
            assert_true(try_twiddle(got, &angle, w, 24));
            uint32_t narrow[2] = {(uint32_t)got[0], (uint32_t)got[1]};
            assert_memory_equal(&narrow[0], &m_f32, sizeof m_f32);
            assert_memory_equal(&narrow[1], &t_f32, sizeof t_f32);
        }
    }
    stet_roots_destroy(roots);
}

static void no_memory_no_table(void **state)
{
    (void)state;
    failing_at(1);
    stet_roots *roots = stet_roots_create(1024);
    failing_at(0);
    assert_null(roots);
    stet_roots_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_give_the_direct_bits),
        cmocka_unit_test(large_tables_give_the_direct_bits),
        cmocka_unit_test(all_twiddles_of_small_levels),
        cmocka_unit_test(some_twiddles_of_large_levels),
        cmocka_unit_test(rows_are_their_twiddles),
        cmocka_unit_test(hard_twiddles_fall_back),
        cmocka_unit_test(the_slow_path_agrees_on_twiddles),
        cmocka_unit_test(no_memory_no_table),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oracle_close();
    return failed;
}
