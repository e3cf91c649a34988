/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of double-double and float-float numbers: near to the exact transform of their words (Arb),
 * and the same bits on all instruction sets, for one line and for many, whatever their strides. */
#include "lib/check.h"

#include <acb_dft.h>
#include <math.h>
#include <string.h>

#include "arith/dd.h"
#include "arith/ff.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/isa.h"
#include "lines/dispatch.h"
#include "lines/lines.h"
#include "lines/method.h"
#include "lines/schedule.h"

/* For LeakSanitizer: tests/lib/oracle.c. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libflint"; }

enum { BITS = 200, LINES = 11, LONGEST = 3000, MANY_IN_SOFT = 100, CANDIDATES = 20 };

struct job {
    stet_precision precision;
    stet_kind kind;
    ptrdiff_t n;
    size_t number;    /* bytes */
    size_t in, out;   /* numbers of a line */
    char *x, *y, *to; /* LINES lines one after another; what they become; room */
};

static struct job open_job(stet_precision precision, stet_kind kind, ptrdiff_t n)
{
    struct job j = {.precision = precision, .kind = kind, .n = n};
    const size_t full = 2 * (size_t)n, half = 2 * (size_t)(n / 2 + 1);
    j.number = precision == STET_DD ? sizeof(stet_dd) : sizeof(stet_ff);
    j.in = kind == STET_R2C ? (size_t)n : kind == STET_C2R ? half : full;
    j.out = kind == STET_C2R ? (size_t)n : kind == STET_R2C ? half : full;
    j.x = calloc(LINES * j.in, j.number);
    j.y = calloc(LINES * j.out, j.number);
    j.to = calloc(LINES * (j.in + j.out), j.number);
    assert_true(j.x && j.y && j.to);
    return j;
}

static void close_job(struct job *j) { free(j->x), free(j->y), free(j->to); }

static stet_dd get(const struct job *j, const char *numbers, size_t i)
{
    stet_dd d;
    stet_ff f;
    if (j->precision == STET_DD) {
        memcpy(&d, numbers + i * sizeof d, sizeof d);
        return d;
    }
    memcpy(&f, numbers + i * sizeof f, sizeof f);
    return (stet_dd){(double)f.hi, (double)f.lo};
}

static double uniform(uint64_t *state) { return (double)(int64_t)generate_next(state) * 0x1p-63; }

/* Words that fill both numbers. */
static void fill(struct job *j, uint64_t seed)
{
    for (size_t i = 0; i < LINES * j->in; i++) {
        const double a = uniform(&seed), b = uniform(&seed);
        const stet_dd d = stet_dd_fast_two_sum(a, b * 0x1p-54);
        const stet_ff f = stet_ff_fast_two_sum((float)a, (float)b * 0x1p-25f);
        if (j->precision == STET_DD)
            memcpy(j->x + i * sizeof d, &d, sizeof d);
        else
            memcpy(j->x + i * sizeof f, &f, sizeof f);
    }
}

/* ------------------------------------------------------------- the truth -- */

static void set(arb_t to, stet_dd x)
{
    arb_t low;
    arb_init(low);
    arb_set_d(to, x.hi);
    arb_set_d(low, x.lo);
    arb_add(to, to, low, ARF_PREC_EXACT);
    arb_clear(low);
}

/* Element k of the complex input that the first line stands for. */
static void set_input(acb_t z, const struct job *j, ptrdiff_t k)
{
    const int mirror = j->kind == STET_C2R && 2 * k > j->n;
    const size_t at = 2 * (size_t)(mirror ? j->n - k : k);
    if (j->kind == STET_R2C) {
        set(acb_realref(z), get(j, j->x, (size_t)k));
        return;
    }
    set(acb_realref(z), get(j, j->x, at));
    set(acb_imagref(z), get(j, j->x, at + 1));
    if (j->kind == STET_C2R && !mirror) /* lines go backward: with exp(+2 pi i k/n) */
        acb_conj(z, z);
    if (j->kind == STET_C2R && (k == 0 || 2 * k == j->n))
        arb_zero(acb_imagref(z));
}

/* The sum of squares of the truth, and of what the line is off by. */
static void add_squares(const arb_t truth, stet_dd x, double *all, double *off)
{
    arb_t it;
    arb_init(it);
    set(it, x);
    arb_sub(it, it, truth, BITS);
    const double t = arf_get_d(arb_midref(truth), ARF_RND_NEAR);
    const double e = arf_get_d(arb_midref(it), ARF_RND_NEAR) * 0x1p60; /* squares of 2^-110 */
    *all += t * t;
    *off += e * e;
    arb_clear(it);
}

static double error_of(const struct job *j)
{
    acb_ptr x = _acb_vec_init(j->n), y = _acb_vec_init(j->n);
    double all = 0, off = 0;
    for (ptrdiff_t k = 0; k < j->n; k++)
        set_input(x + k, j, k);
    acb_dft(y, x, j->n, BITS);
    for (ptrdiff_t k = 0; k < j->n; k++) {
        if (j->kind == STET_C2R)
            add_squares(acb_realref(y + k), get(j, j->y, (size_t)k), &all, &off);
        else if (2 * (size_t)k < j->out) {
            add_squares(acb_realref(y + k), get(j, j->y, 2 * (size_t)k), &all, &off);
            add_squares(acb_imagref(y + k), get(j, j->y, 2 * (size_t)k + 1), &all, &off);
        }
    }
    _acb_vec_clear(x, j->n), _acb_vec_clear(y, j->n);
    return sqrt(off / all) * 0x1p-60;
}

static void check_error(const struct job *j)
{
    const double error = error_of(j), bound = j->precision == STET_DD ? 0x1p-100 : 0x1p-44;
    if (!(error < bound))
        fail_msg("kind %d precision %d n %td: error %g", (int)j->kind, (int)j->precision, j->n,
                 error);
    for (size_t i = 0; i < j->out; i++) {
        const stet_dd z = get(j, j->y, i);
        const double hi = j->precision == STET_DD ? z.hi + z.lo : (double)(float)(z.hi + z.lo);
        assert_true(hi == z.hi);
    }
}

/* ------------------------------------------------------------------ runs -- */

/* Lines with so many elements, of so many numbers, from one to the next, into or out of an array
 * with strides. */
static void spread(const struct job *j, char *to, const char *from, size_t numbers, int parts,
                   const ptrdiff_t stride[2], int back)
{
    const size_t size = (size_t)parts * j->number;
    for (size_t line = 0; line < LINES; line++)
        for (size_t e = 0; e < numbers / (size_t)parts; e++) {
            const size_t packed = (line * numbers / (size_t)parts + e) * size;
            const size_t apart =
                (size_t)((ptrdiff_t)line * stride[1] + (ptrdiff_t)e * stride[0]) * size;
            memcpy(to + (back ? packed : apart), from + (back ? apart : packed), size);
        }
}

static void run_of(stet_fft1d *f, const stet_lines *lines)
{
    assert_non_null(f);
    const stet_line_plan plan = stet_lines_plan(f, lines->is == 1 && lines->os == 1, lines->count);
    void *work = stet_alloc(plan.work);
    assert_true(work || plan.work == 0);
    const uint64_t caller = stet_fpenv_enter();
    plan.kernel(f, lines, 0, 1, work, NULL);
    stet_fpenv_leave(caller);
    stet_free(work);
    stet_fft1d_release(f);
}

static void run(const struct job *j, const stet_isa *isa, const stet_lines *lines)
{
    run_of(stet_fft1d_acquire(j->n, j->kind, j->precision, isa, NULL), lines);
}

static void check_same(const struct job *j, const stet_isa *isa, const char *way, size_t lines)
{
    size_t i = 0;
    while (i < lines * j->out &&
           memcmp(j->to + i * j->number, j->y + i * j->number, j->number) == 0)
        i++;
    if (i == lines * j->out)
        return;
    const stet_dd got = get(j, j->to, i), want = get(j, j->y, i);
    fail_msg("kind %d precision %d n %td, %s on %s, number %zu: %a %a, not %a %a", (int)j->kind,
             (int)j->precision, j->n, way, isa->name, i, got.hi, got.lo, want.hi, want.lo);
}

/* All lines one after another in memory; interleaved; with strides of no pattern. */
static void check_ways(struct job *j, const stet_isa *isa)
{
    const int in_parts = j->kind == STET_R2C ? 1 : 2, out_parts = j->kind == STET_C2R ? 1 : 2;
    const ptrdiff_t in = (ptrdiff_t)j->in / in_parts, out = (ptrdiff_t)j->out / out_parts;
    const ptrdiff_t ways[][4] = {{LINES, 1, LINES, 1}, {1, in + 3, LINES + 2, 1}};
    stet_lines lines = {j->x, j->to, 1, 1, in, out, LINES};
    run(j, isa, &lines);
    check_same(j, isa, "contiguous", LINES);
    for (int i = 0; i < 2; i++) {
        const ptrdiff_t *s = ways[i];
        char *x = calloc((size_t)(s[0] * in + s[1] * LINES), 2 * j->number);
        char *y = calloc((size_t)(s[2] * out + s[3] * LINES), 2 * j->number);
        spread(j, x, j->x, j->in, in_parts, s, 0);
        run(j, isa, &(stet_lines){x, y, s[0], s[2], s[1], s[3], LINES});
        spread(j, j->to, y, j->out, out_parts, s + 2, 1);
        check_same(j, isa, i == 0 ? "interleaved" : "strided", LINES);
        free(x), free(y);
    }
}

/* Lines one by one on the best instance are the ones to compare with. */
static void check(stet_precision precision, stet_kind kind, ptrdiff_t n)
{
    struct job j = open_job(precision, kind, n);
    const ptrdiff_t in = (ptrdiff_t)(j.in * j.number), out = (ptrdiff_t)(j.out * j.number);
    fill(&j, (uint64_t)n);
    for (ptrdiff_t i = 0; i < LINES; i++)
        run(&j, stet_isa_in_use(), &(stet_lines){j.x + i * in, j.y + i * out, 1, 1, 0, 0, 1});
    check_error(&j);
    const stet_fft_kernels *last = NULL;
    for (int i = 0; stet_isa_at(i); i++) {
        const stet_isa *isa = stet_isa_at(i);
        const stet_fft_kernels *kernels = stet_fft_kernels_of(isa, precision);
        if (!stet_isa_can_run(isa) || kernels == last)
            continue;
        last = kernels;
        run(&j, isa, &(stet_lines){j.x, j.to, 1, 1, 0, 0, 1});
        check_same(&j, isa, "one line", 1);
        if (i > 0 || n <= MANY_IN_SOFT)
            check_ways(&j, isa);
    }
    close_job(&j);
}

static void check_kinds(ptrdiff_t n)
{
    FOR_EACH_KIND (kind) {
        check(STET_DD, kind, n);
        check(STET_FF, kind, n);
    }
}

static void test_lengths(void **state)
{
    static const ptrdiff_t lengths[] = {1,   2,   3,   4,   5,   6,   7,    8,    9,    11,   13,
                                        15,  16,  17,  22,  23,  26,  32,   34,   45,   47,   64,
                                        77,  96,  127, 128, 169, 210, 243,  256,  272,  360,  512,
                                        625, 720, 923, 947, 960, 999, 1009, 1013, 1024, 1331, 2048};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check_kinds(lengths[i]);
}

static void test_random_lengths(void **state)
{
    enum { COUNT = 12 };
    uint64_t random = 5;
    (void)state;
    for (int i = 0; i < COUNT; i++)
        check_kinds(1 + (ptrdiff_t)(generate_next(&random) % LONGEST));
}

/* ------------------------------------------------------------- schedules -- */

/* The schedule that a method chooses in so many lanes, and what measuring would try from there. */
static int check_method(struct job *j, stet_fft1d *f, int lanes, int method)
{
    stet_schedule list[STET_SCHEDULES] = {{0}}, *s = list;
    int tried = 0;
    const int is_one = stet_schedule_begin(f, s, lanes, method) != NULL;
    const stet_schedule begin = *s;
    const int chosen = is_one && s->method->choose(f, s);
    for (int i = -1; is_one && i < CANDIDATES; i++) {
        if (i >= 0) {
            *s = begin;
            if (chosen)
                (void)s->method->choose(f, s);
            if (!s->method->candidate || !s->method->candidate(f, i, s))
                break;
        }
        if ((i < 0 && !chosen) || stet_schedule_wrong(f, s))
            continue;
        memset(j->to, 0xff, j->out * j->number);
        run_of(stet_fft1d_create(j->n, j->kind, j->precision, f->isa, list),
               &(stet_lines){j->x, j->to, 1, 1, 0, 0, 1});
        check_same(j, f->isa, s->method->name, 1);
        tried++;
    }
    return tried;
}

static void test_schedules(void **state)
{
    static const ptrdiff_t lengths[] = {12, 64, 210, 256, 360, 512, 1009, 1013, 1024, 945, 2018};
    int tried = 0;
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        FOR_EACH_KIND (kind)
            for (int narrow = 0; narrow < 2; narrow++) {
                struct job j = open_job(narrow ? STET_FF : STET_DD, kind, lengths[i]);
                fill(&j, 7);
                run(&j, stet_isa_in_use(), &(stet_lines){j.x, j.y, 1, 1, 0, 0, 1});
                stet_fft1d *f = stet_fft1d_acquire(j.n, kind, j.precision, stet_isa_in_use(), NULL);
                for (int lanes = f->widest_lanes; lanes > 0; lanes /= 2)
                    for (int method = 0; method < STET_METHODS; method++)
                        tried += check_method(&j, f, lanes, method);
                stet_fft1d_release(f);
                close_job(&j);
            }
    print_message("%d schedules\n", tried);
    assert_true(tried >= (int)(sizeof lengths / sizeof *lengths) * 6);
}

/* ----------------------------------------------------------------- zeros -- */

/* Inputs of zeros and of both signs of them: no NaN, and the same zeros everywhere. */
static void test_zeros(void **state)
{
    static const ptrdiff_t lengths[] = {8, 15, 17, 23, 64, 256, 720};
    static const stet_dd zeros[] = {{0, 0}, {-0.0, 0}, {0, -0.0}, {-0.0, -0.0}};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        FOR_EACH_KIND (kind) {
            struct job j = open_job(STET_DD, kind, lengths[i]);
            const ptrdiff_t in = (ptrdiff_t)(j.in * j.number), out = (ptrdiff_t)(j.out * j.number);
            uint64_t random = 3;
            for (size_t k = 0; k < LINES * j.in; k++)
                ((stet_dd *)(void *)j.x)[k] = zeros[generate_next(&random) >> 62];
            for (ptrdiff_t l = 0; l < LINES; l++)
                run(&j, stet_isa_in_use(),
                    &(stet_lines){j.x + l * in, j.y + l * out, 1, 1, 0, 0, 1});
            for (size_t k = 0; k < LINES * j.out; k++)
                assert_true(get(&j, j.y, k).hi == 0 && get(&j, j.y, k).lo == 0);
            for (int k = 0; stet_isa_at(k); k++)
                if (stet_isa_can_run(stet_isa_at(k)))
                    check_ways(&j, stet_isa_at(k));
            close_job(&j);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_random_lengths),
        cmocka_unit_test(test_schedules),
        cmocka_unit_test(test_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
