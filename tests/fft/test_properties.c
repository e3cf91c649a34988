/* SPDX-License-Identifier: Apache-2.0 */
/* Identities of the transform: those that hold bit for bit, and those that hold up
 * to rounding. Nothing here needs an oracle. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

/* Every small length, then some of each sort. */
static const ptrdiff_t more[] = {81,  96,  100, 101,  121,  128,  169,  243,  256,
                                 289, 360, 512, 1000, 1009, 1024, 2018, 4096, 30030};
#define SMALL 72
#define LENGTHS (SMALL + sizeof more / sizeof *more)

static ptrdiff_t length(size_t i) { return i < SMALL ? (ptrdiff_t)i + 1 : more[i - SMALL]; }

/* Without a prime above 13: no Bluestein transform, whose zeros are not exact. */
static bool is_smooth(ptrdiff_t n)
{
    static const ptrdiff_t primes[] = {2, 3, 5, 7, 11, 13};
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
        while (n % primes[i] == 0)
            n /= primes[i];
    return n == 1;
}

/* A bound of relative L2 errors with room: test_oracle.c has the tight one. */
static double tolerance(const struct transform *t, double n)
{
    return 2 * transform_roundoff(t) * (2 + sqrt(log2(n)));
}

static void set_real(const struct transform *t, void *x, size_t i, double value)
{
    float f = (float)value;
    if (t->precision == STET_F64)
        memcpy((char *)x + 8 * i, &value, 8);
    else
        memcpy((char *)x + 4 * i, &f, 4);
}

static double norm_of(const struct transform *t, const void *x, size_t count)
{
    long double sum = 0;
    for (size_t i = 0; i < count; i++) {
        long double d = (long double)transform_number(t, x, i);
        sum += d * d;
    }
    return (double)sqrtl(sum);
}

/* The norm of a x + b y - z, all of count numbers. */
static double distance(const struct transform *t, double a, const void *x, double b, const void *y,
                       const void *z, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double d = a * transform_number(t, x, i) + b * transform_number(t, y, i) -
                   transform_number(t, z, i);
        sum += d * d;
    }
    return sqrt(sum);
}

typedef void property(struct transform t);

static void for_each_length(property *f, stet_kind kind)
{
    FOR_EACH_PRECISION (precision)
        for (size_t i = 0; i < LENGTHS; i++)
            f(transform_1d(kind, precision, length(i)));
}

/* Forward then inverse is the identity under each norm. */
static void round_trip(struct transform t)
{
    for (t.norm = STET_NORM_BACKWARD; t.norm <= STET_NORM_FORWARD; t.norm++) {
        struct transform back = t;
        back.direction = STET_INVERSE;
        back.kind = t.kind == STET_R2C ? STET_C2R : STET_C2C;
        void *x = check_input(&t, GENERATE_UNIFORM, 3), *y = check_output(&t, x);
        void *z = check_output(&back, y);
        size_t reals = transform_reals(&t, SIDE_IN);
        double error = distance(&t, 1, x, 0, x, z, reals) / norm_of(&t, x, reals);
        assert_true(error <= 2 * tolerance(&t, (double)t.n[0]));
        free(x), free(y), free(z);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    for_each_length(round_trip, STET_C2C);
    for_each_length(round_trip, STET_R2C);
}

/* The ortho norm keeps the L2 norm. */
static void parseval(struct transform t)
{
    t.norm = STET_NORM_ORTHO;
    void *x = check_input(&t, GENERATE_UNIFORM, 4), *y = check_output(&t, x);
    size_t reals = transform_reals(&t, SIDE_IN);
    double ratio = norm_of(&t, y, reals) / norm_of(&t, x, reals);
    assert_true(fabs(ratio - 1) <= tolerance(&t, (double)t.n[0]));
    free(x), free(y);
}

static void test_parseval(void **state)
{
    (void)state;
    for_each_length(parseval, STET_C2C);
}

/* F(x/2 + y/4) = F(x)/2 + F(y)/4, where the sum on the left is rounded once. */
static void linear(struct transform t)
{
    void *x = check_input(&t, GENERATE_UNIFORM, 5), *y = check_input(&t, GENERATE_UNIFORM, 6);
    void *z = transform_alloc(&t, SIDE_IN, 1);
    for (size_t i = 0; i < transform_reals(&t, SIDE_IN); i++)
        set_real(&t, z, i, transform_number(&t, x, i) / 2 + transform_number(&t, y, i) / 4);
    void *fx = check_output(&t, x), *fy = check_output(&t, y), *fz = check_output(&t, z);
    size_t reals = transform_reals(&t, SIDE_OUT);
    double error = distance(&t, 0.5, fx, 0.25, fy, fz, reals);
    assert_true(error <= 2 * tolerance(&t, (double)t.n[0]) * norm_of(&t, fx, reals));
    free(x), free(y), free(z), free(fx), free(fy), free(fz);
}

static void test_linearity(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind)
        for_each_length(linear, kind);
}

/* A factor 2^k passes through every operation: the bits of the output times 2^k. */
static void scales(struct transform t)
{
    static const double factors[] = {2, -1, 0x1p-20, 0x1p30};
    void *x = check_input(&t, GENERATE_UNIFORM, 7), *y = check_output(&t, x);
    size_t in = transform_reals(&t, SIDE_IN), out = transform_reals(&t, SIDE_OUT);
    for (int f = 0; f < 4; f++) {
        void *scaled = transform_alloc(&t, SIDE_IN, 1), *wanted = transform_alloc(&t, SIDE_OUT, 1);
        for (size_t i = 0; i < in; i++)
            set_real(&t, scaled, i, factors[f] * transform_number(&t, x, i));
        for (size_t i = 0; i < out; i++)
            set_real(&t, wanted, i, factors[f] * transform_number(&t, y, i));
        void *result = check_output(&t, scaled);
        for (size_t i = 0; i < out; i++) /* == lets the sign of a zero differ, for -1 */
            assert_true(transform_number(&t, result, i) == transform_number(&t, wanted, i));
        assert_true(factors[f] < 0 || transform_same(&t, result, wanted));
        free(scaled), free(wanted), free(result);
    }
    free(x), free(y);
}

static void test_power_of_two_scales(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind)
        for_each_length(scales, kind);
}

/* x[(n + s) mod N] -> X[k] exp(2 pi i k s/N). */
static void shift(struct transform t)
{
    ptrdiff_t n = t.n[0], s = n / 3 + 1;
    void *x = check_input(&t, GENERATE_UNIFORM, 8), *moved = transform_alloc(&t, SIDE_IN, 1);
    size_t element = 2 * transform_real(&t), reals = transform_reals(&t, SIDE_OUT);
    for (ptrdiff_t i = 0; i < n; i++)
        memcpy((char *)moved + (size_t)i * element, (char *)x + (size_t)((i + s) % n) * element,
               element);
    void *a = check_output(&t, x), *b = check_output(&t, moved);
    double sum = 0, pi2 = 6.283185307179586;
    for (ptrdiff_t k = 0; k < n; k++) {
        double angle = pi2 * (double)(k * s % n) / (double)n, c = cos(angle), d = sin(angle);
        double re = transform_number(&t, a, 2 * (size_t)k),
               im = transform_number(&t, a, 2 * (size_t)k + 1);
        double u = re * c - im * d - transform_number(&t, b, 2 * (size_t)k);
        double v = re * d + im * c - transform_number(&t, b, 2 * (size_t)k + 1);
        sum += u * u + v * v;
    }
    assert_true(sqrt(sum) <= 2 * tolerance(&t, (double)n) * norm_of(&t, a, reals));
    free(x), free(moved), free(a), free(b);
}

static void test_shift(void **state)
{
    (void)state;
    for_each_length(shift, STET_C2C);
}

/* 1 at index 0 gives 1 everywhere: exactly, unless Bluestein is in the way. */
static void impulse(struct transform t)
{
    void *x = check_input(&t, GENERATE_IMPULSE, 0), *y = check_output(&t, x);
    double limit = is_smooth(t.n[0]) ? 0 : 8 * tolerance(&t, (double)t.n[0]);
    size_t step = transform_is_complex(&t, SIDE_OUT) ? 2 : 1;
    for (size_t i = 0; i < transform_reals(&t, SIDE_OUT); i++) {
        double wanted = i % step == 0 ? 1 : 0;
        if (t.kind == STET_C2R)
            wanted /= (double)t.n[0];
        assert_true(fabs(transform_number(&t, y, i) -
                         (t.precision == STET_F32 ? (double)(float)wanted : wanted)) <= limit);
    }
    free(x), free(y);
}

static void test_impulse(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind)
        for_each_length(impulse, kind);
}

/* A constant c gives N c at index 0 and 0 elsewhere: exactly for powers of two. */
static void constant(struct transform t)
{
    void *x = check_input(&t, GENERATE_CONSTANT, 9), *y = check_output(&t, x);
    double n = (double)t.n[0], limit = 2 * n * tolerance(&t, n);
    if ((t.n[0] & (t.n[0] - 1)) == 0)
        limit = 0;
    for (size_t i = 0; i < transform_reals(&t, SIDE_OUT); i++) {
        bool first = i < 2 && (i == 0 || t.kind == STET_C2C);
        double wanted = first ? n * transform_number(&t, x, i) : 0;
        assert_true(fabs(transform_number(&t, y, i) - wanted) <= limit);
    }
    free(x), free(y);
}

static void test_constant(void **state)
{
    (void)state;
    for_each_length(constant, STET_C2C);
    for_each_length(constant, STET_R2C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_parseval),
        cmocka_unit_test(test_linearity),  cmocka_unit_test(test_power_of_two_scales),
        cmocka_unit_test(test_shift),      cmocka_unit_test(test_impulse),
        cmocka_unit_test(test_constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
