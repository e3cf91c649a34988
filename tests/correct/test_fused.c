/* SPDX-License-Identifier: Apache-2.0 */
/* Stage double in one go against what it replaces: the native transform of the widened input, and
 * the definition of what is certified. All there is must agree in every bit, and nothing else may
 * be read or written: what lies around the arrays is NaN. */
#include "lib/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "correct/correct.h"
#include "correct/families.h"
#include "lines/method.h"
#include "lib/inside.h"

/* Numbers before and after an array; one more before floats, which need no alignment but their own.
 */
enum { GUARD = 64, SHIFT = 1, LISTED_MORE = 8, SHORTEST = 32, LONGEST = 1 << 14 };

typedef struct {
    ptrdiff_t n, in, out_count; /* points; numbers of the input and of the output */
    stet_kind kind;
    stet_plan *plan;
    const stet_fft1d *f;
    int swap;
    stet_fused_kernel *kernel;
    double unit; /* of the bound, for the scale 1 */
    float *x, *out;
    double *wide, *spectrum, *y;
    ptrdiff_t *list;
    uint8_t *listed;
    char *work;
} setup;

static struct {
    long lines, listed, overfull;
} seen;

/* ----------------------------------------------------------------- guards -- */

static void *guarded(size_t count, size_t size)
{
    char *block = stet_alloc((count + 2 * GUARD) * size);
    assert_non_null(block);
    memset(block, 0xff, (count + 2 * GUARD) * size);
    return block + GUARD * size;
}

static void give_back(void *array, size_t size) { stet_free((char *)array - GUARD * size); }

static void check_untouched(const char *what, const void *from, size_t bytes)
{
    const unsigned char *at = from;
    for (size_t i = 0; i < bytes; i++)
        if (at[i] != 0xff)
            fail_msg("%s: something was written where nothing may be", what);
}

static void check_guards(const char *what, const void *array, size_t count, size_t size)
{
    check_untouched(what, (const char *)array - GUARD * size, GUARD * size);
    check_untouched(what, (const char *)array + count * size, GUARD * size);
}

/* ------------------------------------------------------------------ setup -- */

static stet_plan *native_plan(ptrdiff_t n, stet_kind kind, stet_direction direction)
{
    stet_dim dim = {n, 1, 1};
    stet_options o;
    stet_plan *plan;
    stet_options_init(&o);
    o.precision = STET_F64;
    o.kind = kind;
    o.rank = 1;
    o.dims = &dim;
    o.direction = direction;
    o.norm = direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD; /* no scale */
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    return plan;
}

/* Whether there is a kernel for it. */
static int open_setup(setup *s, ptrdiff_t n, stet_kind kind, stet_direction direction)
{
    stet_bound bound;
    memset(s, 0, sizeof *s);
    s->n = n;
    s->kind = kind;
    s->in = kind == STET_C2C ? 2 * n : kind == STET_R2C ? n : n + 2;
    s->out_count = kind == STET_C2C ? 2 * n : kind == STET_R2C ? 2 * (n / 2 + 1) : n;
    s->plan = native_plan(n, kind, direction);
    s->f = inside_fft(s->plan);
    s->swap = kind == STET_C2C && inside_stages(s->plan)->stages[0].swap;
    s->kernel = stet_fused_of(s->f);
    if (!s->kernel) {
        stet_plan_destroy(s->plan);
        return 0;
    }
    const size_t in = (size_t)s->in, out = (size_t)s->out_count;
    assert_true(stet_lines_bound(&bound, 1, &n, kind, &s->f));
    s->unit = 0x1p-53 * STET_BOUND_SLACK * (bound.all + 5) * sqrt((double)n);
    s->x = (float *)guarded(in + SHIFT, sizeof(float)) + SHIFT;
    s->out = (float *)guarded(out + SHIFT, sizeof(float)) + SHIFT;
    s->wide = guarded(in, sizeof(double));
    s->spectrum = guarded(out, sizeof(double));
    s->y = guarded(out, sizeof(double));
    s->list = guarded(out + LISTED_MORE, sizeof(ptrdiff_t));
    s->listed = guarded(out, 1);
    s->work = guarded(stet_fused_work(s->f), 1);
    return 1;
}

static void close_setup(setup *s)
{
    give_back(s->x - SHIFT, sizeof(float));
    give_back(s->out - SHIFT, sizeof(float));
    give_back(s->wide, sizeof(double));
    give_back(s->spectrum, sizeof(double));
    give_back(s->y, sizeof(double));
    give_back(s->list, sizeof(ptrdiff_t));
    give_back(s->listed, 1);
    give_back(s->work, 1);
    stet_plan_destroy(s->plan);
}

static void set_number(const setup *s, ptrdiff_t i, float x)
{
    s->x[i] = x;
    s->wide[i] = (double)x;
}

/* Whether the transform reads that number: not the imaginary parts of what is real of a half
 * spectrum. */
static int is_read(const setup *s, ptrdiff_t i)
{
    return s->kind != STET_C2R || (i != 1 && i != s->n + 1);
}

/* The input as floats and as doubles, and its spectrum by the native plan. What is not read is
 * NaN. */
static void set_input(const setup *s, const double *x)
{
    for (ptrdiff_t i = 0; i < s->in; i++)
        set_number(s, i, is_read(s, i) ? (float)x[i] : NAN);
    assert_int_equal(stet_execute(s->plan, s->wide, s->spectrum), STET_OK);
}

static stet_fused run_line(const setup *s, double scale, double unit, ptrdiff_t capacity)
{
    const size_t in = (size_t)s->in, count = (size_t)s->out_count, work = stet_fused_work(s->f);
    stet_fused line = {.f = s->f,
                       .x = s->x,
                       .out = s->out,
                       .swap = s->swap,
                       .scale = scale,
                       .unit = unit,
                       .y = s->y,
                       .list = s->list,
                       .capacity = capacity,
                       .count = -1,
                       .squares = -1,
                       .is_real = -1,
                       .work = (double *)s->work};
    memset(s->out, 0xff, count * sizeof(float));
    memset(s->y, 0xff, count * sizeof(double));
    memset(s->list, 0xff, (count + LISTED_MORE) * sizeof(ptrdiff_t));
    memset(s->work, 0xff, work);
    const uint64_t caller = stet_fpenv_enter();
    s->kernel(&line);
    stet_fpenv_leave(caller);
    check_guards("input", s->x - SHIFT, in + SHIFT, sizeof(float));
    check_untouched("input", s->x - SHIFT, SHIFT * sizeof(float));
    check_guards("output", s->out - SHIFT, count + SHIFT, sizeof(float));
    check_untouched("output", s->out - SHIFT, SHIFT * sizeof(float));
    check_guards("spectrum", s->y, count, sizeof(double));
    check_guards("list", s->list, (size_t)capacity + LISTED_MORE, sizeof(ptrdiff_t));
    check_guards("work", s->work, work, 1);
    for (size_t i = 0; i < in; i++)
        assert_true(s->x[i] == (float)s->wide[i] || isnan(s->wide[i]));
    seen.lines++;
    return line;
}

/* ----------------------------------------------------------------- result -- */

static uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The 2-norm of the input; of C2R, of the whole spectrum. */
static double squares_of(const setup *s)
{
    double squares = 0, ends = 0;
    for (ptrdiff_t i = 0; i < s->in; i++)
        if (is_read(s, i))
            squares += s->wide[i] * s->wide[i];
    if (s->kind != STET_C2R)
        return squares;
    ends = s->wide[0] * s->wide[0] + s->wide[s->n] * s->wide[s->n];
    return 2 * squares - ends;
}

static void check_sums(const setup *s, const stet_fused *line)
{
    const double squares = squares_of(s);
    int is_real = 1;
    if (!(fabs(line->squares - squares) <= 0x1p-40 * squares))
        fail_msg("%td points: squares %a, they are %a", s->n, line->squares, squares);
    for (ptrdiff_t j = 0; j < s->n && s->kind == STET_C2C; j++)
        is_real &= s->x[2 * j + 1] == 0;
    if (s->kind == STET_C2C && line->is_real != is_real)
        fail_msg("%td points, swap %d: is_real is %d", s->n, s->swap, line->is_real);
}

/* Each with its number, and no more often than twice. */
static void check_list(const setup *s, const stet_fused *line)
{
    memset(s->listed, 0, (size_t)s->out_count);
    for (ptrdiff_t t = 0; t < line->count && line->count <= line->capacity; t++) {
        const ptrdiff_t i = line->list[t];
        assert_in_range(i, 0, s->out_count - 1);
        assert_in_range(s->listed[i], 0, s->kind == STET_C2C && (s->n & (s->n - 1)) == 0 ? 0 : 1);
        s->listed[i]++;
        if (double_bits(line->y[i]) != double_bits(s->spectrum[i] * line->scale))
            fail_msg("%td points, number %td: the list has %a", s->n, i, line->y[i]);
    }
}

/* Every real input has these. */
static int is_known_zero(const setup *s, ptrdiff_t i)
{
    return s->kind == STET_R2C && (i == 1 || i == s->n + 1);
}

/* A list that is not there says nothing about the numbers that it would have; of the others all is
 * known. */
static void check_result(const setup *s, const char *name, const stet_fused *line)
{
    const double bound = line->unit * sqrt(line->squares) + STET_BOUND_TINY;
    const int has_list = line->count <= line->capacity;
    ptrdiff_t count = 0, again = 0;
    check_sums(s, line);
    check_list(s, line);
    for (ptrdiff_t i = 0; i < s->out_count; i++) {
        const double y = s->spectrum[i] * line->scale;
        const int differ = float_bits((float)(y - bound)) != float_bits((float)(y + bound)) &&
                           !is_known_zero(s, i);
        count += differ;
        again += has_list && s->listed[i] > 1;
        if (has_list && (s->listed[i] > 0) != differ)
            fail_msg("%s, kind %d, %td points, number %td: listed %d", name, (int)s->kind, s->n, i,
                     s->listed[i]);
        if ((has_list || !differ) && float_bits(line->out[i]) != float_bits((float)y))
            fail_msg("%s, kind %d, %td points, number %td: %a for %a", name, (int)s->kind, s->n, i,
                     (double)line->out[i], y);
    }
    if (has_list ? line->count != count + again : line->count < count)
        fail_msg("%s, %td points: count %td, they are %td", name, s->n, line->count, count);
    seen.listed += has_list ? count : 0;
    seen.overfull += !has_list;
}

/* With a capacity for all, for none to spare, for one too few, and for next to nothing. */
static void check_line(const setup *s, const char *name, double scale, double unit)
{
    stet_fused line = run_line(s, scale, unit, s->out_count);
    check_result(s, name, &line);
    const ptrdiff_t rooms[] = {line.count, line.count - 1, 3, 0};
    for (int i = 0; i < 4; i++)
        if (rooms[i] >= 0 && rooms[i] < s->out_count && (i < 2 || rooms[i] < line.count)) {
            line = run_line(s, scale, unit, rooms[i]);
            check_result(s, name, &line);
        }
}

/* ------------------------------------------------------------------ tests -- */

/* Says so where nothing is tested. */
static int has_kernels(void)
{
    stet_plan *plan = native_plan(LONGEST, STET_C2C, STET_FORWARD);
    const int has = stet_fused_of(inside_fft(plan)) != NULL;
    stet_plan_destroy(plan);
    if (!has)
        print_message("%s: stage double in one go is not there, nothing to test\n",
                      stet_isa_name());
    return has;
}

/* The bound as it is, and one that leaves many numbers of ordinary data in ordinary places. */
static void check_families(setup *s, double *x)
{
    const double n = (double)s->n, scales[] = {1, 1 / n, 1 / sqrt(n)};
    for (int i = 0; i < family_count; i++)
        if (family_fits(&families[i], STET_F32)) {
            families[i].fill(x, s->n, false, (uint64_t)(s->n + i));
            set_input(s, x);
            for (int k = 0; k < 3; k++) {
                check_line(s, families[i].name, scales[k], s->unit * scales[k]);
                if (i < 2)
                    check_line(s, families[i].name, scales[k], s->unit * scales[k] * 0x1p20);
            }
        }
}

typedef void test_length(setup *s, double *x);

static void run_length(ptrdiff_t n, stet_kind kind, stet_direction direction, test_length *test)
{
    setup s;
    double *x = calloc(2 * (size_t)n + 2, sizeof *x);
    assert_non_null(x);
    if (open_setup(&s, n, kind, direction)) {
        test(&s, x);
        close_setup(&s);
    } else {
        print_message("%s, kind %d, %td points: no kernel\n", stet_isa_name(), (int)kind, n);
    }
    free(x);
}

/* Which lengths there are in this instance. */
static void for_lengths(ptrdiff_t least, ptrdiff_t most, test_length *test)
{
    if (!has_kernels())
        return;
    for (ptrdiff_t n = least; n <= most; n *= 2) {
        run_length(n, STET_C2C, STET_FORWARD, test);
        run_length(n, STET_C2C, STET_INVERSE, test);
    }
}

/* The same of real input and output, and of lengths that are no powers of two: the last block of
 * their rows reaches back, or not, and so does the last group of their columns; half of them is
 * odd. */
static void for_other_lengths(ptrdiff_t least, ptrdiff_t most, test_length *test)
{
    static const ptrdiff_t mixed[] = {288, 400, 720, 1000, 1232, 1500, 2000, 2184, 6000};
    static const ptrdiff_t odd[] = {945, 1001, 3003};
    if (!has_kernels())
        return;
    for (ptrdiff_t n = least; n <= most; n *= 2) {
        run_length(n, STET_R2C, STET_FORWARD, test);
        run_length(n, STET_C2R, STET_INVERSE, test);
    }
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        run_length(mixed[i], STET_C2C, STET_FORWARD, test);
        run_length(mixed[i], STET_C2C, STET_INVERSE, test);
        run_length(mixed[i], STET_R2C, STET_FORWARD, test);
        run_length(mixed[i], STET_C2R, STET_INVERSE, test);
    }
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        run_length(odd[i], STET_C2C, STET_FORWARD, test);
        run_length(odd[i], STET_C2C, STET_INVERSE, test);
    }
}

static void test_families(void **state)
{
    (void)state;
    memset(&seen, 0, sizeof seen);
    for_lengths(SHORTEST, LONGEST, check_families);
    print_message("%ld lines, %ld numbers on lists, %ld lists too long\n", seen.lines, seen.listed,
                  seen.overfull);
    assert_true(!has_kernels() || (seen.listed > seen.lines && seen.overfull > seen.lines / 16));
}

/* Where columns go in groups: the data exceed a cache. */
static void check_noise(setup *s, double *x)
{
    assert_true(s->n <= LONGEST || s->f->schedule.grouped ||
                s->f->schedule.method == &stet_method_fours);
    families[0].fill(x, s->n, false, 5);
    set_input(s, x);
    check_line(s, "noise", 1, s->unit * 0x1p20);
    check_line(s, "noise", 1 / (double)s->n, s->unit / (double)s->n);
}

static void test_others(void **state)
{
    (void)state;
    memset(&seen, 0, sizeof seen);
    for_other_lengths(128, 4096, check_families);
    print_message("%ld lines, %ld numbers on lists, %ld lists too long\n", seen.lines, seen.listed,
                  seen.overfull);
    assert_true(!has_kernels() || (seen.listed > seen.lines && seen.overfull > seen.lines / 16));
}

static void test_grouped(void **state)
{
    (void)state;
    for_lengths(1 << 18, 1 << 18, check_noise);
}

/* One part of one number, anywhere, decides whether the input is real; a zero of either sign is
 * one. */
static void check_real(setup *s, double *x)
{
    for (int turn = 0; turn < 24; turn++) {
        const ptrdiff_t at = turn * (s->n / 8 + 1) * 5 % s->n;
        families[turn % 2 * 2].fill(x, s->n, false, (uint64_t)turn);
        for (ptrdiff_t j = 0; j < s->n; j++)
            x[2 * j + (turn % 3 != 2)] = turn % 4 ? 0 : -0.0; /* or imaginary ones alone */
        if (turn % 3 == 1)
            x[2 * at + 1] = 0x1p-149;
        set_input(s, x);
        check_line(s, "real or nearly", 1, s->unit);
        assert_int_equal(run_line(s, 1, s->unit, 0).is_real, turn % 3 == 0);
    }
}

static void test_real(void **state)
{
    (void)state;
    for_lengths(SHORTEST, 2048, check_real);
}

/* Wherever it is, where it is read. */
static void check_not_finite(setup *s, double *x)
{
    static const float bad[] = {INFINITY, -INFINITY, NAN, -NAN};
    const ptrdiff_t step = s->n <= 256 ? 1 : s->n / 64 + 1;
    families[0].fill(x, s->n, false, 6);
    set_input(s, x);
    for (ptrdiff_t i = 0; i < s->in; i += step) {
        const float before = s->x[i];
        set_number(s, i, bad[i / step % 4]);
        assert_true(isfinite(run_line(s, 1, s->unit, i % 5).squares) != is_read(s, i));
        set_number(s, i, before);
    }
    for (ptrdiff_t i = 0; i < s->in; i++)
        set_number(s, i, bad[i % 2]);
    assert_false(isfinite(run_line(s, 1, s->unit, s->out_count).squares));
}

static void test_not_finite(void **state)
{
    (void)state;
    for_lengths(SHORTEST, LONGEST, check_not_finite);
    for_other_lengths(128, 1024, check_not_finite);
}

/* Of other plans: floats; lengths with large primes, odd ones. */
static void test_others_have_none(void **state)
{
    static const ptrdiff_t lengths[] = {1, 2, 4, 3, 15, 17, 34, 1009, 2018};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int kind = STET_C2C; kind <= STET_C2R; kind++) {
            stet_plan *plan = native_plan(lengths[i], (stet_kind)kind,
                                          kind == STET_C2R ? STET_INVERSE : STET_FORWARD);
            assert_null(stet_fused_of(inside_fft(plan)));
            stet_plan_destroy(plan);
        }
    stet_dim dim = {1024, 1, 1};
    stet_options o;
    stet_plan *plan;
    stet_options_init(&o);
    o.precision = STET_F32;
    o.rank = 1;
    o.dims = &dim;
    assert_int_equal(stet_plan_create(&plan, &o), STET_OK);
    assert_null(stet_fused_of(inside_fft(plan)));
    stet_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),   cmocka_unit_test(test_others),
        cmocka_unit_test(test_grouped),    cmocka_unit_test(test_real),
        cmocka_unit_test(test_not_finite), cmocka_unit_test(test_others_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
