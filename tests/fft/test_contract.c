/* SPDX-License-Identifier: Apache-2.0 */
/* stet.h, status by status: a bad call of each sort has its own, and writes nothing. */
#include "lib/check.h"

#include <stdint.h>
#include <string.h>

#define UNTOUCHED 0x5a

/* A call that is good: each test spoils one thing in it. */
struct call {
    stet_options options;
    stet_dim dims[3], batch[2];
    float in[256], out[256];
};

static void good_call(struct call *c, stet_kind kind)
{
    static const ptrdiff_t n[2] = {3, 8};
    memset(c, 0, sizeof *c);
    memset(c->out, UNTOUCHED, sizeof c->out);
    stet_options_init(&c->options);
    c->options.kind = kind;
    c->options.precision = STET_F32;
    c->options.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    c->options.rank = 2;
    c->options.dims = c->dims;
    assert_int_equal(stet_dims_contiguous(kind, 2, n, c->dims), STET_OK);
    c->batch[0] = (stet_dim){2, 24, 24};
    c->batch[1] = (stet_dim){1, 0, 0};
}

/* Both ways of planning refuse it, give no plan and write no output. */
static void expect(struct call *c, stet_status wanted)
{
    unsigned char before[sizeof c->out];
    memcpy(before, c->out, sizeof before);
    stet_plan *plan = (stet_plan *)&before;
    stet_status status = stet_plan_create(&plan, &c->options);
    if (status != wanted)
        fail_msg("stet_plan_create: \"%s\" instead of \"%s\"", stet_strerror(status),
                 stet_strerror(wanted));
    if (wanted == STET_OK)
        stet_plan_destroy(plan);
    else
        assert_null(plan);
    status = stet_transform(&c->options, c->in, c->out);
    if (status != wanted)
        fail_msg("stet_transform: \"%s\" instead of \"%s\"", stet_strerror(status),
                 stet_strerror(wanted));
    if (wanted != STET_OK)
        assert_memory_equal(before, c->out, sizeof before);
    else
        assert_memory_not_equal(before, c->out, sizeof before);
}

static void test_good_call(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind) {
        struct call c;
        good_call(&c, kind);
        expect(&c, STET_OK);
        c.options.batch = c.batch;
        c.options.batch_rank = 2;
        expect(&c, STET_OK);
    }
}

static void test_options_init(void **state)
{
    (void)state;
    stet_options o;
    memset(&o, UNTOUCHED, sizeof o);
    stet_options_init(&o);
    assert_int_equal(o.size, sizeof o);
    assert_int_equal(o.kind, STET_C2C);
    assert_int_equal(o.precision, STET_F64);
    assert_int_equal(o.level, STET_LEVEL_NATIVE);
    assert_int_equal(o.direction, STET_FORWARD);
    assert_int_equal(o.norm, STET_NORM_BACKWARD);
    assert_int_equal(o.rank, 0);
    assert_int_equal(o.batch_rank, 0);
    assert_null(o.dims);
    assert_null(o.batch);
    stet_options_init(NULL);
}

/* Programs compiled with an older header have a smaller struct, with a newer one a larger: the
 * library writes that much and no more, and knows the size again. */
static void test_options_init_size(void **state)
{
    (void)state;
    struct {
        stet_options o;
        unsigned char more[64];
    } newer;
    unsigned char *bytes = (unsigned char *)&newer;
    const size_t sizes[] = {offsetof(stet_options, threads), offsetof(stet_options, policy),
                            offsetof(stet_options, effort), sizeof(stet_options), sizeof newer};
    stet_options defaults;
    stet_options_init(&defaults);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t size = sizes[i], known = size < sizeof defaults ? size : sizeof defaults;
        memset(&newer, UNTOUCHED, sizeof newer);
        stet_options_init_size(&newer.o, size);
        assert_int_equal(newer.o.size, size);
        assert_memory_equal(bytes + sizeof size, (unsigned char *)&defaults + sizeof size,
                            known - sizeof size);
        for (size_t k = known; k < sizeof newer; k++)
            assert_int_equal(bytes[k], k < size ? 0 : UNTOUCHED);
    }
    stet_options_init_size(NULL, sizeof defaults);
}

static void test_null(void **state)
{
    (void)state;
    struct call c;
    stet_plan *plan;
    assert_int_equal(stet_plan_create(NULL, NULL), STET_E_NULL);
    good_call(&c, STET_C2C);
    assert_int_equal(stet_plan_create(NULL, &c.options), STET_E_NULL);
    plan = (stet_plan *)&c;
    assert_int_equal(stet_plan_create(&plan, NULL), STET_E_NULL);
    assert_null(plan);
    assert_int_equal(stet_transform(NULL, c.in, c.out), STET_E_NULL);
    assert_int_equal(stet_transform(&c.options, NULL, c.out), STET_E_NULL);
    assert_int_equal(stet_transform(&c.options, c.in, NULL), STET_E_NULL);
    c.options.dims = NULL;
    expect(&c, STET_E_NULL);
    good_call(&c, STET_C2C);
    c.options.batch_rank = 1;
    expect(&c, STET_E_NULL);
    stet_plan_destroy(NULL);
    assert_int_equal(stet_plan_workspace(NULL), 0);
}

static void test_null_in_execute(void **state)
{
    (void)state;
    struct call c;
    stet_plan *plan;
    good_call(&c, STET_C2C);
    assert_int_equal(stet_plan_create(&plan, &c.options), STET_OK);
    size_t size = stet_plan_workspace(plan);
    char *work = malloc(size + 1);
    assert_non_null(work);
    assert_int_equal(stet_execute(NULL, c.in, c.out), STET_E_NULL);
    assert_int_equal(stet_execute(plan, NULL, c.out), STET_E_NULL);
    assert_int_equal(stet_execute(plan, c.in, NULL), STET_E_NULL);
    assert_int_equal(stet_execute(plan, NULL, NULL), STET_E_NULL);
    assert_int_equal(stet_execute_with(NULL, c.in, c.out, work, size), STET_E_NULL);
    assert_int_equal(stet_execute_with(plan, NULL, c.out, work, size), STET_E_NULL);
    assert_int_equal(stet_execute_with(plan, c.in, NULL, work, size), STET_E_NULL);
    assert_int_equal(stet_execute_with(plan, c.in, c.out, NULL, size), STET_E_NULL);
    for (size_t i = 0; i < sizeof c.out; i++)
        assert_int_equal(((unsigned char *)c.out)[i], UNTOUCHED);
    free(work);
    stet_plan_destroy(plan);
}

static void test_workspace(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind) {
        struct call c;
        stet_plan *plan;
        good_call(&c, kind);
        assert_int_equal(stet_plan_create(&plan, &c.options), STET_OK);
        size_t size = stet_plan_workspace(plan);
        assert_true(size > 0); /* or the test below would be empty */
        char *work = malloc(size);
        assert_non_null(work);
        assert_int_equal(stet_execute_with(plan, c.in, c.out, work, size - 1), STET_E_WORKSPACE);
        assert_int_equal(stet_execute_with(plan, c.in, c.out, work, 0), STET_E_WORKSPACE);
        for (size_t i = 0; i < sizeof c.out; i++)
            assert_int_equal(((unsigned char *)c.out)[i], UNTOUCHED);
        assert_int_equal(stet_execute_with(plan, c.in, c.out, work, size), STET_OK);
        free(work);
        stet_plan_destroy(plan);
    }
}

/* Batches of short lines in two loops, which need no workspace: stet_execute() gives the bits of
 * stet_execute_with(), and UBSan watches the pointers. */
static void test_short_batches(void **state)
{
    (void)state;
    struct call c;
    FOR_EACH_KIND (kind) {
        for (ptrdiff_t n = 1; n <= 16; n++) {
            stet_plan *plan;
            char work[8192];
            float with[256];
            good_call(&c, kind);
            assert_int_equal(stet_dims_contiguous(kind, 1, &n, c.dims), STET_OK);
            c.options.rank = 1;
            c.options.batch_rank = 2;
            c.options.batch = c.batch;
            c.batch[0] = (stet_dim){2, 18, 19};
            c.batch[1] = (stet_dim){2, 51, 46};
            for (int k = 0; k < 256; k++)
                c.in[k] = (float)(k * 7 % 31 - 15);
            assert_int_equal(stet_plan_create(&plan, &c.options), STET_OK);
            assert_true(stet_plan_workspace(plan) <= sizeof work);
            assert_int_equal(stet_execute(plan, c.in, c.out), STET_OK);
            memset(with, UNTOUCHED, sizeof with);
            assert_int_equal(stet_execute_with(plan, c.in, with, work, sizeof work), STET_OK);
            assert_memory_equal(with, c.out, sizeof with);
            stet_plan_destroy(plan);
        }
    }
}

static void test_options_size(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, sizeof(stet_options) - 1, sizeof(stet_options) + 1,
                                   SIZE_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct call c;
        good_call(&c, STET_C2C);
        c.options.size = sizes[i];
        expect(&c, STET_E_OPTIONS_SIZE);
    }
}

/* A caller compiled with a header that did not have the last fields yet: what lies behind
 * his struct is not read. */
static void test_older_options(void **state)
{
    (void)state;
    struct call c;
    good_call(&c, STET_C2C);
    c.options.size = offsetof(stet_options, threads);
    c.options.threads = -4711;
    expect(&c, STET_OK);
    good_call(&c, STET_C2C);
    c.options.size = offsetof(stet_options, policy);
    c.options.precision = STET_F16; /* in mode IO, then */
    c.options.half_mode = (stet_half_mode)4711;
    expect(&c, STET_OK);
    good_call(&c, STET_C2C);
    c.options.size = offsetof(stet_options, effort);
    c.options.effort = (stet_effort)4711;
    expect(&c, STET_OK);
    c.options.size = sizeof c.options;
    expect(&c, STET_E_EFFORT);
}

static void test_threads(void **state)
{
    (void)state;
    static const int good[] = {STET_THREADS_ALL, 0, 1, 2, 1024, INT32_MAX};
    static const int bad[] = {-2, -3, INT32_MIN};
    struct call c;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        good_call(&c, STET_C2C);
        c.options.threads = good[i];
        expect(&c, STET_OK);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        good_call(&c, STET_C2C);
        c.options.threads = bad[i];
        expect(&c, STET_E_THREADS);
    }
    assert_true(stet_processor_count() >= 1);
    assert_non_null(stet_threading_name());
}

/* An enumeration has an unsigned type on some compilers: write the number itself. */
static void spoil(void *field, size_t size, int value)
{
    assert_int_equal(size, sizeof value);
    memcpy(field, &value, sizeof value);
}

static void test_unknown_values(void **state)
{
    (void)state;
    static const int last[] = {STET_R2R, STET_BF16, STET_LEVEL_EXTENDED_FF, STET_INVERSE,
                               STET_NORM_FORWARD};
    static const stet_status wanted[] = {STET_E_KIND, STET_E_PRECISION, STET_E_LEVEL,
                                         STET_E_DIRECTION, STET_E_NORM};
    for (int field = 0; field < 5; field++) {
        const int values[] = {0, -1, last[field] + 1, 256 + last[field], INT32_MAX, INT32_MIN};
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            struct call c;
            good_call(&c, STET_C2C);
            stet_options *o = &c.options;
            void *const fields[] = {&o->kind, &o->precision, &o->level, &o->direction, &o->norm};
            spoil(fields[field], sizeof o->kind, values[i]);
            expect(&c, wanted[field]);
        }
    }
}

static void test_direction_of_the_kind(void **state)
{
    (void)state;
    struct call c;
    good_call(&c, STET_R2C);
    c.options.direction = STET_INVERSE;
    expect(&c, STET_E_DIRECTION);
    good_call(&c, STET_C2R);
    c.options.direction = STET_FORWARD;
    expect(&c, STET_E_DIRECTION);
    good_call(&c, STET_C2C);
    c.options.direction = STET_INVERSE;
    expect(&c, STET_OK);
}

static void test_rank(void **state)
{
    (void)state;
    static const int ranks[] = {0, -1, INT32_MIN};
    for (int i = 0; i < 3; i++) {
        struct call c;
        good_call(&c, STET_C2C);
        c.options.rank = ranks[i];
        expect(&c, STET_E_RANK);
    }
    for (int i = 1; i < 3; i++) {
        struct call c;
        good_call(&c, STET_C2C);
        c.options.batch = c.batch;
        c.options.batch_rank = ranks[i];
        expect(&c, STET_E_RANK);
    }
}

static void test_length(void **state)
{
    (void)state;
    static const ptrdiff_t bad[] = {0, -1, PTRDIFF_MIN};
    FOR_EACH_KIND (kind)
        for (int i = 0; i < 3; i++) {
            struct call c;
            for (int axis = 0; axis < 2; axis++) {
                good_call(&c, kind);
                c.dims[axis].n = bad[i];
                expect(&c, STET_E_LENGTH);
                good_call(&c, kind);
                c.options.batch = c.batch;
                c.options.batch_rank = 2;
                c.batch[axis].n = bad[i];
                expect(&c, STET_E_LENGTH);
            }
        }
}

static void test_overflow(void **state)
{
    (void)state;
    struct call c;
    good_call(&c, STET_C2C); /* one length: too many bytes, and more than PTRDIFF_MAX */
    c.options.rank = 1;
    c.dims[0] = (stet_dim){PTRDIFF_MAX, 1, 1};
    expect(&c, STET_E_OVERFLOW);
    c.dims[0].n = PTRDIFF_MAX / 8 + 1;
    expect(&c, STET_E_OVERFLOW);
    good_call(&c, STET_C2C); /* the product of two, contiguous */
    const ptrdiff_t big = (ptrdiff_t)1 << 31;
    c.dims[0] = (stet_dim){big, big, big};
    c.dims[1] = (stet_dim){big, 1, 1};
    expect(&c, STET_E_OVERFLOW);
    good_call(&c, STET_C2C); /* the reach of a batch */
    c.options.batch = c.batch;
    c.options.batch_rank = 1;
    c.batch[0] = (stet_dim){3, 0, PTRDIFF_MAX / 16};
    expect(&c, STET_E_OVERFLOW);
    c.batch[0] = (stet_dim){3, PTRDIFF_MAX / 16, 24};
    expect(&c, STET_E_OVERFLOW);
    c.batch[0] = (stet_dim){3, 24, -(PTRDIFF_MAX / 8)};
    expect(&c, STET_E_OVERFLOW);
    c.batch[0] = (stet_dim){2, 24, PTRDIFF_MIN};
    expect(&c, STET_E_OVERFLOW);
    c.batch[0] = (stet_dim){2, PTRDIFF_MIN, 24};
    expect(&c, STET_E_OVERFLOW);
}

static void test_output_strides(void **state)
{
    (void)state;
    /* For 3 x 8 outputs and a batch of 2: the stride to spoil, and bad values of it. */
    static const struct {
        int which; /* 0, 1: the dimension; 2: the batch */
        ptrdiff_t stride;
    } bad[] = {{1, 0},  {0, 0}, {2, 0},  {0, 1},   {0, 7}, {0, -7}, {1, 3},
               {1, -4}, {2, 1}, {2, 23}, {2, -23}, {2, 8}, {1, 8},  {0, -1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct call c;
        good_call(&c, STET_C2C);
        c.options.batch = c.batch;
        c.options.batch_rank = 1;
        *(bad[i].which == 2 ? &c.batch[0].out_stride : &c.dims[bad[i].which].out_stride) =
            bad[i].stride;
        expect(&c, STET_E_STRIDE);
    }
    struct call c;
    good_call(&c, STET_C2C); /* a dimension of length 1 has no stride to speak of */
    c.options.batch = c.batch;
    c.options.batch_rank = 2;
    expect(&c, STET_OK);
    good_call(&c, STET_C2C); /* the smallest stride need not be the last dimension's */
    c.dims[0].out_stride = 1;
    c.dims[1].out_stride = 3;
    expect(&c, STET_OK);
    good_call(&c, STET_R2C); /* 8 real numbers give 5 outputs: rows 5 apart */
    c.dims[0].out_stride = 4;
    expect(&c, STET_E_STRIDE);
    c.dims[0].out_stride = 5;
    expect(&c, STET_OK);
}

static void test_dims_contiguous(void **state)
{
    (void)state;
    const ptrdiff_t n[3] = {4, 5, 7};
    stet_dim d[3];
    static const ptrdiff_t in[3][3] = {{35, 7, 1}, {35, 7, 1}, {20, 4, 1}};
    static const ptrdiff_t out[3][3] = {{35, 7, 1}, {20, 4, 1}, {35, 7, 1}};
    FOR_EACH_KIND (kind) {
        assert_int_equal(stet_dims_contiguous(kind, 3, n, d), STET_OK);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(d[i].n, n[i]);
            assert_int_equal(d[i].in_stride, in[kind - 1][i]);
            assert_int_equal(d[i].out_stride, out[kind - 1][i]);
        }
    }
}

static void test_dims_contiguous_refuses(void **state)
{
    (void)state;
    stet_dim d[3], before[3];
    const ptrdiff_t n[3] = {4, 5, 7}, zero[2] = {3, 0}, negative[2] = {-1, 4};
    const ptrdiff_t huge[3] = {8, PTRDIFF_MAX / 4, 7};
    memset(d, UNTOUCHED, sizeof d);
    memcpy(before, d, sizeof d);
    assert_int_equal(stet_dims_contiguous(STET_C2C, 3, NULL, d), STET_E_NULL);
    assert_int_equal(stet_dims_contiguous(STET_C2C, 3, n, NULL), STET_E_NULL);
    assert_int_equal(stet_dims_contiguous((stet_kind)0, 3, n, d), STET_E_KIND);
    assert_int_equal(stet_dims_contiguous((stet_kind)5, 3, n, d), STET_E_KIND);
    assert_int_equal(stet_dims_contiguous(STET_C2C, 0, n, d), STET_E_RANK);
    assert_int_equal(stet_dims_contiguous(STET_C2C, -3, n, d), STET_E_RANK);
    assert_int_equal(stet_dims_contiguous(STET_C2C, 2, zero, d), STET_E_LENGTH);
    assert_int_equal(stet_dims_contiguous(STET_C2C, 2, negative, d), STET_E_LENGTH);
    FOR_EACH_KIND (kind)
        assert_int_equal(stet_dims_contiguous(kind, 3, huge, d), STET_E_OVERFLOW);
    assert_memory_equal(d, before, sizeof d);
}

/* One text for each way to a wrong length. */
static void test_text_of_lengths(void **state)
{
    (void)state;
    const char *text = stet_strerror(STET_E_LENGTH);
    float x[2] = {0, 0}, y[2];
    ptrdiff_t n = 0;
    stet_dim dim;
    assert_int_equal(stet_dims_contiguous(STET_C2C, 1, &n, &dim), STET_E_LENGTH);
    assert_int_equal(stet_sum_f32(STET_SUM_EXACT, 0, x, 1, y), STET_OK); /* 0 is no error here */
    assert_int_equal(stet_sum_f32(STET_SUM_EXACT, -1, x, 1, y), STET_E_LENGTH);
    assert_non_null(strstr(text, "too small"));
    assert_int_equal(stet_root_f32(1, ((int64_t)1 << 40) + 1, x, y), STET_E_LENGTH);
    assert_non_null(strstr(text, "too large"));
    assert_null(strstr(text, "below 1"));
}

static void test_strerror(void **state)
{
    (void)state;
    const char *unknown = stet_strerror(STET_E_BUILD - 1);
    for (int i = STET_OK; i >= STET_E_BUILD; i--) {
        assert_string_not_equal(stet_strerror(i), unknown);
        assert_null(strchr(stet_strerror(i), '\n'));
        for (int j = STET_OK; j > i; j--)
            assert_string_not_equal(stet_strerror(i), stet_strerror(j));
    }
    assert_string_equal(unknown, "unknown status");
    assert_string_equal(stet_strerror(1), unknown);
    assert_string_equal(stet_strerror(INT32_MIN), unknown);
    assert_string_equal(stet_strerror(INT32_MAX), unknown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_call),
        cmocka_unit_test(test_options_init),
        cmocka_unit_test(test_options_init_size),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_null_in_execute),
        cmocka_unit_test(test_workspace),
        cmocka_unit_test(test_short_batches),
        cmocka_unit_test(test_options_size),
        cmocka_unit_test(test_older_options),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_unknown_values),
        cmocka_unit_test(test_direction_of_the_kind),
        cmocka_unit_test(test_rank),
        cmocka_unit_test(test_length),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_output_strides),
        cmocka_unit_test(test_dims_contiguous),
        cmocka_unit_test(test_dims_contiguous_refuses),
        cmocka_unit_test(test_strerror),
        cmocka_unit_test(test_text_of_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
