/* SPDX-License-Identifier: Apache-2.0 */
/* The arithmetic behind stet verify: its transform against Arb, its decisions on rounding against
 * a search through all numbers of a small format, its proofs on sums that are known. */
#include "verify/slices.h"
#include "verify/truth.h"
#include "verify/wide.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <acb_dft.h>

/* FLINT keeps caches. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libflint"; }

#define BITS 400

/* splitmix64 (Steele, Lea and Flood 2014), in [-1, 1). */
static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (double)(int64_t)(z ^ (z >> 31)) * 0x1p-63;
}

/* ------------------------------------------------------ the transform -- */

static struct dd random_dd(uint64_t *state)
{
    double hi = uniform(state);
    return dd_two_sum(hi, hi * 0x1p-54 * uniform(state));
}

static void set_dd(arb_t to, struct dd x)
{
    arb_t lo;
    arb_init(lo);
    arb_set_d(to, x.hi);
    arb_set_d(lo, x.lo);
    arb_add(to, to, lo, BITS);
    arb_clear(lo);
}

/* |x - exact| */
static double off(struct dd x, const arb_t exact)
{
    arb_t d;
    arb_init(d);
    set_dd(d, x);
    arb_sub(d, d, exact, BITS);
    double size = fabs(arf_get_d(arb_midref(d), ARF_RND_NEAR));
    arb_clear(d);
    return size;
}

/* ||computed - exact|| / ||x|| over the bound */
static double error_over_bound(size_t n, uint64_t seed)
{
    struct spectrum s;
    struct error e;
    double norm = 0, error = 0;
    acb_ptr x = _acb_vec_init((slong)n), y = _acb_vec_init((slong)n);
    struct ddc *a = calloc(n, sizeof *a);
    assert_true(spectrum_new(&s, n, &e));
    for (size_t j = 0; j < n; j++) {
        a[j] = (struct ddc){random_dd(&seed), random_dd(&seed)};
        set_dd(acb_realref(x + j), a[j].re);
        set_dd(acb_imagref(x + j), a[j].im);
        norm += a[j].re.hi * a[j].re.hi + a[j].im.hi * a[j].im.hi;
    }
    acb_dft(y, x, (slong)n, BITS);
    spectrum_run(&s, a);
    for (size_t k = 0; k < n; k++)
        error +=
            pow(off(a[k].re, acb_realref(y + k)), 2) + pow(off(a[k].im, acb_imagref(y + k)), 2);
    double ratio = s.bound > 0 ? sqrt(error / norm) / s.bound : sqrt(error / norm);
    assert_true(s.bound < 0x1p-70);
    _acb_vec_clear(x, (slong)n);
    _acb_vec_clear(y, (slong)n);
    free(a);
    spectrum_free(&s);
    return ratio;
}

static void test_bound_holds(void **state)
{
    (void)state;
    double largest = 0;
    for (size_t n = 1; n <= 130; n += STET_TEST_STEP) {
        double ratio = error_over_bound(n, n);
        assert_true(ratio <= 1);
        largest = fmax(largest, ratio);
    }
    const size_t more[] = {256, 500, 1000, 1009, 2048, 4096, 5000};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        double ratio = error_over_bound(more[i], i);
        assert_true(ratio <= 1);
        largest = fmax(largest, ratio);
    }
    print_message("largest error over bound: %.3g\n", largest);
    /* A bound that nothing comes near would hide a transform that is worse than it should be,
     * and an error of 0 would show that nothing was compared. */
    assert_true(largest > 1e-3);
}

static void test_truth_against_arb(void **state)
{
    (void)state;
    const size_t n = 12;
    for (int norm = STET_NORM_BACKWARD; norm <= STET_NORM_FORWARD; norm++)
        for (int inverse = 0; inverse < 2; inverse++) {
            struct problem p = {.kind = STET_C2C,
                                .direction = inverse ? STET_INVERSE : STET_FORWARD,
                                .norm = (stet_norm)norm,
                                .rank = 1,
                                .n = {n},
                                .points = n,
                                .logical = n,
                                .rows = 1};
            struct truth t;
            struct error e;
            double x[2 * 12];
            uint64_t seed = 7;
            p.in.points = p.out.points = p.in.shape[0] = p.out.shape[0] = n;
            assert_true(truth_new(&t, &p, &e));
            acb_ptr a = _acb_vec_init((slong)n), y = _acb_vec_init((slong)n);
            arb_t factor;
            arb_init(factor);
            for (size_t j = 0; j < n; j++) {
                x[2 * j] = uniform(&seed);
                x[2 * j + 1] = uniform(&seed);
                acb_set_d_d(a + j, x[2 * j], inverse ? -x[2 * j + 1] : x[2 * j + 1]);
            }
            truth_row(&t, x);
            acb_dft(y, a, (slong)n, BITS);
            bool by_n = inverse ? norm == STET_NORM_BACKWARD : norm == STET_NORM_FORWARD;
            arb_set_ui(factor, by_n || norm == STET_NORM_ORTHO ? n : 1);
            if (norm == STET_NORM_ORTHO)
                arb_sqrt(factor, factor, BITS);
            for (size_t k = 0; k < n; k++) {
                acb_div_arb(y + k, y + k, factor, BITS);
                if (inverse)
                    acb_conj(y + k, y + k);
                assert_true(off(t.y[k].re, acb_realref(y + k)) <=
                            t.bound + 32 * DD_U2 * fabs(t.y[k].re.hi));
                assert_true(off(t.y[k].im, acb_imagref(y + k)) <=
                            t.bound + 32 * DD_U2 * fabs(t.y[k].im.hi));
            }
            arb_clear(factor);
            _acb_vec_clear(a, (slong)n);
            _acb_vec_clear(y, (slong)n);
            truth_free(&t);
        }
}

/* ------------------------------------------------------------ rounding -- */

/* Numbers of 4 bits, from 2^-6 (the smallest subnormal) to 30. */
static const struct format tiny = {"tiny", 4, 4, -3};

/* All numbers of the format that are not negative, in order, infinity last; their count. */
static int all_numbers(double *v)
{
    int count = 0;
    for (int i = 0; i < 8; i++)
        v[count++] = i * 0x1p-6;
    for (int e = -3; e <= 4; e++)
        for (int i = 8; i < 16; i++)
            v[count++] = ldexp(i, e - 3);
    v[count++] = (double)INFINITY;
    return count;
}

/* The index of the number that y >= 0 rounds to. */
static int nearest(const double *v, int count, double y)
{
    int i = 0;
    while (i + 2 < count && v[i + 1] <= y)
        i++;
    double next = i + 2 < count ? v[i + 1] : 32, middle = (v[i] + next) / 2;
    bool up = y > middle || (y == middle && i % 2 == 1);
    return up ? i + 1 : i;
}

static void check_decision(const double *v, int count, int i, int sign, double y, double error,
                           int exponent, int *near)
{
    int low = nearest(v, count, y - error), high = nearest(v, count, y + error);
    bool edge = 2 * (y - error) == v[low] + v[low + 1] || 2 * (y + error) == v[high] + v[high + 1];
    enum decision d = decide(&tiny, sign * v[i], dd_of(ldexp(sign * y, -exponent)),
                             ldexp(error, -exponent), exponent);
    *near += d == NEAR_BOUNDARY;
    if (edge)
        return; /* the end of the range is a tie: both answers are sound */
    if (low == high)
        assert_int_equal(d, i == low ? DECIDED_RIGHT : DECIDED_WRONG);
    else
        assert_int_equal(d, low <= i && i <= high ? NEAR_BOUNDARY : DECIDED_WRONG);
}

static void test_decisions(void **state)
{
    (void)state;
    double v[100];
    int count = all_numbers(v), near = 0;
    v[count] = (double)INFINITY;
    for (int i = 0; i + 1 < count; i++)
        assert_true(format_holds(&tiny, v[i]));
    assert_false(format_holds(&tiny, 17.0));
    assert_false(format_holds(&tiny, 32.0));
    for (int exponent = -3; exponent <= 3; exponent += 3)
        /* in steps of a quarter of the smallest half */
        for (int j = 3; j <= 40 * 256; j += STET_TEST_STEP)
            for (int i = 0; i < count; i++)
                for (int sign = -1; sign <= 1; sign += 2) {
                    check_decision(v, count, i, sign, j * 0x1p-8, 0x1p-12, exponent, &near);
                    check_decision(v, count, i, sign, j * 0x1p-8, 0x1.cp-8, exponent, &near);
                }
    assert_true(near > 500 / STET_TEST_STEP);
}

static void test_zero_sign(void **state)
{
    (void)state;
    assert_int_equal(decide(&tiny, -0.0, dd_of(0x1p-9), 0x1p-20, 0), DECIDED_ZERO_SIGN);
    assert_int_equal(decide(&tiny, 0.0, dd_of(0x1p-9), 0x1p-20, 0), DECIDED_RIGHT);
    assert_int_equal(decide(&tiny, 0.0, dd_of(-0x1p-9), 0x1p-20, 0), DECIDED_ZERO_SIGN);
    assert_int_equal(decide(&tiny, 0.0, dd_of(0x1p-5), 0x1p-20, 0), DECIDED_WRONG);
    assert_int_equal(decide(&tiny, 0.0, dd_of(-0x1p-5), 0x1p-20, 0), DECIDED_WRONG);
    assert_int_equal(decide(&tiny, 0.0, dd_of(0), 0x1p-20, 0), NEAR_BOUNDARY);
}

/* -------------------------------------------------------------- proofs -- */

static int fixed_decisions, fixed_proofs;

static void test_fixed_point_decided(void **state)
{
    (void)state;
    print_message("fixed point: %d decisions, %d proofs\n", fixed_decisions, fixed_proofs);
    assert_true(fixed_decisions > 5000);
    assert_true(fixed_proofs > 3000);
}

/* Fixed point decides the same, where it and the slices decide. */
static void in_fixed_point(const struct problem *p, const struct format *f, const double *x,
                           size_t k, int part, double v, enum decision want, bool want_exact)
{
    struct wide_row w;
    struct truth t;
    struct error e;
    bool exact;
    assert_true(truth_new(&t, p, &e));
    assert_true(wide_new(&w, p, x, WIDE_LEAST, &e));
    enum decision d = wide_decide(&w, &t, f, v, k, part, &exact);
    if (want != NEAR_BOUNDARY && d != NEAR_BOUNDARY) {
        assert_int_equal(d, want);
        assert_true(!exact || want_exact);
    }
    fixed_decisions += d != NEAR_BOUNDARY;
    fixed_proofs += d != NEAR_BOUNDARY && exact;
    wide_free(&w);
    truth_free(&t);
}

/* Is v part of result k of x? x is below 1. */
static enum decision exactly(const struct format *f, stet_norm norm, const double *x, size_t n,
                             size_t k, int part, double v, bool *exact)
{
    struct problem p = {.kind = STET_C2C,
                        .direction = STET_FORWARD,
                        .norm = norm,
                        .rank = 1,
                        .n = {n},
                        .points = n,
                        .logical = n,
                        .exact = true,
                        .rows = 1};
    struct slices s;
    struct error e;
    p.in.points = p.out.points = p.in.shape[0] = p.out.shape[0] = n;
    assert_true(slices_new(&s, &p, x, &e));
    enum decision d = slices_decide(&s, f, v, k, part, exact);
    slices_free(&s);
    in_fixed_point(&p, f, x, k, part, v, d, *exact);
    return d;
}

static enum decision of_f64(const double *x, size_t n, size_t k, int part, double v)
{
    bool exact;
    return exactly(&format_f64, STET_NORM_BACKWARD, x, n, k, part, v, &exact);
}

static void test_rational_results(void **state)
{
    (void)state;
    double x[2 * 60];
    for (size_t n = 2; n <= 60; n++) {
        memset(x, 0, sizeof x);
        for (size_t j = 0; j < n; j++)
            x[2 * j] = 0.5;
        for (size_t k = 0; k < n; k++) {
            double sum = k == 0 ? 0.5 * (double)n : 0;
            assert_int_equal(of_f64(x, n, k, 0, sum), DECIDED_RIGHT);
            assert_int_equal(of_f64(x, n, k, 1, 0), DECIDED_RIGHT);
            assert_int_equal(of_f64(x, n, k, 1, -0.0), DECIDED_ZERO_SIGN);
            assert_int_equal(of_f64(x, n, k, 0, sum + 0x1p-40), DECIDED_WRONG);
            assert_int_equal(of_f64(x, n, k, 0, sum - 0x1p-1000),
                             sum > 0 ? DECIDED_RIGHT : DECIDED_WRONG);
        }
        /* cos(2 pi/n)/2: rational for few n */
        memset(x, 0, sizeof x);
        x[2] = 0.5;
        assert_int_equal(of_f64(x, n, 1, 0, 0.25) == DECIDED_RIGHT, n == 6);
        assert_int_equal(of_f64(x, n, 1, 0, 0) == DECIDED_RIGHT, n == 4);
        assert_int_equal(of_f64(x, n, 1, 0, -0.25) == DECIDED_RIGHT, n == 3);
        assert_int_equal(of_f64(x, n, 1, 1, -0.25) == DECIDED_RIGHT, n == 12);
        double c, sine;
        assert_int_equal(stet_root_f64(1, (int64_t)n, &c, &sine), STET_OK);
        assert_int_equal(of_f64(x, n, 1, 0, c / 2), DECIDED_RIGHT);
        assert_int_equal(of_f64(x, n, 1, 1, -sine / 2), n == 2 ? DECIDED_ZERO_SIGN : DECIDED_RIGHT);
        /* 2^-200 away from zero is not zero */
        x[2] = 0;
        x[0] = 0x1p-200;
        assert_int_equal(of_f64(x, n, 1, 0, 0), DECIDED_WRONG);
        assert_int_equal(of_f64(x, n, 1, 0, 0x1p-200), DECIDED_RIGHT);
    }
}

/* (1/2)(1 + 2^-24) is a tie in f32; a tail of 2^-140 moves it up or down, or not at all. */
static void test_near_ties(void **state)
{
    (void)state;
    const double tie = 0.5, above = 0.5 + 0x1p-24;
    for (size_t n = 8; n <= 64; n *= 2) {
        double x[2 * 64] = {0};
        x[0] = 0.5;
        x[n] = 0x1p-25; /* at n/2 */
        x[2] = 0x1p-140;
        for (size_t k = 0; k < n; k += 2) {
            bool exact, up = k < n / 4 || k > 3 * n / 4; /* the sign of cos(2 pi k/n) */
            enum decision d =
                exactly(&format_f32, STET_NORM_BACKWARD, x, n, k, 0, up ? above : tie, &exact);
            assert_int_equal(d, DECIDED_RIGHT);
            assert_int_equal(exact, 4 * k == n || 4 * k == 3 * n);
            d = exactly(&format_f32, STET_NORM_BACKWARD, x, n, k, 0, up ? tie : above, &exact);
            assert_int_equal(d, DECIDED_WRONG);
        }
    }
}

/* Ties of n times a number, the norm dividing by n; of a norm by sqrt(n), a square or not. */
static void test_norms(void **state)
{
    (void)state;
    bool exact;
    for (size_t n = 2; n <= 25; n++) {
        double x[2 * 25] = {0}, root = floor(sqrt((double)n) + 0.5);
        x[0] = 0.5;
        x[2 * (n - 1)] += 0x1p-25;
        for (size_t j = 0; j < n; j++)
            x[2 * j] = (0.5 + 0x1p-25) / 32; /* the mean of these is a tie */
        enum decision d = exactly(&format_f32, STET_NORM_FORWARD, x, n, 0, 0, 0x1p-6, &exact);
        assert_int_equal(d, DECIDED_RIGHT);
        assert_true(exact);
        d = exactly(&format_f32, STET_NORM_FORWARD, x, n, 0, 0, 0x1p-6 + 0x1p-29, &exact);
        assert_int_equal(d, DECIDED_WRONG);
        memset(x, 0, sizeof x);
        x[0] = (0.5 + 0x1p-25) / 32 * root;
        d = exactly(&format_f32, STET_NORM_ORTHO, x, n, 0, 0, 0x1p-6, &exact);
        assert_int_equal(d, root * root == (double)n ? DECIDED_RIGHT : NEAR_BOUNDARY);
        d = exactly(&format_f32, STET_NORM_ORTHO, x, n, 0, 1, 0, &exact);
        assert_true(d != DECIDED_WRONG);
    }
}

/* One conjugate alone may be close by chance: 408/1024 - 577/1024 cos(2 pi/8) is 0.0009/1024. */
static void test_one_conjugate_is_not_enough(void **state)
{
    (void)state;
    double x[16] = {0};
    x[2] = 577.0 / 1024;
    assert_int_equal(of_f64(x, 8, 1, 0, 408.0 / 1024), DECIDED_WRONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound_holds),
        cmocka_unit_test(test_truth_against_arb),
        cmocka_unit_test(test_decisions),
        cmocka_unit_test(test_zero_sign),
        cmocka_unit_test(test_rational_results),
        cmocka_unit_test(test_near_ties),
        cmocka_unit_test(test_norms),
        cmocka_unit_test(test_one_conjugate_is_not_enough),
        cmocka_unit_test(test_fixed_point_decided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
