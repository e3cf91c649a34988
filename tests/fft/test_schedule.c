/* SPDX-License-Identifier: Apache-2.0 */
/* Every schedule that the kernels can run gives the bits of the default choice: all splits of the
 * levels into passes, all turns and parts, lanes, banks and blocks. */
#include "lib/check.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "lines/cache.h"
#include "lines/convolution.h"
#include "lines/dispatch.h"
#include "lines/method.h"

#include "schedules.h"

/* ROWS_LEVELS: the turn makes it twenty thousand schedules of 1024 points. */
enum { LINES = 19, GUARD = 256, ROWS_LEVELS = 9, MISALIGNED = 16 };

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_schedule),
        cmocka_unit_test(test_random_schedules),
        cmocka_unit_test(test_infinities),
        cmocka_unit_test(test_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
