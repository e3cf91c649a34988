/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels as C: steps of primes above 13; lines in chunks; those that are no plan of a
 * transform, CUDA's sines and cosines and those of the article. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arith/bits.h"
#include "emulate/emulate.h"
#include "lib/failing.h"
#include "lib/generate.h"
#include "lib/transform.h"

static void emulate(stet_gpu_lowering *plan, const void *in, void *out, int backwards)
{
    char *work = malloc(plan->workspace + 1);
    const stet_gpu_arrays arrays = {in, out, work, backwards};
    assert_int_equal(stet_gpu_emulate(plan, &arrays), STET_OK);
    free(work);
    stet_gpu_lowering_destroy(plan);
}

/* Every 257th float and the neighbours of where something changes, all exponents, NaN and
 * infinities. */
static void test_trig(void **state)
{
    (void)state;
    enum { N = 1 << 20 };
    float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), *want = malloc(N * sizeof *want);
    static const float edge[] = {105615.0f, 0x1p22f, 0x1p23f, 0x1p24f,
                                 0x1p30f,   0x1p31f, 0.5f,    1.0f};
    for (uint32_t part = 0; part < 16; part++)
        for (stet_trig_function f = STET_TRIG_SIN; f <= STET_TRIG_COSPI; f++) {
            for (uint32_t i = 0; i < N; i++)
                x[i] = stet_from_bits_f32((part * N + i) * 257 * STET_TEST_STEP);
            for (uint32_t i = 0; part == 0 && i < 8 * 16; i++)
                x[i] = stet_from_bits_f32((stet_bits_f32(edge[i / 16]) + i % 8 - 4) ^ (i % 16 / 8)
                                                                                          << 31);
            stet_gpu_lowering *plan;
            assert_int_equal(stet_gpu_lower_trig(&plan, f, 0, N), STET_OK);
            emulate(plan, x, y, 0);
            assert_int_equal(stet_trig(f, STET_TRIG_CUDA13, N, x, want), STET_OK);
            const size_t at = first_difference(y, want, STET_F32, N);
            if (at < N)
                fail_msg("function %d of %a: %a, not %a", (int)f, (double)x[at], (double)y[at],
                         (double)want[at]);
        }
    free(x);
    free(y);
    free(want);
}

static void test_trig_refused(void **state)
{
    (void)state;
    stet_gpu_lowering *plan;
    assert_int_equal(stet_gpu_lower_trig(&plan, (stet_trig_function)0, 0, 5), STET_E_FUNCTION);
    assert_null(plan);
    assert_int_equal(stet_gpu_lower_trig(&plan, STET_TRIG_SIN, 0, 0), STET_E_LENGTH);
    assert_int_equal(stet_gpu_lower_article(&plan, STET_GPU_ARTICLE_STAGES, STET_F32, 12),
                     STET_E_LENGTH);
    assert_int_equal(stet_gpu_lower_article(&plan, STET_GPU_ARTICLE_STAGES, STET_F16, 16),
                     STET_E_PRECISION);
    assert_int_equal(stet_gpu_lower_article(&plan, STET_GPU_ARTICLE_SUM, STET_F64, 0),
                     STET_E_LENGTH);
}

/* One launch a level is level native, bit by bit. */
static void test_stages(void **state)
{
    (void)state;
    for (stet_precision p = STET_F32; p <= STET_F64; p++)
        for (ptrdiff_t n = 1; n <= 1 << 14; n *= 2)
            for (enum generate_family f = 0; f < GENERATE_FAMILIES; f++) {
                struct transform t = transform_1d(STET_C2C, p, n);
                void *in = transform_alloc(&t, SIDE_IN, 1), *y = transform_alloc(&t, SIDE_OUT, 1);
                void *want = transform_alloc(&t, SIDE_OUT, 1);
                generate_reals(in, p, transform_reals(&t, SIDE_IN), f, (uint64_t)n);
                stet_gpu_lowering *plan;
                assert_int_equal(stet_gpu_lower_article(&plan, STET_GPU_ARTICLE_STAGES, p, n),
                                 STET_OK);
                emulate(plan, in, y, f % 2);
                assert_int_equal(transform_run(&t, in, want), STET_OK);
                if (!transform_same(&t, y, want))
                    fail_msg("%td points, family %s", n, generate_name(f));
                free(in);
                free(y);
                free(want);
            }
}

/* The definition, with integers and where the roots are 1, -i, -1, i: exact. */
static void test_definition(void **state)
{
    (void)state;
    for (stet_precision p = STET_F32; p <= STET_F64; p++)
        for (ptrdiff_t n = 1; n <= 1000; n = 3 * n + 1) {
            struct transform t = transform_1d(STET_C2C, p, n);
            void *in = transform_alloc(&t, SIDE_IN, 1), *y = transform_alloc(&t, SIDE_OUT, 1);
            void *want = transform_alloc(&t, SIDE_OUT, 1);
            generate_reals(in, p, transform_reals(&t, SIDE_IN), GENERATE_INTEGER, 1);
            stet_gpu_lowering *plan;
            assert_int_equal(stet_gpu_lower_article(&plan, STET_GPU_ARTICLE_SUM, p, n), STET_OK);
            emulate(plan, in, y, 0);
            t.level = STET_LEVEL_CORRECT;
            assert_int_equal(transform_run(&t, in, want), STET_OK);
            /* |error| <= n u sum |x|, x up to 128 sqrt 2, each product and root off by u/2 */
            const double most = 3 * transform_roundoff(&t) * (double)(n * n) * 182;
            for (size_t i = 0; i < transform_reals(&t, SIDE_OUT); i++) {
                const double d = transform_number(&t, y, i) - transform_number(&t, want, i);
                assert_true(d <= most && d >= -most);
            }
            free(in);
            free(y);
            free(want);
        }
}

/* Lines of several passes some at a time, in place too: the bits of all at once, in less workspace.
 * Seven rows of three lines whose rows lie the other way round; a chunk has two rows or one. */
static void test_chunks(void **state)
{
    (void)state;
    enum { N = 1200, ROWS = 7, COLUMNS = 3, ALL = N * ROWS * COLUMNS };
    const struct transform t = transform_1d(STET_C2C, STET_F32, N);
    const stet_dim dim = {N, 1, 1};
    const stet_dim batch[] = {{ROWS, -COLUMNS * N, -COLUMNS * N}, {COLUMNS, N, N}};
    stet_options o;
    stet_options_init(&o);
    o.precision = STET_F32;
    o.rank = 1;
    o.dims = &dim;
    o.batch = batch;
    o.batch_rank = 2;
    float *in = transform_alloc(&t, SIDE_IN, ROWS * COLUMNS);
    float *y = transform_alloc(&t, SIDE_OUT, ROWS * COLUMNS);
    float *want = transform_alloc(&t, SIDE_OUT, ROWS * COLUMNS);
    const ptrdiff_t last = 2 * (ROWS - 1) * COLUMNS * N;
    generate_reals(in, STET_F32, 2 * (size_t)ALL, GENERATE_UNIFORM, 1);
    assert_int_equal(stet_transform(&o, in + last, want + last), STET_OK);
    for (size_t lines = 0; lines <= 7; lines += 7) {
        const stet_gpu_limits whole = {4096, 64, 0}, some = {4096, 64, lines * N * 8 + 1};
        stet_gpu_lowering *plan, *other;
        assert_int_equal(stet_gpu_lower(&other, &o, &whole), STET_OK);
        for (int in_place = 0; in_place < 2; in_place++) {
            assert_int_equal(stet_gpu_lower(&plan, &o, &some), STET_OK);
            assert_int_equal(plan->count, other->count * (lines == 0 ? ROWS : (ROWS + 1) / 2));
            assert_true(plan->workspace <= other->workspace / 3);
            float *from = in_place ? y : in;
            memcpy(y, in, 2 * ALL * sizeof *y);
            emulate(plan, from + last, y + last, in_place);
            assert_memory_equal(y, want, 2 * ALL * sizeof *y);
        }
        stet_gpu_lowering_destroy(other);
    }
    free(in);
    free(y);
    free(want);
}

/* Three lines of n numbers have the bits of the CPU, with much shared memory and with little. */
static void compare_line(stet_kind kind, stet_precision p, stet_level level,
                         stet_direction direction, ptrdiff_t n)
{
    static const stet_gpu_limits limits[] = {{48 << 10, 1024, 0}, {5 << 10, 64, 0}};
    enum { LINES = 3 };
    struct transform t = transform_1d(kind, p, n);
    t.level = level;
    if (kind == STET_C2C)
        t.direction = direction;
    stet_dim dim;
    stet_options o = transform_options(&t, &dim);
    const stet_dim batch = {LINES, transform_length(&t, SIDE_IN, 0),
                            transform_length(&t, SIDE_OUT, 0)};
    o.batch = &batch;
    o.batch_rank = 1;
    void *in = transform_alloc(&t, SIDE_IN, LINES), *y = transform_alloc(&t, SIDE_OUT, LINES);
    void *want = transform_alloc(&t, SIDE_OUT, LINES);
    const size_t outputs = LINES * transform_reals(&t, SIDE_OUT);
    generate_reals(in, p, LINES * transform_reals(&t, SIDE_IN), GENERATE_UNIFORM, (uint64_t)n);
    assert_int_equal(stet_transform(&o, in, want), STET_OK);
    for (int i = 0; i < 2; i++) {
        stet_gpu_lowering *plan;
        assert_int_equal(stet_gpu_lower(&plan, &o, &limits[i]), STET_OK);
        emulate(plan, in, y, i);
        const size_t at = first_difference(y, want, p, outputs);
        if (at < outputs)
            fail_msg(
                "kind %d, level %d, precision %d, direction %d, %td points, limit %d: number %zu",
                (int)kind, (int)level, (int)p, (int)direction, n, i, at);
    }
    free(in);
    free(y);
    free(want);
}

/* Direct steps, alone and after others; convolutions by both methods, the inner ones with direct
 * steps too; two rough primes, equal and not. */
static void test_primes(void **state)
{
    (void)state;
    static const ptrdiff_t lengths[] = {
        17,  31,       127,      289,         17 * 64, 61 * 13 * 4, 131,       257,
        263, 17 * 131, 34 * 257, 2 * 263 * 3, 137,     131 * 131,   131 * 257, 263 * 131 * 2};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (stet_kind kind = STET_C2C; kind <= STET_C2R; kind++)
            for (stet_precision p = STET_F32; p <= STET_F64; p++) {
                const stet_direction d = (i + p) % 2 ? STET_FORWARD : STET_INVERSE;
                compare_line(kind, p, STET_LEVEL_NATIVE, d, lengths[i]);
                if (lengths[i] < 3000) {
                    compare_line(kind, p, STET_LEVEL_EXTENDED, d, lengths[i]);
                    compare_line(kind, STET_F32, STET_LEVEL_EXTENDED_FF, d, lengths[i]);
                }
            }
}

/* Each allocation of a plan fails once: STET_E_MEMORY, and nothing stays behind. */
static stet_status lower(void *context)
{
    stet_gpu_lowering *plan;
    const stet_status status = stet_gpu_lower(&plan, (const stet_options *)context, NULL);
    assert_true((plan == NULL) == (status != STET_OK));
    stet_gpu_lowering_destroy(plan);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    static const struct {
        stet_precision precision;
        stet_level level;
        ptrdiff_t first, last; /* the first dimension: 1, there is none */
    } all[] = {
        {STET_F32, STET_LEVEL_NATIVE, 1, 1000},   /* one pass */
        {STET_F64, STET_LEVEL_EXTENDED, 1, 526},  /* a filter in double-double */
        {STET_F32, STET_LEVEL_NATIVE, 131, 8192}, /* Rader's method, several passes */
        {STET_F32, STET_LEVEL_CORRECT, 1, 12},    /* a bound from the CPU's plan, a list */
        {STET_BF16, STET_LEVEL_CORRECT, 6, 20},
        {STET_F32, STET_LEVEL_CORRECT, 1, 2100}, /* rounds */
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const stet_dim dims[] = {{all[i].first, all[i].last, all[i].last}, {all[i].last, 1, 1}};
        stet_options o;
        stet_options_init(&o);
        o.precision = all[i].precision;
        o.level = all[i].level;
        o.rank = all[i].first > 1 ? 2 : 1;
        o.dims = all[i].first > 1 ? dims : dims + 1;
        assert_true(failing_each(lower, &o) > 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trig),   cmocka_unit_test(test_trig_refused),
        cmocka_unit_test(test_stages), cmocka_unit_test(test_definition),
        cmocka_unit_test(test_chunks), cmocka_unit_test(test_primes),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
