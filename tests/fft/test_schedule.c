/* SPDX-License-Identifier: Apache-2.0 */
/* Every schedule that the kernels can run gives the bits of the default choice: all splits of the
 * levels into passes, all turns and parts, lanes, banks and blocks. And schedules as text. */
#include "lib/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "lines/cache.h"
#include "lines/convolution.h"
#include "lines/dispatch.h"
#include "lines/method.h"
#include "lines/schedule.h"
#include "lines/sketch.h"

/* ROWS_LEVELS: the turn makes it twenty thousand schedules of 1024 points. */
enum { LINES = 19, TEXT = 1000, GUARD = 256, ROWS_LEVELS = 9, MISALIGNED = 16 };

/* A transform of LINES lines, and what the default choice makes of them. */
struct job {
    stet_fft1d *f;
    struct transform line;
    void *in, *good, *out, *memory;     /* out is in memory, aligned for streams or not */
    stet_schedule list[STET_SCHEDULES]; /* [depth] is being made */
    int depth;
    long tried, methods[STET_METHODS];
    int met_default;
};

static ptrdiff_t elements(const struct job *j, enum side side)
{
    return transform_length(&j->line, side, 0);
}

static char *text_of(const stet_schedule *list)
{
    static char text[TEXT];
    stet_text to = {text, sizeof text, 0};
    stet_schedule_put(&to, list);
    assert_true(to.used < sizeof text);
    return text;
}

/* ------------------------------------------------------------------ runs -- */

enum way { TOGETHER, IN_PLACE, ALONE, ACROSS, SHARED, WAYS };

/* Lines one after another, or (ACROSS) element by element. */
static stet_lines lines_of(const struct job *j, enum way way)
{
    const ptrdiff_t id = elements(j, SIDE_IN), od = elements(j, SIDE_OUT);
    if (way == ACROSS)
        return (stet_lines){j->in, j->out, LINES, LINES, 1, 1, LINES};
    return (stet_lines){way == IN_PLACE ? j->out : j->in, j->out, 1, 1, id, od, LINES};
}

/* The way that a plan of so many lines takes. */
static stet_line_plan plan_of(const stet_fft1d *f, int contiguous, ptrdiff_t count)
{
    union {
        const stet_fft1d *in;
        stet_fft1d *out; /* which a plan owns, and does not write to */
    } mine = {f};
    return stet_lines_plan(mine.out, contiguous, count);
}

static void run_shares(const stet_fft1d *f, const stet_lines *lines, void *work)
{
    enum { PARTS = 3 };
    for (int phase = 0; phase < stet_fft1d_phases(f, PARTS); phase++)
        for (int part = PARTS - 1; part >= 0; part--) {
            const stet_share share = {phase, part, PARTS};
            f->line(f, lines, 0, 1, work, &share);
        }
}

static void run(const struct job *j, const stet_fft1d *f, enum way way, double scale, char *work)
{
    const ptrdiff_t in = (ptrdiff_t)transform_bytes(&j->line, SIDE_IN);
    const ptrdiff_t out = (ptrdiff_t)transform_bytes(&j->line, SIDE_OUT);
    const stet_lines lines = lines_of(j, way);
    if (way != ALONE && way != SHARED) {
        plan_of(f, way != ACROSS, LINES).kernel(f, &lines, 0, scale, work, NULL);
        return;
    }
    for (ptrdiff_t i = 0; i < LINES; i++) {
        const stet_lines one = {
            (const char *)j->in + i * in, (char *)j->out + i * out, 1, 1, 0, 0, 1};
        if (way == SHARED)
            run_shares(f, &one, work);
        else
            plan_of(f, 1, 1).kernel(f, &one, 0, scale, work, NULL);
    }
}

static size_t work_of(const stet_fft1d *f, enum way way)
{
    const stet_line_plan plan = plan_of(f, way != ACROSS, way == ALONE ? 1 : LINES);
    return way == SHARED ? plan.divided_work + 2 * plan.part_work : plan.work;
}

/* In memory that has what the transform says that it needs. */
static void *run_guarded(const struct job *j, const stet_fft1d *f, enum way way, double scale)
{
    const size_t size = work_of(f, way);
    unsigned char *work = stet_alloc(size + GUARD);
    assert_non_null(work);
    memset(work, 0xff, size);
    memset(work + size, 0xa5, GUARD);
    memset(j->out, 0, LINES * transform_bytes(&j->line, SIDE_OUT));
    if (way == IN_PLACE)
        memcpy(j->out, j->in, LINES * transform_bytes(&j->line, SIDE_IN));
    const uint64_t caller = stet_fpenv_enter();
    run(j, f, way, scale, (char *)work);
    stet_fpenv_leave(caller);
    for (size_t i = 0; i < GUARD; i++)
        assert_int_equal(work[size + i], 0xa5);
    stet_free(work);
    return j->out;
}

static void *good_of(const struct job *j, enum way way)
{
    const int kind = way == ACROSS;
    return (char *)j->good + (size_t)kind * LINES * transform_bytes(&j->line, SIDE_OUT);
}

static void check_runs_of(const struct job *j, const stet_fft1d *f, enum way way)
{
    const size_t numbers = LINES * transform_reals(&j->line, SIDE_OUT);
    const void *out = run_guarded(j, f, way, 1);
    const size_t at = first_difference(out, good_of(j, way), j->line.precision, numbers);
    if (at < numbers)
        fail_msg("kind %d precision %d n %td way %d, number %zu: %s", (int)j->line.kind,
                 (int)j->line.precision, j->line.n[0], (int)way, at, text_of(j->list));
}

static void check_runs(const struct job *j, const stet_fft1d *f)
{
    for (enum way way = TOGETHER; way < WAYS; way++)
        if ((way != SHARED || f->divides) && (way != IN_PLACE || f->kind == STET_C2C))
            check_runs_of(j, f, way);
}

/* -------------------------------------------------------------- schedules -- */

static void check_text(const stet_schedule *list)
{
    stet_schedule again[STET_SCHEDULES];
    const char *at;
    assert_null(stet_schedule_parse(text_of(list), again, &at));
    int i = 0;
    for (; list[i].method; i++)
        assert_true(stet_schedule_same(&list[i], &again[i]));
    assert_null(again[i].method);
}

static void check_schedule(const struct job *j)
{
    const stet_fft1d *f = j->f;
    stet_fft1d *made = stet_fft1d_create(f->n, f->kind, f->precision, f->isa, j->list);
    assert_non_null(made);
    assert_true(stet_schedule_same(&made->schedule, j->list));
    check_text(j->list);
    check_runs(j, made);
    stet_fft1d_destroy(made);
}

/* Streams and distances of prefetching in turn, where the kernels take them. */
static void vary_memory(struct job *j, const stet_fft1d *f, stet_schedule *s)
{
    const long turn = j->tried / 3;
    stet_schedule other = *s;
    if (s->method == &stet_method_small)
        return;
    other.stream_bank = turn % 2;
    other.stream_output = turn / 2 % 2;
    other.prefetch = turn / 4 % 3;
    if (stet_schedule_wrong(f, &other))
        return;
    *s = other;
    j->out = (char *)j->memory + (turn / 12 % 2 == 0 ? 0 : MISALIGNED);
}

/* Take list[depth] if the transform at that depth can run it. */
static void take(struct job *j, const stet_fft1d *f)
{
    static const int beside[] = {0, 2, 8}, together[] = {1, 2, 3};
    stet_schedule *s = &j->list[j->depth];
    const stet_schedule plain = *s;
    if (s->lane.count == 0)
        stet_schedule_lane(f, s);
    if (!stet_schedule_wrong(f, s)) {
        s->beside = f->schedule.beside;
        s->together = f->schedule.together;
        if (j->depth == 0 && stet_schedule_same(s, &f->schedule))
            j->met_default = 1;
        s->beside = beside[j->tried % 3];
        if (f->kind == STET_C2C)
            s->together = together[j->tried / 3 % 3];
        vary_memory(j, f, s);
        j->methods[s->method->number]++;
        if (j->tried++ % STET_TEST_STEP == 0)
            check_schedule(j);
    }
    *s = plain;
}

static void each_bank(struct job *j, const stet_fft1d *f, stet_schedule *s)
{
    for (s->grouped = 0; s->grouped < 2; s->grouped++)
        for (s->block = stet_rows_of(s->lanes); s->block <= f->n; s->block *= 2)
            for (s->in_output = 0; s->in_output < 2; s->in_output++)
                take(j, f);
    s->grouped = s->in_output = 0;
    s->block = 0;
}

static void each_distance(struct job *j, const stet_fft1d *f, stet_schedule *s)
{
    for (s->prefetch = 0; s->prefetch < LINES + 2; s->prefetch = 2 * s->prefetch + 1)
        take(j, f);
    s->prefetch = 0;
}

/* The passes across are there: all ways to part them. */
static void each_part(struct job *j, const stet_fft1d *f)
{
    stet_schedule *s = &j->list[j->depth];
    const int count = s->across.count;
    for (s->part[0] = 0; s->part[0] <= count; s->part[0]++)
        for (s->part[1] = s->part[0]; s->part[1] <= count; s->part[1]++)
            if (s->method == &stet_method_wide)
                each_bank(j, f, s);
            else if (s->method == &stet_method_small)
                each_distance(j, f, s);
            else
                take(j, f);
    s->part[0] = s->part[1] = 0;
}

/* The levels that are left, in passes of any radix; then one of `last`, if not 0. */
static void each_split(struct job *j, const stet_fft1d *f, stet_passes *passes, int levels,
                       int last)
{
    const int before = passes->count, most = passes->count == 0 && last > 0 ? 5 : 4;
    if (levels == 0) {
        if (last > 0)
            stet_add_pass(passes, last);
        if (passes == &j->list[j->depth].lane)
            take(j, f);
        else
            each_part(j, f);
        passes->count = before;
    }
    for (int log2 = 1; log2 <= levels && log2 <= most; log2++) {
        stet_add_pass(passes, (ptrdiff_t)1 << log2);
        each_split(j, f, passes, levels - log2, last);
        passes->count = before;
    }
}

static void each_across(struct job *j, const stet_fft1d *f, const stet_method *method, int lanes,
                        int last)
{
    stet_schedule *s = &j->list[j->depth];
    const int levels = f->graph.levels - (last > 0 ? stet_log2(last) : 0);
    *s = (stet_schedule){.method = method, .lanes = lanes};
    if (levels < 0)
        return;
    stet_add_odd(f, &s->across);
    each_split(j, f, &s->across, levels, last);
}

/* Schedules of f, a transform with passes of its own. */
static void each_own(struct job *j, const stet_fft1d *f)
{
    stet_schedule *s = &j->list[j->depth];
    for (int lanes = 2; lanes <= f->widest_lanes; lanes *= 2) {
        each_across(j, f, &stet_method_small, lanes, lanes);
        each_across(j, f, &stet_method_wide, lanes, lanes);
        each_across(j, f, &stet_method_fours, lanes, 4);
        each_across(j, f, &stet_method_columns, lanes, lanes);
        if (f->graph.levels <= ROWS_LEVELS) {
            each_across(j, f, &stet_method_rows, lanes, 0);
            each_across(j, f, &stet_method_tiles, lanes, 0);
        }
    }
    *s = (stet_schedule){.method = &stet_method_lane, .lanes = 1};
    if (f->half) { /* which has the passes */
        take(j, f);
    } else {
        stet_add_odd(f, &s->lane);
        each_split(j, f, &s->lane, f->graph.levels, 0);
    }
    *s = (stet_schedule){0};
}

/* Those that have a transform inside: in all lanes with its default, and in the fewest lanes with
 * all others. */
static void each_outer(struct job *j, const stet_method *method, const stet_fft1d *inner)
{
    stet_schedule fewest = {.lanes = 0};
    for (int lanes = j->f->widest_lanes; lanes > 0; lanes /= 2) {
        stet_schedule *s = &j->list[0];
        *s = (stet_schedule){.method = method, .lanes = lanes};
        take(j, j->f);
        stet_schedule_lane(j->f, s);
        if (!stet_schedule_wrong(j->f, s))
            fewest = *s;
    }
    if (inner && fewest.lanes > 0) {
        j->list[0] = fewest;
        j->depth = 1;
        each_own(j, inner);
        j->depth = 0;
    }
}

/* As the rule has it, whatever tuning tables say. */
static stet_fft1d *make_by_rule(ptrdiff_t n, stet_kind kind, stet_precision precision)
{
    stet_sketch *k = stet_sketch_create(n, kind, precision, stet_isa_in_use());
    stet_schedule list[STET_SCHEDULES] = {0};
    int i = 0;
    assert_non_null(k);
    for (const stet_fft1d *f = &k->f[0]; f; i++) {
        list[i] = f->schedule;
        f = stet_fft1d_inner(f);
    }
    stet_free(k);
    return stet_fft1d_create(n, kind, precision, stet_isa_in_use(), list);
}

static void open_job(struct job *j, stet_kind kind, stet_precision precision, ptrdiff_t n)
{
    memset(j, 0, sizeof *j);
    j->line = transform_1d(kind, precision, n);
    j->f = make_by_rule(n, kind, precision);
    assert_non_null(j->f);
    assert_null(stet_schedule_wrong(j->f, &j->f->schedule));
    const size_t size = LINES * transform_bytes(&j->line, SIDE_OUT);
    j->in = transform_alloc(&j->line, SIDE_IN, LINES);
    j->out = j->memory = stet_alloc(size + MISALIGNED);
    assert_non_null(j->memory);
    j->good = transform_alloc(&j->line, SIDE_OUT, 2 * LINES);
    generate_reals(j->in, precision, LINES * transform_reals(&j->line, SIDE_IN), GENERATE_UNIFORM,
                   (uint64_t)n);
    memcpy(good_of(j, TOGETHER), run_guarded(j, j->f, ALONE, 1), size);
    memcpy(good_of(j, ACROSS), run_guarded(j, j->f, ACROSS, 1), size);
}

static void close_job(struct job *j)
{
    free(j->in), stet_free(j->memory), free(j->good);
    stet_fft1d_release(j->f);
}

static long tried[STET_METHODS];

static void check_length(stet_kind kind, stet_precision precision, ptrdiff_t n)
{
    struct job j;
    open_job(&j, kind, precision, n);
    each_own(&j, j.f);
    j.list[0] = (stet_schedule){.method = &stet_method_codelet, .lanes = 1};
    take(&j, j.f);
    j.list[0] = (stet_schedule){0};
    each_outer(&j, &stet_method_large, j.f->convolution[0] ? j.f->convolution[0]->fft : NULL);
    each_outer(&j, &stet_method_hermitian, j.f->half);
    assert_true(j.met_default);
    for (int i = 0; i < STET_METHODS; i++)
        tried[i] += j.methods[i];
    close_job(&j);
}

static void test_every_schedule(void **state)
{
    static const ptrdiff_t lengths[] = {1,    2,   3,    4,   5,   6,   7,    8,    9,    10,
                                        12,   14,  15,   16,  18,  20,  24,   28,   30,   32,
                                        64,   128, 240,  256, 272, 512, 720,  1000, 1009, 1013,
                                        1024, 945, 2018, 17,  31,  289, 2176, 131,  1572};
    (void)state;
    memset(tried, 0, sizeof tried);
    FOR_EACH_KIND (kind)
        FOR_EACH_PRECISION (precision)
            for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
                check_length(kind, precision, lengths[i]);
    for (const stet_method *const *m =
             (const stet_method *const[]){
                 &stet_method_lane, &stet_method_small, &stet_method_wide, &stet_method_columns,
                 &stet_method_rows, &stet_method_tiles, &stet_method_large, &stet_method_hermitian,
                 &stet_method_codelet, &stet_method_fours, NULL};
         *m; m++) {
        print_message("%ld of %s\n", tried[(*m)->number], (*m)->name);
        const stet_isa *isa = stet_isa_in_use();
        const int has = *m == &stet_method_codelet
                            ? stet_kernels_of_lanes(isa, STET_F64, 1)->codelet != NULL
                        : *m == &stet_method_fours ? isa->f64->run[STET_FOURS] != NULL
                                                   : isa->f64->lanes > 1;
        assert_true(tried[(*m)->number] > 0 || !has);
    }
}

static int has_fours(const stet_fft1d *f, int lanes)
{
    return stet_kernels_of_lanes(f->isa, f->precision, lanes)->run[STET_FOURS] != NULL;
}

/* Streams and prefetching in the widest vectors, which need 4096 points for them; vectors with
 * fours have no such choices. */
static void test_streams(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision) {
        struct job j;
        open_job(&j, STET_C2C, precision, 4096);
        const int lanes = j.f->widest_lanes;
        for (int i = 0; i < 12 && lanes >= 8; i++) {
            stet_schedule *s = j.list;
            *s = (stet_schedule){.method = &stet_method_wide, .lanes = lanes};
            s->grouped = 1, s->block = 32, s->part[0] = 2, s->part[1] = 3;
            s->stream_bank = i % 2, s->stream_output = i / 2 % 2, s->prefetch = i / 4;
            s->across = (stet_passes){4, {8, 8, 64 / lanes, lanes}};
            stet_schedule_lane(j.f, s);
            if (has_fours(j.f, lanes))
                continue;
            assert_null(stet_schedule_wrong(j.f, s));
            for (int at = 0; at <= MISALIGNED; at += MISALIGNED) {
                j.out = (char *)j.memory + at;
                check_schedule(&j);
            }
        }
        close_job(&j);
    }
}

/* ---------------------------------------------------------------- random -- */

static ptrdiff_t below(uint64_t *state, ptrdiff_t n)
{
    return (ptrdiff_t)(generate_next(state) % (uint64_t)n);
}

/* Lengths of any factors; or of powers of two and few others. */
static ptrdiff_t random_length(uint64_t *state)
{
    enum { ANY = 700, MOST = 5000 };
    static const int factors[] = {2, 2, 2, 2, 2, 2, 2, 2, 3, 5, 7, 11, 13, 17};
    ptrdiff_t n = 1, next = 1;
    if (below(state, 3) == 0)
        return 1 + below(state, ANY);
    for (; n * next <= MOST && below(state, 24) > 0; next = factors[below(state, 14)])
        n *= next;
    return n;
}

/* What measuring would try: a method's choice in some lanes, and some steps from there. */
static void take_random(struct job *j, uint64_t *state)
{
    enum { STEPS = 5, INDICES = 40 };
    stet_schedule *s = &j->list[0], next;
    const int lanes = j->f->widest_lanes >> below(state, 5);
    if (lanes == 0 || !stet_schedule_begin(j->f, s, lanes, (int)below(state, STET_METHODS)))
        return;
    const stet_schedule begin = *s;
    if (!s->method->choose(j->f, s)) {
        *s = begin;
        if (!s->method->candidate || !s->method->candidate(j->f, (int)below(state, INDICES), s))
            return;
    }
    if (stet_schedule_wrong(j->f, s))
        return;
    for (int i = 0; i < STEPS && s->method->candidate; i++) {
        next = *s;
        if (s->method->candidate(j->f, (int)below(state, INDICES), &next) &&
            !stet_schedule_wrong(j->f, &next))
            *s = next;
    }
    next = *s;
    next.lane.count = 0;
    stet_add_odd(j->f, &next.lane);
    if (!j->f->half &&
        stet_split_levels(&next.lane, j->f->graph.levels, STET_WIDEST, 2, (int)below(state, 12)))
        *s = next;
    take(j, j->f);
    *s = (stet_schedule){0};
}

/* At least LEAST schedules of each length, for where there are many methods they are. */
static void test_random_schedules(void **state)
{
    enum { LENGTHS = 60, LEAST = 20, TRIES = 10000 };
    uint64_t random = 17;
    (void)state;
    for (int i = 0; i < LENGTHS; i++) {
        static const stet_precision precisions[] = {STET_F32, STET_F64};
        struct job j;
        open_job(&j, (stet_kind)(STET_C2C + below(&random, 3)), precisions[below(&random, 2)],
                 random_length(&random));
        for (int k = 0; k < TRIES && j.tried < LEAST; k++)
            take_random(&j, &random);
        assert_true(j.tried == LEAST || j.f->widest_lanes == 1);
        close_job(&j);
    }
}

/* An infinity, or a sum that becomes one, makes NaN of what it meets, also where real input leaves
 * out products by 0: in every schedule where it does in one lane. */
static void check_infinities(stet_precision precision, ptrdiff_t n)
{
    struct job j;
    open_job(&j, STET_R2C, precision, n);
    j.list[0] = (stet_schedule){.method = &stet_method_lane, .lanes = 1};
    stet_fft1d *lane = stet_fft1d_create(n, STET_R2C, precision, stet_isa_in_use(), j.list);
    assert_non_null(lane);
    const size_t row = transform_bytes(&j.line, SIDE_IN), out = transform_bytes(&j.line, SIDE_OUT);
    generate_reals(j.in, precision, LINES / 2 * transform_reals(&j.line, SIDE_IN), GENERATE_HUGE,
                   1);
    for (ptrdiff_t i = LINES / 2; i < LINES; i++) { /* one infinity in each of the others */
        void *line = (char *)j.in + (size_t)i * row;
        const ptrdiff_t at = (i * (i + n / 5)) % n;
        if (precision == STET_F64)
            ((double *)line)[at] = (double)INFINITY;
        else
            ((float *)line)[at] = INFINITY;
    }
    memcpy(j.good, run_guarded(&j, lane, TOGETHER, 1), LINES * out);
    check_runs_of(&j, j.f, TOGETHER);
    check_runs_of(&j, j.f, ALONE);
    stet_fft1d_destroy(lane);
    close_job(&j);
}

static void test_infinities(void **state)
{
    (void)state;
    FOR_EACH_PRECISION (precision)
        for (ptrdiff_t n = 16; n <= 1 << 15; n *= 2)
            check_infinities(precision, n);
}

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
    char text[TEXT] = "";
    for (int i = 0; i < list->count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %td", i > 0 ? ", " : "",
                 list->entry[i].method->name, list->entry[i].lines);
    assert_string_equal(text, expected);
}

/* What is chosen where all vectors of up to 16 floats are there. */
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
    char whole[TEXT], cut[TEXT];
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
    assert_true(stet_plan_describe(plan, text, TEXT) < TEXT);
    stet_plan_destroy(plan);
}

/* A plan leaves out dimensions of one point, but for the last of all such, and makes one loop of
 * two whose lines are equally far apart. */
static void test_left_out(void **state)
{
    char text[TEXT];
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
    char text[TEXT];
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
        cmocka_unit_test(test_every_schedule),
        cmocka_unit_test(test_random_schedules),
        cmocka_unit_test(test_infinities),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_method_is_there),
        cmocka_unit_test(test_wrong_for_length),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_describe),
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_strided_in_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
