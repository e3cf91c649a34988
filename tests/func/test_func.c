/* SPDX-License-Identifier: Apache-2.0 */
/* The elementary functions against MPFR, in both forms, on every instance that this CPU can run:
 * arguments of every exponent, random ones where a function lives, special ones; odd symmetry; the
 * worst errors are printed. */
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

#include "arith/bits.h"
#include "func/func.h"
#include "func/scale.h"
#include "lib/check.h"

#define BITS 1400 /* sin of any double: its exponent, and 300 bits */

typedef struct truth {
    mpfr_t value, x, t, u;
} truth;

static truth exact;

/* x/(1 + exp(-2 sqrt(2/pi) (x + 0.044715 x^3))): exponents need no more bits than values do. */
static void exact_gelu_tanh(void)
{
    mpfr_mul(exact.t, exact.x, exact.x, MPFR_RNDN);
    mpfr_mul_ui(exact.t, exact.t, 44715, MPFR_RNDN);
    mpfr_div_ui(exact.t, exact.t, 1000000, MPFR_RNDN);
    mpfr_add_ui(exact.t, exact.t, 1, MPFR_RNDN);
    mpfr_mul(exact.t, exact.t, exact.x, MPFR_RNDN);
    mpfr_const_pi(exact.u, MPFR_RNDN);
    mpfr_ui_div(exact.u, 8, exact.u, MPFR_RNDN);
    mpfr_sqrt(exact.u, exact.u, MPFR_RNDN);
    mpfr_mul(exact.t, exact.t, exact.u, MPFR_RNDN);
    mpfr_neg(exact.t, exact.t, MPFR_RNDN);
    mpfr_exp(exact.t, exact.t, MPFR_RNDN);
    mpfr_add_ui(exact.t, exact.t, 1, MPFR_RNDN);
    mpfr_div(exact.value, exact.x, exact.t, MPFR_RNDN);
}

static void exact_gelu_erf(void)
{
    mpfr_set_d(exact.t, 0.5, MPFR_RNDN);
    mpfr_sqrt(exact.t, exact.t, MPFR_RNDN);
    mpfr_mul(exact.t, exact.t, exact.x, MPFR_RNDN);
    mpfr_neg(exact.t, exact.t, MPFR_RNDN);
    mpfr_erfc(exact.t, exact.t, MPFR_RNDN);
    mpfr_mul(exact.t, exact.t, exact.x, MPFR_RNDN);
    mpfr_div_2ui(exact.value, exact.t, 1, MPFR_RNDN);
}

static void exact_of(stet_func f, stet_dd x)
{
    const int bits = f == STET_FUNC_SIN || f == STET_FUNC_COS ? BITS : 300;
    mpfr_set_prec(exact.value, bits);
    mpfr_set_prec(exact.t, bits);
    mpfr_set_prec(exact.u, bits);
    mpfr_set_d(exact.x, x.hi, MPFR_RNDN);
    mpfr_add_d(exact.x, exact.x, x.lo, MPFR_RNDN); /* 2100 bits hold any pair used here */
    switch (f) {
    case STET_FUNC_EXP: mpfr_exp(exact.value, exact.x, MPFR_RNDN); break;
    case STET_FUNC_LOG: mpfr_log(exact.value, exact.x, MPFR_RNDN); break;
    case STET_FUNC_SIN: mpfr_sin(exact.value, exact.x, MPFR_RNDN); break;
    case STET_FUNC_COS: mpfr_cos(exact.value, exact.x, MPFR_RNDN); break;
    case STET_FUNC_TANH: mpfr_tanh(exact.value, exact.x, MPFR_RNDN); break;
    case STET_FUNC_ERF: mpfr_erf(exact.value, exact.x, MPFR_RNDN); break;
    case STET_FUNC_ERFC: mpfr_erfc(exact.value, exact.x, MPFR_RNDN); break;
    case STET_FUNC_GELU_ERF: exact_gelu_erf(); break;
    default: exact_gelu_tanh();
    }
}

/* |y - value| less an absolute error, relative to value; infinite if y is finite and value is not a
 * number, and the other way round. */
static double error_of(stet_dd y, double absolute)
{
    if (mpfr_nan_p(exact.value) || isnan(y.hi))
        return mpfr_nan_p(exact.value) && isnan(y.hi) ? 0 : (double)INFINITY;
    if (!isfinite(y.hi) || mpfr_inf_p(exact.value))
        return y.hi == mpfr_get_d(exact.value, MPFR_RNDN) ? 0 : (double)INFINITY;
    mpfr_set_prec(exact.t, 300);
    mpfr_sub_d(exact.t, exact.value, y.hi, MPFR_RNDN);
    mpfr_sub_d(exact.t, exact.t, y.lo, MPFR_RNDN);
    mpfr_abs(exact.t, exact.t, MPFR_RNDN);
    mpfr_sub_d(exact.t, exact.t, absolute, MPFR_RNDU);
    if (mpfr_sgn(exact.t) <= 0)
        return 0;
    mpfr_abs(exact.u, exact.value, MPFR_RNDN);
    mpfr_div(exact.t, exact.t, exact.u, MPFR_RNDN);
    return mpfr_get_d(exact.t, MPFR_RNDU);
}

static const char *const names[STET_FUNC_COUNT] = {"exp", "log",  "sin",      "cos",      "tanh",
                                                   "erf", "erfc", "gelu_erf", "gelu_tanh"};
/* What each is good for, below STET_FUNC_WIDE_ERROR: a lost term shows. */
static const double good[STET_FUNC_COUNT] = {0x1p-104, 0x1p-101, 0x1p-103, 0x1p-103, 0x1p-102,
                                             0x1p-103, 0x1p-95,  0x1p-95,  0x1p-95};
static double worst[STET_FUNC_COUNT][3];

static void record(stet_func f, int form, double error, double bound, stet_dd x)
{
    if (!(error <= bound)) {
        print_error("%s of %a + %a on %s: error 2^%.2f\n", names[f], x.hi, x.lo, stet_isa_name(),
                    log2(error));
        fail();
    }
    if (error > worst[f][form])
        worst[f][form] = error;
}

/* Both forms and both maps at one argument. */
static void check_at(stet_func f, stet_dd x)
{
    exact_of(f, x);
    const stet_dd wide = stet_func_in_two_words(f, x);
    assert_true(good[f] <= STET_FUNC_WIDE_ERROR);
    record(f, 1, error_of(wide, 0x1p-1072), good[f], x);
    if (x.lo != 0)
        return;
    const double narrow = stet_func_in_double(f, x.hi);
    record(f, 0, error_of(stet_dd_from(narrow), 0x1p-1074), STET_FUNC_ULPS * 0x1p-53, x);
    double y = x.hi;
    stet_func_f64(f, 1, &y, &y);
    assert_true(stet_bits_f64(y) == stet_bits_f64(wide.hi) || (y != y && wide.hi != wide.hi));
    if (isfinite(y) && fabs(y) > 0x1p-1000) /* as good as correctly rounded */
        record(f, 2, error_of(stet_dd_from(y), 0), 0x1.0000001p-53, x);
}

/* A random double of exponents low to high, of either sign. */
static double random_double(uint64_t *state, int low, int high)
{
    const uint64_t bits = generate_next(state);
    const int e = low + (int)generate_below(state, (size_t)(high - low + 1));
    const double m = 1 + (double)(bits >> 12) * 0x1p-52;
    return ldexp(bits & 1 ? -m : m, e);
}

static void check_random(stet_func f, int count, int low, int high, uint64_t seed)
{
    uint64_t state = seed;
    for (int i = 0; i < count; i++) {
        const double hi = random_double(&state, low, high);
        check_at(f, stet_dd_from(hi));
        check_at(f, stet_dd_fast_two_sum(hi, random_double(&state, -60, -54) * hi));
    }
}

static const double edges[] = {0x1p-1074,
                               0x1.8p-1060,
                               0x1.fffffffffffffp-1023,
                               0x1p-1022,
                               0x1p-960,
                               0x1p-400,
                               0x1p-100,
                               0x1p-28,
                               0x1p-27,
                               0.01,
                               0.25,
                               0.4999999999999999,
                               0.5,
                               0.7071067811865475,
                               0.7071067811865476,
                               0.78,
                               0.7799999999999999,
                               0x1.fffffffffffffp-1,
                               1,
                               0x1.0000000000001p0,
                               1.4142135623730951,
                               1.4142135623730949,
                               2,
                               3.5,
                               6,
                               10,
                               10.000000000000002,
                               15.999999999999998,
                               16,
                               20,
                               26.5,
                               27.2,
                               27.3,
                               28,
                               28.000000000000004,
                               30,
                               30.000000000000004,
                               32,
                               37.5,
                               38.4,
                               38.6,
                               40,
                               40.1,
                               100,
                               700,
                               709.782712893384,
                               709.7827128933841,
                               745.1332191019411,
                               745.1332191019412,
                               746,
                               1e10,
                               1e100,
                               0x1.6ac5b262ca1ffp849 /* near a multiple of pi/2 */,
                               6381956970095103.0 * 0x1p797,
                               1e308,
                               0x1.fffffffffffffp1023,
                               3.141592653589793,
                               1.5707963267948966,
                               22};

static void test_errors(void **unused)
{
    (void)unused;
    const stet_isa *isa;
    for (int i = 0; (isa = stet_isa_at(i)); i++) {
        if (!stet_isa_can_run(isa) || (i > 0 && isa->func == stet_isa_below(isa)->func))
            continue;
        assert_int_equal(stet_isa_select(isa->name), STET_OK);
        const int count = 600 / STET_TEST_STEP;
        for (int f = 0; f < STET_FUNC_COUNT; f++) {
            for (size_t k = 0; k < sizeof edges / sizeof *edges; k++) {
                check_at((stet_func)f, stet_dd_from(edges[k]));
                check_at((stet_func)f, stet_dd_from(-edges[k]));
            }
            check_random((stet_func)f, count, -1074, 1023, 1);
            check_random((stet_func)f, 4 * count, -8, 6, 2);
            check_random((stet_func)f, count, -30, -1, 3);
        }
    }
    stet_isa_select(NULL);
    for (int f = 0; f < STET_FUNC_COUNT; f++)
        print_message("%-9s %5.2f u in double, 2^%.1f in two words; rounded to double %.4f u\n",
                      names[f], worst[f][0] * 0x1p53, log2(worst[f][1]), worst[f][2] * 0x1p53);
}

/* Near 1 the logarithm, near multiples of pi the sine: where the result is small. */
static void test_zeros(void **unused)
{
    (void)unused;
    uint64_t state = 5;
    for (int i = 0; i < 2000 / STET_TEST_STEP; i++) {
        const double d = random_double(&state, -52, -8);
        check_at(STET_FUNC_LOG, stet_dd_from(1 + d));
        check_at(STET_FUNC_LOG, stet_dd_fast_two_sum(1, d * 0x1p-50));
        const double k = (double)(1 + generate_below(&state, 1u << 20));
        check_at(STET_FUNC_SIN, stet_dd_from(k * 3.141592653589793));
        check_at(STET_FUNC_SIN, stet_dd_from(k * 1.5707963267948966));
        check_at(STET_FUNC_COS, stet_dd_from(k * 1.5707963267948966));
    }
}

static void special(stet_func f, double x, double expected)
{
    const double wide = stet_func_in_two_words(f, stet_dd_from(x)).hi;
    const double narrow = stet_func_in_double(f, x);
    if (isnan(expected)) {
        assert_true(isnan(wide) && isnan(narrow));
        return;
    }
    if (wide != expected || narrow != expected)
        print_error("%s at %a: %a, %a, not %a\n", names[f], x, wide, narrow, expected);
    assert_true(stet_bits_f64(wide) == stet_bits_f64(expected));
    assert_true(stet_bits_f64(narrow) == stet_bits_f64(expected));
}

static void test_special(void **unused)
{
    (void)unused;
    static const double at[STET_FUNC_COUNT][5] = {
        /* NaN, inf, -inf, 0, -0 */
        {(double)NAN, (double)INFINITY, 0, 1, 1},
        {(double)NAN, (double)INFINITY, (double)NAN, -(double)INFINITY, -(double)INFINITY},
        {(double)NAN, (double)NAN, (double)NAN, 0, -0.0},
        {(double)NAN, (double)NAN, (double)NAN, 1, 1},
        {(double)NAN, 1, -1, 0, -0.0},
        {(double)NAN, 1, -1, 0, -0.0},
        {(double)NAN, 0, 2, 1, 1},
        {(double)NAN, (double)INFINITY, -0.0, 0, -0.0},
        {(double)NAN, (double)INFINITY, -0.0, 0, -0.0},
    };
    static const double x[5] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0, -0.0};
    for (int f = 0; f < STET_FUNC_COUNT; f++)
        for (int i = 0; i < 5; i++)
            special((stet_func)f, x[i], at[f][i]);
    special(STET_FUNC_LOG, -1, (double)NAN);
    special(STET_FUNC_LOG, 1, 0);
    special(STET_FUNC_GELU_ERF, -1000, -0.0);
    special(STET_FUNC_GELU_TANH, -1e300, -0.0);
    special(STET_FUNC_GELU_ERF, 1e300, 1e300);
    special(STET_FUNC_GELU_TANH, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023);
}

/* Half way between two subnormal numbers the low word decides. */
static void test_subnormal(void **unused)
{
    (void)unused;
    for (int k = -1085; k < -1030; k++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (int low = -1; low <= 1; low += 2) {
                const double unit = ldexp(1, -1074 - k), whole = unit * floor(1.5 / unit);
                const stet_dd m = {sign * (whole + unit / 2), sign * low * unit * 0x1p-40};
                const stet_dd y = stet_scale_dd(m, k);
                assert_true(y.hi == sign * ldexp(low > 0 ? whole + unit : whole, k) && y.lo == 0);
            }
}

static void test_odd(void **unused)
{
    (void)unused;
    static const stet_func odd[] = {STET_FUNC_SIN, STET_FUNC_TANH, STET_FUNC_ERF};
    uint64_t state = 7;
    for (int i = 0; i < 3000; i++)
        for (size_t k = 0; k < 3; k++) {
            const double x = random_double(&state, k == 0 ? -40 : -20, k == 0 ? 1000 : 4);
            assert_true(stet_func_in_double(odd[k], -x) == -stet_func_in_double(odd[k], x));
            const stet_dd y = stet_func_in_two_words(odd[k], stet_dd_from(x));
            const stet_dd z = stet_func_in_two_words(odd[k], stet_dd_from(-x));
            assert_true(y.hi == -z.hi && y.lo == -z.lo);
        }
}

int main(void)
{
    mpfr_set_emin(-100000);
    mpfr_set_emax(100000);
    mpfr_inits2(2200, exact.value, exact.x, exact.t, exact.u, (mpfr_ptr)0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_special),   cmocka_unit_test(test_odd),
        cmocka_unit_test(test_subnormal),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clears(exact.value, exact.x, exact.t, exact.u, (mpfr_ptr)0);
    mpfr_free_cache();
    return failed;
}
