/* Exact sums and dot products against MPFR.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith_test.h"

#include "arith/superacc.h"
#include "stet.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

enum { MAX_TERMS = 3000 };

/* ---- the oracle: mpfr_sum() of exact terms, rounded once to the format ---- */

static mpfr_t term[MAX_TERMS];
static mpfr_ptr term_ptr[MAX_TERMS];

static int oracle_setup(void **state)
{
    (void)state;
    for (int i = 0; i < MAX_TERMS; i++) {
        mpfr_init2(term[i], 128);
        term_ptr[i] = term[i];
    }
    return 0;
}

static int oracle_teardown(void **state)
{
    (void)state;
    for (int i = 0; i < MAX_TERMS; i++)
        mpfr_clear(term[i]);
    mpfr_free_cache();
    return 0;
}

/* mpfr_sum() rounds in an unbounded range; range and subnormals come after, and MPFR
 * makes that one rounding by the direction of the first. */
static double round_terms(int n, mpfr_prec_t precision, mpfr_exp_t emin, mpfr_exp_t emax)
{
    mpfr_t sum;
    mpfr_exp_t wide_min = mpfr_get_emin(), wide_max = mpfr_get_emax();
    mpfr_init2(sum, precision);
    int t = mpfr_sum(sum, term_ptr, (unsigned long)n, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    t = mpfr_check_range(sum, t, MPFR_RNDN);
    mpfr_subnormalize(sum, t, MPFR_RNDN);
    double rounded = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_set_emin(wide_min);
    mpfr_set_emax(wide_max);
    mpfr_clear(sum);
    return rounded;
}

static double round_terms_f64(int n) { return round_terms(n, 53, -1073, 1024); }
static float round_terms_f32(int n) { return (float)round_terms(n, 24, -148, 128); }

static double sum_oracle_f64(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        mpfr_set_d(term[i], x[i], MPFR_RNDN);
    return round_terms_f64(n);
}

static double dot_oracle_f64(int n, const double *x, const double *y)
{
    for (int i = 0; i < n; i++) {
        mpfr_set_d(term[i], x[i], MPFR_RNDN);
        mpfr_mul_d(term[i], term[i], y[i], MPFR_RNDN);
    }
    return round_terms_f64(n);
}

static float sum_oracle_f32(int n, const float *x)
{
    for (int i = 0; i < n; i++)
        mpfr_set_d(term[i], (double)x[i], MPFR_RNDN);
    return round_terms_f32(n);
}

static float dot_oracle_f32(int n, const float *x, const float *y)
{
    for (int i = 0; i < n; i++) {
        mpfr_set_d(term[i], (double)x[i], MPFR_RNDN);
        mpfr_mul_d(term[i], term[i], (double)y[i], MPFR_RNDN);
    }
    return round_terms_f32(n);
}

/* ---- calls that must succeed ---- */

static double exact_f64(ptrdiff_t n, const double *x, ptrdiff_t stride)
{
    double sum;
    assert_int_equal(stet_sum_f64(STET_SUM_EXACT, n, x, stride, &sum), STET_OK);
    return sum;
}

static float exact_f32(ptrdiff_t n, const float *x, ptrdiff_t stride)
{
    float sum;
    assert_int_equal(stet_sum_f32(STET_SUM_EXACT, n, x, stride, &sum), STET_OK);
    return sum;
}

static double dot_f64(ptrdiff_t n, const double *x, const double *y)
{
    double dot;
    assert_int_equal(stet_dot_f64(n, x, 1, y, 1, &dot), STET_OK);
    return dot;
}

static float dot_f32(ptrdiff_t n, const float *x, const float *y)
{
    float dot;
    assert_int_equal(stet_dot_f32(n, x, 1, y, 1, &dot), STET_OK);
    return dot;
}

static void require_f64(const char *what, int n, double got, double want)
{
    if (!same_f64(got, want))
        fail_msg("%s of %d terms is %a, not %a", what, n, want, got);
}

static void require_f32(const char *what, int n, float got, float want)
{
    if (!same_f32(got, want))
        fail_msg("%s of %d terms is %a, not %a", what, n, (double)want, (double)got);
}

/* ---- random arrays ---- */

/* Exponents in a random window, and sometimes most of the terms cancel. */
static void random_array_f64(struct rng *r, int n, double *x)
{
    int lo = rng_int(r, 0, 2046), hi = rng_int(r, lo, 2046);
    for (int i = 0; i < n; i++)
        x[i] = rng_f64(r, lo, hi);
    if (rng_u64(r) & 1)
        for (int i = 0; 2 * i + 1 < n; i++)
            x[2 * i + 1] = -x[2 * i];
}

static void random_array_f32(struct rng *r, int n, float *x)
{
    int lo = rng_int(r, 0, 254), hi = rng_int(r, lo, 254);
    for (int i = 0; i < n; i++)
        x[i] = rng_f32(r, lo, hi);
    if (rng_u64(r) & 1)
        for (int i = 0; 2 * i + 1 < n; i++)
            x[2 * i + 1] = -x[2 * i];
}

static int random_length(struct rng *r)
{
    int longest = rng_below(r, 50) == 0 ? MAX_TERMS : 20;
    return rng_int(r, 1, longest);
}

static void random_sums(void **state)
{
    (void)state;
    static double x[MAX_TERMS];
    static float s[MAX_TERMS];
    struct rng r = {1};
    for (int k = 0; k < 30000; k++) {
        int n = random_length(&r);
        random_array_f64(&r, n, x);
        require_f64("sum", n, exact_f64(n, x, 1), sum_oracle_f64(n, x));
        random_array_f32(&r, n, s);
        require_f32("float sum", n, exact_f32(n, s, 1), sum_oracle_f32(n, s));
    }
}

static void random_dots(void **state)
{
    (void)state;
    static double x[MAX_TERMS], y[MAX_TERMS];
    static float s[MAX_TERMS], t[MAX_TERMS];
    struct rng r = {2};
    for (int k = 0; k < 30000; k++) {
        int n = random_length(&r);
        random_array_f64(&r, n, x);
        random_array_f64(&r, n, y);
        require_f64("dot", n, dot_f64(n, x, y), dot_oracle_f64(n, x, y));
        random_array_f32(&r, n, s);
        random_array_f32(&r, n, t);
        require_f32("float dot", n, dot_f32(n, s, t), dot_oracle_f32(n, s, t));
    }
}

/* Products around the smallest numbers, where the rounding of the result is coarse. */
static void tiny_dots(void **state)
{
    (void)state;
    double x[4], y[4];
    float s[4], t[4];
    struct rng r = {3};
    for (int k = 0; k < 30000; k++) {
        for (int i = 0; i < 4; i++) {
            int field = rng_int(&r, 1, 900);
            x[i] = rng_f64(&r, field, field);
            y[i] = rng_f64(&r, 940 - field, 1000 - field);
            field = rng_int(&r, 1, 90);
            s[i] = rng_f32(&r, field, field);
            t[i] = rng_f32(&r, 95 - field, 115 - field);
        }
        require_f64("tiny dot", 4, dot_f64(4, x, y), dot_oracle_f64(4, x, y));
        require_f32("tiny float dot", 4, dot_f32(4, s, t), dot_oracle_f32(4, s, t));
    }
}

/* ---- any order ---- */

static void shuffle(struct rng *r, int n, double *x)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)rng_below(r, (uint64_t)i + 1);
        double swap = x[i];
        x[i] = x[j];
        x[j] = swap;
    }
}

static void every_order(double *x, int n, int fixed, double want)
{
    if (fixed == n) {
        require_f64("permuted sum", n, exact_f64(n, x, 1), want);
        return;
    }
    for (int i = fixed; i < n; i++) {
        double a = x[fixed], b = x[i];
        x[fixed] = b;
        x[i] = a;
        every_order(x, n, fixed + 1, want);
        x[fixed] = a;
        x[i] = b;
    }
}

static void all_permutations(void **state)
{
    (void)state;
    double small[7] = {1e308, 1e308, 3, -0x1p-1074, -1e308, -1e308, 0x1p-52};
    every_order(small, 7, 0, 3); /* the two tiny terms together are below half an ulp of 3 */
    double up[6] = {DBL_MAX, DBL_MAX, 1, 0x1p-53, 0x1p-1074, -DBL_MAX};
    up[1] = -DBL_MAX;
    up[5] = 0;
    every_order(up, 6, 0, 1 + DBL_EPSILON);

    static double x[MAX_TERMS];
    struct rng r = {4};
    for (int i = 0; i < MAX_TERMS; i++)
        x[i] = rng_f64(&r, 0, 2046);
    double want = sum_oracle_f64(MAX_TERMS, x);
    for (int k = 0; k < 50; k++) {
        shuffle(&r, MAX_TERMS, x);
        require_f64("shuffled sum", MAX_TERMS, exact_f64(MAX_TERMS, x, 1), want);
    }
}

static void strides(void **state)
{
    (void)state;
    enum { N = 37, REACH = 5 * N };
    double x[2 * REACH + 1], gathered[N], gathered_y[N], dot;
    float s[2 * REACH + 1], s_gathered[N], s_dot;
    struct rng r = {5};
    for (int i = 0; i <= 2 * REACH; i++) {
        x[i] = rng_f64(&r, 500, 1500);
        s[i] = rng_f32(&r, 0, 250);
    }
    for (ptrdiff_t d = -5; d <= 5; d++) {
        for (int i = 0; i < N; i++) {
            gathered[i] = x[REACH + i * d];
            gathered_y[i] = x[REACH - 2 * i];
            s_gathered[i] = s[REACH + i * d];
        }
        require_f64("strided sum", N, exact_f64(N, x + REACH, d), sum_oracle_f64(N, gathered));
        require_f32("strided float sum", N, exact_f32(N, s + REACH, d),
                    sum_oracle_f32(N, s_gathered));
        assert_int_equal(stet_dot_f64(N, x + REACH, d, x + REACH, -2, &dot), STET_OK);
        require_f64("strided dot", N, dot, dot_oracle_f64(N, gathered, gathered_y));
        assert_int_equal(stet_dot_f32(N, s + REACH, d, s + REACH, d, &s_dot), STET_OK);
        require_f32("strided float dot", N, s_dot, dot_oracle_f32(N, s_gathered, s_gathered));
    }
}

/* ---- the rules ---- */

#define INF ((double)INFINITY)
#define NOT_A_NUMBER ((double)NAN)

static void rules_of_rounding(void **state)
{
    (void)state;
    static const struct {
        double x[4], sum;
    } cases[] = {
        {{1, 0x1p-53}, 1},                                 /* tie to even, down */
        {{1 + DBL_EPSILON, 0x1p-53}, 1 + 2 * DBL_EPSILON}, /* tie to even, up */
        {{1, 0x1p-53, 0x1p-1074}, 1 + DBL_EPSILON},
        {{1, 0x1p-53, -0x1p-1074}, 1},
        {{-1, -0x1p-53, -0x1p-1074}, -1 - DBL_EPSILON},
        {{DBL_MAX, 0x1p969}, DBL_MAX},
        {{DBL_MAX, 0x1p970}, INF}, /* the tie to 2^1024 */
        {{DBL_MAX, 0x1p970, -0x1p-1074}, DBL_MAX},
        {{-DBL_MAX, -DBL_MAX}, -INF},
        {{DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX}, 0}, /* overflow only on the way */
        {{DBL_MAX, DBL_MAX, -DBL_MAX, -0x1p-1074}, DBL_MAX},
        {{0x1p-1074, 0x1p-1074, -0x1p-1022}, -0x1.ffffffffffffcp-1023},
        {{1e16, 1, -1e16}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        require_f64("sum", 4, exact_f64(4, cases[i].x, 1), cases[i].sum);

    const double a[2] = {0x1p-600, 0x1p-600}, b[2] = {0x1p-475, 0};
    require_f64("dot", 1, dot_f64(1, a, b), 0); /* 2^-1075: the tie to 0 */
    const double c[2] = {0x1p-475, 0x1p-600};
    require_f64("dot", 2, dot_f64(2, a, c), 0x1p-1074);
    const double d[2] = {-0x1p-475, 0};
    require_f64("dot", 1, dot_f64(1, a, d), -0.0);
    const double e[3] = {DBL_MAX, -DBL_MAX, 2}, f[3] = {DBL_MAX, DBL_MAX, 3};
    require_f64("dot", 3, dot_f64(3, e, f), 6);

    /* Through double these would be ties. */
    const float s[3] = {1, 0x1p-24f, 0x1p-90f}, t[3] = {1, 0x1p-24f, -0x1p-90f};
    require_f32("float sum", 3, exact_f32(3, s, 1), 1 + FLT_EPSILON);
    require_f32("float sum", 3, exact_f32(3, t, 1), 1);
    const float u[2] = {FLT_MAX, 0x1p103f};
    require_f32("float sum", 2, exact_f32(2, u, 1), INFINITY);
}

static void rules_of_zero(void **state)
{
    (void)state;
    static const struct {
        double x[3], sum;
    } cases[] = {
        {{-0.0, -0.0, -0.0}, -0.0}, {{0, 0, 0}, 0},  {{-0.0, 0, -0.0}, 0},
        {{1, -1, -0.0}, 0},         {{-1, 1, 0}, 0}, {{-0.0, -0.0, 0x1p-1074}, 0x1p-1074},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float s[3] = {(float)cases[i].x[0], (float)cases[i].x[1], (float)cases[i].x[2]};
        require_f64("sum", 3, exact_f64(3, cases[i].x, 1), cases[i].sum);
        require_f32("float sum", 3, exact_f32(3, s, 1), (float)cases[i].sum);
    }
    require_f64("sum", 0, exact_f64(0, NULL, 1), 0);
    require_f32("float sum", 0, exact_f32(0, NULL, 1), 0);
    require_f64("dot", 0, dot_f64(0, NULL, NULL), 0);
    require_f32("float dot", 0, dot_f32(0, NULL, NULL), 0);

    const double minus[2] = {-0.0, 0}, mixed[2] = {3, -2}, same[2] = {3, 2};
    require_f64("dot", 2, dot_f64(2, minus, mixed), -0.0); /* -0 * 3 + 0 * -2 */
    require_f64("dot", 2, dot_f64(2, minus, same), 0);
    const double a[2] = {5, -5}, b[2] = {5, 5};
    require_f64("dot", 2, dot_f64(2, a, b), 0);
    const float s[2] = {-0.0f, 0}, t[2] = {3, -2};
    require_f32("float dot", 2, dot_f32(2, s, t), -0.0f);
}

static void rules_of_infinity(void **state)
{
    (void)state;
    static const struct {
        double x[3], sum;
    } cases[] = {
        {{INF, 1, -DBL_MAX}, INF},
        {{-INF, DBL_MAX, DBL_MAX}, -INF},
        {{INF, INF, 0}, INF},
        {{INF, -INF, 1}, NOT_A_NUMBER},
        {{1, NOT_A_NUMBER, 1}, NOT_A_NUMBER},
        {{INF, NOT_A_NUMBER, 0}, NOT_A_NUMBER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        require_f64("sum", 3, exact_f64(3, cases[i].x, 1), cases[i].sum);
    const float minus[3] = {-FLT_MAX, -INFINITY, FLT_MAX}, both[2] = {INFINITY, -INFINITY};
    require_f32("float sum", 3, exact_f32(3, minus, 1), -INFINITY);
    require_f32("float sum", 2, exact_f32(2, both, 1), NAN);
    const float none[2] = {0, 0};
    require_f32("float dot", 2, dot_f32(2, both, both), INFINITY);
    require_f32("float dot", 2, dot_f32(2, both, none), NAN);

    const double huge[2] = {DBL_MAX, -INF}, two[2] = {2, 2}, zero[2] = {0, 0};
    require_f64("dot", 1, dot_f64(1, huge, two), INF);
    require_f64("dot", 2, dot_f64(2, huge, two), -INF); /* the finite product did not overflow */
    require_f64("dot", 2, dot_f64(2, huge, zero), NOT_A_NUMBER);
}

/* Carries as after a number of terms that no test can add: digits at random, up to the
 * limit that the header states. */
static void full_digits(void **state)
{
    (void)state;
    static struct stet_superacc acc;
    struct rng r = {6};
    for (int k = 0; k < 3000; k++) {
        stet_superacc_clear(&acc);
        acc.not_minus_zero = 1;
        int start = rng_int(&r, 0, STET_SUPERACC_DIGITS - 1);
        int n = rng_int(&r, 1, STET_SUPERACC_DIGITS - start);
        for (int i = 0; i < n; i++) {
            uint64_t high = rng_u64(&r) >> 2, low = rng_u64(&r); /* below 2^126 */
            int negative = (int)(rng_u64(&r) & 1);
            stet_i128 digit = (stet_i128)((stet_u128)high << 64 | low);
            acc.digit[start + i] = negative ? -digit : digit;
            mpfr_set_ui(term[i], high, MPFR_RNDN);
            mpfr_mul_2ui(term[i], term[i], 64, MPFR_RNDN);
            mpfr_add_ui(term[i], term[i], low, MPFR_RNDN);
            mpfr_mul_2si(term[i], term[i], 8 * (start + i) - 2150, MPFR_RNDN);
            if (negative)
                mpfr_neg(term[i], term[i], MPFR_RNDN);
        }
        require_f64("accumulator", n, stet_superacc_round_f64(&acc), round_terms_f64(n));
        require_f32("accumulator", n, stet_superacc_round_f32(&acc), round_terms_f32(n));
    }
}

/* The caller's environment neither changes a result nor is changed. */
static void any_environment(void **state)
{
    (void)state;
    const float s[3] = {1, 0x1p-24f, 0x1p-149f};
    const double x[3] = {1, 0x1p-53, 0x1p-1074};
    double sum[3];
    float single[3];
    feclearexcept(FE_ALL_EXCEPT);
    fesetround(FE_DOWNWARD);
    uint64_t control = flush_subnormals();
    uint64_t before = get_control();
    for (int method = STET_SUM_EXACT; method <= STET_SUM_COMPENSATED; method++) {
        stet_sum_f64((stet_sum_method)method, 3, x, 1, &sum[method - 1]);
        stet_sum_f32((stet_sum_method)method, 3, s, 1, &single[method - 1]);
    }
    int raised = fetestexcept(FE_ALL_EXCEPT), rounding = fegetround();
    uint64_t after = get_control();
    set_control(control);
    fesetround(FE_TONEAREST);
    assert_int_equal(after, before);
    assert_int_equal(raised, 0);
    assert_int_equal(rounding, FE_DOWNWARD);
    require_f64("exact sum", 3, sum[0], 1 + DBL_EPSILON);
    require_f64("pairwise sum", 3, sum[1], 1);
    require_f64("compensated sum", 3, sum[2], 1);
    require_f32("exact float sum", 3, single[0], 1 + FLT_EPSILON);
    require_f32("pairwise float sum", 3, single[1], 1);
    require_f32("compensated float sum", 3, single[2], 1);
}

static void errors(void **state)
{
    (void)state;
    double x = 1, sum = 42;
    float s = 1, single = 42;
    assert_int_equal(stet_sum_f64(STET_SUM_EXACT, 1, NULL, 1, &sum), STET_E_NULL);
    assert_int_equal(stet_sum_f64(STET_SUM_EXACT, 1, &x, 1, NULL), STET_E_NULL);
    assert_int_equal(stet_sum_f64(STET_SUM_EXACT, -1, &x, 1, &sum), STET_E_LENGTH);
    assert_int_equal(stet_sum_f64((stet_sum_method)0, 1, &x, 1, &sum), STET_E_METHOD);
    assert_int_equal(stet_sum_f64((stet_sum_method)4, 1, &x, 1, &sum), STET_E_METHOD);
    assert_int_equal(stet_sum_f32(STET_SUM_PAIRWISE, 1, NULL, 1, &single), STET_E_NULL);
    assert_int_equal(stet_sum_f32(STET_SUM_PAIRWISE, 1, &s, 1, NULL), STET_E_NULL);
    assert_int_equal(stet_sum_f32(STET_SUM_PAIRWISE, -1, &s, 1, &single), STET_E_LENGTH);
    assert_int_equal(stet_sum_f32((stet_sum_method)-1, 1, &s, 1, &single), STET_E_METHOD);
    assert_int_equal(stet_dot_f64(1, NULL, 1, &x, 1, &sum), STET_E_NULL);
    assert_int_equal(stet_dot_f64(1, &x, 1, NULL, 1, &sum), STET_E_NULL);
    assert_int_equal(stet_dot_f64(1, &x, 1, &x, 1, NULL), STET_E_NULL);
    assert_int_equal(stet_dot_f64(-1, &x, 1, &x, 1, &sum), STET_E_LENGTH);
    assert_int_equal(stet_dot_f32(1, NULL, 1, &s, 1, &single), STET_E_NULL);
    assert_int_equal(stet_dot_f32(1, &s, 1, NULL, 1, &single), STET_E_NULL);
    assert_int_equal(stet_dot_f32(1, &s, 1, &s, 1, NULL), STET_E_NULL);
    assert_int_equal(stet_dot_f32(-1, &s, 1, &s, 1, &single), STET_E_LENGTH);
    assert_true(sum == 42 && single == 42); /* nothing has been written */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sums),   cmocka_unit_test(random_dots),
        cmocka_unit_test(tiny_dots),     cmocka_unit_test(all_permutations),
        cmocka_unit_test(strides),       cmocka_unit_test(rules_of_rounding),
        cmocka_unit_test(rules_of_zero), cmocka_unit_test(rules_of_infinity),
        cmocka_unit_test(full_digits),   cmocka_unit_test(any_environment),
        cmocka_unit_test(errors),
    };
    return cmocka_run_group_tests(tests, oracle_setup, oracle_teardown);
}
