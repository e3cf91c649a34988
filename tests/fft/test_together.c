/* SPDX-License-Identifier: Apache-2.0 */
/* Lines that are neighbours in memory go through the passes several vectors together: the bits are
 * those of one vector at a time, and nothing beside the lines is written. */
#include "lib/check.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/isa.h"
#include "lines/fft1d.h"
#include "lines/method.h"
#include "lines/schedule.h"

enum { WIDER = 5, GUARD = 256 };

/* An array of f->n rows, some of whose columns are transformed. */
struct array {
    struct transform all;
    ptrdiff_t width;
    void *in, *out;
};

static struct array array_of(const stet_fft1d *f, ptrdiff_t count)
{
    struct array a = {.width = count + WIDER};
    a.all = transform_1d(STET_C2C, f->precision, f->n * a.width);
    a.in = transform_alloc(&a.all, SIDE_IN, 1);
    a.out = transform_alloc(&a.all, SIDE_OUT, 1);
    generate_reals(a.in, f->precision, transform_reals(&a.all, SIDE_IN), GENERATE_UNIFORM,
                   (uint64_t)count);
    memset(a.out, 0x55, transform_bytes(&a.all, SIDE_OUT));
    return a;
}

static void array_free(struct array *a) { free(a->in), free(a->out); }

/* Of a plan whose workspace ends where it says. */
static struct array columns_of(stet_fft1d *f, ptrdiff_t count, int in_place, int swap, double scale)
{
    struct array a = array_of(f, count);
    const stet_line_plan plan = stet_lines_plan(f, 0, count);
    const stet_lines lines = {in_place ? a.out : a.in, a.out, a.width, a.width, 1, 1, count};
    unsigned char *work = stet_alloc(plan.work + GUARD);
    assert_non_null(work);
    memset(work + plan.work, 0xa5, GUARD);
    if (in_place)
        memcpy(a.out, a.in, transform_bytes(&a.all, SIDE_OUT));
    const uint64_t caller = stet_fpenv_enter();
    plan.kernel(f, &lines, swap, scale, work, NULL);
    stet_fpenv_leave(caller);
    for (size_t i = 0; i < GUARD; i++)
        assert_int_equal(work[plan.work + i], 0xa5);
    stet_free(work);
    return a;
}

static void check_count(stet_fft1d *f, stet_fft1d *alone, ptrdiff_t count)
{
    const int in_place = count % 3 == 0, swap = count % 2 == 0;
    const double scale = count % 5 == 0 ? 0.3 : 1;
    struct array a = columns_of(f, count, in_place, swap, scale);
    struct array good = columns_of(alone, count, in_place, swap, scale);
    const size_t numbers = transform_reals(&a.all, SIDE_OUT);
    const size_t at = first_difference(a.out, good.out, f->precision, numbers);
    if (at < numbers)
        fail_msg("n %td, %d together, %td columns: number %zu", f->n, f->schedule.together, count,
                 at);
    array_free(&a), array_free(&good);
}

static stet_fft1d *make(ptrdiff_t n, stet_precision precision, int together)
{
    stet_fft1d *f = stet_fft1d_create(n, STET_C2C, precision, stet_isa_in_use(), NULL);
    assert_non_null(f);
    stet_schedule list[STET_SCHEDULES];
    stet_schedule_of(f, list);
    stet_fft1d_destroy(f);
    list->together = together;
    f = stet_fft1d_create(n, STET_C2C, precision, stet_isa_in_use(), list);
    assert_non_null(f);
    assert_int_equal(f->schedule.together, together);
    return f;
}

/* A vector has 16 lanes at most. */
static void check_length(ptrdiff_t n, stet_precision precision)
{
    static const int together[] = {2, 3, STET_MOST_TOGETHER};
    stet_fft1d *alone = make(n, precision, 1);
    for (size_t i = 0; i < sizeof together / sizeof *together; i++) {
        stet_fft1d *f = make(n, precision, together[i]);
        const ptrdiff_t lanes = f->widest_lanes, most = 2 * together[i] * lanes + lanes + 3;
        for (ptrdiff_t count = 1; count <= most; count += 1 + count / 7)
            check_count(f, alone, count);
        check_count(f, alone, together[i] * lanes);
        stet_fft1d_destroy(f);
    }
    stet_fft1d_destroy(alone);
}

static void test_together(void **state)
{
    static const ptrdiff_t lengths[] = {1,  2,  3,  4,   6,   8,   12,  16,  30,
                                        32, 34, 64, 100, 105, 128, 240, 272, 1024};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        check_length(lengths[i], STET_F32);
        check_length(lengths[i], STET_F64);
    }
}

/* The default of short lines is several, of complex numbers. */
static void test_default(void **state)
{
    static const ptrdiff_t lengths[] = {16, 64, 1024};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        FOR_EACH_KIND (kind) {
            stet_fft1d *f = stet_fft1d_create(lengths[i], kind, STET_F64, stet_isa_in_use(), NULL);
            assert_non_null(f);
            assert_int_equal(f->schedule.together > 1, kind == STET_C2C && f->widest_lanes > 1);
            stet_fft1d_destroy(f);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
