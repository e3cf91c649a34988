/* SPDX-License-Identifier: Apache-2.0 */
/* Exact zeros, and how far infinities and NaN reach. */
#include <math.h>

#include "conv/conv_test.h"

#define FOR_EACH_OPERATOR(operation)                                                               \
    for (stet_conv_operator operation = STET_CONV_CAUSAL; operation <= STET_CONV_FOLDED;           \
         operation++)

/* Whether a product of output t has no zero factor, by the equations. */
static bool is_live(const struct conv *c, ptrdiff_t line, ptrdiff_t t)
{
    double u[512], g[512];
    struct terms s = {0, u, g};
    conv_terms(c, line, t, &s);
    for (ptrdiff_t i = 0; i < s.count; i++)
        if (u[i] != 0 && g[i] != 0)
            return true;
    return false;
}

/* Zeros in runs, so that many outputs have none but zero products. */
static void clear_some(const struct conv *c, void *x, ptrdiff_t count, uint64_t *state, size_t run)
{
    const size_t size = generate_size(c->o.precision);
    for (ptrdiff_t i = 0; i < count;) {
        ptrdiff_t length = 1 + (ptrdiff_t)generate_below(state, run);
        length = length > count - i ? count - i : length;
        if (generate_below(state, 3) > 0)
            memset((char *)x + (size_t)i * size, 0, (size_t)length * size);
        i += length;
    }
}

static void check(stet_conv_options o, uint64_t *state, bool sparse)
{
    struct conv c = {.o = o};
    conv_fill(&c, GENERATE_UNIFORM, generate_next(state));
    const ptrdiff_t lines = o.batch * o.channels;
    clear_some(&c, c.u, lines * o.length, state, 60);
    if (sparse) {
        clear_some(&c, c.k, o.filter_channels * o.filter_length, state, 8);
        if (c.r)
            clear_some(&c, c.r, o.filter_channels * o.reverse_length, state, 8);
    }
    stet_conv *plan = conv_plan(&c);
    stet_conv_result result = {.size = sizeof result};
    assert_int_equal(stet_conv_execute(plan, c.u, NULL, c.y, &result), STET_OK);
    int64_t dead = 0;
    for (ptrdiff_t line = 0; line < lines; line++)
        for (ptrdiff_t t = 0; t < o.length; t++) {
            if (is_live(&c, line, t))
                continue;
            const double y = conv_number(&c, c.y, line * o.length + t);
            assert_true(y == 0 && !signbit(y));
            dead++;
        }
    if (stet_conv_method_of(plan) == STET_CONV_FFT)
        assert_int_equal(result.zeros, dead);
    stet_conv_destroy(plan);
    conv_free(&c);
}

static void test_exact_zeros(void **unused)
{
    (void)unused;
    uint64_t state = 3;
    FOR_EACH_PRECISION (precision)
        FOR_EACH_OPERATOR(operation)
    for (int i = 0; i < 24; i++) {
        stet_conv_options o = conv_options(operation, 150, 1 + i * 2, 1 + i);
        o.precision = precision;
        o.method = i % 4 == 0 ? STET_CONV_DIRECT : STET_CONV_FFT;
        o.exact_zeros = o.method == STET_CONV_FFT;
        o.channels = 2;
        o.filter_channels = 1 + i % 2;
        if (precision == STET_F32 && i % 3 == 0)
            o.level = STET_LEVEL_EXTENDED;
        check(o, &state, i % 2 == 1);
    }
}

/* Without the option the FFT leaks, or this test shows nothing. */
static void test_leak(void **unused)
{
    (void)unused;
    struct conv c = {.o = conv_options(STET_CONV_CAUSAL, 100, 100, 0)};
    c.o.method = STET_CONV_FFT;
    conv_fill(&c, GENERATE_UNIFORM, 1);
    memset(c.u, 0, 50 * sizeof(float));
    for (c.o.exact_zeros = 0; c.o.exact_zeros < 2; c.o.exact_zeros++) {
        stet_conv *plan = conv_plan(&c);
        stet_conv_result result = {.size = sizeof result};
        assert_int_equal(stet_conv_execute(plan, c.u, NULL, c.y, &result), STET_OK);
        int leaks = 0;
        for (int t = 0; t < 50; t++)
            leaks += ((float *)c.y)[t] != 0;
        assert_int_equal(leaks > 0, c.o.exact_zeros == 0);
        assert_int_equal(result.zeros, c.o.exact_zeros == 0 ? 0 : 50);
        stet_conv_destroy(plan);
    }
    conv_free(&c);
}

/* One NaN or infinity in u: finite where its blocks, or lags, do not reach. */
static void check_reach(stet_conv_options o, double bad, ptrdiff_t at)
{
    struct conv c = {.o = o};
    conv_fill(&c, GENERATE_UNIFORM, 8);
    stet_conv *plan = conv_plan(&c);
    float *good = malloc(conv_bytes(&c));
    assert_non_null(good);
    assert_int_equal(stet_conv_execute(plan, c.u, NULL, good, NULL), STET_OK);
    ((float *)c.u)[at] = (float)bad;
    stet_conv_result result = {.size = sizeof result};
    assert_int_equal(stet_conv_execute(plan, c.u, NULL, c.y, &result), STET_OK);
    assert_false(isfinite(result.bound));
    const ptrdiff_t P = stet_conv_fft_length(plan), before = o.filter_length - 1;
    const ptrdiff_t after = o.operation == STET_CONV_CONJ ? o.reverse_length - 1 : 0;
    const ptrdiff_t step = P > 0 ? P - before - after : 1;
    for (ptrdiff_t t = 0; t < o.length; t++) {
        const ptrdiff_t first = t / step * step, last = first + step - 1;
        const bool reads = first - before <= at && at <= last + after;
        assert_int_equal(!isfinite(((float *)c.y)[t]), reads);
        if (!reads)
            assert_true(((float *)c.y)[t] == good[t]);
    }
    stet_conv_destroy(plan);
    free(good);
    conv_free(&c);
}

static void test_not_finite(void **unused)
{
    (void)unused;
    for (ptrdiff_t at = 0; at < 300; at += 37)
        for (int operation = STET_CONV_CAUSAL; operation <= STET_CONV_CONJ; operation += 3) {
            stet_conv_options o = conv_options((stet_conv_operator)operation, 300, 20, 12);
            o.method = STET_CONV_FFT;
            o.fft_length = 64;
            check_reach(o, at % 2 ? (double)NAN : (double)INFINITY, at);
            o.method = STET_CONV_DIRECT;
            o.fft_length = 0;
            check_reach(o, at % 2 ? (double)NAN : (double)INFINITY, at);
            o.method = STET_CONV_STRICT;
            check_reach(o, (double)NAN, at);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_zeros),
        cmocka_unit_test(test_leak),
        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
