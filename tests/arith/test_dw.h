/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of double-word arithmetic, written once: test_dw_dd.c and test_dw_ff.c include
 * this. They define REAL, DW_T, DW_C, DW(), EFT(), PRECISION, SPREAD (exponents of the
 * high parts are within +-SPREAD), RANDOM(rng, lo, hi) of biased exponent BIAS, LDEXP,
 * ILOGB and TESTS, the name of the list of tests.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* Enough for every sum and product below to be exact. */
enum { ORACLE_BITS = 800, SAMPLES = 100000 };

/* ---- random double words ---- */

/* hi is x; lo is 0, exactly half an ulp of hi where hi is even (only then is the pair a
 * double word), tiny, or anything in between. */
static DW_T with_low(struct rng *r, REAL x)
{
    REAL half_ulp = LDEXP(1, ILOGB(x) - PRECISION);
    REAL part = RANDOM(r, BIAS - 1, BIAS - 1) / 2; /* 1/4..1/2 */
    switch (rng_below(r, 6)) {
    case 0: part = 0; break;
    case 1: part = part < 0 ? -1 : 1; break;
    case 2: part *= LDEXP(1, -rng_int(r, 0, 39)); break;
    case 3: part *= 2; break;
    default: part *= 4 - LDEXP(1, 2 - rng_int(r, 0, 19)); break;
    }
    part = part > 1 ? 1 : part < -1 ? -1 : part;
    return DW(fast_two_sum)(x, part * half_ulp);
}

static DW_T random_dw(struct rng *r)
{
    REAL x = RANDOM(r, BIAS - SPREAD, BIAS + SPREAD);
    if (rng_below(r, 4) == 0) { /* near a power of two, where relative errors are largest */
        REAL ulps = (REAL)rng_below(r, 8);
        x = LDEXP(1 + LDEXP(ulps, 1 - PRECISION), rng_int(r, -10, 9));
    }
    return with_low(r, x);
}

/* Close to -x, from a few bits down to the last: what is left comes from everywhere. */
static DW_T nearly_minus(struct rng *r, DW_T x)
{
    REAL off = (REAL)rng_int(r, -4, 3);
    off = LDEXP(off, -3 - rng_int(r, 0, PRECISION - 4)); /* -1/2 or more */
    DW_T y = with_low(r, -x.hi * (1 + off));
    if (rng_below(r, 4) == 0)
        y = DW(fast_two_sum)(-x.hi, -x.lo * (1 + off));
    return y;
}

/* ---- errors ---- */

static mpfr_t X, Y, EXACT, GOT, NORM;

static int setup(void **state)
{
    (void)state;
    mpfr_inits2(ORACLE_BITS, X, Y, EXACT, GOT, NORM, (mpfr_ptr)0);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mpfr_clears(X, Y, EXACT, GOT, NORM, (mpfr_ptr)0);
    mpfr_free_cache();
    return 0;
}

static void set(mpfr_t m, DW_T x)
{
    mpfr_set_d(m, (double)x.hi, MPFR_RNDN);
    mpfr_add_d(m, m, (double)x.lo, MPFR_RNDN);
}

/* |error| / |size|, in units of u^2; 0 / 0 is 0. */
static double in_u2(mpfr_t error, mpfr_t size)
{
    if (mpfr_zero_p(error))
        return 0;
    mpfr_div(error, error, size, MPFR_RNDN);
    mpfr_mul_2ui(error, error, 2 * PRECISION, MPFR_RNDN);
    return fabs(mpfr_get_d(error, MPFR_RNDA));
}

/* The error of got as a value of EXACT. got must be a double word, hi = RN(hi + lo). */
static double error_of(DW_T got)
{
    if (got.hi + got.lo != got.hi)
        fail_msg("(%a, %a) is not a double word", (double)got.hi, (double)got.lo);
    set(GOT, got);
    mpfr_sub(GOT, GOT, EXACT, MPFR_RNDN);
    return in_u2(GOT, EXACT);
}

/* The largest error over the samples is at most the proved bound; and it is no less than
 * `expected`, or the samples have become too easy to show that a bound is broken. */
static void require_bound(const char *what, double worst, double bound, double expected)
{
    print_message("    %-12s %7.4f u^2, bound %.4f\n", what, worst, bound);
    if (worst > bound)
        fail_msg("%s: error of %g u^2, the proved bound is %g", what, worst, bound);
    if (worst < expected)
        fail_msg("%s: error of %g u^2 at most, no less than %g was seen before: "
                 "make the samples harder",
                 what, worst, expected);
}

static double larger(double a, double b) { return b > a ? b : a; }

/* ---- tests ---- */

static void error_free_transforms(void **state)
{
    (void)state;
    struct rng r = {1};
    for (int i = 0; i < SAMPLES; i++) {
        REAL a = RANDOM(&r, BIAS - SPREAD, BIAS + SPREAD);
        REAL b = RANDOM(&r, BIAS - SPREAD, BIAS + SPREAD);
        REAL big = LDEXP(a, 2 * SPREAD), error;
        DW_T z;

        z = DW(two_sum)(a, b);
        mpfr_set_d(EXACT, (double)a, MPFR_RNDN);
        mpfr_add_d(EXACT, EXACT, (double)b, MPFR_RNDN);
        assert_true(z.hi == a + b && error_of(z) == 0);

        z.hi = EFT(fast_two_sum)(big, b, &z.lo);
        mpfr_set_d(EXACT, (double)big, MPFR_RNDN);
        mpfr_add_d(EXACT, EXACT, (double)b, MPFR_RNDN);
        assert_true(z.hi == big + b && error_of(z) == 0);

        z.hi = EFT(two_prod)(a, b, &error);
        z.lo = error;
        mpfr_set_d(EXACT, (double)a, MPFR_RNDN);
        mpfr_mul_d(EXACT, EXACT, (double)b, MPFR_RNDN);
        assert_true(z.hi == a * b && error_of(z) == 0);
    }
}

static void sums(void **state)
{
    (void)state;
    struct rng r = {2};
    double add = 0, sub = 0, single = 0;
    for (int i = 0; i < 3 * SAMPLES; i++) {
        DW_T x = random_dw(&r);
        DW_T y = i & 1 ? nearly_minus(&r, x) : random_dw(&r);
        set(X, x);
        set(Y, y);
        mpfr_add(EXACT, X, Y, MPFR_RNDN);
        add = larger(add, error_of(DW(add)(x, y)));
        mpfr_sub(EXACT, X, Y, MPFR_RNDN);
        sub = larger(sub, error_of(DW(sub)(x, y)));
        mpfr_add_d(EXACT, X, (double)y.hi, MPFR_RNDN);
        single = larger(single, error_of(DW(add_single)(x, y.hi)));
    }
    require_bound("add", add, 3.00001, 1.8);
    require_bound("sub", sub, 3.00001, 1.8);
    require_bound("add_single", single, 2, 1.3);
}

static void products(void **state)
{
    (void)state;
    struct rng r = {3};
    double mul = 0, single = 0;
    for (int i = 0; i < 3 * SAMPLES; i++) {
        DW_T x = random_dw(&r), y = random_dw(&r);
        set(X, x);
        set(Y, y);
        mpfr_mul(EXACT, X, Y, MPFR_RNDN);
        mul = larger(mul, error_of(DW(mul)(x, y)));
        mpfr_mul_d(EXACT, X, (double)y.hi, MPFR_RNDN);
        single = larger(single, error_of(DW(mul_single)(x, y.hi)));
    }
    require_bound("mul", mul, 4, 3.7);
    require_bound("mul_single", single, 2, 1.9);
}

static void quotients_and_roots(void **state)
{
    (void)state;
    struct rng r = {4};
    double div = 0, root = 0;
    for (int i = 0; i < 2 * SAMPLES; i++) {
        DW_T x = random_dw(&r), y = random_dw(&r);
        set(X, x);
        set(Y, y);
        mpfr_div(EXACT, X, Y, MPFR_RNDN);
        div = larger(div, error_of(DW(div)(x, y)));
        if (x.hi < 0)
            x = DW(neg)(x);
        mpfr_abs(X, X, MPFR_RNDN);
        mpfr_sqrt(EXACT, X, MPFR_RNDN);
        root = larger(root, error_of(DW(sqrt)(x)));

        DW_T one = DW(div)(x, x);
        assert_true(one.hi == 1 && one.lo == 0);
    }
    require_bound("div", div, 11.00001, 6.5);
    require_bound("sqrt", root, 3.125, 3.12);
    DW_T zero = DW(sqrt)(DW(from)(0));
    assert_true(zero.hi == 0 && zero.lo == 0);
    zero = DW(div)(DW(from)(0), DW(from)(3));
    assert_true(zero.hi == 0 && zero.lo == 0);
    DW_T minus = DW(sqrt)(DW(from)(-1));
    assert_true(minus.hi != minus.hi);
}

/* |got - exact| / |exact| as complex numbers; X and Y hold the exact parts. */
static double complex_error(DW_C got)
{
    set(GOT, got.re);
    mpfr_sub(GOT, GOT, X, MPFR_RNDN);
    set(EXACT, got.im);
    mpfr_sub(EXACT, EXACT, Y, MPFR_RNDN);
    mpfr_hypot(GOT, GOT, EXACT, MPFR_RNDN);
    mpfr_hypot(NORM, X, Y, MPFR_RNDN);
    return in_u2(GOT, NORM);
}

/* m = a b + t c d of double words, t being 1 or -1. */
static void two_products(mpfr_t m, DW_T a, DW_T b, int t, DW_T c, DW_T d)
{
    set(GOT, a);
    set(EXACT, b);
    mpfr_mul(m, GOT, EXACT, MPFR_RNDN);
    set(GOT, c);
    set(EXACT, d);
    mpfr_mul(GOT, GOT, EXACT, MPFR_RNDN);
    mpfr_mul_si(GOT, GOT, t, MPFR_RNDN);
    mpfr_add(m, m, GOT, MPFR_RNDN);
}

static void complex_numbers(void **state)
{
    (void)state;
    struct rng r = {5};
    double mul = 0, add = 0, sub = 0;
    for (int i = 0; i < SAMPLES; i++) {
        DW_C z, w;
        z.re = random_dw(&r);
        z.im = random_dw(&r);
        w.re = random_dw(&r);
        w.im = random_dw(&r);
        if (i & 1) { /* all of one size: the products cancel */
            z.re = with_low(&r, RANDOM(&r, BIAS, BIAS));
            z.im = with_low(&r, RANDOM(&r, BIAS, BIAS));
            w.re = with_low(&r, z.im.hi);
            w.im = with_low(&r, i & 2 ? z.re.hi : -z.re.hi);
        }
        DW_T one = DW(from)(1);
        two_products(X, z.re, w.re, -1, z.im, w.im);
        two_products(Y, z.re, w.im, 1, z.im, w.re);
        mul = larger(mul, complex_error(DW(cmul)(z, w)));
        two_products(X, z.re, one, 1, w.re, one);
        two_products(Y, z.im, one, 1, w.im, one);
        add = larger(add, complex_error(DW(cadd)(z, w)));
        two_products(X, z.re, one, -1, w.re, one);
        two_products(Y, z.im, one, -1, w.im, one);
        sub = larger(sub, complex_error(DW(csub)(z, w)));
    }
    require_bound("cmul", mul, 8.66, 3.4);
    require_bound("cadd", add, 3.00001, 1.8);
    require_bound("csub", sub, 3.00001, 1.4);
}

int TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_free_transforms),
        cmocka_unit_test(sums),
        cmocka_unit_test(products),
        cmocka_unit_test(quotients_and_roots),
        cmocka_unit_test(complex_numbers),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
