/* SPDX-License-Identifier: Apache-2.0 */
/* Allocations: each one fails once, none is leaked, none happens where none may. */
#include "lib/check.h"

#include <string.h>

#include "lib/failing.h"
#include "lib/inside.h"
#include "lib/parallel.h"

/* Lengths of each sort; the long ones need their workspace from the heap. */
static const struct transform shapes[] = {
    {.rank = 1, .n = {1}},      {.rank = 1, .n = {2}},        {.rank = 1, .n = {16}},
    {.rank = 1, .n = {30}},     {.rank = 1, .n = {17}},       {.rank = 1, .n = {34}},
    {.rank = 1, .n = {8192}},   {.rank = 1, .n = {9999}},     {.rank = 2, .n = {4, 6}},
    {.rank = 2, .n = {17, 17}}, {.rank = 3, .n = {3, 19, 4}}, {.rank = 2, .n = {64, 96}},
};

/* What is done with the options; STET_OK, or STET_E_MEMORY and nothing written. */
typedef stet_status action(const stet_options *options, const void *in, void *out);

static stet_status create(const stet_options *options, const void *in, void *out)
{
    (void)in;
    stet_plan *plan = out; /* anything but NULL */
    stet_status status = stet_plan_create(&plan, options);
    if (status != STET_OK)
        assert_null(plan);
    stet_plan_destroy(plan);
    return status;
}

/* Only the allocations of the execution fail. */
static stet_status execute(const stet_options *options, const void *in, void *out)
{
    stet_plan *plan;
    const long fail = failing_at(0);
    assert_int_equal(stet_plan_create(&plan, options), STET_OK);
    failing_at(fail);
    stet_status status = stet_execute(plan, in, out);
    stet_plan_destroy(plan);
    return status;
}

/* An action, what it is done with, and what the output is before. */
struct attempt {
    action *act;
    const stet_options *options;
    const void *in;
    void *out;
    const char *before;
    size_t bytes;
};

static stet_status attempt(void *context)
{
    const struct attempt *a = context;
    const stet_status status = a->act(a->options, a->in, a->out);
    if (status != STET_OK)
        assert_memory_equal(a->out, a->before, a->bytes);
    return status;
}

/* Returns how many allocations there are. */
static int fail_each(action *act, const struct transform *t)
{
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(t, dims);
    void *in = check_input(t, GENERATE_UNIFORM, 1), *out = transform_alloc(t, SIDE_OUT, 1);
    void *good = check_output(t, in);
    size_t bytes = transform_bytes(t, SIDE_OUT);
    char *before = malloc(bytes);
    assert_non_null(before);
    memset(out, 0x5a, bytes);
    memcpy(before, out, bytes);
    struct attempt each = {act, &options, in, out, before, bytes};
    const int count = failing_each(attempt, &each);
    if (act != create)
        assert_true(transform_same(t, out, good));
    free(in), free(out), free(good), free(before);
    return count;
}

static void fail_each_r2r(action *act)
{
    FOR_EACH_PRECISION (precision)
        for (stet_r2r_kind r2r = STET_R2HC; r2r <= STET_DST4; r2r++) {
            static const ptrdiff_t lengths[] = {2, 17, 34, 100, 8192};
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
                const struct transform t = transform_r2r_1d(r2r, precision, lengths[i]);
                (void)fail_each(act, &t);
            }
        }
}

static int fail_each_shape(action *act)
{
    int most = 0;
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
                struct transform t = shapes[i];
                t.kind = kind;
                t.precision = precision;
                t.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
                t.norm = STET_NORM_BACKWARD;
                int count = fail_each(act, &t);
                most = count > most ? count : most;
            }
    return most;
}

/* The 16-bit precisions in each mode, and a line that mode STORE divides. */
static void test_half(void **state)
{
    (void)state;
    static const struct transform long_line = {.rank = 1, .n = {65536}};
    for (stet_precision p = STET_F16; p <= STET_BF16; p++)
        for (stet_half_mode mode = STET_HALF_IO; mode <= STET_HALF_NATIVE; mode++)
            FOR_EACH_KIND (kind) {
                const size_t count = sizeof shapes / sizeof *shapes;
                for (size_t i = 0; i <= count; i++) {
                    struct transform t = i < count ? shapes[i] : long_line;
                    bool rough = false;
                    for (int a = 0; a < t.rank; a++)
                        rough = rough || t.n[a] % 17 == 0 || t.n[a] % 19 == 0 || t.n[a] == 9999;
                    if (mode == STET_HALF_NATIVE && (p != STET_F16 || rough))
                        continue;
                    t.kind = kind;
                    t.precision = p;
                    t.half_mode = mode;
                    t.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
                    t.norm = STET_NORM_ORTHO;
                    assert_true(fail_each(create, &t) > 3);
                    assert_true(fail_each(stet_transform, &t) > 3);
                }
            }
}

static void test_r2r(void **state)
{
    (void)state;
    fail_each_r2r(create);
    fail_each_r2r(stet_transform);
}

static void test_create(void **state)
{
    (void)state;
    assert_true(fail_each_shape(create) > 3); /* the wrapper is in place */
}

static void test_execute(void **state)
{
    (void)state;
    assert_true(fail_each_shape(execute) > 0);
}

static void test_transform(void **state)
{
    (void)state;
    assert_true(fail_each_shape(stet_transform) > 4);
}

static void test_execute_with_allocates_nothing(void **state)
{
    (void)state;
    FOR_EACH_KIND (kind)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
            struct transform t = shapes[i];
            t.kind = kind;
            t.precision = STET_F64;
            t.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
            t.norm = STET_NORM_BACKWARD;
            stet_dim dims[TRANSFORM_RANK];
            stet_options options = transform_options(&t, dims);
            void *in = check_input(&t, GENERATE_UNIFORM, 1),
                 *out = transform_alloc(&t, SIDE_OUT, 1);
            stet_plan *plan;
            options.threads = 3;
            options.parallel = parallel_reverse;
            assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
            inside_least_points(plan, 1);
            size_t size = stet_plan_workspace(plan);
            void *work = malloc(size);
            assert_non_null(work);
            failing_at(1);
            assert_int_equal(stet_execute_with(plan, in, out, work, size), STET_OK);
            assert_int_equal(failing_asked(), 0);
            failing_at(0);
            stet_plan_destroy(plan);
            free(in), free(out), free(work);
        }
    assert_int_equal(failing_alive(), 0);
}

static size_t bytes_of_plan(stet_kind kind, stet_precision precision, ptrdiff_t n)
{
    const struct transform t = transform_1d(kind, precision, n);
    stet_dim dims[TRANSFORM_RANK];
    stet_options options = transform_options(&t, dims);
    stet_plan *plan, *second;
    assert_int_equal(stet_plan_create(&plan, &options), STET_OK);
    const size_t bytes = failing_bytes();
    assert_int_equal(stet_plan_create(&second, &options), STET_OK);
    assert_true(failing_bytes() < bytes + 4096); /* a second plan has no tables of its own */
    stet_plan_destroy(plan);
    stet_plan_destroy(second);
    assert_int_equal(failing_alive(), 0);
    return bytes;
}

/* What stet.h says: 2 n complex numbers and 64 KiB. Rough lengths have the tables of their
 * convolution, of up to 2.5 n points, besides. */
static void test_size_of_tables(void **state)
{
    (void)state;
    static const ptrdiff_t smooth[] = {1,     2,     3,       64,      512,    1000,
                                       1024,  2048,  2187,    4096,    30030,  28561,
                                       59049, 65536, 1 << 18, 1 << 20, 3 << 18},
                           rough[] = {17, 1009, 4099, 16385 * 3, 65537};
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision) {
            const size_t size = precision == STET_F32 ? 8 : 16;
            for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++)
                assert_in_range(bytes_of_plan(kind, precision, smooth[i]), 1,
                                2 * (size_t)smooth[i] * size + 65536);
            for (size_t i = 0; i < sizeof rough / sizeof *rough; i++)
                assert_in_range(bytes_of_plan(kind, precision, rough[i]), 1,
                                8 * (size_t)rough[i] * size + 65536);
        }
}

/* A call that is refused keeps nothing either. */
static void test_refusals_keep_nothing(void **state)
{
    (void)state;
    stet_dim overlapping[2] = {{4, 4, 1}, {4, 1, 1}}, huge = {PTRDIFF_MAX, 1, 1};
    stet_plan *plan;
    stet_options options;
    stet_options_init(&options);
    options.rank = 2;
    options.dims = overlapping;
    assert_int_equal(stet_plan_create(&plan, &options), STET_E_STRIDE);
    options.rank = 1;
    options.dims = &huge;
    assert_int_equal(stet_plan_create(&plan, &options), STET_E_OVERFLOW);
    assert_int_equal(failing_alive(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half),
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_r2r),
        cmocka_unit_test(test_execute),
        cmocka_unit_test(test_transform),
        cmocka_unit_test(test_execute_with_allocates_nothing),
        cmocka_unit_test(test_size_of_tables),
        cmocka_unit_test(test_refusals_keep_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
