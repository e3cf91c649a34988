/* SPDX-License-Identifier: Apache-2.0 */
/* The challenge's own cases, at every level that the library has and in every strategy, against
 * Arb; and what the functions refuse. */
#include "experiments/kernels.h"
#include "lib/check.h"
#include "lib/failing.h"
#include "lib/oracle.h"

#include <math.h>
#include <string.h>

enum shape { DELTA, ONES, TONE, UNIFORM, NORMAL };

static const struct test_case {
    enum shape shape;
    int n;
    double scale; /* standard deviation or half width */
} cases[] = {
    {DELTA, 4, 1},     {DELTA, 2, 1},       {ONES, 8, 1},        {TONE, 16, 1},   {UNIFORM, 256, 1},
    {UNIFORM, 250, 1}, {NORMAL, 4096, 0.5}, {NORMAL, 262144, 1}, {UNIFORM, 1, 1},
};

static double uniform(uint64_t *state) { return (double)(generate_next(state) >> 11) * 0x1p-53; }

static float number(const struct test_case *c, int i, uint64_t *state)
{
    const double pi = 3.14159265358979324;
    switch (c->shape) {
    case DELTA: return i == 0 ? 1 : 0;
    case ONES: return 1;
    case TONE:
        return (float)(i % 2 ? sin(2 * pi * 3 * (i / 2) / c->n) : cos(2 * pi * 3 * (i / 2) / c->n));
    case UNIFORM: return (float)(c->scale * (2 * uniform(state) - 1));
    default:
        return (float)(c->scale * sqrt(-2 * log(1 - uniform(state))) *
                       cos(2 * pi * uniform(state)));
    }
}

static float *make_signal(const struct test_case *c)
{
    uint64_t state = (uint64_t)c->n;
    float *signal = malloc(2 * (size_t)c->n * sizeof *signal);
    assert_non_null(signal);
    for (int i = 0; i < 2 * c->n; i++)
        signal[i] = number(c, i, &state);
    return signal;
}

/* The challenge's test: |got - want| <= 1e-3 + 1e-3 |want|. */
static void within(const float *got, const double *want, int count, const char *what)
{
    for (int i = 0; i < count; i++)
        if (!(fabs((double)got[i] - want[i]) <= 1e-3 + 1e-3 * fabs(want[i])))
            fail_msg("%s: number %d is %g, not %g", what, i, (double)got[i], want[i]);
}

static bool power_of_two(int n) { return (n & (n - 1)) == 0; }

static void check_radix2(const struct test_case *c, const float *signal, float *out,
                         const double *want)
{
    for (stet_leetgpu_twiddle w = STET_TWIDDLE_ARTICLE; w <= STET_TWIDDLE_CORRECT; w++)
        for (stet_leetgpu_arithmetic a = STET_ARITHMETIC_F32; a <= STET_ARITHMETIC_F64; a++) {
            const stet_status status = stet_leetgpu_radix2(w, a, signal, out, c->n);
            assert_int_equal(status, power_of_two(c->n) ? STET_OK : STET_E_LENGTH);
            if (status == STET_OK)
                within(out, want, 2 * c->n, "radix-2");
        }
}

/* The reference is the rounding of the exact value, wherever it says so; a double holds the
 * exact value well enough to see an error of one float. */
static void check_exact(const struct test_case *c, const float *signal, float *out,
                        const double *want)
{
    int64_t uncertain = -1, differ = 0;
    const stet_status status = stet_leetgpu_exact(signal, out, c->n, &uncertain);
    assert_int_equal(status, power_of_two(c->n) ? STET_OK : STET_E_LENGTH);
    if (status != STET_OK)
        return;
    for (int i = 0; i < 2 * c->n; i++)
        differ += out[i] != (float)want[i];
    assert_true(differ <= uncertain);
    if (c->shape == NORMAL)
        assert_int_equal(uncertain, 0);
}

static void check_case(const struct test_case *c)
{
    const struct transform t = transform_1d(STET_C2C, STET_F32, c->n);
    float *signal = make_signal(c), *out = malloc(2 * (size_t)c->n * sizeof *out);
    assert_non_null(out);
    struct oracle oracle;
    oracle_open(&oracle, &t, signal);
    const double *want = oracle.hi;
    assert_int_equal(stet_leetgpu_solve(signal, out, c->n), STET_OK);
    within(out, want, 2 * c->n, "solve");
    for (int level = 1; level < 10; level++) {
        const stet_status status = stet_leetgpu_solve_level((stet_level)level, signal, out, c->n);
        const int is_level = level <= STET_LEVEL_EXTENDED_FF;
        assert_int_equal(status, is_level ? STET_OK : STET_E_LEVEL);
        if (status == STET_OK)
            within(out, want, 2 * c->n, "level");
        for (int i = 0; level == STET_LEVEL_CORRECT && i < 2 * c->n; i++)
            assert_true(out[i] == (float)want[i]); /* no number here rounds twice */
    }
    check_radix2(c, signal, out, want);
    check_exact(c, signal, out, want);
    const int count = c->n < 300 ? c->n : 16, first = c->n - count;
    assert_int_equal(stet_leetgpu_direct(signal, out, c->n, first, count), STET_OK);
    within(out, want + 2 * first, 2 * count, "direct");
    oracle_close(&oracle);
    free(signal);
    free(out);
}

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}

/* Small spectra that are known. */
static void test_known(void **state)
{
    (void)state;
    float delta[8] = {1}, ones[16], out[16];
    for (int i = 0; i < 16; i++)
        ones[i] = 1;
    assert_int_equal(stet_leetgpu_solve(delta, out, 4), STET_OK);
    for (int i = 0; i < 8; i++)
        assert_true(out[i] == (i % 2 ? 0 : 1));
    assert_int_equal(stet_leetgpu_solve(ones, out, 8), STET_OK);
    for (int i = 0; i < 16; i++)
        assert_true(out[i] == (i < 2 ? 8 : 0));
}

/* In place where it is allowed, the same bits. */
static void test_in_place(void **state)
{
    (void)state;
    const struct test_case c = {NORMAL, 64, 1};
    float *x = make_signal(&c), a[128], b[128];
    int64_t uncertain;
    for (int way = 0; way < 3; way++) {
        memcpy(b, x, sizeof b);
        for (int in_place = 0; in_place < 2; in_place++) {
            const float *in = in_place ? b : x;
            float *out = in_place ? b : a;
            const stet_status status =
                way == 0 ? stet_leetgpu_solve(in, out, 64)
                : way == 1
                    ? stet_leetgpu_radix2(STET_TWIDDLE_CUDA13, STET_ARITHMETIC_F64, in, out, 64)
                    : stet_leetgpu_exact(in, out, 64, &uncertain);
            assert_int_equal(status, STET_OK);
        }
        assert_memory_equal(a, b, sizeof a);
    }
    free(x);
}

static void test_refused(void **state)
{
    (void)state;
    float x[16] = {1}, y[16], before[16];
    int64_t uncertain = 5;
    for (int i = 0; i < 16; i++)
        y[i] = before[i] = 7;
    const stet_leetgpu_twiddle w = STET_TWIDDLE_CORRECT;
    const stet_leetgpu_arithmetic f = STET_ARITHMETIC_F32;
    assert_int_equal(stet_leetgpu_solve(NULL, y, 4), STET_E_NULL);
    assert_int_equal(stet_leetgpu_solve(x, NULL, 4), STET_E_NULL);
    assert_int_equal(stet_leetgpu_solve(x, y, 0), STET_E_LENGTH);
    assert_int_equal(stet_leetgpu_solve(x, y, -4), STET_E_LENGTH);
    assert_int_equal(stet_leetgpu_solve(x, y, STET_LEETGPU_MAX + 1), STET_E_LENGTH);
    assert_int_equal(stet_leetgpu_solve_level((stet_level)77, x, y, 4), STET_E_LEVEL);
    assert_int_equal(stet_leetgpu_solve(x, x + 1, 4), STET_E_OVERLAP);
    assert_int_equal(stet_leetgpu_direct(x, y, 4, 3, 2), STET_E_LENGTH);
    assert_int_equal(stet_leetgpu_direct(x, y, 4, -1, 2), STET_E_LENGTH);
    assert_int_equal(stet_leetgpu_direct(x, y, 4, 0, -1), STET_E_LENGTH);
    assert_int_equal(stet_leetgpu_direct(x, x + 6, 4, 0, 1), STET_E_OVERLAP);
    assert_int_equal(stet_leetgpu_direct(NULL, y, 4, 0, 1), STET_E_NULL);
    assert_int_equal(stet_leetgpu_radix2(w, f, x, y, 6), STET_E_LENGTH);
    assert_int_equal(stet_leetgpu_radix2((stet_leetgpu_twiddle)0, f, x, y, 4), STET_E_METHOD);
    assert_int_equal(stet_leetgpu_radix2((stet_leetgpu_twiddle)5, f, x, y, 4), STET_E_METHOD);
    assert_int_equal(stet_leetgpu_radix2(w, (stet_leetgpu_arithmetic)4, x, y, 4), STET_E_METHOD);
    assert_int_equal(stet_leetgpu_radix2(w, f, x, NULL, 4), STET_E_NULL);
    assert_int_equal(stet_leetgpu_exact(x, y, 4, NULL), STET_E_NULL);
    assert_int_equal(stet_leetgpu_exact(x, y, 0, &uncertain), STET_E_LENGTH);
    assert_memory_equal(y, before, sizeof y);
    assert_int_equal(uncertain, 5);
}

/* The software fma gives the bits of the other. */
static void test_fma(void **state)
{
    (void)state;
    enum { COUNT = 256 };
    const struct test_case c = {NORMAL, COUNT, 1};
    const stet_experiments_kernels *kernels[] = {&stet_experiments_soft, stet_experiments_in_use()};
    float *x = make_signal(&c), w[COUNT], out[2][2 * COUNT], exact[2][2 * COUNT];
    stet_ddc data[COUNT], w_dd[COUNT / 2];
    assert_int_equal(stet_trig(STET_TRIG_SIN, STET_TRIG_CUDA13, COUNT, x, w), STET_OK);
    for (int i = 0; i < COUNT / 2; i++)
        w_dd[i] = (stet_ddc){{(double)x[i], 0x1p-60}, {0.5, (double)x[i] * 0x1p-60}};
    for (int k = 0; k < 2; k++) {
        kernels[k]->direct(x, out[k], COUNT, 0, COUNT);
        for (int i = 0; i < COUNT; i++)
            data[i] = (stet_ddc){{(double)x[2 * i], 0}, {(double)x[2 * i + 1], 0}};
        kernels[k]->exact(data, w_dd, COUNT, exact[k]);
    }
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    assert_memory_equal(exact[0], exact[1], sizeof exact[0]);
    for (int k = 0; k < 2; k++) {
        memcpy(out[k], x, sizeof out[k]);
        kernels[k]->stages_f32(out[k], w, w + COUNT / 2, COUNT, 1);
    }
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    free(x);
}

/* Let each allocation fail once: a status, and nothing written. */
static void test_memory(void **state)
{
    (void)state;
    const struct test_case c = {NORMAL, 64, 1};
    float *x = make_signal(&c), y[128], before[128];
    int64_t uncertain;
    for (int i = 0; i < 128; i++)
        before[i] = 7;
    for (int way = 0; way < 13; way++)
        for (int k = 1;; k++) {
            memcpy(y, before, sizeof y);
            failing_at(k);
            const stet_status status =
                way == 12 ? stet_leetgpu_exact(x, y, 64, &uncertain)
                          : stet_leetgpu_radix2((stet_leetgpu_twiddle)(way / 3 + 1),
                                                (stet_leetgpu_arithmetic)(way % 3 + 1), x, y, 64);
            const bool all = failing_asked() < k;
            failing_at(0);
            assert_int_equal(failing_alive(), 0);
            if (all) {
                assert_int_equal(status, STET_OK);
                assert_true(k > 1);
                break;
            }
            assert_int_equal(status, STET_E_MEMORY);
            assert_memory_equal(y, before, sizeof y);
        }
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),    cmocka_unit_test(test_known),
        cmocka_unit_test(test_in_place), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_fma),      cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
