/* SPDX-License-Identifier: Apache-2.0 */
/* Level extended by its definition: what is between input and output is the transform of the next
 * precision up, and every number is rounded once; of pairs, which no other level has, by level
 * correct. Layouts, threads and instances are for
 * random_calls and the golden cases. */
#include "lib/check.h"
#include "lib/oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The numbers of a packed side in a wider precision, or back, rounded. */
static void *convert(const void *x, stet_precision from, stet_precision to, size_t count)
{
    const struct transform t = {.precision = from};
    char *y = calloc(count, generate_size(to));
    assert_non_null(y);
    for (size_t i = 0; i < count; i++) {
        const double wide = transform_number(&t, x, i);
        const float single = (float)wide;
        const uint16_t half =
            to == STET_F16 ? stet_f16_from_f32(single) : stet_bf16_from_f32(single);
        const void *number = to == STET_F64   ? (const void *)&wide
                             : to == STET_F32 ? (const void *)&single
                                              : (const void *)&half;
        memcpy(y + i * generate_size(to), number, generate_size(to));
    }
    return y;
}

/* The definition. (Of binary16 up to 2^15 points, where it scales nothing.) */
static void *defined(const struct transform *t, const void *in)
{
    struct transform wide = *t;
    wide.level = STET_LEVEL_NATIVE;
    wide.precision = t->precision == STET_F32 ? STET_F64 : STET_F32;
    void *x = convert(in, t->precision, wide.precision, transform_reals(t, SIDE_IN));
    void *y = check_output(&wide, x);
    void *out = convert(y, wide.precision, t->precision, transform_reals(t, SIDE_OUT));
    free(x);
    free(y);
    return out;
}

static void check(const struct transform *t, enum generate_family family, uint64_t seed)
{
    void *in = check_input(t, family, seed), *want = defined(t, in), *out = check_output(t, in);
    const size_t reals = transform_reals(t, SIDE_OUT);
    const size_t at = first_difference(want, out, t->precision, reals);
    if (at < reals)
        printf("kind %d, precision %d, direction %d, norm %d, rank %d, %tdx%tdx%td, %s %llu: "
               "number %zu differs\n",
               t->kind, t->precision, t->direction, t->norm, t->rank, t->n[0], t->n[1], t->n[2],
               generate_name(family), (unsigned long long)seed, at);
    assert_int_equal(at, reals);
    free(in);
    free(want);
    free(out);
}

static struct transform random_transform(uint64_t *state)
{
    static const stet_precision precisions[] = {STET_F32, STET_F32, STET_F16, STET_BF16};
    struct transform t = {.level = STET_LEVEL_EXTENDED};
    t.kind = (stet_kind)(1 + generate_below(state, 4));
    t.precision = t.kind == STET_R2R ? STET_F32 : precisions[generate_below(state, 4)];
    t.direction = t.kind == STET_R2C   ? STET_FORWARD
                  : t.kind == STET_C2R ? STET_INVERSE
                                       : (stet_direction)(1 + generate_below(state, 2));
    t.norm = (stet_norm)(1 + generate_below(state, 3));
    t.rank = 1 + (int)generate_below(state, 3);
    for (int i = 0; i < t.rank; i++)
        t.n[i] = 2 + (ptrdiff_t)generate_below(state, t.rank == 1 ? 3000 : 40 / (size_t)t.rank);
    for (int i = 0; t.kind == STET_R2R && i < t.rank; i++)
        t.r2r[i] = (stet_r2r_kind)(1 + generate_below(state, STET_DST4));
    return t;
}

static void test_random(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < 400; i++) {
        const struct transform t = random_transform(&random);
        const enum generate_family family =
            i % 2 ? GENERATE_UNIFORM : (enum generate_family)(i / 2 % GENERATE_FAMILIES);
        check(&t, family, (uint64_t)i);
    }
}

/* Each kernel that reads and writes floats, all its lengths up to a bound; and long lines. */
static void test_lengths(void **state)
{
    (void)state;
    static const ptrdiff_t more[] = {1920, 2048, 4096, 5040, 8192, 10000, 16384, 30030, 65536};
    FOR_EACH_KIND (kind) {
        struct transform t = transform_1d(kind, STET_F32, 1);
        t.level = STET_LEVEL_EXTENDED;
        for (t.n[0] = 1; t.n[0] <= 600; t.n[0]++) {
            t.norm = (stet_norm)(1 + t.n[0] % 3);
            check(&t, GENERATE_UNIFORM, (uint64_t)t.n[0]);
        }
        for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
            t.n[0] = more[i];
            check(&t, GENERATE_UNIFORM, 7);
            check(&t, GENERATE_INFINITIES, 7);
            check(&t, GENERATE_SUBNORMAL, 7);
        }
    }
}

/* ----------------------------------------------------------------- bound -- */

static stet_error_bound bound_of(const struct transform *t)
{
    stet_dim dims[TRANSFORM_RANK];
    const stet_options o = transform_options(t, dims);
    stet_error_bound bound = {.size = sizeof bound};
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_int_equal(stet_plan_bound(plan, &bound), STET_OK);
    stet_plan_destroy(plan);
    return bound;
}

/* Error over bound: of the outputs one by one, and of all; more than 1 is wrong. */
struct ratio {
    double each, rms;
};

/* y is what the bound speaks of, before it is rounded: numbers of t->precision; or rounded, where
 * the unit says so. R2C is weighed as the whole spectrum that it stands for. */
static struct ratio ratio_of(const struct transform *t, const stet_error_bound *b, const void *x,
                             const void *y)
{
    struct oracle oracle;
    const size_t reals = transform_reals(t, SIDE_OUT);
    const size_t parts = transform_is_complex(t, SIDE_OUT) ? 2 : 1;
    const size_t row = (size_t)transform_length(t, SIDE_OUT, t->rank - 1);
    double size = 0, sum = 0, most = 0;
    oracle_open(&oracle, t, x);
    for (size_t i = 0; i < reals; i += parts) {
        const size_t k = i / parts % row;
        const bool twice = t->kind == STET_R2C && k > 0 && 2 * k != (size_t)t->n[t->rank - 1];
        double square = 0;
        for (size_t p = i; p < i + parts; p++) {
            const double number = transform_number(t, y, p);
            double error = fabs((number - oracle.hi[p]) - oracle.lo[p]);
            error = fmax(0, error - b->unit * fabs(number));
            square += error * error;
            size += (twice ? 2 : 1) * oracle.hi[p] * oracle.hi[p];
        }
        most = fmax(most, square);
        sum += (twice ? 2 : 1) * square;
    }
    oracle_close(&oracle);
    return (struct ratio){sqrt(most / size) / b->each, sqrt(sum / size) / b->rms};
}

/* The error of level native in that precision, by the bound that either level of bound_of() has;
 * planted: with one output off by twice the bound. */
static struct ratio native_ratio(struct transform t, const stet_error_bound *b, bool planted)
{
    void *x = check_input(&t, GENERATE_UNIFORM, 3), *y = check_output(&t, x);
    const size_t reals = transform_reals(&t, SIDE_OUT);
    double size = 0;
    for (size_t i = 0; i < reals; i++)
        size += transform_number(&t, y, i) * transform_number(&t, y, i);
    if (planted && t.precision == STET_F64)
        ((double *)y)[reals / 2] += 2 * b->each * sqrt(2 * size);
    else if (planted)
        ((float *)y)[reals / 2] += (float)(2 * b->each * sqrt(2 * size));
    const stet_error_bound exact = {.each = b->each, .rms = b->rms};
    const struct ratio r = ratio_of(&t, &exact, x, y);
    free(x);
    free(y);
    return r;
}

static const struct transform bounded[] = {
    {.rank = 1, .n = {8}},       {.rank = 1, .n = {1024}},     {.rank = 1, .n = {13}},
    {.rank = 1, .n = {1000}},    {.rank = 1, .n = {1155}},     {.rank = 1, .n = {17}},
    {.rank = 1, .n = {323}},     {.rank = 1, .n = {47}},       {.rank = 2, .n = {12, 10}},
    {.rank = 3, .n = {4, 6, 7}}, {.rank = 2, .n = {9, 34}},    {.rank = 1, .n = {31}},
    {.rank = 1, .n = {61}},      {.rank = 1, .n = {127}},      {.rank = 1, .n = {289}},
    {.rank = 1, .n = {263}},     {.rank = 1, .n = {17 * 131}}, {.rank = 1, .n = {4 * 17 * 19}},
    {.rank = 2, .n = {4, 131}},
};

static void test_bound(void **state)
{
    (void)state;
    double worst = 0;
    for (size_t i = 0; i < 3 * sizeof bounded / sizeof *bounded; i++)
        for (int norm = STET_NORM_BACKWARD; norm <= STET_NORM_FORWARD; norm++)
            FOR_EACH_PRECISION (p) {
                struct transform t = bounded[i / 3];
                t.kind = (stet_kind)(1 + i % 3);
                t.direction = t.kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
                t.norm = (stet_norm)norm;
                if (t.kind == STET_C2R && t.rank > 1)
                    continue; /* random numbers are no half of a spectrum there */
                t.precision = STET_F32;
                t.level = p == STET_F32 ? STET_LEVEL_NATIVE : STET_LEVEL_EXTENDED;
                const stet_error_bound b = bound_of(&t);
                assert_true(b.unit == (p == STET_F32 ? 0 : 0x1p-24));
                t.level = STET_LEVEL_NATIVE;
                t.precision = p;
                const struct ratio r = native_ratio(t, &b, false);
                if (r.each > 1 || r.rms > 1)
                    printf("kind %d rank %d n %td: %g %g\n", t.kind, t.rank, t.n[0], r.each, r.rms);
                assert_true(r.each <= 1 && r.rms <= 1);
                assert_true(native_ratio(t, &b, true).each > 1);
                worst = fmax(worst, r.rms);
            }
    printf("rms error over bound at most %.3f\n", worst);
    assert_true(worst > 1.0 / 64);
}

/* What is rounded, by the unit of its rounding. */
static void test_bound_rounded(void **state)
{
    (void)state;
    for (stet_precision p = STET_F32; p <= STET_BF16; p++)
        for (stet_level level = STET_LEVEL_NATIVE; level <= STET_LEVEL_CORRECT; level++) {
            struct transform t = transform_1d(STET_C2C, p, 210);
            t.level = level;
            stet_error_bound b = bound_of(&t);
            assert_true((b.each == 0) == (level == STET_LEVEL_CORRECT) && b.rms >= 0);
            assert_true((b.unit == 0) == (level == STET_LEVEL_NATIVE && p <= STET_F64));
            assert_true(b.unit == 0 || b.unit == transform_roundoff(&t));
            b.each = b.each == 0 ? 0x1p-100 : b.each; /* the oracle has 100 bits */
            b.rms = b.rms == 0 ? 0x1p-100 : b.rms;
            void *x = check_input(&t, GENERATE_UNIFORM, 5), *y = check_output(&t, x);
            const struct ratio r = ratio_of(&t, &b, x, y);
            assert_true(r.each <= 1 && r.rms <= 1);
            free(x);
            free(y);
        }
}

static void test_bound_contract(void **state)
{
    (void)state;
    struct transform t = transform_1d(STET_C2C, STET_F16, 64);
    stet_error_bound b = {.size = 8};
    assert_int_equal(stet_plan_bound(NULL, &b), STET_E_NULL);
    t.half_mode = STET_HALF_STORE;
    assert_true(isinf(bound_of(&t).each) && isinf(bound_of(&t).rms));
    stet_dim dims[TRANSFORM_RANK];
    const stet_options o = transform_options(&t, dims);
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_int_equal(stet_plan_bound(plan, NULL), STET_E_NULL);
    assert_int_equal(stet_plan_bound(plan, &b), STET_E_STATS_SIZE);
    stet_plan_destroy(plan);
}

/* ----------------------------------------------------------------- pairs -- */

/* Numbers that differ from those of level correct: of so many, an error of 2^-100 (pairs of
 * doubles) or 2^-45 (pairs of floats) is on the wrong side of a midpoint once in 2^46 or 2^19 or
 * so. */
static size_t misrounded(struct transform t, stet_level level, uint64_t seed)
{
    t.level = level;
    void *x = check_input(&t, GENERATE_UNIFORM, seed), *y = check_output(&t, x);
    t.level = STET_LEVEL_CORRECT;
    void *exact = check_output(&t, x);
    const size_t reals = transform_reals(&t, SIDE_OUT);
    size_t count = 0;
    for (size_t i = 0; i < reals; i++) {
        const double want = transform_number(&t, exact, i), number = transform_number(&t, y, i);
        const double zero = level == STET_LEVEL_EXTENDED ? 0x1p-90 : 0x1p-34;
        count += want == 0 ? fabs(number) > zero : number != want;
    }
    free(x);
    free(y);
    free(exact);
    return count;
}

static void test_pairs(void **state)
{
    (void)state;
    uint64_t random = 5;
    size_t doubles = 0, floats = 0;
    for (int i = 0; i < 120; i++) {
        struct transform t = random_transform(&random);
        if (t.kind == STET_C2R && t.rank > 1)
            t.kind = STET_C2C; /* what is no half of a spectrum is read in two ways */
        if (t.rank == 1)
            t.n[0] %= 700;
        t.n[0] += t.n[0] < 2 ? 2 : 0;
        t.precision = STET_F64;
        doubles += misrounded(t, STET_LEVEL_EXTENDED, (uint64_t)i);
        t.precision = STET_F32;
        floats += misrounded(t, STET_LEVEL_EXTENDED_FF, (uint64_t)i);
    }
    printf("not as level correct: %zu doubles, %zu floats\n", doubles, floats);
    /* Most of them are ties: real-to-real transforms have many rational outputs. */
    assert_true(doubles < 16 && floats < 16);
}

/* A float whose exact value double has, and whose float arithmetic does not: 2^24 + 1 - 2^24. */
static void test_cancellation(void **state)
{
    (void)state;
    struct transform t = transform_1d(STET_C2C, STET_F32, 4);
    const float in[8] = {0x1p24f, 0, 1, 0, -0x1p24f, 0, 0, 0};
    float out[8];
    t.level = STET_LEVEL_EXTENDED;
    assert_int_equal(transform_run(&t, in, out), STET_OK);
    assert_true(out[0] == 1);
}

static stet_status made(stet_precision precision, stet_half_mode mode, stet_level level)
{
    struct transform t = transform_1d(STET_C2C, precision, 8);
    stet_dim dims[TRANSFORM_RANK];
    stet_options o = transform_options(&t, dims);
    o.level = level;
    o.half_mode = mode;
    stet_plan *plan;
    const stet_status status = stet_plan_create(&plan, &o);
    stet_plan_destroy(plan);
    return status;
}

static void test_statuses(void **state)
{
    (void)state;
    const stet_level level = STET_LEVEL_EXTENDED;
    assert_int_equal(made(STET_F32, STET_HALF_IO, level), STET_OK);
    assert_int_equal(made(STET_F16, STET_HALF_IO, level), STET_OK);
    assert_int_equal(made(STET_F16, STET_HALF_STORE, level), STET_E_HALF_MODE);
    assert_int_equal(made(STET_F16, STET_HALF_NATIVE, level), STET_E_HALF_MODE);
    assert_int_equal(made(STET_BF16, STET_HALF_STORE, level), STET_E_HALF_MODE);
    assert_int_equal(made(STET_F64, STET_HALF_IO, level), STET_OK);
    assert_int_equal(made(STET_F32, STET_HALF_IO, STET_LEVEL_EXTENDED_FF), STET_OK);
    assert_int_equal(made(STET_F64, STET_HALF_IO, STET_LEVEL_EXTENDED_FF), STET_E_PRECISION);
    assert_int_equal(made(STET_F16, STET_HALF_IO, STET_LEVEL_EXTENDED_FF), STET_E_PRECISION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_pairs),         cmocka_unit_test(test_bound),
        cmocka_unit_test(test_bound_rounded), cmocka_unit_test(test_bound_contract),
        cmocka_unit_test(test_cancellation),  cmocka_unit_test(test_statuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
