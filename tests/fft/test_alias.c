/* SPDX-License-Identifier: Apache-2.0 */
/* Which input and output may share memory, and what is left untouched. */
#include "lib/check.h"

#include <string.h>

#define ROOM 512 /* numbers in the one array that both sides live in */

/* One plan with its options at hand. */
struct fixture {
    stet_dim dims[2], batch;
    stet_options options;
    stet_plan *plan;
};

static void open_plan(struct fixture *f, stet_kind kind, int rank, int batch_rank)
{
    stet_options_init(&f->options);
    f->options.kind = kind;
    f->options.direction = kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    f->options.rank = rank;
    f->options.dims = f->dims;
    f->options.batch_rank = batch_rank;
    f->options.batch = batch_rank > 0 ? &f->batch : NULL;
    assert_int_equal(stet_plan_create(&f->plan, &f->options), STET_OK);
}

/* Run with the input at real number in of the array and the output at out, by all
 * three functions. What is refused must leave the array as it was. */
static void expect(const struct fixture *f, ptrdiff_t in, ptrdiff_t out, stet_status wanted)
{
    static double array[ROOM], before[ROOM];
    size_t size = stet_plan_workspace(f->plan);
    void *work = malloc(size);
    assert_non_null(work);
    for (int way = 0; way < 3; way++) {
        generate_reals(array, STET_F64, ROOM, GENERATE_UNIFORM, 1);
        memcpy(before, array, sizeof array);
        const double *x = array + in;
        double *y = array + out;
        stet_status status = way == 0   ? stet_execute(f->plan, x, y)
                             : way == 1 ? stet_execute_with(f->plan, x, y, work, size)
                                        : stet_transform(&f->options, x, y);
        if (status != wanted)
            fail_msg("way %d, input at %td, output at %td: \"%s\" instead of \"%s\"", way, in, out,
                     stet_strerror(status), stet_strerror(wanted));
        assert_int_equal(memcmp(array, before, sizeof array) == 0, wanted != STET_OK);
    }
    free(work);
}

static void close_plan(struct fixture *f) { stet_plan_destroy(f->plan); }

static void test_contiguous(void **state)
{
    (void)state;
    struct fixture f = {.dims = {{8, 1, 1}}};
    open_plan(&f, STET_C2C, 1, 0);
    expect(&f, 100, 100, STET_OK);
    expect(&f, 100, 116, STET_OK); /* side by side */
    expect(&f, 116, 100, STET_OK);
    for (ptrdiff_t shift = 1; shift < 16; shift++) {
        expect(&f, 100, 100 + shift, STET_E_OVERLAP);
        expect(&f, 100 + shift, 100, STET_E_OVERLAP);
    }
    close_plan(&f);
}

static void test_backwards(void **state)
{
    (void)state;
    struct fixture f = {.dims = {{8, -1, 1}}}; /* input 86..101, output 100..115 */
    open_plan(&f, STET_C2C, 1, 0);
    expect(&f, 100, 100, STET_E_OVERLAP);
    expect(&f, 98, 100, STET_OK);
    expect(&f, 130, 100, STET_OK);
    expect(&f, 128, 100, STET_E_OVERLAP);
    close_plan(&f);
    f.dims[0] = (stet_dim){8, -3, -3};
    open_plan(&f, STET_C2C, 1, 0);
    expect(&f, 200, 200, STET_OK);
    close_plan(&f);
}

static void test_columns_of_one_matrix(void **state)
{
    (void)state;
    struct fixture f = {.dims = {{8, 5, 5}}}; /* column c of 8 rows of 5 numbers */
    open_plan(&f, STET_C2C, 1, 0);
    for (ptrdiff_t column = 0; column < 5; column++)
        expect(&f, 100, 100 + 2 * column, STET_OK);
    expect(&f, 102, 100, STET_OK);
    expect(&f, 100, 101, STET_E_OVERLAP);
    expect(&f, 100, 109, STET_E_OVERLAP);
    expect(&f, 100, 110, STET_E_OVERLAP); /* the same column, one row on */
    close_plan(&f);
}

static void test_other_layout_in_place(void **state)
{
    (void)state;
    struct fixture f = {.dims = {{8, 1, 2}}};
    open_plan(&f, STET_C2C, 1, 0);
    expect(&f, 100, 100, STET_E_OVERLAP);
    close_plan(&f);
    f = (struct fixture){.dims = {{4, 4, 1}, {4, 1, 4}}}; /* a transposition */
    open_plan(&f, STET_C2C, 2, 0);
    expect(&f, 100, 100, STET_E_OVERLAP);
    close_plan(&f);
    f = (struct fixture){.dims = {{8, 1, 1}}, .batch = {2, 0, 8}}; /* one input, two outputs */
    open_plan(&f, STET_C2C, 1, 1);
    expect(&f, 100, 100, STET_E_OVERLAP);
    expect(&f, 100, 84, STET_E_OVERLAP);
    expect(&f, 100, 116, STET_OK);
    close_plan(&f);
    f = (struct fixture){.dims = {{8, 1, 1}}, .batch = {1, 5, 7}}; /* strides without use */
    open_plan(&f, STET_C2C, 1, 1);
    expect(&f, 100, 100, STET_OK);
    close_plan(&f);
}

static void test_real_in_place(void **state)
{
    (void)state;
    static const stet_kind kinds[] = {STET_R2C, STET_C2R};
    for (int k = 0; k < 2; k++)
        for (ptrdiff_t n = 2; n <= 9; n++) {
            /* three rows of n real numbers, padded or not */
            bool r2c = kinds[k] == STET_R2C;
            ptrdiff_t half = n / 2 + 1, padded = 2 * half;
            struct fixture f = {.dims = {{n, 1, 1}}};
            f.batch = r2c ? (stet_dim){3, padded, half} : (stet_dim){3, half, padded};
            open_plan(&f, kinds[k], 1, 1);
            expect(&f, 100, 100, STET_OK);
            close_plan(&f);
            f.batch = r2c ? (stet_dim){3, n, half} : (stet_dim){3, half, n};
            open_plan(&f, kinds[k], 1, 1);
            expect(&f, 100, 100, padded == n ? STET_OK : STET_E_OVERLAP);
            expect(&f, 100, 100 + 3 * padded, STET_OK);
            expect(&f, 100, 99 + 3 * (r2c ? n : padded), STET_E_OVERLAP);
            close_plan(&f);
            f.batch =
                r2c ? (stet_dim){3, 2 * padded, half * 2} : (stet_dim){3, half * 2, 2 * padded};
            f.dims[0] = r2c ? (stet_dim){n, 2, 1} : (stet_dim){n, 1, 2};
            open_plan(&f, kinds[k], 1, 1);
            expect(&f, 100, 100, STET_E_OVERLAP);
            close_plan(&f);
        }
}

static void test_real_dimensions_in_place(void **state)
{
    (void)state;
    struct fixture f = {.dims = {{3, 8, 4}, {6, 1, 1}}};
    open_plan(&f, STET_R2C, 2, 0);
    expect(&f, 100, 100, STET_OK);
    close_plan(&f);
    f = (struct fixture){.dims = {{3, 4, 8}, {6, 1, 1}}};
    open_plan(&f, STET_C2R, 2, 0);
    expect(&f, 100, 100, STET_OK);
    close_plan(&f);
    f = (struct fixture){.dims = {{3, 6, 4}, {6, 1, 1}}};
    open_plan(&f, STET_R2C, 2, 0);
    expect(&f, 100, 100, STET_E_OVERLAP);
    expect(&f, 100, 117, STET_E_OVERLAP);
    expect(&f, 100, 118, STET_OK);
    close_plan(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contiguous),
        cmocka_unit_test(test_backwards),
        cmocka_unit_test(test_columns_of_one_matrix),
        cmocka_unit_test(test_other_layout_in_place),
        cmocka_unit_test(test_real_in_place),
        cmocka_unit_test(test_real_dimensions_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
