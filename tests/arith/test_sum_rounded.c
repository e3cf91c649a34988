/* Pairwise and compensated sums against plain readings of their definitions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith_test.h"

#include "stet.h"

#include <float.h>
#include <math.h>

static double sum_f64(stet_sum_method method, ptrdiff_t n, const double *x, ptrdiff_t stride)
{
    double sum;
    assert_int_equal(stet_sum_f64(method, n, x, stride, &sum), STET_OK);
    return sum;
}

static float sum_f32(stet_sum_method method, ptrdiff_t n, const float *x, ptrdiff_t stride)
{
    float sum;
    assert_int_equal(stet_sum_f32(method, n, x, stride, &sum), STET_OK);
    return sum;
}

/* stet.h to the letter: halves split at the largest power of two below n. */
static double tree_f64(int n, const double *x)
{
    int left = 1;
    if (n == 1)
        return x[0];
    while (2 * left < n)
        left *= 2;
    return tree_f64(left, x) + tree_f64(n - left, x + left);
}

static float tree_f32(int n, const float *x)
{
    int left = 1;
    if (n == 1)
        return x[0];
    while (2 * left < n)
        left *= 2;
    return tree_f32(left, x) + tree_f32(n - left, x + left);
}

static void pairwise_is_the_stated_tree(void **state)
{
    (void)state;
    static double x[3 * 1100];
    static float s[3 * 1100];
    static double gathered[1100];
    struct rng r = {1};
    for (int i = 0; i < 3300; i++) {
        x[i] = rng_f64(&r, 1000, 1023);
        s[i] = rng_f32(&r, 110, 127);
    }
    for (int n = 1; n <= 1100; n++) {
        assert_true(same_f64(sum_f64(STET_SUM_PAIRWISE, n, x, 1), tree_f64(n, x)));
        assert_true(same_f32(sum_f32(STET_SUM_PAIRWISE, n, s, 1), tree_f32(n, s)));
    }
    for (int i = 0; i < 1100; i++)
        gathered[i] = x[3299 - 3 * i];
    assert_true(same_f64(sum_f64(STET_SUM_PAIRWISE, 1100, x + 3299, -3), tree_f64(1100, gathered)));
}

/* Neumaier's algorithm as he wrote it, with the branch. */
static double neumaier_f64(int n, const double *x)
{
    double s = x[0], c = 0;
    for (int i = 1; i < n; i++) {
        double t = s + x[i];
        if (fabs(s) >= fabs(x[i]))
            c += (s - t) + x[i];
        else
            c += (x[i] - t) + s;
        s = t;
    }
    return s + c;
}

static float neumaier_f32(int n, const float *x)
{
    float s = x[0], c = 0;
    for (int i = 1; i < n; i++) {
        float t = s + x[i];
        if (fabsf(s) >= fabsf(x[i]))
            c += (s - t) + x[i];
        else
            c += (x[i] - t) + s;
        s = t;
    }
    return s + c;
}

static void compensated_is_neumaier(void **state)
{
    (void)state;
    double x[40], backwards[40];
    float s[40];
    struct rng r = {2};
    for (int k = 0; k < 20000; k++) {
        int n = rng_int(&r, 1, 40);
        for (int i = 0; i < n; i++) {
            x[i] = rng_f64(&r, 1000, 1000 + (k & 63));
            s[i] = rng_f32(&r, 100, 100 + (k & 31));
            backwards[n - 1 - i] = x[i];
        }
        assert_true(same_f64(sum_f64(STET_SUM_COMPENSATED, n, x, 1), neumaier_f64(n, x)));
        assert_true(
            same_f64(sum_f64(STET_SUM_COMPENSATED, n, x + n - 1, -1), neumaier_f64(n, backwards)));
        assert_true(same_f32(sum_f32(STET_SUM_COMPENSATED, n, s, 1), neumaier_f32(n, s)));
    }
    const double kahan_fails[4] = {1, 1e100, 1, -1e100};
    assert_true(sum_f64(STET_SUM_COMPENSATED, 4, kahan_fails, 1) == 2);
}

/* What both do at the ends: the same as the plain sum from first to last where that is zero,
 * infinite or NaN. */
static void zeros_and_infinities(void **state)
{
    (void)state;
    static const double inf = (double)INFINITY;
    static const struct {
        double x[3], pairwise, compensated;
    } cases[] = {
        {{-0.0, -0.0, -0.0}, -0.0, -0.0},
        {{-0.0, 0, -0.0}, 0, 0},
        {{1, -1, -0.0}, 0, 0},
        {{(double)INFINITY, 1, -DBL_MAX}, (double)INFINITY, (double)INFINITY},
        {{1, -(double)INFINITY, DBL_MAX}, -(double)INFINITY, -(double)INFINITY},
        {{(double)INFINITY, 0, -(double)INFINITY}, (double)NAN, (double)NAN},
        {{(double)NAN, 1, 1}, (double)NAN, (double)NAN},
        {{1, 1, (double)NAN}, (double)NAN, (double)NAN},
        {{DBL_MAX, DBL_MAX, -DBL_MAX}, (double)INFINITY, (double)INFINITY},
        {{DBL_MAX, 0x1p969, 0x1p969}, DBL_MAX, (double)INFINITY},
        {{DBL_MAX, -DBL_MAX, DBL_MAX}, DBL_MAX, DBL_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double *x = cases[i].x;
        assert_true(same_f64(sum_f64(STET_SUM_PAIRWISE, 3, x, 1), cases[i].pairwise));
        assert_true(same_f64(sum_f64(STET_SUM_COMPENSATED, 3, x, 1), cases[i].compensated));
    }
    for (int method = STET_SUM_PAIRWISE; method <= STET_SUM_COMPENSATED; method++) {
        static const float s[3] = {-INFINITY, FLT_MAX, FLT_MAX}, zero[2] = {-0.0f, -0.0f};
        stet_sum_method m = (stet_sum_method)method;
        assert_true(same_f64(sum_f64(m, 0, NULL, 1), 0));
        assert_true(same_f32(sum_f32(m, 0, NULL, 1), 0));
        assert_true(same_f32(sum_f32(m, 3, s, 1), -INFINITY));
        assert_true(same_f32(sum_f32(m, 2, zero, 1), -0.0f));
        assert_true(same_f64(sum_f64(m, 5, &inf, 0), inf));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairwise_is_the_stated_tree),
        cmocka_unit_test(compensated_is_neumaier),
        cmocka_unit_test(zeros_and_infinities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
