/* SPDX-License-Identifier: Apache-2.0 */
/* Depthwise, linear, layer norm and the Monarch path beside their equations, written out again:
 * bits where every operation is stated, half an ulp of a sum in 113 bits where the mode is
 * extended. Statuses. */
#include <math.h>
#include <string.h>

#include "arith/fma.h"
#include "base/cpu.h"
#include "lib/check.h"
#include "lib/failing.h"
#include "nn/layers.h"
#include "nn/weights.h"

__extension__ typedef __float128 quad;

/* One operation of the precision, on numbers that are in double. */
static double times(stet_precision p, double a, double b)
{
    return p == STET_F32 ? (double)((float)a * (float)b) : a * b;
}
static double plus(stet_precision p, double a, double b)
{
    return p == STET_F32 ? (double)((float)a + (float)b) : a + b;
}
static double over(stet_precision p, double a, double b)
{
    return p == STET_F32 ? (double)((float)a / (float)b) : a / b;
}
static double fused(stet_precision p, double a, double b, double c)
{
    return p == STET_F32 ? (double)stet_fma_f32((float)a, (float)b, (float)c)
                         : stet_fma_f64(a, b, c);
}
static double step(stet_precision p, stet_layer_mode mode, double a, double b, double s)
{
    return mode == STET_LAYER_FUSED ? fused(p, a, b, s) : plus(p, s, times(p, a, b));
}

/* y is the number nearest to exact, but for the errors of the next precision. */
static void near_half_ulp(stet_precision p, double y, quad exact, double size)
{
    const double ulp = p == STET_F32
                           ? (double)(nextafterf(fabsf((float)y), INFINITY) - fabsf((float)y))
                           : nextafter(fabs(y), (double)INFINITY) - fabs(y);
    const double next = p == STET_F32 ? 0x1p-48 : 0x1p-96;
    const quad error = exact > (quad)y ? exact - (quad)y : (quad)y - exact;
    assert_true(error <= (quad)(0.5 * ulp) * (quad)1.0001 + (quad)(next * size));
}

#define EACH_MODE(mode)                                                                            \
    for (stet_layer_mode mode = STET_LAYER_FUSED; mode <= STET_LAYER_EXTENDED; mode++)

static void check_depthwise(stet_precision p, stet_layer_mode mode, stet_alignment a, int biased)
{
    enum { BATCH = 2, CHANNELS = 3, LENGTH = 17, ALL = BATCH * CHANNELS * LENGTH };
    void *x = weights(p, ALL, 3, 1), *w = weights(p, 3 * CHANNELS, 1, 2);
    void *b = weights(p, CHANNELS, 1, 3), *y = weights(p, ALL, 1, 4);
    assert_int_equal(
        stet_depthwise3(p, mode, a, BATCH, CHANNELS, LENGTH, x, w, biased ? b : NULL, y), STET_OK);
    for (ptrdiff_t i = 0; i < ALL; i++) {
        const ptrdiff_t t = i % LENGTH, c = i / LENGTH % CHANNELS;
        double v[3], tap[3];
        for (int k = 0; k < 3; k++) {
            const ptrdiff_t from = t + (int)a - 3 + k;
            v[k] = from < 0 || from >= LENGTH ? 0 : at(p, x, i - t + from);
            tap[k] = at(p, w, 3 * c + k);
        }
        if (mode == STET_LAYER_EXTENDED) {
            quad s = biased ? (quad)at(p, b, c) : 0;
            for (int k = 0; k < 3; k++)
                s += (quad)v[k] * (quad)tap[k];
            near_half_ulp(p, at(p, y, i), s, 10);
            continue;
        }
        double s = step(p, mode, v[1], tap[1], times(p, v[0], tap[0]));
        s = step(p, mode, v[2], tap[2], s);
        assert_true(at(p, y, i) == (biased ? plus(p, s, at(p, b, c)) : s));
    }
    free(x), free(w), free(b), free(y);
}

static void test_depthwise(void **unused)
{
    (void)unused;
    FOR_EACH_PRECISION (p)
        EACH_MODE(mode)
    for (stet_alignment a = STET_ALIGN_CAUSAL; a <= STET_ALIGN_ANTICAUSAL; a++)
        for (int biased = 0; biased < 2; biased++)
            check_depthwise(p, mode, a, biased);
}

static void test_linear(void **unused)
{
    (void)unused;
    enum { ROWS = 5, IN = 37, OUT = 6 };
    FOR_EACH_PRECISION (p)
        EACH_MODE(mode)
        {
            void *x = weights(p, ROWS * IN, 1, 5), *w = weights(p, OUT * IN, 1, 6);
            void *b = weights(p, OUT, 1, 7), *y = weights(p, ROWS * OUT, 1, 8);
            assert_int_equal(stet_linear(p, mode, ROWS, IN, OUT, x, w, b, y), STET_OK);
            for (ptrdiff_t i = 0; i < ROWS * OUT; i++) {
                const ptrdiff_t r = i / OUT, o = i % OUT;
                double s = 0;
                quad exact = (quad)at(p, b, o);
                for (ptrdiff_t k = 0; k < IN; k++) {
                    exact += (quad)at(p, x, r * IN + k) * (quad)at(p, w, o * IN + k);
                    s = step(p, mode, at(p, x, r * IN + k), at(p, w, o * IN + k), s);
                }
                if (mode == STET_LAYER_EXTENDED)
                    near_half_ulp(p, at(p, y, i), exact, IN);
                else
                    assert_true(at(p, y, i) == plus(p, s, at(p, b, o)));
            }
            free(x), free(w), free(b), free(y);
        }
}

static double root(stet_precision p, double v)
{
    return p == STET_F32 ? (double)sqrtf((float)v) : sqrt(v);
}

static void check_norm_row(stet_precision p, stet_layer_mode mode, ptrdiff_t n, double eps,
                           const void *x, const void *g, const void *b, const void *y)
{
    double sum = 0, squares = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        sum = plus(p, sum, at(p, x, i));
    const double mean = over(p, sum, (double)n);
    for (ptrdiff_t i = 0; i < n; i++) {
        const double d = plus(p, at(p, x, i), -mean);
        squares = step(p, mode, d, d, squares);
    }
    const double rounded = p == STET_F32 ? (double)(float)eps : eps;
    const double scale = over(p, 1, root(p, plus(p, over(p, squares, (double)n), rounded)));
    for (ptrdiff_t i = 0; i < n; i++) {
        const double d = times(p, plus(p, at(p, x, i), -mean), scale);
        assert_true(at(p, y, i) == step(p, mode, d, at(p, g, i), at(p, b, i)));
    }
}

/* y gamma^-1 squared is what is compared: no root in 113 bits. */
static void check_norm_extended(stet_precision p, ptrdiff_t n, double eps, const void *x,
                                const void *g, const void *b, const void *y)
{
    quad mean = 0, variance = (quad)eps;
    for (ptrdiff_t i = 0; i < n; i++)
        mean += (quad)at(p, x, i) / n;
    for (ptrdiff_t i = 0; i < n; i++)
        variance += ((quad)at(p, x, i) - mean) * ((quad)at(p, x, i) - mean) / n;
    quad scale = (quad)(1 / sqrt((double)variance)); /* Newton, twice */
    for (int i = 0; i < 3; i++)
        scale = scale * (3 - variance * scale * scale) / 2;
    for (ptrdiff_t i = 0; i < n; i++)
        near_half_ulp(p, at(p, y, i),
                      ((quad)at(p, x, i) - mean) * scale * (quad)at(p, g, i) + (quad)at(p, b, i),
                      16);
}

static void test_norm(void **unused)
{
    (void)unused;
    enum { ROWS = 4, N = 33 };
    FOR_EACH_PRECISION (p)
        EACH_MODE(mode)
    for (int in_place = 0; in_place < 2; in_place++) {
        void *x = weights(p, ROWS * N, 5, 9), *kept = weights(p, ROWS * N, 5, 9);
        void *g = weights(p, N, 1, 10), *b = weights(p, N, 1, 11), *y = weights(p, ROWS * N, 1, 12);
        void *out = in_place ? x : y;
        assert_int_equal(stet_layer_norm(p, mode, ROWS, N, 1e-5, x, g, b, out), STET_OK);
        const size_t row = N * generate_size(p);
        for (size_t r = 0; r < ROWS; r++) {
            const char *from = (char *)kept + r * row, *to = (char *)out + r * row;
            if (mode == STET_LAYER_EXTENDED)
                check_norm_extended(p, N, 1e-5, from, g, b, to);
            else
                check_norm_row(p, mode, N, 1e-5, from, g, b, to);
        }
        free(x), free(kept), free(g), free(b), free(y);
    }
}

/* The GELU of a convolution with an impulse is that of the layer; and numbers that are none. */
static void test_gelu_of_conv(void **unused)
{
    (void)unused;
    enum { N = 64 };
    const stet_level levels[] = {STET_LEVEL_NATIVE, STET_LEVEL_CORRECT};
    FOR_EACH_PRECISION (p)
        for (int i = 0; i < 4; i++) {
            void *x = weights(p, N, 5, 31), *one = weights(p, N, 0, 32), *y = weights(p, N, 0, 33);
            void *z = weights(p, N, 0, 34);
            p == STET_F32 ? (void)(((float *)one)[0] = 1) : (void)(((double *)one)[0] = 1);
            stet_conv_options o;
            stet_conv_options_init(&o);
            o.precision = p;
            o.level = levels[i / 2];
            o.length = N;
            o.filter_length = 1;
            o.gelu = i % 2 ? STET_CONV_GELU_TANH : STET_CONV_GELU_ERF;
            stet_conv *plan;
            assert_int_equal(stet_conv_create(&plan, &o, one, NULL, NULL), STET_OK);
            assert_int_equal(stet_conv_execute(plan, x, NULL, y, NULL), STET_OK);
            stet_conv_destroy(plan);
            assert_int_equal(stet_gelu(p, o.gelu, N, x, z), STET_OK);
            assert_memory_equal(y, z, N * generate_size(p));
            free(x), free(one), free(y), free(z);
        }
    const float special[5] = {NAN, INFINITY, -INFINITY, 0, -0.0f};
    float y[5];
    assert_int_equal(stet_gelu(STET_F32, STET_CONV_GELU_TANH, 5, special, y), STET_OK);
    assert_true(isnan(y[0]) && y[1] == INFINITY && y[2] == 0 && signbit(y[2]));
    assert_true(y[3] == 0 && !signbit(y[3]) && y[4] == 0 && signbit(y[4]));
}

/* Each instruction set has kernels, its own or those of one below; two instances are there where
 * the CPU has fma. */
static void test_kernels(void **unused)
{
    (void)unused;
    const struct stet_layers_kernels *seen[2] = {NULL, NULL};
    const stet_isa *isa;
    int instances = 0;
    for (int i = 0; (isa = stet_isa_at(i)); i++) {
        if (!stet_isa_can_run(isa))
            continue;
        assert_int_equal(stet_isa_select(isa->name), STET_OK);
        const struct stet_layers_kernels *kernels = stet_layers_in_use();
        assert_non_null(kernels);
        if (instances == 0 || kernels != seen[instances - 1]) {
            assert_true(instances < 2);
            seen[instances++] = kernels;
        }
        assert_true(instances == 2 || (isa->needs & STET_CPU_FMA) == 0);
    }
    assert_int_equal(stet_isa_select(NULL), STET_OK);
}

/* Each mode has bits of its own. */
static void test_modes(void **unused)
{
    (void)unused;
    enum { N = 256 };
    float *x = weights(STET_F32, N, 1, 13), *w = weights(STET_F32, 3, 1, 14), y[3][N], z[3][N];
    EACH_MODE(mode)
    {
        const int m = (int)mode - 1;
        assert_int_equal(
            stet_depthwise3(STET_F32, mode, STET_ALIGN_CENTRED, 1, 1, N, x, w, NULL, y[m]),
            STET_OK);
        assert_int_equal(stet_layer_norm(STET_F32, mode, 1, N, 0, x, x, x, z[m]), STET_OK);
    }
    assert_memory_not_equal(y[0], y[1], sizeof y[0]);
    assert_memory_not_equal(y[0], y[2], sizeof y[0]);
    assert_memory_not_equal(z[0], z[1], sizeof z[0]);
    free(x), free(w);
}

static void test_gelu(void **unused)
{
    (void)unused;
    const float x[4] = {-3, -0.5f, 0.25f, 2};
    float y[4];
    double z[4] = {-3, -0.5, 0.25, 2};
    assert_int_equal(stet_gelu(STET_F32, STET_CONV_GELU_ERF, 4, x, y), STET_OK);
    assert_int_equal(stet_gelu(STET_F64, STET_CONV_GELU_ERF, 4, z, z), STET_OK);
    for (int i = 0; i < 4; i++) { /* libm: for the test alone */
        const double truth = 0.5 * (double)x[i] * erfc(-(double)x[i] / sqrt(2));
        assert_true(fabs((double)y[i] - truth) <= 0x1p-24 * fabs(truth) * 1.001);
        assert_true(fabs(z[i] - truth) <= 0x1p-50 * fabs(truth));
    }
    assert_int_equal(stet_gelu(STET_F32, STET_CONV_GELU_TANH, 0, NULL, NULL), STET_OK);
    assert_int_equal(stet_gelu(STET_F32, STET_CONV_GELU_TANH, -1, x, y), STET_E_LENGTH);
    assert_int_equal(stet_gelu(STET_F32, STET_CONV_GELU_NONE, 4, x, y), STET_E_GELU);
    assert_int_equal(stet_gelu(STET_F16, STET_CONV_GELU_ERF, 4, x, y), STET_E_PRECISION);
    assert_int_equal(stet_gelu(STET_F32, STET_CONV_GELU_ERF, 4, NULL, y), STET_E_NULL);
    assert_int_equal(stet_gelu(STET_F32, STET_CONV_GELU_ERF, 3, y, y + 1), STET_E_OVERLAP);
}

static void test_statuses(void **unused)
{
    (void)unused;
    float x[12] = {0}, w[12] = {0}, y[12];
    const stet_precision p = STET_F32;
    const stet_layer_mode m = STET_LAYER_FUSED;
    const stet_alignment a = STET_ALIGN_CAUSAL;
    assert_int_equal(stet_depthwise3(STET_F16, m, a, 1, 1, 4, x, w, NULL, y), STET_E_PRECISION);
    assert_int_equal(stet_depthwise3(p, (stet_layer_mode)0, a, 1, 1, 4, x, w, NULL, y),
                     STET_E_METHOD);
    assert_int_equal(stet_depthwise3(p, m, (stet_alignment)4, 1, 1, 4, x, w, NULL, y),
                     STET_E_METHOD);
    assert_int_equal(stet_depthwise3(p, m, a, 1, 0, 4, x, w, NULL, y), STET_E_LENGTH);
    assert_int_equal(stet_depthwise3(p, m, a, 1, 1, PTRDIFF_MAX, x, w, NULL, y), STET_E_OVERFLOW);
    assert_int_equal(stet_depthwise3(p, m, a, 1, 1, 4, NULL, w, NULL, y), STET_E_NULL);
    assert_int_equal(stet_depthwise3(p, m, a, 1, 1, 4, x, w, NULL, x + 3), STET_E_OVERLAP);
    assert_int_equal(stet_depthwise3(p, m, a, 1, 1, 4, x, w, y + 1, y), STET_E_OVERLAP);
    assert_int_equal(stet_linear(p, m, 2, 2, 0, x, w, NULL, y), STET_E_LENGTH);
    assert_int_equal(stet_linear(p, m, 2, 2, 2, x, NULL, NULL, y), STET_E_NULL);
    assert_int_equal(stet_linear(p, m, 2, 2, 2, x, y + 3, NULL, y), STET_E_OVERLAP);
    assert_int_equal(stet_linear(p, m, PTRDIFF_MAX / 2, 8, 2, x, w, NULL, y), STET_E_OVERFLOW);
    assert_int_equal(stet_layer_norm(p, m, 2, 4, -1, x, w, w, y), STET_E_ACCURACY);
    assert_int_equal(stet_layer_norm(p, m, 2, 4, (double)NAN, x, w, w, y), STET_E_ACCURACY);
    assert_int_equal(stet_layer_norm(p, m, 0, 4, 0, x, w, w, y), STET_E_LENGTH);
    assert_int_equal(stet_layer_norm(p, m, 2, 4, 0, NULL, w, w, y), STET_E_NULL);
    assert_int_equal(stet_layer_norm(p, m, 2, 4, 0, x, w, NULL, y), STET_E_NULL);
    assert_int_equal(stet_layer_norm(p, m, 2, 4, 0, x, w, w, x + 1), STET_E_OVERLAP);
    filter f = filter_open(p, m, 3, 4, 2, 1);
    float k[6];
    assert_int_equal(stet_hyena_filter(NULL, k), STET_E_NULL);
    assert_int_equal(stet_hyena_filter(&f.o, NULL), STET_E_NULL);
    failing_at(1);
    assert_int_equal(stet_hyena_filter(&f.o, k), STET_E_MEMORY);
    failing_at(0);
    assert_int_equal(stet_hyena_filter(&f.o, k), STET_OK);
    stet_hyena_filter_options o = f.o;
#define REFUSED(change, status) o = f.o, change, assert_int_equal(stet_hyena_filter(&o, k), status)
    REFUSED(o.size = 1, STET_E_OPTIONS_SIZE);
    REFUSED(o.precision = STET_F16, STET_E_PRECISION);
    REFUSED(o.mode = (stet_layer_mode)9, STET_E_METHOD);
    REFUSED(o.features = 4, STET_E_LENGTH);
    REFUSED(o.features = 1, STET_E_LENGTH);
    REFUSED(o.inner = -1, STET_E_LENGTH);
    REFUSED(o.order = 0, STET_E_LENGTH);
    REFUSED(o.length = PTRDIFF_MAX, STET_E_OVERFLOW);
    REFUSED(o.shift = (double)INFINITY, STET_E_ACCURACY);
    REFUSED(o.b_inner = NULL, STET_E_NULL);
    REFUSED(o.delta = NULL, STET_E_NULL);
    filter_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depthwise), cmocka_unit_test(test_linear),
        cmocka_unit_test(test_norm),      cmocka_unit_test(test_modes),
        cmocka_unit_test(test_gelu),      cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_kernels),   cmocka_unit_test(test_gelu_of_conv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
