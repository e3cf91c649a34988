/* SPDX-License-Identifier: Apache-2.0 */
/* 16-bit precisions: what each mode is by definition, its errors, range and refusals. That the bits
 * are the same in every way of running is the golden file's to check. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/fpenv.h"
#include "lines/dispatch.h"
#include "lines/method.h"
#include "half/half.h"
#include "graph/roots16.h"
#include "lib/inside.h"

static uint16_t narrow(stet_precision p, float x)
{
    return p == STET_F16 ? stet_f16_from_f32(x) : stet_bf16_from_f32(x);
}

static float widen(stet_precision p, uint16_t x)
{
    return p == STET_F16 ? stet_f16_to_f32(x) : stet_bf16_to_f32(x);
}

static int same_half(stet_precision p, uint16_t a, uint16_t b)
{
    const float x = widen(p, a), y = widen(p, b);
    return a == b || (x != x && y != y);
}

/* Mode IO is STET_F32 on the widened input, rounded once. */
static void check_io(struct transform t)
{
    struct transform wide = t;
    wide.precision = STET_F32;
    const size_t in_reals = transform_reals(&t, SIDE_IN), out_reals = transform_reals(&t, SIDE_OUT);
    uint16_t *in = check_input(&t, GENERATE_UNIFORM, 1), *out = check_output(&t, in);
    float *wide_in = transform_alloc(&wide, SIDE_IN, 1);
    for (size_t i = 0; i < in_reals; i++)
        wide_in[i] = widen(t.precision, in[i]);
    float *wide_out = check_output(&wide, wide_in);
    for (size_t i = 0; i < out_reals; i++)
        if (!same_half(t.precision, out[i], narrow(t.precision, wide_out[i])))
            fail_msg("n = %td: number %zu is %04x, not %04x", t.n[0], i, out[i],
                     narrow(t.precision, wide_out[i]));
    free(in);
    free(out);
    free(wide_in);
    free(wide_out);
}

static void test_io_is_float_rounded_once(void **state)
{
    (void)state;
    static const ptrdiff_t lengths[] = {1, 2, 7, 17, 64, 100, 1000, 1024, 4099, 16384};
    for (stet_precision p = STET_F16; p <= STET_BF16; p++)
        FOR_EACH_KIND (kind) {
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
                check_io(transform_1d(kind, p, lengths[i]));
            struct transform t = transform_1d(kind, p, 6);
            t.rank = 3;
            t.n[1] = 20;
            t.n[2] = 16;
            check_io(t);
            t.norm = STET_NORM_ORTHO;
            check_io(t);
        }
}

/* |out - exact| / |exact|, the exact one from double. */
static double error_of(struct transform t)
{
    struct transform wide = t;
    wide.precision = STET_F64;
    const size_t in_reals = transform_reals(&t, SIDE_IN), out_reals = transform_reals(&t, SIDE_OUT);
    uint16_t *in = check_input(&t, GENERATE_UNIFORM, 1), *out = check_output(&t, in);
    double *wide_in = transform_alloc(&wide, SIDE_IN, 1), square = 0, difference = 0;
    for (size_t i = 0; i < in_reals; i++)
        wide_in[i] = transform_number(&t, in, i);
    double *exact = check_output(&wide, wide_in);
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(&t, dims);
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    const double scale = ldexp(1, stet_plan_half_exponent(plan));
    stet_plan_destroy(plan);
    for (size_t i = 0; i < out_reals; i++) {
        const double d = transform_number(&t, out, i) / scale - exact[i];
        difference += d * d;
        square += exact[i] * exact[i];
    }
    free(in);
    free(out);
    free(wide_in);
    free(exact);
    return sqrt(difference / square);
}

/* Of uniform input, as docs/half.md states them. */
static void test_errors(void **state)
{
    (void)state;
    static const struct {
        stet_precision precision;
        stet_half_mode mode;
        ptrdiff_t n;
        double most;
    } goals[] = {
        {STET_F16, STET_HALF_NATIVE, 1024, 8.6e-4}, {STET_F16, STET_HALF_NATIVE, 65536, 1.12e-3},
        {STET_F16, STET_HALF_STORE, 1024, 4.3e-4},  {STET_F16, STET_HALF_STORE, 65536, 5.3e-4},
        {STET_F16, STET_HALF_IO, 1024, 2.2e-4},     {STET_F16, STET_HALF_IO, 65536, 2.2e-4},
        {STET_BF16, STET_HALF_IO, 1024, 1.8e-3},    {STET_BF16, STET_HALF_IO, 65536, 1.8e-3},
        {STET_BF16, STET_HALF_STORE, 65536, 3e-3},  {STET_F16, STET_HALF_NATIVE, 1155, 1.2e-3},
    };
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        struct transform t = transform_1d(STET_C2C, goals[i].precision, goals[i].n);
        t.half_mode = goals[i].mode;
        const double error = error_of(t);
        if (!(error <= goals[i].most && error > goals[i].most / 8))
            fail_msg("mode %d, n = %td: %g, goal %g", (int)t.half_mode, t.n[0], error,
                     goals[i].most);
    }
}

/* The tables of mode NATIVE are correctly rounded: against double-double, on every level. */
static void test_tables(void **state)
{
    (void)state;
    for (ptrdiff_t L = 1; L <= 1 << 17; L *= 2) {
        stet_roots *roots = stet_roots_create((uint64_t)(2 * L));
        const ptrdiff_t size = stet_level_size(L);
        float *table = malloc((size_t)size * 2 * sizeof *table);
        assert_non_null(roots);
        assert_non_null(table);
        for (ptrdiff_t j = 0; j < size; j++)
            stet_f16_twiddle(roots, L, j, &table[j], &table[size + j]);
        for (ptrdiff_t j = 0; j < size; j++) {
            double c[2], s[2];
            stet_roots_dd(roots, (uint64_t)j, c, s);
            const int near_real = 4 * j < L;
            const double big = near_real ? c[0] : s[0], small = near_real ? s[0] : -c[0];
            const float m = stet_f16_to_f32(stet_f16_from_f64(big));
            const float t = stet_f16_to_f32(stet_f16_from_f64(small / (double)m));
            if (table[j] != m || table[size + j] != t)
                fail_msg("L = %td, j = %td: %a %a, not %a %a", L, j, (double)table[j],
                         (double)table[size + j], (double)m, (double)t);
        }
        free(table);
        stet_roots_destroy(roots);
    }
}

static stet_status run_constant(ptrdiff_t n, stet_half_mode mode, stet_norm norm, int exponent,
                                float value, uint16_t *first, int *result_exponent)
{
    stet_dim dim = {n, 1, 1};
    stet_options options;
    stet_plan *plan;
    stet_options_init(&options);
    options.precision = STET_F16;
    options.rank = 1;
    options.dims = &dim;
    options.half_mode = mode;
    options.half_exponent = exponent;
    options.norm = norm;
    uint16_t *x = malloc((size_t)n * 4);
    assert_non_null(x);
    for (ptrdiff_t i = 0; i < 2 * n; i++)
        x[i] = stet_f16_from_f32(value);
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    *result_exponent = stet_plan_half_exponent(plan);
    const stet_status status = stet_execute(plan, x, x);
    stet_plan_destroy(plan);
    *first = x[0];
    free(x);
    return status;
}

/* With the default exponent numbers up to 1 never overflow, and the result is 2^e n; without it
 * long lines overflow and say so. */
static void test_range(void **state)
{
    (void)state;
    uint16_t first;
    int e;
    for (stet_half_mode mode = STET_HALF_IO; mode <= STET_HALF_NATIVE; mode++)
        for (ptrdiff_t n = 1 << 13; n <= 1 << 18; n *= 2) {
            assert_int_equal(
                run_constant(n, mode, STET_NORM_BACKWARD, STET_HALF_SAFE, 1, &first, &e), STET_OK);
            assert_int_equal(e, n > 32768 ? -(int)log2((double)n) + 15 : 0);
            assert_true((double)stet_f16_to_f32(first) == ldexp((double)n, e));
            const stet_status raw = run_constant(n, mode, STET_NORM_BACKWARD, 0, 1, &first, &e);
            assert_int_equal(raw, n > 32768 ? STET_E_HALF_RANGE : STET_OK);
            assert_int_equal(e, 0);
            /* A norm that divides by n brings it back to 1, whatever happens inside. */
            assert_int_equal(
                run_constant(n, mode, STET_NORM_FORWARD, STET_HALF_SAFE, 1, &first, &e), STET_OK);
            assert_int_equal(e, 0);
            assert_int_equal(first, 0x3c00);
        }
    assert_int_equal(run_constant(64, STET_HALF_IO, STET_NORM_BACKWARD, 5, 1, &first, &e), STET_OK);
    assert_int_equal(e, 5);
    assert_true(stet_f16_to_f32(first) == 2048);
    /* What is infinite in the input is no overflow. */
    assert_int_equal(
        run_constant(64, STET_HALF_NATIVE, STET_NORM_BACKWARD, 0, INFINITY, &first, &e), STET_OK);
    assert_int_equal(stet_plan_half_exponent(NULL), 0);
}

/* Every line of a batch counts: one that overflows beside one that is infinite. */
static void test_range_of_one_line(void **state)
{
    (void)state;
    for (int overflowing = 0; overflowing < 2; overflowing++) {
        uint16_t x[3 * 64], y[3 * 66];
        stet_dim dim = {64, 1, 1}, batch = {3, 64, 33};
        stet_options options;
        stet_options_init(&options);
        options.kind = STET_R2C;
        options.precision = STET_F16;
        options.rank = options.batch_rank = 1;
        options.dims = &dim;
        options.batch = &batch;
        for (int i = 0; i < 64; i++) {
            x[i] = 0x7c00;
            x[64 + i] = overflowing ? 0x7bff : 0x3c00;
            x[128 + i] = 0;
        }
        assert_int_equal(stet_transform(&options, x, y), overflowing ? STET_E_HALF_RANGE : STET_OK);
    }
}

/* In place the input is gone when the output is seen: what it was has been noted before. Lengths
 * for each way that a line may go, both formats, one thing wrong at a time. */
static void test_overflow_in_place(void **state)
{
    (void)state;
    static const ptrdiff_t lengths[] = {12, 32, 64, 256, 1024, 65536};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int what = 0; what < 3; what++) /* nothing, overflow, infinity */
            for (int bf16 = 0; bf16 < 2; bf16++)
                for (int in_place = 0; in_place < 2; in_place++) {
                    const ptrdiff_t n = lengths[l], lines = n > 1024 ? 1 : 70;
                    const uint16_t one = bf16 ? 0x3f80 : 0x3c00, large = bf16 ? 0x7f7f : 0x7bff;
                    const uint16_t infinity = bf16 ? 0x7f80 : 0x7c00;
                    const size_t size = 2 * (size_t)(n * lines);
                    uint16_t *x = (uint16_t *)stet_alloc_array(size, sizeof *x);
                    uint16_t *y = (uint16_t *)stet_alloc_array(size, sizeof *y);
                    assert_non_null(x);
                    assert_non_null(y);
                    memset(x, 0, size * sizeof *x);
                    uint16_t *last = x + 2 * n * (lines - 1);
                    for (ptrdiff_t i = 0; i < n; i++)
                        last[2 * i] = what == 1 ? large : one;
                    if (what == 2)
                        last[6] = infinity;
                    stet_options options;
                    const stet_dim dim = {n, 1, 1}, batch = {lines, n, n};
                    stet_options_init(&options);
                    options.precision = bf16 ? STET_BF16 : STET_F16;
                    options.half_mode = STET_HALF_STORE;
                    options.half_exponent = 0;
                    options.rank = 1;
                    options.dims = &dim;
                    options.batch_rank = 1;
                    options.batch = &batch;
                    const int over = what == 1 || (what == 0 && !bf16 && n > 32768);
                    assert_int_equal(stet_transform(&options, x, in_place ? x : y),
                                     over ? STET_E_HALF_RANGE : STET_OK);
                    stet_free(x);
                    stet_free(y);
                }
}

/* Input all of whose energy goes to output k: too much for it, and for no other. */
static void all_to_one(const struct transform *t, ptrdiff_t k, const double *cosine, uint16_t *in)
{
    const ptrdiff_t n = t->n[0], half = n / 2;
    const double most = t->precision == STET_F16 ? 65504 : 0x1.fep127;
    const double size = 1.5 * most / (double)(t->kind == STET_R2C ? half : n);
    const ptrdiff_t elements = transform_length(t, SIDE_IN, 0);
    for (ptrdiff_t i = 0; i < elements; i++) {
        const ptrdiff_t at = k * i % n;
        const float re = (float)(size * cosine[at]),
                    im = (float)(size * cosine[(at + 3 * n / 4) % n]);
        if (t->kind == STET_R2C) {
            in[i] = narrow(t->precision, re);
        } else {
            in[2 * i] = narrow(t->precision, re);
            in[2 * i + 1] = narrow(t->precision, t->kind == STET_C2R ? -im : im);
        }
    }
}

/* No output is forgotten, whichever way it is written. */
static void check_each_output(stet_kind kind, stet_precision p, ptrdiff_t n)
{
    struct transform t = transform_1d(kind, p, n);
    t.norm = kind == STET_C2R ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
    double *cosine = (double *)stet_alloc_array((size_t)n, sizeof *cosine);
    assert_non_null(cosine);
    for (ptrdiff_t i = 0; i < n; i++)
        cosine[i] = cos(2 * acos(-1) * (double)i / (double)n);
    uint16_t *in = transform_alloc(&t, SIDE_IN, 1), *out = transform_alloc(&t, SIDE_OUT, 1);
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(&t, dims);
    options.half_exponent = 0;
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    for (ptrdiff_t k = 0; k < transform_length(&t, SIDE_OUT, 0); k++) {
        all_to_one(&t, k, cosine, in);
        if (stet_execute(plan, in, out) != STET_E_HALF_RANGE)
            fail_msg("kind %d, precision %d, n = %td: output %td overflows unseen", (int)kind,
                     (int)p, n, k);
        for (size_t i = 0; i < transform_reals(&t, SIDE_IN); i++)
            in[i] &= 0xbfff; /* less than 2 */
        assert_int_equal(stet_execute(plan, in, out), STET_OK);
    }
    stet_plan_destroy(plan);
    stet_free(cosine);
    free(in);
    free(out);
}

static void test_overflow_of_each_output(void **state)
{
    (void)state;
    static const char *const isas[] = {"avx2", NULL};
    static const ptrdiff_t lengths[] = {64, 256, 512, 1024, 1536, 2048};
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        stet_isa_select(isas[i]); /* if it is there */
        for (stet_precision p = STET_F16; p <= STET_BF16; p++)
            FOR_EACH_KIND (kind)
                for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
                    check_each_output(kind, p, lengths[l]);
    }
}

/* Lines side by side: what one of them holds is not taken for another's. */
static void test_overflow_side_by_side(void **state)
{
    (void)state;
    enum { N = 40, LINES = 35 };
    FOR_EACH_KIND (kind)
        for (int infinite = -1; infinite < LINES; infinite++)
            for (int over = -1; over < LINES; over += 4) {
                struct transform t = transform_1d(kind, STET_F16, N);
                const ptrdiff_t in_n = transform_length(&t, SIDE_IN, 0);
                const int parts = kind == STET_R2C ? 1 : 2;
                uint16_t x[2 * N * LINES] = {0}, y[2 * N * LINES];
                for (ptrdiff_t e = 0; e < in_n; e++)
                    for (int g = 0; g < LINES; g++)
                        x[parts * (e * LINES + g)] = g == over ? 0x7bff : e == 0 ? 0x3c00 : 0;
                if (infinite >= 0)
                    x[parts * (3 * LINES + infinite)] = 0x7c00;
                stet_dim dim = {N, LINES, LINES}, batch = {LINES, 1, 1};
                stet_options options;
                stet_options_init(&options);
                options.kind = kind;
                options.direction = t.direction;
                options.norm = kind == STET_C2R ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
                options.precision = STET_F16;
                options.rank = options.batch_rank = 1;
                options.dims = &dim;
                options.batch = &batch;
                assert_int_equal(stet_transform(&options, x, y),
                                 over >= 0 && over != infinite ? STET_E_HALF_RANGE : STET_OK);
            }
}

/* More than one dimension, on the way through floats or not; also where floats overflow. */
static void test_range_of_an_array(void **state)
{
    (void)state;
    for (stet_precision p = STET_F16; p <= STET_BF16; p++)
        for (stet_half_mode mode = STET_HALF_IO; mode <= STET_HALF_STORE; mode++)
            FOR_EACH_KIND (kind)
                for (int sort = 0; sort < 3; sort++) { /* finite, overflowing, infinite */
                    struct transform t = transform_1d(kind, p, 16);
                    t.rank = 3;
                    t.n[1] = 6;
                    t.n[2] = 10;
                    t.half_mode = mode;
                    t.norm = kind == STET_C2R ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
                    stet_dim dims[TRANSFORM_RANK];
                    stet_options options = transform_options(&t, dims);
                    uint16_t *in = check_input(&t, GENERATE_UNIFORM, 1);
                    uint16_t *out = transform_alloc(&t, SIDE_OUT, 1);
                    const uint16_t infinity = p == STET_F16 ? 0x7c00 : 0x7f80;
                    for (size_t i = 0; sort > 0 && i < transform_reals(&t, SIDE_IN); i++)
                        in[i] = sort == 1 ? infinity - 1 : i == 5 ? infinity : in[i];
                    assert_int_equal(stet_transform(&options, in, out),
                                     sort == 1 ? STET_E_HALF_RANGE : STET_OK);
                    free(in);
                    free(out);
                }
}

static stet_status create(stet_precision p, stet_half_mode mode, int exponent, ptrdiff_t n)
{
    stet_dim dim = {n, 1, 1};
    stet_options options;
    stet_plan *plan;
    stet_options_init(&options);
    options.precision = p;
    options.rank = 1;
    options.dims = &dim;
    options.half_mode = mode;
    options.half_exponent = exponent;
    const stet_status status = stet_plan_create(&plan, &options);
    if (status == STET_OK)
        stet_plan_destroy(plan);
    else
        assert_null(plan);
    return status;
}

static void test_refusals(void **state)
{
    (void)state;
    const int safe = STET_HALF_SAFE;
    assert_int_equal(create(STET_F16, (stet_half_mode)0, safe, 8), STET_E_HALF_MODE);
    assert_int_equal(create(STET_F16, (stet_half_mode)4, safe, 8), STET_E_HALF_MODE);
    assert_int_equal(create(STET_BF16, STET_HALF_NATIVE, safe, 8), STET_E_HALF_MODE);
    assert_int_equal(create(STET_F16, STET_HALF_IO, 101, 8), STET_E_HALF_EXPONENT);
    assert_int_equal(create(STET_F16, STET_HALF_IO, -101, 8), STET_E_HALF_EXPONENT);
    assert_int_equal(create(STET_F16, STET_HALF_NATIVE, safe, 34), STET_E_HALF_LENGTH);
    assert_int_equal(create(STET_F16, STET_HALF_NATIVE, safe, 17), STET_E_HALF_LENGTH);
    assert_int_equal(create(STET_F16, STET_HALF_IO, safe, 34), STET_OK);
    assert_int_equal(create(STET_F16, STET_HALF_NATIVE, -100, 26), STET_OK);
    assert_int_equal(create((stet_precision)5, STET_HALF_IO, safe, 8), STET_E_PRECISION);
    stet_dim dim = {8, 1, 1};
    stet_options options;
    stet_plan *plan;
    stet_options_init(&options);
    options.precision = STET_F16;
    options.level = STET_LEVEL_CORRECT;
    options.rank = 1;
    options.dims = &dim;
    /* Level correct scales nothing and has no modes. */
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    assert_int_equal(stet_plan_half_exponent(plan), 0);
    stet_plan_destroy(plan);
    options.half_exponent = 1;
    assert_int_equal(stet_plan_create(&plan, &options), STET_E_HALF_EXPONENT);
    options.half_exponent = 0;
    options.half_mode = STET_HALF_STORE;
    assert_int_equal(stet_plan_create(&plan, &options), STET_E_HALF_MODE);
    options.half_mode = STET_HALF_NATIVE;
    assert_int_equal(stet_plan_create(&plan, &options), STET_E_HALF_MODE);
    /* Other precisions do not look. */
    assert_int_equal(create(STET_F32, (stet_half_mode)77, 1234, 8), STET_OK);
}

/* The lengths that mode STORE divides are part of its definition. */
static void test_split(void **state)
{
    (void)state;
    assert_int_equal(stet_half_split_of(1 << 15), 1);
    assert_int_equal(stet_half_split_of(1 << 16), 256);
    assert_int_equal(stet_half_split_of(1 << 17), 256);
    assert_int_equal(stet_half_split_of(1 << 20), 1024);
    assert_int_equal(stet_half_split_of(65536 * 3), 384);
    assert_int_equal(stet_half_split_of(65536 * 17), 1);
    assert_int_equal(stet_half_split_of(100000), 250);
}

/* Threads and the grouping of levels change no bit. */
static void test_schedules(void **state)
{
    (void)state;
    for (stet_half_mode mode = STET_HALF_IO; mode <= STET_HALF_NATIVE; mode++)
        FOR_EACH_KIND (kind) {
            struct transform t = transform_1d(kind, STET_F16, 96);
            t.rank = 2;
            t.n[1] = 1024;
            t.half_mode = mode;
            void *in = check_input(&t, GENERATE_UNIFORM, 7), *plain = check_output(&t, in);
            for (int way = 0; way < 3; way++) {
                stet_dim dims[TRANSFORM_RANK];
                stet_options options = transform_options(&t, dims);
                options.threads = way == 0 ? 3 : 1;
                stet_plan *plan;
                void *out = transform_alloc(&t, SIDE_OUT, 1);
                assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
                if (way == 0)
                    inside_least_points(plan, 64);
                else
                    assert_int_equal(inside_limit_radix(plan, 2 * way), 1);
                assert_int_equal(stet_execute(plan, in, out), STET_OK);
                assert_true(transform_same(&t, plain, out));
                stet_plan_destroy(plan);
                free(out);
            }
            free(in);
            free(plain);
        }
}

/* Where the CPU computes in binary16, mode NATIVE does so wherever a line fills the vectors, of
 * every kind, layout and norm; the golden file has the bits. */
static void test_own_kernels(void **state)
{
    enum { RARE = 2 }; /* only with kernels that a build without rare ones leaves out */
    static const struct {
        ptrdiff_t n;
        stet_kind kind;
        float load;
        int own; /* of 32 lanes; fewer take all of these */
    } cases[] = {
        {128, STET_C2C, 1, 1},      {1024, STET_C2C, 1, 1},        {2048, STET_C2C, 0.5f, 1},
        {65536, STET_C2C, 0.5f, 1}, {3 * 4096, STET_C2C, 0.5f, 1}, {5625, STET_C2C, 0.5f, RARE},
        {1024, STET_R2C, 1, 1},     {8192, STET_R2C, 0.5f, 1},     {4096, STET_C2R, 0.25f, RARE},
        {32, STET_C2C, 1, 0},       {1024, STET_R2C, 0.5f, 0}};
    const stet_isa *isa = stet_isa_in_use();
    (void)state;
    if (!isa->own16) {
        print_message("skipped: no vectors of binary16 on this CPU\n");
        skip();
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int contiguous = 0; contiguous < 2; contiguous++) {
            const stet_half_shape shape = {.n = cases[i].n,
                                           .kind = cases[i].kind,
                                           .precision = STET_F16,
                                           .mode = STET_HALF_NATIVE,
                                           .contiguous = contiguous,
                                           .load = cases[i].load,
                                           .scale = 1 / 3.0};
            stet_half *h;
            assert_int_equal(stet_half_create(&h, &shape, isa), STET_OK);
            const int all = isa->own16->run[STET_TILES] && isa->own16->run[STET_WIDE];
            const int own = cases[i].own == RARE ? all : cases[i].own;
            if (h->own != own && (own || isa->own16->lanes == 32))
                fail_msg("%td points of kind %d: %d", shape.n, (int)shape.kind, h->own);
            stet_half_destroy(h);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_io_is_float_rounded_once),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_range),
        cmocka_unit_test(test_range_of_one_line),
        cmocka_unit_test(test_overflow_in_place),
        cmocka_unit_test(test_overflow_of_each_output),
        cmocka_unit_test(test_overflow_side_by_side),
        cmocka_unit_test(test_range_of_an_array),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_schedules),
        cmocka_unit_test(test_own_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
