/* SPDX-License-Identifier: Apache-2.0 */
/* Level extended by its definition: what is between input and output is the transform of the next
 * precision up, and every number is rounded once. Layouts, threads and instances are for
 * random_calls and the golden cases. */
#include "lib/check.h"

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
    t.kind = (stet_kind)(1 + generate_below(state, 3));
    t.precision = precisions[generate_below(state, 4)];
    t.direction = t.kind == STET_R2C   ? STET_FORWARD
                  : t.kind == STET_C2R ? STET_INVERSE
                                       : (stet_direction)(1 + generate_below(state, 2));
    t.norm = (stet_norm)(1 + generate_below(state, 3));
    t.rank = 1 + (int)generate_below(state, 3);
    for (int i = 0; i < t.rank; i++)
        t.n[i] = 1 + (ptrdiff_t)generate_below(state, t.rank == 1 ? 3000 : 40 / (size_t)t.rank);
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random), cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_cancellation), cmocka_unit_test(test_statuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
