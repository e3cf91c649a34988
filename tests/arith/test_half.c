/* binary16 and bfloat16 against an oracle without rounding code: a table of all values
 * and of the midpoints between them, all exact in double.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith_test.h"

#include "stet.h"

#include <fenv.h>
#include <float.h>
#include <math.h>

struct half {
    const char *name;
    int fraction_bits;
    int bias;
    uint16_t infinity;
    float (*to_f32)(uint16_t);
    uint16_t (*from_f32)(float);
    uint16_t (*from_f64)(double);
};

static const struct half HALVES[] = {
    {"f16", 10, 15, 0x7c00, stet_f16_to_f32, stet_f16_from_f32, stet_f16_from_f64},
    {"bf16", 7, 127, 0x7f80, stet_bf16_to_f32, stet_bf16_from_f32, stet_bf16_from_f64}};

enum { FORMATS = sizeof HALVES / sizeof HALVES[0] };

/* The value of finite non-negative bits by the definition of the format; infinity counts
 * as the power of two that would be next, which is where rounding to it starts from. */
static double value(const struct half *h, unsigned bits)
{
    unsigned field = bits >> h->fraction_bits;
    double fraction = ldexp((double)bits, -h->fraction_bits) - field;
    return field == 0 ? ldexp(fraction, 1 - h->bias) : ldexp(1 + fraction, (int)field - h->bias);
}

/* Nearest, ties to even, by binary search for the largest value not above |x|. */
static uint16_t oracle(const struct half *h, double x)
{
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    unsigned low = 0, high = h->infinity;
    x = fabs(x);
    if (x >= value(h, high))
        return sign | h->infinity;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (value(h, middle) <= x)
            low = middle;
        else
            high = middle;
    }
    double midpoint = (value(h, low) + value(h, high)) / 2;
    unsigned up = x > midpoint || (x == midpoint && (low & 1) != 0);
    return (uint16_t)(sign | (low + up));
}

static void require(const struct half *h, double x)
{
    uint16_t want = oracle(h, x);
    uint16_t got = h->from_f64(x);
    if (got != want)
        fail_msg("%s of %a is %04x, not %04x", h->name, x, want, got);
    float single = (float)x;
    want = oracle(h, (double)single);
    got = h->from_f32(single);
    if (got != want)
        fail_msg("%s of float %a is %04x, not %04x", h->name, (double)single, want, got);
}

static void every_value_widens_and_narrows_back(void **state)
{
    (void)state;
    for (int k = 0; k < FORMATS; k++) {
        const struct half *h = &HALVES[k];
        for (unsigned bits = 0; bits <= 0xffff; bits++) {
            unsigned magnitude = bits & 0x7fff;
            float wide = h->to_f32((uint16_t)bits);
            assert_int_equal(!!signbit(wide), bits >> 15);
            if (magnitude > h->infinity) {
                unsigned quiet = 1u << (h->fraction_bits - 1);
                assert_true(isnan(wide));
                assert_int_equal(stet_bits_f32(wide) >> 22 & 1, 1);
                assert_int_equal(h->from_f32(wide), (bits & 0x8000) | h->infinity | quiet);
                assert_int_equal(h->from_f64((double)wide), (bits & 0x8000) | h->infinity | quiet);
                continue;
            }
            if (magnitude == h->infinity)
                assert_true(isinf(wide));
            else
                assert_true((double)fabsf(wide) == value(h, magnitude));
            assert_int_equal(h->from_f32(wide), bits);
            assert_int_equal(h->from_f64((double)wide), bits);
        }
    }
}

/* Between each two neighbours: the midpoint, and the doubles and floats next to it. The
 * doubles differ from the midpoint by less than a float can, so that going through float
 * would round twice. */
static void midpoints_and_their_neighbours(void **state)
{
    (void)state;
    for (int k = 0; k < FORMATS; k++) {
        const struct half *h = &HALVES[k];
        for (unsigned bits = 0; bits < h->infinity; bits++) {
            double middle = (value(h, bits) + value(h, bits + 1)) / 2;
            const double near[] = {middle, nextafter(middle, 0), nextafter(middle, DBL_MAX),
                                   (double)nextafterf((float)middle, 0),
                                   (double)nextafterf((float)middle, FLT_MAX)};
            for (int i = 0; i < 5; i++) {
                require(h, near[i]);
                require(h, -near[i]);
            }
        }
    }
}

static void random_doubles(void **state)
{
    (void)state;
    struct rng r = {1};
    for (int i = 0; i < 300000; i++) {
        require(&HALVES[0], rng_f64(&r, 1023 - 27, 1023 + 17));
        require(&HALVES[1], rng_f64(&r, 1023 - 137, 1023 + 129));
        require(&HALVES[i & 1], rng_f64(&r, 0, 2046));
    }
}

static void extremes(void **state)
{
    (void)state;
    static const double x[] = {0,
                               0x1p-1074,
                               DBL_MIN,
                               0x1p-149,
                               0x1p-134,
                               0x1.0000000000001p-134,
                               0x1p-25,
                               0x1.0000000000001p-25,
                               65504,
                               65519.99,
                               65520,
                               65536,
                               (double)FLT_MAX,
                               0x1.fefffp127,
                               0x1.ffp127,
                               DBL_MAX};
    for (int k = 0; k < FORMATS; k++) {
        const struct half *h = &HALVES[k];
        for (size_t i = 0; i < sizeof x / sizeof x[0]; i++) {
            require(h, x[i]);
            require(h, -x[i]);
        }
        assert_int_equal(h->from_f64((double)INFINITY), h->infinity);
        assert_int_equal(h->from_f64(-(double)INFINITY), 0x8000 | h->infinity);
        assert_int_equal(h->from_f32(INFINITY), h->infinity);
        assert_int_equal(h->from_f32(-INFINITY), 0x8000 | h->infinity);
        /* Signalling NaNs, their only set bit far below what is kept. */
        unsigned quiet = 1u << (h->fraction_bits - 1);
        assert_int_equal(h->from_f32(stet_from_bits_f32(0xff800001)), 0x8000 | h->infinity | quiet);
        assert_int_equal(h->from_f64(stet_from_bits_f64(0x7ff0000000000001)), h->infinity | quiet);
    }
}

/* Conversions do not depend on the caller's environment and leave it alone. */
static void any_environment(void **state)
{
    (void)state;
    static const int rounding[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++) {
        uint16_t f16[3], bf16[2];
        float wide;
        feclearexcept(FE_ALL_EXCEPT);
        fesetround(rounding[i]);
        uint64_t control = flush_subnormals();
        f16[0] = stet_f16_from_f64(1 + 0x1p-11);
        f16[1] = stet_f16_from_f32(1 + 0x3p-11f);
        f16[2] = stet_f16_from_f64(0x1p-24);
        bf16[0] = stet_bf16_from_f32(stet_from_bits_f32(0x00010000));
        bf16[1] = stet_bf16_from_f32(1 + 0x1p-8f);
        wide = stet_f16_to_f32(0x0001);
        int raised = fetestexcept(FE_ALL_EXCEPT);
        set_control(control);
        fesetround(FE_TONEAREST);
        assert_int_equal(raised, 0);
        assert_int_equal(f16[0], 0x3c00);
        assert_int_equal(f16[1], 0x3c02);
        assert_int_equal(f16[2], 0x0001);
        assert_int_equal(bf16[0], 0x0001);
        assert_int_equal(bf16[1], 0x3f80);
        assert_true(wide == 0x1p-24f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_widens_and_narrows_back),
        cmocka_unit_test(midpoints_and_their_neighbours),
        cmocka_unit_test(random_doubles),
        cmocka_unit_test(extremes),
        cmocka_unit_test(any_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
