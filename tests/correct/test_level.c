/* SPDX-License-Identifier: Apache-2.0 */
/* Level `correct` as a part of the library: algorithms agree, special values, statistics, threads,
 * the caller's floating-point environment, statuses, allocations that fail. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "correct/cases.h"
#include "correct/families.h"
#include "correct/ways.h"
#include "lib/failing.h"
#include "lib/parallel.h"

static struct transform correct_1d(stet_kind kind, stet_precision precision, ptrdiff_t n)
{
    struct transform t = transform_1d(kind, precision, n);
    t.level = STET_LEVEL_CORRECT;
    return t;
}

/* ------------------------------------------------------------ algorithms -- */

static void fill(const struct transform *t, int family, void *in)
{
    const size_t reals = transform_reals(t, SIDE_IN);
    double *x = calloc(reals, sizeof *x);
    assert_non_null(x);
    families[family].fill(x, (ptrdiff_t)(t->kind == STET_R2C ? reals : reals / 2),
                          t->kind == STET_R2C, (uint64_t)family + 3);
    case_round(t->precision, x, reals, in);
    free(x);
}

static void check_ways(struct transform t)
{
    stet_dim dims[TRANSFORM_RANK];
    void *in = transform_alloc(&t, SIDE_IN, 1), *plain = transform_alloc(&t, SIDE_OUT, 1);
    void *other = transform_alloc(&t, SIDE_OUT, 1);
    for (int family = 0; family < family_count; family++) {
        stet_correct_stats stats = {.size = sizeof stats};
        t.norm = (stet_norm)(1 + family % 3);
        const stet_options options = transform_options(&t, dims);
        fill(&t, family, in);
        assert_int_equal(correct_run(WAY_PLAIN, options, in, plain, &stats), STET_OK);
        for (int way = WAY_PLAIN + 1; way < CORRECT_WAYS; way++) {
            assert_int_equal(correct_run((enum correct_way)way, options, in, other, &stats),
                             STET_OK);
            if (memcmp(plain, other, transform_bytes(&t, SIDE_OUT)) != 0)
                fail_msg("%s, way %d, length %td: other bits", families[family].name, way, t.n[0]);
        }
    }
    free(in), free(plain), free(other);
}

static void test_algorithms_agree(void **state)
{
    static const ptrdiff_t lengths[] = {1, 2, 7, 16, 30, 64, 68, 256, 1024};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        check_ways(correct_1d(STET_C2C, STET_F32, lengths[i]));
        if (lengths[i] <= 256) {
            check_ways(correct_1d(STET_C2R, STET_F32, lengths[i]));
            check_ways(correct_1d(STET_R2C, STET_F64, lengths[i]));
            check_ways(correct_1d(STET_C2C, STET_F16, lengths[i]));
            check_ways(correct_1d(STET_R2C, STET_BF16, lengths[i]));
            check_ways(correct_1d(STET_C2R, STET_F16, lengths[i]));
        }
    }
    check_ways(correct_1d(STET_R2C, STET_F16, 2048)); /* where classes are told apart */
    check_ways(correct_1d(STET_C2R, STET_BF16, 2048));
    check_ways(correct_1d(STET_C2C, STET_F16, 1500));
    struct transform t = {.kind = STET_C2C,
                          .precision = STET_F32,
                          .direction = STET_INVERSE,
                          .norm = STET_NORM_ORTHO,
                          .rank = 2,
                          .n = {6, 8}};
    check_ways(t);
}

/* -------------------------------------------------------- special values -- */

/* The bits of the numbers 1, 2, infinity, -infinity and NaN, of a NaN that signals, and of the
 * result. */
static const struct {
    stet_precision precision;
    uint64_t one, two, bad[4], nan;
} specials[] = {
    {STET_F32,
     0x3f800000,
     0x40000000,
     {0x7f800000, 0xff800000, 0xffc00001, 0x7f800001},
     0x7fc00000},
    {STET_F64,
     0x3ff0000000000000,
     0x4000000000000000,
     {0x7ff0000000000000, 0xfff0000000000000, 0xfff8000000000001, 0x7ff0000000000001},
     0x7ff8000000000000},
    {STET_F16, 0x3c00, 0x4000, {0x7c00, 0xfc00, 0xfe01, 0x7c01}, 0x7e00},
    {STET_BF16, 0x3f80, 0x4000, {0x7f80, 0xff80, 0xffc1, 0x7f81}, 0x7fc0},
};

static void put_bits(stet_precision p, void *x, size_t i, uint64_t bits)
{
    memcpy((char *)x + i * generate_size(p), &bits, generate_size(p));
}

static uint64_t bits_at(stet_precision p, const void *x, size_t i)
{
    uint64_t bits = 0;
    memcpy(&bits, (const char *)x + i * generate_size(p), generate_size(p));
    return bits;
}

/* Any place, in long lines (vectors) and short ones, contiguous or not. */
static void test_not_finite(void **state)
{
    static const ptrdiff_t lengths[] = {8, 60, 64};
    (void)state;
    for (size_t s = 0; s < sizeof specials / sizeof *specials; s++)
        for (size_t turn = 0; turn < 3 * 2 * 4; turn++) {
            const stet_precision p = specials[s].precision;
            const size_t n = (size_t)lengths[turn % 3], stride = 1 + turn / 3 % 2;
            const struct transform t = correct_1d(STET_C2C, p, (ptrdiff_t)n);
            stet_dim dims[TRANSFORM_RANK];
            stet_options options = transform_options(&t, dims);
            double x[4 * 64] = {0}, y[2 * 64] = {0};
            dims[0].in_stride = (ptrdiff_t)stride;
            for (size_t i = 0; i < 2 * n * stride; i++)
                put_bits(p, x, i, i % 3 ? specials[s].one : specials[s].two);
            put_bits(p, x, 2 * stride * (turn * 7 % n) + turn % 2, specials[s].bad[turn / 6]);
            assert_int_equal(stet_transform(&options, x, y), STET_OK);
            for (size_t k = 0; k < 2 * n; k++)
                assert_true(bits_at(p, y, k) == specials[s].nan);
        }
}

/* Short lines run together: what a line that is not finite leaves behind, as its zeros of both
 * signs, is no matter of the next one. */
static void test_neighbours(void **state)
{
    enum { N = 2, BATCH = 5 };
    (void)state;
    for (size_t s = 0; s < sizeof specials / sizeof *specials; s++)
        for (size_t turn = 0; turn < 4 * BATCH; turn++) {
            const stet_precision p = specials[s].precision;
            const struct transform t = correct_1d(STET_C2C, p, N);
            const size_t size = generate_size(p), at = turn / 4;
            const stet_dim batch = {BATCH, N, N};
            stet_dim dims[TRANSFORM_RANK];
            stet_options options = transform_options(&t, dims);
            double x[2 * N * BATCH] = {0}, y[2 * N * BATCH] = {0};
            options.batch_rank = 1;
            options.batch = &batch;
            for (size_t i = 0; i < 2 * (size_t)N * BATCH; i++)
                put_bits(p, x, i, i % 3 ? specials[s].one : specials[s].two);
            put_bits(p, x, 2 * N * at, specials[s].bad[turn % 4]);
            for (size_t j = 0; j < N; j++) /* imaginary parts -0 */
                put_bits(p, x, 2 * (N * at + j) + 1, (uint64_t)1 << (8 * size - 1));
            assert_int_equal(stet_transform(&options, x, y), STET_OK);
            for (size_t l = 0; l < BATCH; l++) {
                double z[2 * N] = {0};
                assert_int_equal(transform_run(&t, (char *)x + 2 * N * l * size, z), STET_OK);
                assert_memory_equal((char *)y + 2 * N * l * size, z, 2 * N * size);
            }
        }
}

/* Short lines side by side have one bound, from the largest among them: lines of any size, and of
 * structure, come out as they do alone. */
static void test_sizes(void **state)
{
    enum { BATCH = 70, MOST = 64 };
    static const ptrdiff_t lengths[] = {4, 15, 16, 30, 64};
    (void)state;
    for (int turn = 0; turn < 3 * 3 * 5 * 2; turn++) {
        const stet_kind kind = (stet_kind)(STET_C2C + turn % 3);
        const stet_precision p =
            (const stet_precision[]){STET_F32, STET_F16, STET_BF16}[turn / 3 % 3];
        const struct transform t = correct_1d(kind, p, lengths[turn / 9 % 5]);
        const size_t in_bytes = transform_bytes(&t, SIDE_IN),
                     out_bytes = transform_bytes(&t, SIDE_OUT);
        const size_t reals = transform_reals(&t, SIDE_IN);
        stet_dim dims[TRANSFORM_RANK];
        stet_options options = transform_options(&t, dims);
        const stet_dim batch = {BATCH, transform_length(&t, SIDE_IN, 0),
                                transform_length(&t, SIDE_OUT, 0)};
        double x[2 * MOST + 2];
        char *in = malloc(BATCH * in_bytes), *out = malloc(BATCH * out_bytes),
             *alone = malloc(out_bytes);
        for (size_t l = 0; l < BATCH; l++) {
            const int family = turn < 45 ? 0 : (int)l % family_count; /* noise */
            families[family].fill(x, (ptrdiff_t)(kind == STET_R2C ? reals : reals / 2),
                                  kind == STET_R2C, l);
            for (size_t i = 0; i < reals; i++)
                x[i] = ldexp(x[i], (int)(l * 7 % 9) * (p == STET_F16 ? -1 : -10));
            case_round(p, x, reals, in + l * in_bytes);
        }
        options.batch_rank = 1;
        options.batch = &batch;
        assert_int_equal(stet_transform(&options, in, out), STET_OK);
        for (size_t l = 0; l < BATCH; l++) {
            assert_int_equal(transform_run(&t, in + l * in_bytes, alone), STET_OK);
            assert_memory_equal(out + l * out_bytes, alone, out_bytes);
        }
        free(in), free(out), free(alone);
    }
}

/* What a half spectrum of one dimension is not read for may be anything. */
static void test_ignored(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof specials / sizeof *specials; s++) {
        const stet_precision p = specials[s].precision;
        const struct transform t = correct_1d(STET_C2R, p, 2);
        double x[4] = {0}, y[2] = {0};
        put_bits(p, x, 0, specials[s].two);
        put_bits(p, x, 1, specials[s].bad[0]);
        put_bits(p, x, 3, specials[s].bad[2]);
        assert_int_equal(transform_run(&t, x, y), STET_OK);
        assert_true(bits_at(p, y, 0) == specials[s].one && bits_at(p, y, 1) == specials[s].one);
        put_bits(p, x, 2, specials[s].bad[1]);
        assert_int_equal(transform_run(&t, x, y), STET_OK);
        assert_true(bits_at(p, y, 0) == specials[s].nan && bits_at(p, y, 1) == specials[s].nan);
    }
}

/* A zero is +0, whatever zeros it is the sum of; what is smaller than the least number keeps its
 * sign. */
static void test_zeros(void **state)
{
    (void)state;
    struct transform t = correct_1d(STET_C2C, STET_F32, 4);
    float x[8], y[8];
    for (int i = 0; i < 8; i++)
        x[i] = -0.0f;
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    for (int i = 0; i < 8; i++)
        assert_true(y[i] == 0 && !signbit(y[i]));
    t.norm = STET_NORM_FORWARD; /* 1/4 */
    x[0] = -0x1p-149f;
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    for (int i = 0; i < 8; i++)
        assert_true(y[i] == 0 && !signbit(y[i]) == (i % 2 == 1));
    x[0] = -0x1.8p-148f; /* -3/4 of the least number: away from zero; */
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    assert_true(y[0] == -0x1p-149f && y[6] == -0x1p-149f && y[7] == 0);
    x[0] = -0x1p-148f; /* -1/2: a tie, to even */
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    assert_true(y[0] == 0 && signbit(y[0]));
}

/* 2^24 + 1 and 2^24 + 3 are ties: to even. */
static void test_ties(void **state)
{
    (void)state;
    struct transform t = correct_1d(STET_C2C, STET_F32, 2);
    float x[4] = {0x1p24f, 0, 1, 3}, y[4];
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    assert_true(y[0] == 0x1p24f && y[1] == 3 && y[2] == 0x1.fffffep23f && y[3] == -3);
    x[0] = 0x1.000002p24f; /* 2^24 + 2 */
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    assert_true(y[0] == 0x1.000004p24f);
    x[0] = x[2] = 0x1.fffffep127f;
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    assert_true(isinf(y[0]) && y[0] > 0 && y[2] == 0 && !signbit(y[2]));
}

/* 16 bits: ties, overflow and subnormal results, and no scaling, whatever the length. */
static void test_halves(void **state)
{
    enum { N = 1 << 16 };
    (void)state;
    struct transform t = correct_1d(STET_C2C, STET_F16, 2);
    uint16_t x[4] = {0x6800, 0, 0x3c00, 0x4200}, y[4]; /* 2^11, 1 + 3i */
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    assert_true(y[0] == 0x6800 && y[1] == 0x4200 && y[2] == 0x67ff && y[3] == 0xc200);
    x[0] = 0x7bff, x[2] = 0x4c00, x[3] = 0; /* 65504 +- 16 are ties, one with 2^16 */
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    assert_true(y[0] == 0x7c00 && y[1] == 0 && y[2] == 0x7bfe && y[3] == 0);
    stet_dim dims[TRANSFORM_RANK];
    stet_correct_stats stats = {.size = sizeof stats};
    assert_int_equal(correct_run(WAY_DD, transform_options(&t, dims), x, y, &stats), STET_OK);
    assert_true(y[0] == 0x7c00 && y[1] == 0 && y[2] == 0x7bfe && y[3] == 0);
    assert_int_equal(stats.rational, 4); /* double-double leaves ties and zeros alone */
    t.norm = STET_NORM_FORWARD;          /* 1/2 */
    x[0] = 0x8001, x[2] = 0; /* half of the smallest number: to even, and it keeps its sign */
    assert_int_equal(transform_run(&t, x, y), STET_OK);
    assert_true(y[0] == 0x8000 && y[1] == 0 && y[2] == 0x8000 && y[3] == 0);
    uint16_t *ones = calloc(2 * N, sizeof *ones), *out = calloc(2 * N, sizeof *out);
    assert_true(ones != NULL && out != NULL);
    for (size_t i = 0; i < N; i++)
        ones[2 * i] = 0x3c00;
    t = correct_1d(STET_C2C, STET_F16, N);
    assert_int_equal(transform_run(&t, ones, out), STET_OK);
    assert_true(out[0] == 0x7c00); /* 65536 is what it is */
    for (size_t i = 1; i < 2 * N; i++)
        assert_int_equal(out[i], 0);
    free(ones), free(out);
}

/* ------------------------------------------------------------ statistics -- */

static void test_statistics(void **state)
{
    (void)state;
    const ptrdiff_t n = 256;
    const struct transform t = correct_1d(STET_C2C, STET_F32, n);
    stet_dim dims[TRANSFORM_RANK];
    const stet_options options = transform_options(&t, dims);
    float *x = calloc((size_t)(2 * n), sizeof *x), *y = calloc((size_t)(2 * n), sizeof *y);
    stet_correct_stats s = {.size = sizeof s};
    x[0] = 1; /* every output is 1: real parts are far from ties, imaginary parts are zero */
    assert_int_equal(correct_run(WAY_PLAIN, options, x, y, &s), STET_OK);
    assert_int_equal(s.transforms, 1);
    assert_int_equal(s.numbers, 2 * n);
    assert_int_equal(s.after_f64, n);
    assert_int_equal(s.rational, n);
    assert_int_equal(s.after_classes, 0);
    assert_int_equal(s.after_dd, 0);
    assert_int_equal(s.wide, 0);
    assert_int_equal(s.limbs, 0);
    assert_in_range(s.classes, 1, 2 * 8 + 1);
    assert_true(s.seconds_f64 > 0 && s.seconds_classes > 0);
    x[n] = 0x1p-24f; /* near ties that double-double cannot tell, but slices of the input can */
    x[2] = 0x1p-140f;
    assert_int_equal(correct_run(WAY_PLAIN, options, x, y, &s), STET_OK);
    assert_int_equal(s.transforms, 2);
    assert_int_equal(s.wide, 0);
    assert_in_range(s.rational, n + 1, n + n / 4); /* without the near ties */
    assert_int_equal(correct_run(WAY_WIDE, options, x, y, &s), STET_OK);
    assert_int_equal(s.transforms, 3);
    assert_true(s.wide > n / 4 && s.limbs >= 4);
    x[7] = NAN;
    assert_int_equal(correct_run(WAY_PLAIN, options, x, y, &s), STET_OK);
    assert_int_equal(s.not_finite, 1);
    free(x), free(y);
}

static void test_statuses(void **state)
{
    (void)state;
    struct transform t = correct_1d(STET_C2C, STET_F32, 4);
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(&t, dims);
    float x[8] = {0}, y[8];
    stet_correct_stats s = {.size = sizeof s};
    const stet_correct_stats before = s;
    stet_plan *plan;
    options.policy = (stet_correct_policy)2;
    assert_int_equal(stet_plan_create(&plan, &options), STET_E_POLICY);
    options.policy = STET_CORRECT_ADAPTIVE;
    options.level = (stet_level)99;
    assert_int_equal(stet_plan_create(&plan, &options), STET_E_LEVEL);
    options.level = STET_LEVEL_NATIVE;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    assert_int_equal(stet_execute_stats(plan, x, y, &s), STET_E_LEVEL);
    stet_plan_destroy(plan);
    options.level = STET_LEVEL_CORRECT;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    assert_int_equal(stet_execute_stats(plan, x, y, NULL), STET_E_NULL);
    assert_int_equal(stet_execute_stats(NULL, x, y, &s), STET_E_NULL);
    assert_int_equal(stet_execute_stats(plan, x, x + 1, &s), STET_E_OVERLAP);
    assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(stet_execute_stats(plan, x, y, &s), STET_OK);
    stet_plan_destroy(plan);
}

/* A caller compiled with an older header has a smaller struct: nothing behind it is read or
 * written. */
static void test_stats_size(void **state)
{
    (void)state;
    const struct transform t = correct_1d(STET_C2C, STET_F32, 4);
    stet_dim dims[TRANSFORM_RANK];
    const stet_options options = transform_options(&t, dims);
    float x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8];
    stet_correct_stats whole = {.size = sizeof whole}, s;
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    assert_int_equal(stet_execute_stats(plan, x, y, &whole), STET_OK);
    for (size_t size = 0; size <= sizeof s + 16; size++) {
        const bool known = size >= 16 && size <= sizeof s && size % 8 == 0;
        memset(&s, 0x55, sizeof s);
        const stet_correct_stats before = s;
        if (known)
            memset(&s, 0, size);
        s.size = size;
        memset(y, 0, sizeof y);
        assert_int_equal(stet_execute_stats(plan, x, y, &s), known ? STET_OK : STET_E_STATS_SIZE);
        assert_int_equal(s.size, size);
        assert_true(y[0] == (known ? 16 : 0));
        for (size_t i = sizeof s.size; i < offsetof(stet_correct_stats, seconds_f64); i++)
            assert_int_equal(((unsigned char *)&s)[i],
                             ((const unsigned char *)(known && i < size ? &whole : &before))[i]);
        for (size_t i = known ? size : sizeof s.size; i < sizeof s; i++)
            assert_int_equal(((unsigned char *)&s)[i], 0x55);
    }
    stet_plan_destroy(plan);
}

/* --------------------------------------------------------------- threads -- */

/* A batch with one transform that is not finite: neither threads nor neighbours matter. */
static void test_threads(void **state)
{
    enum { N = 512, BATCH = 130 };
    (void)state;
    const size_t bytes = 2 * N * BATCH * sizeof(float);
    float *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes);
    stet_dim dim = {N, 1, 1}, batch = {BATCH, N, N};
    stet_options options;
    stet_options_init(&options);
    options.precision = STET_F32;
    options.level = STET_LEVEL_CORRECT;
    options.rank = options.batch_rank = 1;
    options.dims = &dim;
    options.batch = &batch;
    generate_reals(x, STET_F32, 2 * N * BATCH, GENERATE_INTEGER, 3);
    x[2 * N * 77] = INFINITY;
    for (size_t i = 1; i < BATCH;
         i += 3) { /* near ties: the plan's tables of the last level are made at once by several */
        float *line = x + 2 * N * i;
        memset(line, 0, 2 * N * sizeof *line);
        line[0] = (float)i, line[N] = 0x1p-24f * (float)i, line[2] = 0x1p-140f;
    }
    assert_int_equal(stet_transform(&options, x, y), STET_OK);
    for (size_t i = 0; i < BATCH; i++) {
        stet_options one = options;
        one.batch_rank = 0;
        assert_int_equal(stet_transform(&one, x + 2 * N * i, z + 2 * N * i), STET_OK);
    }
    assert_memory_equal(y, z, bytes);
    for (options.threads = 2; options.threads <= 5; options.threads++) {
        options.parallel = options.threads == 3 ? parallel_reverse : NULL;
        memset(z, 0, bytes);
        assert_int_equal(stet_transform(&options, x, z), STET_OK);
        assert_memory_equal(y, z, bytes);
    }
    free(x), free(y), free(z);
}

#if defined(__x86_64__)
static void test_environment(void **state)
{
    (void)state;
    const struct transform t = correct_1d(STET_C2C, STET_F32, 60);
    void *in = check_input(&t, GENERATE_SUBNORMAL, 1), *good = check_output(&t, in);
    void *out = transform_alloc(&t, SIDE_OUT, 1);
    const unsigned mine = __builtin_ia32_stmxcsr(), upward_and_flush = 0x1f80u | 0x4000u | 0x8040u;
    __builtin_ia32_ldmxcsr(upward_and_flush);
    const stet_status status = transform_run(&t, in, out);
    const unsigned after = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(mine);
    assert_int_equal(status, STET_OK);
    assert_int_equal(after, upward_and_flush);
    assert_memory_equal(out, good, transform_bytes(&t, SIDE_OUT));
    free(in), free(good), free(out);
}
#endif

/* ----------------------------------------------------------- allocations -- */

/* Each allocation fails once; the status says so, and the next call is right. */
static void test_memory(void **state)
{
    static const struct transform shapes[] = {{.rank = 1, .n = {64}},
                                              {.rank = 1, .n = {17}},
                                              {.rank = 2, .n = {4, 6}},
                                              {.rank = 1, .n = {60}}};
    (void)state;
    for (stet_precision precision = STET_F32; precision <= STET_BF16; precision++)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            for (int family = 0; family < family_count; family++) {
                if (!family_fits(&families[family], precision))
                    continue;
                struct transform t = shapes[i];
                t.kind = STET_C2C;
                t.precision = precision;
                t.direction = STET_INVERSE;
                t.norm = STET_NORM_ORTHO;
                t.level = STET_LEVEL_CORRECT;
                void *in = transform_alloc(&t, SIDE_IN, 1), *out = transform_alloc(&t, SIDE_OUT, 1);
                fill(&t, family, in);
                void *good = check_output(&t, in);
                int k = 1;
                for (;; k++) {
                    failing_at(k);
                    const stet_status status = transform_run(&t, in, out);
                    if (failing_asked() < k) {
                        assert_int_equal(status, STET_OK);
                        break;
                    }
                    assert_int_equal(status, STET_E_MEMORY);
                }
                failing_at(0);
                assert_true(k > 5);
                assert_memory_equal(out, good, transform_bytes(&t, SIDE_OUT));
                free(in), free(out), free(good);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_algorithms_agree),
        cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_ignored),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_stats_size),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_memory),
#if defined(__x86_64__)
        cmocka_unit_test(test_environment),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
