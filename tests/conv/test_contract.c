/* SPDX-License-Identifier: Apache-2.0 */
/* Every status of stet_conv.h, and that nothing is written then. */
#include <math.h>

#include "conv/conv_test.h"

static const float ones[64] = {1, 1, 1};
static const float bias[2] = {1, 1};

static stet_conv_options good(void)
{
    stet_conv_options o = conv_options(STET_CONV_TIME, 16, 8, 8);
    o.channels = 2;
    return o;
}

static void expect(stet_conv_options o, stet_status status)
{
    stet_conv *plan = (stet_conv *)&o;
    const stet_status got =
        stet_conv_create(&plan, &o, ones, o.reverse_length > 0 ? ones : NULL, bias);
    if (got != status)
        fail_msg("%s, not %s", stet_strerror(got), stet_strerror(status));
    assert_int_equal(plan != NULL, status == STET_OK);
    stet_conv_destroy(plan);
}

#define EXPECT(change, status)                                                                     \
    do {                                                                                           \
        stet_conv_options o = good();                                                              \
        change;                                                                                    \
        expect(o, status);                                                                         \
    } while (0)

static void test_options(void **state)
{
    (void)state;
    EXPECT((void)0, STET_OK);
    EXPECT(o.size = 8, STET_E_OPTIONS_SIZE);
    EXPECT(o.operation = 0, STET_E_OPERATOR);
    EXPECT(o.operation = 7, STET_E_OPERATOR);
    EXPECT(o.combine = 3, STET_E_OPERATOR);
    EXPECT(o.space = 0, STET_E_OPERATOR);
    EXPECT(o.norm = STET_NORM_ORTHO, STET_E_NORM);
    EXPECT(o.norm = 0, STET_E_NORM);
    EXPECT(o.precision = STET_F16, STET_E_PRECISION);
    EXPECT(o.precision = 0, STET_E_PRECISION);
    EXPECT(o.level = 7, STET_E_LEVEL);
    EXPECT(o.method = 4, STET_E_METHOD);
    EXPECT((o.method = STET_CONV_STRICT, o.level = STET_LEVEL_EXTENDED), STET_E_METHOD);
    EXPECT(o.extended = 4, STET_E_EXTENDED);
    EXPECT((o.extended = 1, o.method = STET_CONV_DIRECT), STET_E_EXTENDED);
    EXPECT(o.length = 0, STET_E_LENGTH);
    EXPECT(o.length = -1, STET_E_LENGTH);
    EXPECT(o.filter_length = 0, STET_E_LENGTH);
    EXPECT(o.filter_length = PTRDIFF_MAX, STET_E_LENGTH);
    EXPECT(o.reverse_length = 0, STET_E_LENGTH);
    EXPECT(o.reverse_length = PTRDIFF_MAX, STET_E_LENGTH);
    EXPECT(o.operation = STET_CONV_CAUSAL, STET_E_LENGTH);
    EXPECT(o.fft_length = -1, STET_E_LENGTH);
    EXPECT(o.fft_length = PTRDIFF_MAX, STET_E_LENGTH);
    EXPECT((o.operation = STET_CONV_CIRCULAR, o.reverse_length = 0, o.filter_length = 17),
           STET_E_FILTER_LENGTH);
    EXPECT((o.operation = STET_CONV_CIRCULAR, o.reverse_length = 0, o.filter_length = 16), STET_OK);
    EXPECT(o.channels = 0, STET_E_CHANNELS);
    EXPECT(o.batch = 0, STET_E_CHANNELS);
    EXPECT(o.filter_channels = 3, STET_E_CHANNELS);
    EXPECT(o.gelu = 3, STET_E_GELU);
    EXPECT(o.exact_zeros = 2, STET_E_FLAG);
    EXPECT(o.has_bias = -1, STET_E_FLAG);
    EXPECT(o.has_gate = 2, STET_E_FLAG);
    EXPECT(o.accuracy = -1, STET_E_ACCURACY);
    EXPECT(o.accuracy = (double)NAN, STET_E_ACCURACY);
    EXPECT(o.accuracy = 1e-9, STET_E_ACCURACY);
    EXPECT(o.threads = -2, STET_E_THREADS);
    EXPECT(o.effort = 2, STET_E_EFFORT);
    EXPECT((o.length = PTRDIFF_MAX / 4), STET_E_OVERFLOW);
    EXPECT((o.length = (ptrdiff_t)1 << 50), STET_OK);
    EXPECT((o.batch = PTRDIFF_MAX / 4), STET_E_OVERFLOW);
}

/* Lags -8 .. 7: T = 16. */
static void test_fft_lengths(void **state)
{
    (void)state;
    EXPECT((o.method = STET_CONV_FFT, o.fft_length = 15), STET_E_FFT_LENGTH);
    EXPECT((o.method = STET_CONV_FFT, o.fft_length = 16), STET_OK);
    EXPECT((o.method = STET_CONV_FFT, o.fft_length = 34), STET_E_FFT_LENGTH);
    EXPECT((o.method = STET_CONV_DIRECT, o.fft_length = 16), STET_E_FFT_LENGTH);
    for (ptrdiff_t points = 14; points < 40; points++) {
        stet_conv_options o = conv_options(STET_CONV_CIRCULAR, 15, 8, 0);
        const bool is_smooth = points % 17 != 0 && points % 19 != 0 && points != 23 &&
                               points != 29 && points != 31 && points != 37;
        o.method = STET_CONV_FFT;
        o.fft_length = points;
        expect(o, is_smooth && (points == 15 || points >= 22) ? STET_OK : STET_E_FFT_LENGTH);
    }
}

/* AUTO takes the method whose bound is small enough, and says so if there is none. */
static void test_accuracy(void **state)
{
    (void)state;
    double bound[4] = {0};
    for (int method = STET_CONV_AUTO; method <= STET_CONV_FFT; method++) {
        stet_conv *plan;
        stet_conv_options o = conv_options(STET_CONV_CAUSAL, 4096, 16, 0);
        o.method = (stet_conv_method)method;
        assert_int_equal(stet_conv_create(&plan, &o, ones, NULL, NULL), STET_OK);
        bound[method] = stet_conv_relative_bound(plan);
        assert_int_equal(stet_conv_method_of(plan), method ? method : STET_CONV_DIRECT);
        assert_int_equal(stet_conv_fft_length(plan) > 0, method == STET_CONV_FFT);
        stet_conv_destroy(plan);
    }
    assert_true(bound[STET_CONV_DIRECT] < bound[STET_CONV_FFT]);
    for (int i = 0; i < 3; i++) {
        stet_conv *plan = NULL;
        static float many[4096];
        stet_conv_options o = conv_options(STET_CONV_CAUSAL, 4096, 4096, 0);
        o.accuracy = i == 0 ? 0 : i == 1 ? 1e-4 : 1e-6;
        const stet_status status = stet_conv_create(&plan, &o, many, NULL, NULL);
        assert_int_equal(status, i == 2 ? STET_E_ACCURACY : STET_OK);
        if (plan)
            assert_int_equal(stet_conv_method_of(plan), STET_CONV_FFT);
        stet_conv_destroy(plan);
    }
}

static void test_pointers(void **state)
{
    (void)state;
    stet_conv_options o = good();
    stet_conv *plan = (stet_conv *)&o;
    assert_int_equal(stet_conv_create(NULL, &o, ones, ones, NULL), STET_E_NULL);
    assert_int_equal(stet_conv_create(&plan, NULL, ones, ones, NULL), STET_E_NULL);
    assert_null(plan);
    assert_int_equal(stet_conv_create(&plan, &o, NULL, ones, NULL), STET_E_NULL);
    assert_int_equal(stet_conv_create(&plan, &o, ones, NULL, NULL), STET_E_NULL);
    o.has_bias = 1;
    assert_int_equal(stet_conv_create(&plan, &o, ones, ones, NULL), STET_E_NULL);
    stet_conv_destroy(NULL);
    assert_int_equal(stet_conv_fft_length(NULL), 0);
    assert_int_equal(stet_conv_method_of(NULL), 0);
    assert_true(stet_conv_relative_bound(NULL) == 0);
    assert_int_equal(stet_conv_describe(NULL, NULL, 0), 0);
    stet_conv_options_init_size(NULL, 8);
    memset(&o, 1, sizeof o);
    stet_conv_options_init_size(&o, 8);
    assert_int_equal(o.size, 8);
    assert_int_equal(((char *)&o)[8], 1);
}

static void test_execute(void **state)
{
    (void)state;
    stet_conv_options o = good();
    float u[64] = {1}, y[64] = {7}, gate[64] = {1};
    stet_conv_result result = {.size = sizeof result};
    stet_conv *plan;
    for (o.has_gate = 0; o.has_gate < 2; o.has_gate++) {
        const float *g = o.has_gate ? gate : NULL;
        assert_int_equal(stet_conv_create(&plan, &o, ones, ones, NULL), STET_OK);
        assert_int_equal(stet_conv_execute(NULL, u, g, y, NULL), STET_E_NULL);
        assert_int_equal(stet_conv_execute(plan, NULL, g, y, NULL), STET_E_NULL);
        assert_int_equal(stet_conv_execute(plan, u, g, NULL, NULL), STET_E_NULL);
        assert_int_equal(stet_conv_execute(plan, u, o.has_gate ? NULL : gate, y, NULL),
                         o.has_gate ? STET_E_NULL : STET_E_FLAG);
        assert_int_equal(stet_conv_execute(plan, u, g, u + 1, NULL), STET_E_OVERLAP);
        assert_int_equal(stet_conv_execute(plan, u + 31, g, u, NULL), STET_E_OVERLAP);
        result.size = 3;
        assert_int_equal(stet_conv_execute(plan, u, g, y, &result), STET_E_STATS_SIZE);
        result.size = sizeof result;
        assert_true(y[0] == 7);
        assert_int_equal(stet_conv_execute(plan, u + 32, g, u, &result), STET_OK);
        assert_int_equal(result.blocks, 2);
        char text[512];
        const size_t length = stet_conv_describe(plan, NULL, 0);
        assert_int_equal(stet_conv_describe(plan, text, sizeof text), length);
        assert_int_equal(strlen(text), length);
        assert_non_null(strstr(text, "lags: -8 to 7\n"));
        stet_conv_destroy(plan);
    }
}

static void test_stream(void **state)
{
    (void)state;
    stet_conv_options o = good();
    float u[64] = {0}, y[64];
    ptrdiff_t written;
    stet_conv *plan, *circle;
    stet_conv_stream *s = (stet_conv_stream *)u;
    assert_int_equal(stet_conv_create(&plan, &o, ones, ones, NULL), STET_OK);
    o.operation = STET_CONV_CIRCULAR, o.reverse_length = 0;
    assert_int_equal(stet_conv_create(&circle, &o, ones, NULL, NULL), STET_OK);
    assert_int_equal(stet_conv_stream_create(NULL, plan), STET_E_NULL);
    assert_int_equal(stet_conv_stream_create(&s, NULL), STET_E_NULL);
    assert_int_equal(stet_conv_stream_create(&s, circle), STET_E_STREAM);
    assert_null(s);
    assert_int_equal(stet_conv_stream_create(&s, plan), STET_OK);
    assert_int_equal(stet_conv_stream_push(NULL, 1, u, NULL, y, 9, &written), STET_E_NULL);
    assert_int_equal(stet_conv_stream_push(s, 1, NULL, NULL, y, 9, &written), STET_E_NULL);
    assert_int_equal(stet_conv_stream_push(s, 1, u, NULL, NULL, 9, &written), STET_E_NULL);
    assert_int_equal(stet_conv_stream_push(s, 1, u, NULL, y, 9, NULL), STET_E_NULL);
    assert_int_equal(stet_conv_stream_push(s, 1, u, u, y, 9, &written), STET_E_FLAG);
    assert_int_equal(stet_conv_stream_push(s, -1, u, NULL, y, 9, &written), STET_E_LENGTH);
    assert_int_equal(stet_conv_stream_push(s, 17, u, NULL, y, 9, &written), STET_E_LENGTH);
    assert_int_equal(stet_conv_stream_push(s, 1, u, NULL, y, -1, &written), STET_E_LENGTH);
    assert_int_equal(stet_conv_stream_push(s, 8, u, NULL, u + 15, 9, &written), STET_E_OVERLAP);
    assert_int_equal(stet_conv_stream_push(s, 0, NULL, NULL, NULL, 0, &written), STET_OK);
    assert_int_equal(stet_conv_stream_push(s, 16, u, NULL, y, 32, &written), STET_OK);
    assert_int_equal(stet_conv_stream_push(s, 1, u, NULL, y, 32, &written), STET_E_LENGTH);
    assert_int_equal(stet_conv_stream_finish(s, y, 0, &written), STET_E_ROOM);
    assert_int_equal(stet_conv_stream_finish(s, NULL, 9, &written), STET_E_NULL);
    assert_int_equal(stet_conv_stream_finish(s, y, -9, &written), STET_E_LENGTH);
    assert_int_equal(stet_conv_stream_finish(s, y, 32, &written), STET_OK);
    assert_int_equal(stet_conv_stream_push(s, 0, NULL, NULL, NULL, 0, &written), STET_E_STREAM);
    assert_int_equal(stet_conv_stream_ready(s, 9), 0);
    assert_int_equal(stet_conv_stream_ready(NULL, 9), 0);
    stet_conv_stream_destroy(s);
    stet_conv_stream_destroy(NULL);
    stet_conv_destroy(plan);
    stet_conv_destroy(circle);
}

/* The reference DFT: its statuses, and against exact sums. */
static void test_strict_dft(void **state)
{
    (void)state;
    double x[60], y[60], re[30], im[30], c[60];
    assert_int_equal(stet_strict_dft(STET_F64, STET_FORWARD, 4, NULL, y), STET_E_NULL);
    assert_int_equal(stet_strict_dft(STET_F64, STET_FORWARD, 4, x, NULL), STET_E_NULL);
    assert_int_equal(stet_strict_dft(STET_BF16, STET_FORWARD, 4, x, y), STET_E_PRECISION);
    assert_int_equal(stet_strict_dft(STET_F64, 0, 4, x, y), STET_E_DIRECTION);
    assert_int_equal(stet_strict_dft(STET_F64, STET_FORWARD, 0, x, y), STET_E_LENGTH);
    assert_int_equal(stet_strict_dft(STET_F64, STET_FORWARD, 4, x, x + 7), STET_E_OVERLAP);
    for (int n = 1; n <= 30; n++)
        for (int direction = STET_FORWARD; direction <= STET_INVERSE; direction++) {
            generate_reals(x, STET_F64, 2 * (size_t)n, GENERATE_UNIFORM, (uint64_t)n);
            assert_int_equal(stet_strict_dft(STET_F64, (stet_direction)direction, n, x, y),
                             STET_OK);
            for (int k = 0; k < n; k++) {
                for (int j = 0; j < n; j++) {
                    stet_root_f64((int64_t)j * k, n, &c[2 * j], &c[2 * j + 1]);
                    if (direction == STET_INVERSE)
                        c[2 * j + 1] = -c[2 * j + 1];
                }
                stet_dot_f64(2 * n, x, 1, c, 1, &re[k]); /* (a + ib)(c - is): ac + bs */
                for (int j = 0; j < n; j++) {
                    const double cosine = c[2 * j];
                    c[2 * j] = -c[2 * j + 1], c[2 * j + 1] = cosine;
                }
                stet_dot_f64(2 * n, x, 1, c, 1, &im[k]);
                assert_true(fabs(y[2 * k] - re[k]) <= n * (n + 3) * 0x1p-52);
                assert_true(fabs(y[2 * k + 1] - im[k]) <= n * (n + 3) * 0x1p-52);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),    cmocka_unit_test(test_fft_lengths),
        cmocka_unit_test(test_accuracy),   cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_execute),    cmocka_unit_test(test_stream),
        cmocka_unit_test(test_strict_dft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
