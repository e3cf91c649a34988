/* SPDX-License-Identifier: Apache-2.0 */
/* Schedules as text, those that a length refuses, the choice of the rule and its lists of kernels,
 * and the description of plans. */
#include "lib/check.h"

#include <stdio.h>
#include <string.h>

#include "lines/cache.h"
#include "lines/dispatch.h"
#include "lines/method.h"

#include "schedules.h"

/* ------------------------------------------------------------------ text -- */

static void test_text(void **state)
{
    static const char *const good[] = {
        "lane 1: 8 8 8 2",
        "small 16: 4 | 16, lane 8 8",
        "wide 8: 16 16 | | 8, beside 16, block 8",
        "wide 16: 16 16 | 8 4 | 16, grouped, block 64, in-output, lane 2 2",
        "wide 8: 8 8 8 | 4 | 8, grouped, block 64, stream-bank, stream-output, prefetch 2",
        "hermitian 16 of rough 8, lane 1009 of rows 8: 7 3 | 3 8 2",
    };
    static const struct {
        const char *text, *wrong, *rest;
    } bad[] = {
        {"", "no such method", ""},
        {"wade 16: 8", "no such method", "wade 16: 8"},
        {"wide", "number of lanes", ""},
        {"wide 0: 8", "number of lanes", "0: 8"},
        {"wide 5000: 8", "number of lanes", ": 8"},
        {"wide 16: 8 | 8 | 16, blocks 8", "no such option", "blocks 8"},
        {"wide 16: 8 | 8 | 16, block", "no such option", "block"},
        {"wide 16: 8 | 8 | 16, block x", "number of rows", "x"},
        {"wide 16: 8 | 8 | 16, prefetch 0", "distance", "0"},
        {"lane 1, together 0", "number of vectors", "0"},
        {"rows 8: 5 | 8 | 8 | 8", "is missing here", "| 8"},
        {"rows 8: 5 x", "is missing here", "x"},
        {"lane 1: 5 | 8", "is missing here", "| 8"},
        {"hermitian 16 of", "is missing here", "of"},
        {"real 1 of hermitian 8 of hermitian 8 of rough 8 of lane 1", "too many", "lane 1"},
        {"lane 1: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
         "1 1 1 1 "
         "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
         "too many passes", ""},
    };
    stet_schedule list[STET_SCHEDULES];
    const char *at;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_null(stet_schedule_parse(good[i], list, &at));
        assert_string_equal(text_of(list), good[i]);
        char cut[8];
        stet_text to = {cut, sizeof cut, 0};
        stet_schedule_put(&to, list);
        assert_int_equal(to.used, strlen(good[i]));
        assert_int_equal(strlen(cut), sizeof cut - 1);
        assert_memory_equal(cut, good[i], sizeof cut - 1);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *wrong = stet_schedule_parse(bad[i].text, list, &at);
        assert_non_null(wrong);
        assert_non_null(strstr(wrong, bad[i].wrong));
        assert_string_equal(at, bad[i].rest);
    }
}

/* Some instances have not all methods: none is chosen that is not there. */
static void test_method_is_there(void **state)
{
    static const stet_precision precisions[] = {STET_F32, STET_F64, STET_F16};
    const stet_isa *isa;
    (void)state;
    for (int i = 0; (isa = stet_isa_at(i)); i++)
        for (int p = 0; p < 3; p++)
            for (ptrdiff_t n = 2; n <= 1 << 16; n *= 2) {
                stet_fft1d *f = stet_fft1d_acquire(n, STET_C2C, precisions[p], isa, NULL);
                assert_non_null(f);
                for (int e = 0; e < f->contiguous.count; e++)
                    assert_non_null(f->contiguous.entry[e].run);
                stet_fft1d_release(f);
            }
}

/* Texts that no transform of 1024 points runs: the length says so. */
static void test_wrong_for_length(void **state)
{
    static const struct {
        const char *text, *wrong;
    } bad[] = {
        {"lane 1: 8 8 8", "in the order of the graph"},
        {"lane 1: 16 8 8", "levels of radix 2, 4 or 8"},
        {"lane 1: 3 8 8 8", "in the order of the graph"},
        {"lane 3: 8 8 8 2", "that many lanes"},
        {"rows 64: 8 8 | 8 2", "that many lanes"},
        {"lane 1: 8 8 8 2, grouped", "options of wide"},
        {"lane 1: 8 8 8 2, block 8", "options of wide"},
        {"lane 1: 8 8 8 2, in-output", "options of wide"},
        {"lane 1: 8 8 8 2, stream-bank", "options of wide"},
        {"lane 1: 8 8 8 2, stream-output", "options of wide"},
        {"lane 1: 8 8 8 2, prefetch 1", "wide and small"},
        {"small 1: 32 | 32, prefetch 1", "8 or 16 vectors"},
        {"lane 1: 8 8 8 2, together 17", "up to 16 vectors"},
        {"lane 1: 8 8 8 2, beside 1", "power of two"},
        {"lane 1: 8 8 8 2, beside 12", "power of two"},
        {"hermitian 1", "hermitian: C2R"},
        {"rough 1", "rough: complex"},
        {"small 1: 32 | 32", "small:"},
        {"wide 1: 8 | 8 | 16, block 1", "wide:"},
        {"columns 1: 8 8 16 | 1", "order of the graph"},
        {"rows 1: 8 8 8 2", "rows:"},
        {"tiles 1: 8 8 | 8 2", "tiles:"},
    };
    stet_schedule list[STET_SCHEDULES];
    const char *at;
    stet_fft1d *f = stet_fft1d_acquire(1024, STET_C2C, STET_F64, stet_isa_in_use(), NULL);
    (void)state;
    assert_non_null(f);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(stet_schedule_parse(bad[i].text, list, &at));
        if (list[0].lane.count == 0)
            stet_schedule_lane(f, list);
        const char *wrong = stet_schedule_wrong(f, list);
        assert_non_null(wrong);
        if (!strstr(wrong, bad[i].wrong))
            fail_msg("%s: %s", bad[i].text, wrong);
        assert_null(stet_fft1d_create(1024, STET_C2C, STET_F64, stet_isa_in_use(), list));
    }
    stet_fft1d_release(f);
}

/* ------------------------------------------------------------- the lists -- */

static void check_list(const stet_entries *list, const char *expected)
{
    char text[SCHEDULE_TEXT] = "";
    for (int i = 0; i < list->count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %td", i > 0 ? ", " : "",
                 list->entry[i].method->name, list->entry[i].lines);
    assert_string_equal(text, expected);
}

/* The rule chooses these schedules where all vectors of up to 16 floats are there. */
static void test_choice(void **state)
{
    static const struct {
        stet_kind kind;
        ptrdiff_t n;
        const char *schedule, *contiguous, *strided;
    } chosen[] = {
        {STET_C2C, 4, "codelet 1, together 4, lane 4", "codelet 1",
         "side-by-side 16, side-by-side 8, side-by-side 4, gathered 1"},
        {STET_C2R, 14, "codelet 1, beside 8 of codelet 1, together 4, lane 7",
         "side-by-side 16, side-by-side 8, codelet 1",
         "side-by-side 16, side-by-side 8, side-by-side 4, gathered 1"},
        {STET_C2C, 8, "small 4: 2 | 4, together 4, lane 8", "small 1",
         "side-by-side 16, gathered 1"},
        {STET_C2C, 64, "small 16: 4 | 16, together 2, lane 8 8", "small 1",
         "side-by-side 16, gathered 1"},
        {STET_C2C, 1024, "wide 16: 8 | 8 | 16, block 8, together 2, lane 2 8 8 8", "wide 1",
         "side-by-side 16, gathered 1"},
        {STET_C2C, 1000, "tiles 16: 5 5 | 5 8, together 2, lane 5 5 5 8", "tiles 1",
         "side-by-side 16, side-by-side 8, side-by-side 4, gathered 1"},
        {STET_C2C, 30030, "tiles 16: 13 11 7 | 5 3 2, lane 13 11 7 5 3 2", "tiles 1", "gathered 1"},
        {STET_C2C, 65536,
         "wide 16: 8 8 | 8 8 | 16, grouped, block 32, prefetch 1, lane 2 8 8 8 8 8", "wide 1",
         "gathered 1"},
        {STET_R2C, 64, "small 16: 4 | 16, lane 8 8", "small 1",
         "side-by-side 16, side-by-side 8, side-by-side 4, gathered 1"},
        {STET_R2C, 512, "small 16: 32 | 16, lane 8 8 8", "small 1",
         "side-by-side 16, side-by-side 8, side-by-side 4, gathered 1"},
        {STET_C2R, 2048, "hermitian 16 of wide 16: 8 | 8 | 16, block 8, together 2, lane 2 8 8 8",
         "hermitian 1", "side-by-side 16, side-by-side 8, side-by-side 4, gathered 1"},
    };
    const stet_isa *isa = stet_isa_in_use();
    (void)state;
    for (int lanes = 16; lanes >= 4; lanes /= 2)
        if (!stet_kernels_of_lanes(isa, STET_F32, lanes))
            skip();
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        stet_fft1d *f = make_by_rule(chosen[i].n, chosen[i].kind, STET_F32);
        stet_schedule list[STET_SCHEDULES];
        stet_schedule_of(f, list);
        assert_string_equal(text_of(list), chosen[i].schedule);
        check_list(&f->contiguous, chosen[i].contiguous);
        check_list(&f->strided, chosen[i].strided);
        stet_fft1d_release(f);
    }
}

/* -------------------------------------------------------------- describe -- */

/* stet_plan_describe() counts like snprintf(). */
static void test_describe(void **state)
{
    char whole[SCHEDULE_TEXT], cut[SCHEDULE_TEXT];
    stet_dim dim = {240, 1, 1};
    stet_options o;
    stet_plan *plan;
    (void)state;
    stet_options_init(&o);
    o.rank = 1;
    o.dims = &dim;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    const size_t length = stet_plan_describe(plan, whole, sizeof whole);
    assert_true(length > 100 && length < sizeof whole && strlen(whole) == length);
    assert_int_equal(whole[length - 1], '\n');
    assert_non_null(strstr(whole, "\nlength: 240\n"));
    assert_int_equal(stet_plan_describe(plan, NULL, 0), length);
    for (size_t size = 0; size <= length + 1; size++) {
        memset(cut, 0x55, sizeof cut);
        assert_int_equal(stet_plan_describe(plan, cut, size), length);
        if (size > 0) {
            assert_memory_equal(cut, whole, size - 1);
            assert_int_equal(cut[size - 1], 0);
        }
        assert_int_equal(cut[size], 0x55);
    }
    stet_plan_destroy(plan);
    assert_int_equal(stet_plan_describe(NULL, cut, sizeof cut), 0);
    assert_int_equal(cut[0], 0);
}

static void describe(const stet_options *o, char *text)
{
    stet_plan *plan;
    assert_int_equal(stet_plan_create(&plan, o), STET_OK);
    assert_true(stet_plan_describe(plan, text, SCHEDULE_TEXT) < SCHEDULE_TEXT);
    stet_plan_destroy(plan);
}

/* A plan leaves out dimensions of one point, but for the last of all such, and makes one loop of
 * two whose lines are equally far apart. */
static void test_left_out(void **state)
{
    char text[SCHEDULE_TEXT];
    const stet_dim dims[] = {{1, 7, 7}, {240, 1, 1}, {1, 9, 9}},
                   batch[] = {{3, 960, 960}, {4, 240, 240}};
    stet_options o;
    (void)state;
    stet_options_init(&o);
    o.rank = 3;
    o.dims = dims;
    o.batch_rank = 2;
    o.batch = batch;
    describe(&o, text);
    assert_non_null(strstr(text, "\naxis: 1\nlength: 240\nlines: 12\nstrides: 1 1\n"));
    assert_null(strstr(text, "\naxis: 0\n"));
    assert_null(strstr(text, "\naxis: 2\n"));
    o.dims = &dims[2];
    o.rank = 1;
    describe(&o, text);
    assert_non_null(strstr(text, "\naxis: 0\nlength: 1\nlines: 12\n"));
}

/* Lines with strides do not run in one lane if contiguous ones run in more. */
static void test_strided_in_vectors(void **state)
{
    static const ptrdiff_t lengths[] = {64, 1000, 8192, 65536};
    char text[SCHEDULE_TEXT];
    (void)state;
    if (!stet_kernels_of_lanes(stet_isa_in_use(), STET_F64, 4))
        skip();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const stet_dim dim = {lengths[i], 3, 3}, batch = {3, 1, 1};
        stet_options o;
        stet_options_init(&o);
        o.rank = o.batch_rank = 1;
        o.dims = &dim;
        o.batch = &batch;
        describe(&o, text);
        assert_non_null(strstr(text, "by gathered of "));
        assert_null(strstr(text, "by lane of "));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_method_is_there),
        cmocka_unit_test(test_wrong_for_length),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_describe),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_strided_in_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
