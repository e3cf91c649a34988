/* SPDX-License-Identifier: Apache-2.0 */
/* stet_drift: errors in units in the last place, comparisons, rebase, cycles, every refusal. */
#include "lib/check.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "stet_lab.h"

/* AddressSanitizer ends the program where memory is refused, unless it is told not to. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

/* ------------------------------------------------------------------ errors -- */

static stet_drift_record compared(stet_precision p, ptrdiff_t count, const void *x, const double *y)
{
    stet_drift_record r;
    memset(&r, 0xff, sizeof r);
    assert_int_equal(stet_drift_compare(p, count, x, y, &r), STET_OK);
    return r;
}

static void test_ulp(void **state)
{
    (void)state;
    const struct {
        double x, y;
        double ulp32, ulp64;
    } rows[] = {{1, 1, 0, 0},
                {0x1.000002p0, 1, 1, 0x1p29},
                {0x1.fffffep-1, 1, 0.5, 0x1p28}, /* below a power of two: half of its ulp */
                {-0x1p-149, 0x1p-149, 2, (double)INFINITY},
                {-0.0, 0, 0, 0},
                {0x1p-149, 0, 1, (double)INFINITY},
                {3, 0x1.8000001p1, 0x1p-5, 0x1p24},
                {-0x1.8p10, 0x1.8p10, 0x1p24 * 1.5, 0x1p53 * 1.5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const float x32 = (float)rows[i].x;
        const stet_drift_record a = compared(STET_F32, 1, &x32, &rows[i].y);
        assert_true(a.max_ulp == rows[i].ulp32 && a.rms_ulp == rows[i].ulp32);
        assert_true(a.same == (x32 == (float)rows[i].y) && a.not_finite == 0);
        const stet_drift_record b = compared(STET_F64, 1, &rows[i].x, &rows[i].y);
        if (!isinf(rows[i].ulp64))
            assert_true(b.max_ulp == rows[i].ulp64);
        assert_true(b.norm == fabs(rows[i].y));
    }
    const double tiny[2] = {0x1p-1074, 0}, other[2] = {-0x1p-1074, 0};
    assert_true(compared(STET_F64, 2, tiny, other).max_ulp == 2);
    assert_true(fabs(compared(STET_F64, 2, tiny, other).rms_ulp - sqrt(2)) < 1e-15);
}

/* The same error is many ulp of a small number and few of the state's scale. */
static void test_scale(void **state)
{
    (void)state;
    const double y[4] = {1024, -1024, 1024, 0x1p-20};
    const float x[4] = {1024, -1024, 1024 + 0x1p-13f, 0x1p-20f + 0x1p-30f};
    const stet_drift_record r = compared(STET_F32, 4, x, y);
    assert_true(r.max_ulp == 0x1p13);              /* 2^-30 beside 2^-20 */
    assert_true(r.max_scale == 0x1p-13 / 0x1p-14); /* rms 887: its ulp is 2^-14 */
    assert_true(fabs(r.norm - 1024 * sqrt(3)) < 1e-9);
    assert_int_equal(r.same, 2);
    const double huge[2] = {0x1p1023, 0x1p1023}, moved[2] = {0x1p1023 + 0x1p971, 0x1p1023};
    const stet_drift_record h = compared(STET_F64, 2, moved, huge);
    assert_true(h.max_ulp == 1 && h.max_scale == 1 && fabs(h.norm / 0x1p1023 - sqrt(2)) < 1e-15);
}

static void test_not_finite(void **state)
{
    (void)state;
    const double y[5] = {(double)INFINITY, (double)NAN, 1, 2, (double)INFINITY};
    const double x[5] = {(double)INFINITY, (double)NAN, (double)NAN, 2, -(double)INFINITY};
    const stet_drift_record r = compared(STET_F64, 5, x, y);
    assert_int_equal(r.not_finite, 2);
    assert_int_equal(r.same, 3);
    assert_true(isinf(r.max_ulp) && isinf(r.rms_scale));
    assert_true(compared(STET_F64, 2, x, y).max_ulp == 0);
}

/* -------------------------------------------------------------------- runs -- */

typedef struct {
    ptrdiff_t count;
    int64_t calls, stop_at;
    int64_t steps[64];
    int visits;
} tape;

/* Each step moves every number by one ulp of 1. */
static int creep(void *context, int64_t step, void *state)
{
    tape *t = context;
    double *x = state;
    assert_int_equal(step, t->calls);
    for (ptrdiff_t i = 0; i < t->count; i++)
        x[i] += 0x1p-52;
    t->calls++;
    return t->stop_at > 0 && t->calls == t->stop_at ? 7 : 0;
}

static int see(void *context, const stet_drift_record *r)
{
    tape *t = context;
    if (t->visits < 64)
        t->steps[t->visits] = r->step;
    t->visits++;
    return 0;
}

static stet_drift_options options_of(tape *t, int64_t steps, int64_t every)
{
    stet_drift_options o;
    stet_drift_options_init(&o);
    o.count = t->count;
    o.steps = steps;
    o.every = every;
    o.step = creep;
    o.step_context = t;
    o.visit = see;
    o.visit_context = t;
    return o;
}

static void test_growth(void **state)
{
    (void)state;
    tape t = {.count = 3};
    double x[3] = {1, 1, 1.5};
    stet_drift_record records[4];
    stet_drift_options o = options_of(&t, 100, 30);
    stet_drift_result r = {.size = sizeof r};
    o.records = records;
    o.room = 2;
    assert_int_equal(stet_drift(&o, x, &r), STET_OK);
    assert_int_equal(r.steps, 100);
    assert_int_equal(r.comparisons, 4); /* 30, 60, 90 and the last */
    assert_int_equal(t.visits, 4);
    assert_int_equal(t.steps[2], 90);
    assert_int_equal(t.steps[3], 100);
    assert_true(records[0].max_ulp == 30 && records[1].rms_ulp == 60 && r.last.max_scale == 100);
    assert_true(r.worst.step == 100 && r.first.step == 30 && x[0] == 1 + 0x64p-52);
    t = (tape){.count = 3};
    o.every = 0;
    o.steps = 205;
    assert_int_equal(stet_drift(&o, x, NULL), STET_OK);
    assert_int_equal(t.visits, 9 + 9 + 2 + 1); /* 1 .. 9, 10 .. 90, 100, 200, 205 */
    assert_int_equal(t.steps[19], 200);
}

static void test_rebase(void **state)
{
    (void)state;
    tape t = {.count = 2};
    double x[2] = {1, 1.25};
    stet_drift_options o = options_of(&t, 100, 1000);
    stet_drift_result r = {.size = sizeof r};
    o.rebase = 8;
    assert_int_equal(stet_drift(&o, x, &r), STET_OK);
    assert_int_equal(r.rebases, 12);
    assert_true(r.worst.max_ulp == 8 && r.worst.rebased && !r.last.rebased);
    assert_true(x[0] == 1 + 0x4p-52 && r.last.max_ulp == 4); /* 96 was the last rebase */
}

/* The reference has steps of its own, in float; or is known. */
static int creep_float(void *context, int64_t step, void *state)
{
    (void)step;
    const tape *t = context;
    float *x = state;
    for (ptrdiff_t i = 0; i < t->count; i++)
        x[i] += 0x1p-20f;
    return 0;
}

static int known(void *context, int64_t step, double *reference)
{
    const tape *t = context;
    for (ptrdiff_t i = 0; i < t->count; i++)
        reference[i] = 1 + (double)step * 0x1p-52;
    return step == 50 ? 3 : 0;
}

static void test_references(void **state)
{
    (void)state;
    tape t = {.count = 2};
    double x[2] = {1, 1};
    stet_drift_options o = options_of(&t, 16, 16);
    stet_drift_result r = {.size = sizeof r};
    o.reference_step = creep_float;
    o.reference_context = &t;
    o.reference_precision = STET_F32;
    assert_int_equal(stet_drift(&o, x, &r), STET_OK);
    assert_true(r.last.max_ulp == 0x1p36 - 16 && r.last.same == 0);
    t = (tape){.count = 2};
    x[0] = x[1] = 1;
    o = options_of(&t, 60, 10);
    o.reference_at = known;
    o.reference_context = &t;
    assert_int_equal(stet_drift(&o, x, &r), STET_E_ABORTED);
    assert_int_equal(r.code, 3);
    assert_true(r.comparisons == 4 && r.last.max_ulp == 0 && r.last.same == 2 && r.steps == 50);
    t = (tape){.count = 2, .stop_at = 5};
    o = options_of(&t, 60, 1);
    assert_int_equal(stet_drift(&o, x, &r), STET_E_ABORTED);
    assert_true(r.code == 7 && r.steps == 5 && r.comparisons == 4);
}

/* ------------------------------------------------------------------- cycles -- */

/* 0, 1, 2, ... tail, and then around a cycle. */
typedef struct {
    int64_t tail, length, calls, breaks_at;
} circle;

static int turn(void *context, int64_t step, void *state)
{
    circle *c = context;
    float *x = state;
    (void)step;
    int64_t at = (int64_t)*x + 1;
    if (++c->calls == c->breaks_at)
        at++;
    if (at >= c->tail + c->length)
        at -= c->length;
    *x = (float)at;
    return 0;
}

static void test_cycles(void **state)
{
    (void)state;
    const int64_t steps = 100003;
    for (int64_t tail = 0; tail < 40; tail += 3)
        for (int64_t length = 1; length < 40; length += 2) {
            circle c = {tail, length, 0, 0}, d = {tail, length, 0, 0};
            stet_drift_options o;
            stet_drift_result r = {.size = sizeof r}, whole = {.size = sizeof whole};
            float x = 0, y = 0;
            stet_drift_options_init(&o);
            o.precision = STET_F32;
            o.count = 1;
            o.steps = steps;
            o.step = turn;
            o.step_context = &c;
            o.cycles = STET_DRIFT_STOP;
            assert_int_equal(stet_drift(&o, &x, &r), STET_OK);
            o.step_context = &d;
            o.cycles = STET_DRIFT_VERIFY;
            assert_int_equal(stet_drift(&o, &y, &whole), STET_OK);
            assert_int_equal(r.cycle_length, length);
            assert_true(x == y && whole.steps == steps && whole.cycle_broken == 0);
            assert_true(r.steps == c.calls && r.cycle_seen <= 3 * (tail + length) + 1);
            assert_true(r.steps < r.cycle_seen + length && r.last.step == steps);
            assert_true(r.last.max_ulp == whole.last.max_ulp);
            if (length == 1)
                assert_int_equal(r.cycle_seen, tail + 1);
        }
    /* A state that leaves the cycle is noticed. */
    circle c = {4, 6, 0, 60001};
    stet_drift_options o;
    stet_drift_result r = {.size = sizeof r};
    float x = 0;
    stet_drift_options_init(&o);
    o.precision = STET_F32;
    o.count = 1;
    o.steps = steps;
    o.step = turn;
    o.step_context = &c;
    o.cycles = STET_DRIFT_VERIFY;
    assert_int_equal(stet_drift(&o, &x, &r), STET_OK);
    assert_true(r.cycle_broken > 0);
}

/* The reference's state has to come back too. */
static void test_cycle_of_both(void **state)
{
    (void)state;
    circle c = {0, 3, 0, 0}, d = {0, 5, 0, 0};
    stet_drift_options o;
    stet_drift_result r = {.size = sizeof r};
    float x = 0;
    stet_drift_options_init(&o);
    o.precision = o.reference_precision = STET_F32;
    o.count = 1;
    o.steps = 1000;
    o.step = o.reference_step = turn;
    o.step_context = &c;
    o.reference_context = &d;
    o.cycles = STET_DRIFT_STOP;
    assert_int_equal(stet_drift(&o, &x, &r), STET_OK);
    assert_int_equal(r.cycle_length, 15);
}

/* --------------------------------------------------------------- bad input -- */

static int report(void *context, int64_t done, int64_t steps)
{
    int64_t *last = context;
    assert_true(done > *last && done <= steps);
    *last = done;
    return done >= 20 ? 9 : 0;
}

static void test_statuses(void **state)
{
    (void)state;
    tape t = {.count = 1};
    double x[1] = {1};
    stet_drift_record one;
    stet_drift_result r = {.size = sizeof r};
    const stet_drift_options good = options_of(&t, 10, 1);
    stet_drift_options o;
#define REFUSED(change, status)                                                                    \
    do {                                                                                           \
        o = good;                                                                                  \
        change;                                                                                    \
        assert_int_equal(stet_drift(&o, x, &r), status);                                           \
        assert_true(t.calls == 0 && x[0] == 1);                                                    \
    } while (0)
    REFUSED(o.step = NULL, STET_E_NULL);
    REFUSED(o.room = 1, STET_E_NULL);
    REFUSED(o.size = 8, STET_E_OPTIONS_SIZE);
    REFUSED(o.size = sizeof o + 1, STET_E_OPTIONS_SIZE);
    REFUSED(o.precision = STET_F16, STET_E_PRECISION);
    REFUSED(o.reference_precision = STET_BF16, STET_E_PRECISION);
    REFUSED(o.count = 0, STET_E_LENGTH);
    REFUSED(o.steps = 0, STET_E_LENGTH);
    REFUSED(o.every = -1, STET_E_LENGTH);
    REFUSED(o.rebase = -1, STET_E_LENGTH);
    REFUSED(o.room = -1, STET_E_LENGTH);
    REFUSED(o.cycles = (stet_drift_cycles)3, STET_E_REFERENCE);
    REFUSED((o.cycles = STET_DRIFT_STOP, o.rebase = 2), STET_E_REFERENCE);
    REFUSED((o.cycles = STET_DRIFT_VERIFY, o.reference_at = known), STET_E_REFERENCE);
    REFUSED((o.reference_step = creep, o.reference_at = known), STET_E_REFERENCE);
    REFUSED(o.count = PTRDIFF_MAX / 8, STET_E_OVERFLOW);
    REFUSED(o.count = PTRDIFF_MAX / 64, STET_E_MEMORY);
    REFUSED(r.size = 4, STET_E_STATS_SIZE);
#undef REFUSED
    r.size = sizeof r;
    assert_int_equal(stet_drift(NULL, x, &r), STET_E_NULL);
    assert_int_equal(stet_drift(&good, NULL, &r), STET_E_NULL);
    assert_int_equal(stet_drift_compare(STET_F64, 1, x, NULL, &one), STET_E_NULL);
    assert_int_equal(stet_drift_compare(STET_F64, 1, x, x, NULL), STET_E_NULL);
    assert_int_equal(stet_drift_compare(STET_F16, 1, x, x, &one), STET_E_PRECISION);
    assert_int_equal(stet_drift_compare(STET_F64, -1, x, x, &one), STET_E_LENGTH);
    assert_int_equal(stet_drift_compare(STET_F64, PTRDIFF_MAX, x, x, &one), STET_E_OVERFLOW);
    assert_int_equal(stet_drift_compare(STET_F64, 0, NULL, NULL, &one), STET_OK);
    int64_t last = 0;
    o = good;
    o.steps = 100;
    o.progress = report;
    o.progress_context = &last;
    assert_int_equal(stet_drift(&o, x, &r), STET_E_ABORTED);
    assert_true(r.code == 9 && r.steps == 20);
}

/* An older caller's structs end earlier: the rest has its defaults, and nothing is written there.
 */
static void test_sizes(void **state)
{
    (void)state;
    tape t = {.count = 1};
    double x[1] = {1};
    stet_drift_options o = options_of(&t, 10, 1);
    stet_drift_result r;
    memset(&r, 0x5a, sizeof r);
    o.size = offsetof(stet_drift_options, cycles);
    o.cycles = (stet_drift_cycles)77;
    r.size = offsetof(stet_drift_result, worst);
    assert_int_equal(stet_drift(&o, x, &r), STET_OK);
    assert_true(r.last.max_ulp == 10);
    const unsigned char *rest = (const unsigned char *)&r.worst;
    for (size_t i = 0; i < sizeof r.worst; i++)
        assert_int_equal(rest[i], 0x5a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ulp),        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_not_finite), cmocka_unit_test(test_growth),
        cmocka_unit_test(test_rebase),     cmocka_unit_test(test_references),
        cmocka_unit_test(test_cycles),     cmocka_unit_test(test_cycle_of_both),
        cmocka_unit_test(test_statuses),   cmocka_unit_test(test_sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
