/* SPDX-License-Identifier: Apache-2.0 */
/* The precision guide's parity tests at every level, with a proved bound in place of its tolerance:
 * Hyena in three configurations, the Monarch mixer in two, a round trip, Parseval.
 *
 * The truth of a convolution is its definition by exact sums (stet_dot_f64()); numbers of float
 * have products that a double holds. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "nn/weights.h"
#include "lib/check.h"

enum { CONFIGS = 3 };
static const struct {
    ptrdiff_t batch, channels, length, order;
    int both;
} hyena[CONFIGS] = {{2, 64, 128, 16, 0}, {2, 128, 256, 32, 1}, {1, 192, 512, 32, 1}};

static stet_layer_mode mode_of(stet_level level)
{
    return level == STET_LEVEL_NATIVE ? STET_LAYER_FUSED : STET_LAYER_EXTENDED;
}

static double u_of(stet_precision p) { return p == STET_F32 ? 0x1p-24 : 0x1p-53; }

/* The coefficients g of operator TIME (reverse: or CAUSAL, NULL) of one channel: that of u[i] for
 * y[t] is g[length - 1 + i - t]. */
static void coefficients(stet_precision p, ptrdiff_t length, const void *k, const void *r,
                         ptrdiff_t channel, double *g)
{
    for (ptrdiff_t m = 0; m < 2 * length - 1; m++) {
        const ptrdiff_t lag = length - 1 - m; /* t - i */
        g[m] = lag >= 0 ? at(p, k, channel * length + lag)
                        : (r ? at(p, r, channel * length - lag - 1) : 0);
    }
}

/* y[t] = sum_i u[i] g[length - 1 + i - t] + bias u[t], rounded once to double. */
static double truth(ptrdiff_t length, const double *u, const double *g, double bias, ptrdiff_t t,
                    double *x, double *w)
{
    memcpy(x, u, (size_t)length * sizeof *x);
    memcpy(w, g + length - 1 - t, (size_t)length * sizeof *w);
    x[length] = u[t];
    w[length] = bias;
    double y;
    assert_int_equal(stet_dot_f64(length + 1, x, 1, w, 1, &y), STET_OK);
    return y;
}

typedef struct outcome {
    double worst;    /* largest error over its bound */
    double relative; /* |y - truth|_2/|truth|_2 */
} outcome;

static outcome compare(const stet_conv_options *o, const void *u, const void *k, const void *r,
                       const void *bias, const void *y, const double *bounds)
{
    const ptrdiff_t n = o->length;
    double *g = malloc((size_t)(2 * n) * sizeof *g), *x = malloc((size_t)(n + 1) * sizeof *x);
    double *w = malloc((size_t)(n + 1) * sizeof *w), *line = malloc((size_t)n * sizeof *line);
    outcome out = {0, 0};
    double errors = 0, all = 0;
    for (ptrdiff_t row = 0; row < o->batch * o->channels; row++) {
        const ptrdiff_t channel = row % o->channels;
        coefficients(o->precision, n, k, r, channel, g);
        for (ptrdiff_t i = 0; i < n; i++)
            line[i] = at(o->precision, u, row * n + i);
        for (ptrdiff_t t = 0; t < n; t++) {
            const double exact = truth(n, line, g, at(o->precision, bias, channel), t, x, w);
            const double error = fabs(at(o->precision, y, row * n + t) - exact);
            /* the truth is half an ulp of double away */
            out.worst = fmax(out.worst, error / (bounds[row] + 0x1p-53 * fabs(exact)));
            errors += error * error;
            all += exact * exact;
        }
    }
    out.relative = sqrt(errors / all);
    free(g), free(x), free(w), free(line);
    return out;
}

static void check_hyena(int c, stet_precision p, stet_level level)
{
    const ptrdiff_t n = hyena[c].length, channels = hyena[c].channels;
    const ptrdiff_t rows = hyena[c].batch * channels;
    const stet_layer_mode mode = mode_of(level);
    filter f = filter_open(p, mode, n, hyena[c].order, channels, 21);
    filter b = filter_open(p, mode, n, hyena[c].order, channels, 31);
    void *k = filter_make(&f), *r = hyena[c].both ? filter_make(&b) : NULL;
    void *u = weights(p, rows * n, 1, 41), *bias = weights(p, channels, 1, 42);
    void *y = weights(p, rows * n, 1, 43);
    double *bounds = malloc((size_t)rows * sizeof *bounds);
    assert_non_null(k);
    stet_conv_options o;
    stet_conv_options_init(&o);
    o.operation = hyena[c].both ? STET_CONV_TIME : STET_CONV_CAUSAL;
    o.precision = p;
    o.level = level;
    o.method = level == STET_LEVEL_CORRECT ? STET_CONV_AUTO : STET_CONV_FFT;
    o.length = o.filter_length = n;
    o.reverse_length = r ? n : 0;
    o.channels = o.filter_channels = channels;
    o.batch = hyena[c].batch;
    o.has_bias = 1;
    stet_conv *plan;
    assert_int_equal(stet_conv_create(&plan, &o, k, r, bias), STET_OK);
    stet_conv_result result = {.size = sizeof result, .line_bound = bounds};
    assert_int_equal(stet_conv_execute(plan, u, NULL, y, &result), STET_OK);
    const outcome out = compare(&o, u, k, r, bias, y, bounds);
    print_message("Hyena %d %s level %d: y_rel %.2e, error over bound %.2e, bound %.2e\n", c + 1,
                  p == STET_F32 ? "f32" : "f64", (int)level, out.relative, out.worst, result.bound);
    assert_true(out.worst <= 1);
    assert_true(isfinite(out.relative) &&
                out.relative < (level == STET_LEVEL_NATIVE ? 16 : 1) * u_of(p));
    stet_conv_destroy(plan);
    free(k), free(r), free(u), free(bias), free(y), free(bounds);
    filter_close(&f), filter_close(&b);
}

static void test_hyena(void **unused)
{
    (void)unused;
    for (int c = 0; c < CONFIGS; c++)
        FOR_EACH_PRECISION (p)
            for (int level = 0; level < 3; level++) {
                static const stet_level levels[] = {STET_LEVEL_NATIVE, STET_LEVEL_EXTENDED,
                                                    STET_LEVEL_CORRECT};
                check_hyena(c, p, levels[level]);
            }
}

/* The path by hand, of the same layers, in float or double. */
typedef struct mixer {
    stet_monarch_options o;
    stet_conv_options conv;
    void *kept[12];
    filter filters[4];
} mixer;

static void mixer_open(mixer *m, stet_precision p, stet_level level, ptrdiff_t batch,
                       ptrdiff_t channels, ptrdiff_t length)
{
    const double scale = 1 / sqrt((double)channels);
    stet_conv_options_init(&m->conv);
    m->conv.operation = STET_CONV_TIME;
    m->conv.combine = STET_CONV_AVG;
    m->conv.level = level;
    m->conv.method = level == STET_LEVEL_CORRECT ? STET_CONV_AUTO : STET_CONV_FFT;
    void **kept = m->kept;
    for (int i = 0; i < 4; i++) {
        m->filters[i] =
            filter_open(p, mode_of(level), length, 32, channels, 100 + 10 * (uint64_t)i);
        kept[i] = filter_make(&m->filters[i]);
    }
    kept[4] = weights(p, 3 * channels * channels, scale, 61);
    kept[5] = weights(p, 3 * channels, scale, 62);
    kept[6] = weights(p, 9 * channels, 1, 63);
    kept[7] = weights(p, 3 * channels, 1, 64);
    kept[8] = weights(p, channels, 1, 65);
    kept[9] = weights(p, channels, 1, 66);
    kept[10] = weights(p, channels * channels, scale, 67);
    kept[11] = weights(p, channels, scale, 68);
    m->o = (stet_monarch_options){.size = sizeof m->o,
                                  .precision = p,
                                  .batch = batch,
                                  .length = length,
                                  .channels = channels,
                                  .alignment = STET_ALIGN_CAUSAL,
                                  .linear = mode_of(level),
                                  .depthwise = mode_of(level),
                                  .conv = &m->conv,
                                  .filter_length = length,
                                  .reverse_length = length,
                                  .w_in = kept[4],
                                  .b_in = kept[5],
                                  .w_depth = kept[6],
                                  .b_depth = kept[7],
                                  .filter = kept[0],
                                  .reverse = kept[1],
                                  .bias = kept[8],
                                  .filter_2 = kept[2],
                                  .reverse_2 = kept[3],
                                  .bias_2 = kept[9],
                                  .w_out = kept[10],
                                  .b_out = kept[11]};
}

static void mixer_close(mixer *m)
{
    for (int i = 0; i < 12; i++)
        free(m->kept[i]);
    for (int i = 0; i < 4; i++)
        filter_close(&m->filters[i]);
}

/* The path in double by its definition, convolutions by sums, of the mixer's own filters. */
static void mixer_truth(const mixer *m, const void *u, double *y)
{
    const stet_monarch_options *o = &m->o;
    const stet_precision p = o->precision;
    const ptrdiff_t n = o->length, d = o->channels;
    double *x = calloc((size_t)(3 * d * n), sizeof *x), *v = calloc((size_t)(3 * d * n), sizeof *v);
    double *c = calloc((size_t)(d * n), sizeof *c), *g = calloc((size_t)(2 * n), sizeof *g);
    double *line = calloc((size_t)n, sizeof *line), *s = calloc((size_t)n + 1, sizeof *s);
    double *w = calloc((size_t)n + 1, sizeof *w);
    for (ptrdiff_t b = 0; b < o->batch; b++) {
        for (ptrdiff_t j = 0; j < 3 * d; j++)
            for (ptrdiff_t t = 0; t < n; t++) {
                x[j * n + t] = at(p, o->b_in, j);
                for (ptrdiff_t i = 0; i < d; i++)
                    x[j * n + t] += at(p, u, (b * n + t) * d + i) * at(p, o->w_in, j * d + i);
            }
        for (ptrdiff_t j = 0; j < 3 * d; j++)
            for (ptrdiff_t t = 0; t < n; t++) {
                v[j * n + t] = at(p, o->b_depth, j);
                for (ptrdiff_t i = 0; i < 3; i++)
                    v[j * n + t] +=
                        t - 2 + i >= 0 ? x[j * n + t - 2 + i] * at(p, o->w_depth, 3 * j + i) : 0;
            }
        for (ptrdiff_t j = 0; j < d; j++) {
            for (ptrdiff_t t = 0; t < n; t++)
                line[t] = v[(2 * d + j) * n + t] * v[j * n + t];
            coefficients(p, n, o->filter, o->reverse, j, g);
            for (ptrdiff_t t = 0; t < n; t++) /* combine "avg": half of what two filters give */
                c[j * n + t] =
                    (0.5 * truth(n, line, g, 2 * at(p, o->bias, j), t, s, w)) * v[(d + j) * n + t];
            for (ptrdiff_t t = 0; t < n; t++)
                line[t] = at(p, u, (b * n + t) * d + j);
            coefficients(p, n, o->filter_2, o->reverse_2, j, g);
            for (ptrdiff_t t = 0; t < n; t++)
                c[j * n + t] += 0.5 * truth(n, line, g, 2 * at(p, o->bias_2, j), t, s, w);
        }
        for (ptrdiff_t t = 0; t < n; t++)
            for (ptrdiff_t j = 0; j < d; j++) {
                double sum = at(p, o->b_out, j);
                for (ptrdiff_t i = 0; i < d; i++)
                    sum += c[i * n + t] * at(p, o->w_out, j * d + i);
                y[(b * n + t) * d + j] = sum;
            }
    }
    free(x), free(v), free(c), free(g), free(line), free(s), free(w);
}

static void test_monarch(void **unused)
{
    (void)unused;
    static const ptrdiff_t shape[2][3] = {{2, 64, 128}, {1, 96, 192}};
    for (int c = 0; c < 2; c++)
        FOR_EACH_PRECISION (p)
            for (int level = STET_LEVEL_NATIVE; level <= STET_LEVEL_CORRECT; level++) {
                mixer m;
                mixer_open(&m, p, (stet_level)level, shape[c][0], shape[c][1], shape[c][2]);
                const ptrdiff_t all = shape[c][0] * shape[c][1] * shape[c][2];
                void *u = weights(p, all, 1, 71), *y = weights(p, all, 1, 72);
                double *exact = malloc((size_t)all * sizeof *exact), bounds[2];
                assert_int_equal(stet_monarch(&m.o, u, y, bounds), STET_OK);
                mixer_truth(&m, u, exact);
                double errors = 0, sum = 0;
                for (ptrdiff_t i = 0; i < all; i++) {
                    errors += (at(p, y, i) - exact[i]) * (at(p, y, i) - exact[i]);
                    sum += exact[i] * exact[i];
                }
                print_message("Monarch %d %s level %d: y_rel %.2e, bounds %.1e %.1e\n", c + 1,
                              p == STET_F32 ? "f32" : "f64", level, sqrt(errors / sum), bounds[0],
                              bounds[1]);
                assert_true(bounds[0] > 0 && bounds[1] > 0 && isfinite(bounds[0] + bounds[1]));
                assert_true(sqrt(errors / sum) <
                            32 * u_of(p)); /* the truth's own error is in double */
                free(u), free(y), free(exact);
                mixer_close(&m);
            }
}

static void test_monarch_refused(void **unused)
{
    (void)unused;
    mixer m;
    mixer_open(&m, STET_F32, STET_LEVEL_NATIVE, 1, 4, 8);
    float u[32] = {0}, y[32];
    assert_int_equal(stet_monarch(NULL, u, y, NULL), STET_E_NULL);
    assert_int_equal(stet_monarch(&m.o, NULL, y, NULL), STET_E_NULL);
    assert_int_equal(stet_monarch(&m.o, u, u, NULL), STET_E_OVERLAP);
    assert_int_equal(stet_monarch(&m.o, u, y, NULL), STET_OK);
    stet_monarch_options o = m.o;
    o.w_out = NULL;
    assert_int_equal(stet_monarch(&o, u, y, NULL), STET_E_NULL);
    o = m.o, o.size = 3;
    assert_int_equal(stet_monarch(&o, u, y, NULL), STET_E_OPTIONS_SIZE);
    o = m.o, o.channels = 0;
    assert_int_equal(stet_monarch(&o, u, y, NULL), STET_E_LENGTH);
    o = m.o, o.alignment = (stet_alignment)0;
    assert_int_equal(stet_monarch(&o, u, y, NULL), STET_E_METHOD);
    o = m.o, o.filter_length = 0;
    double bounds[2] = {-1, -1};
    assert_int_equal(stet_monarch(&o, u, y, bounds), STET_E_LENGTH);
    assert_true(bounds[0] == -1 && bounds[1] == -1);
    o = m.o, o.linear = STET_LAYER_NO_MODE;
    assert_int_equal(stet_monarch(&o, u, y, NULL), STET_E_METHOD);
    o = m.o, o.depthwise = STET_LAYER_NO_MODE;
    assert_int_equal(stet_monarch(&o, u, y, NULL), STET_E_METHOD);
    mixer_close(&m);
}

/* x -> X -> x, and sum |X|^2 = n sum |x|^2, within what a transform's relative error e can do: e =
 * log2(n) times the error of one level, 5 u for six fma (twiddles included; Higham 2002, section
 * 24.1), in the 2-norm; extended and correct: u, the last rounding, and room for the next word. */
static double error_of_level(stet_precision p, stet_level level, ptrdiff_t n)
{
    const double levels = log2((double)n);
    return level == STET_LEVEL_NATIVE ? 5 * levels * u_of(p) : 1.01 * u_of(p);
}

static void check_trip(stet_precision p, stet_level level, ptrdiff_t n)
{
    void *x = weights(p, 2 * n, 1, 81), *X = weights(p, 2 * n, 1, 82),
         *y = weights(p, 2 * n, 1, 83);
    struct transform t = transform_1d(STET_C2C, p, n);
    t.level = level;
    assert_int_equal(transform_run(&t, x, X), STET_OK);
    t.direction = STET_INVERSE;
    assert_int_equal(transform_run(&t, X, y), STET_OK);
    double *parts = malloc((size_t)(6 * n) * sizeof *parts), square, spectrum, change;
    double *a = parts, *b = a + 2 * n, *c = b + 2 * n;
    for (ptrdiff_t i = 0; i < 2 * n; i++) {
        a[i] = at(p, x, i), b[i] = at(p, X, i);
        c[i] = a[i] - at(p, y, i);
    }
    stet_dot_f64(2 * n, a, 1, a, 1, &square);
    stet_dot_f64(2 * n, b, 1, b, 1, &spectrum);
    stet_dot_f64(2 * n, c, 1, c, 1, &change);
    const double e = error_of_level(p, level, n), here = 8 * 0x1p-53; /* of the next two lines */
    assert_true(sqrt(change / square) <= 2 * e + e * e + here);
    assert_true(fabs(sqrt(spectrum / (double)n / square) - 1) <= e + here);
    free(parts);
    free(x), free(X), free(y);
}

static void test_round_trip(void **unused)
{
    (void)unused;
    FOR_EACH_PRECISION (p)
        for (ptrdiff_t n = 64; n <= 4096; n *= 2) {
            check_trip(p, STET_LEVEL_NATIVE, n);
            check_trip(p, STET_LEVEL_CORRECT, n);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hyena),
        cmocka_unit_test(test_monarch),
        cmocka_unit_test(test_monarch_refused),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
