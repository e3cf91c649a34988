/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses schedules by the clock. A transform's candidates (candidate() of the methods, method.h)
 * are timed in one thread on random numbers, in three contests:
 *     alone     one contiguous line: everything but `lane` and `beside`
 *     strided   as many lines as the widest vector has lanes, one to each: the passes `lane`
 *     many      MANY times as many contiguous lines, less one: `beside`
 * Each contest is a round of all candidates, a few runs of each, and a final of the best. The order
 * and the place in memory change from round to round: a short line takes up to 10 % more or less if
 * its arrays begin at other addresses. The rule's own choice stays unless another is quicker by
 * more than 3 %, so that noise decides nothing that matters. */
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "lines/convolution.h"
#include "lines/method.h"
#include "lines/methods/r2r.h"
#include "lines/schedule.h"
#include "lines/tuned.h"

enum {
    FINALISTS = 6, /* include the rule's choice */
    ROUNDS = 28,   /* of the final, as many in each place */
    PLACES = 4,    /* for arrays, PLACE bytes apart */
    PLACE = 5 * STET_ALIGN,
    MOST_REPEATS = 1 << 20, /* most runs in one timing */
    MOST_POINTS = 1 << 26,  /* most points in one timing */
    MANY = 4                /* times the lanes, less one, in contest `many` */
};

/* Nanoseconds. A contest takes BUDGET, or the time of RUNS runs of the rule's choice if that is
 * longer; half of it is for the round of all. A turn is long enough for the clock, and no
 * longer. */
static const double BUDGET = 250e6, RUNS = 40, TURN = 60e3, FINAL_TURN = 250e3;

/* To take the place of the rule's choice, a schedule takes less than this part of its time. */
static const double BETTER = 0.97;

typedef struct entrant {
    stet_schedule schedule;
    double ns; /* time of one run of all lines */
} entrant;

typedef struct contest {
    const stet_fft1d *f; /* has the graph's tables */
    int contiguous;
    ptrdiff_t count; /* lines */
    char *in, *out, *work;
    size_t work_size;
    int64_t half_time, end;             /* ends of the round and the contest, by the clock */
    stet_schedule list[STET_SCHEDULES]; /* of a tuning table; the one whose variants enter */
    int room, entered;                  /* capacity and count of entrants */
    /* The rule's choice comes first, then the best of the others, quickest first. */
    entrant entrant[FINALISTS];
} contest;

/* ---------------------------------------------------------------- timing -- */

static stet_lines lines_of(const contest *c, int place)
{
    const ptrdiff_t n = c->f->n, half = n / 2 + 1;
    const ptrdiff_t in = c->f->kind == STET_C2R ? half : n, out = c->f->kind == STET_R2C ? half : n;
    const stet_lines across = {.is = c->count, .os = c->count, .id = 1, .od = 1};
    const stet_lines along = {.is = 1, .os = 1, .id = in, .od = out};
    stet_lines lines = c->contiguous ? along : across;
    lines.in = c->in + (ptrdiff_t)place * PLACE;
    lines.out = c->out + (ptrdiff_t)(PLACES - 1 - place) * PLACE;
    lines.count = c->count;
    return lines;
}

static double time_runs(const contest *c, const stet_line_plan *plan, int place, long repeats)
{
    const stet_lines lines = lines_of(c, place);
    char *work = c->work + (ptrdiff_t)((2 * place + 1) % PLACES) * PLACE;
    const int64_t start = stet_clock();
    for (long i = 0; i < repeats; i++)
        plan->kernel(plan->fft, &lines, 0, 1, work, NULL);
    return (double)(stet_clock() - start);
}

/* Returns how many runs fill a turn; 0 if the clock stands still. The first run fills the caches
 * and is slow, so it does not count if more are needed. */
static long repeats_for(const contest *c, const stet_line_plan *plan, double turn)
{
    enum { PART = 8 };
    const ptrdiff_t most = MOST_POINTS / (c->f->n * c->count);
    if (time_runs(c, plan, 0, 1) >= turn)
        return 1;
    double ns = 0;
    long repeats = 1;
    for (; repeats <= MOST_REPEATS && repeats / 2 <= most; repeats *= 2) {
        ns = time_runs(c, plan, 0, repeats);
        if (ns > turn / PART)
            return ns < turn ? (long)(turn / ns * (double)repeats) + 1 : repeats;
    }
    return ns > 0 ? repeats / 2 : 0;
}

/* Makes a transform of this schedule, and its workspace. Returns 0 if memory is short or the
 * schedule is wrong. */
static int open_plan(contest *c, const stet_schedule *s, stet_line_plan *plan)
{
    stet_fft1d *f = stet_fft1d_variant(c->f, s);
    if (!f)
        return 0;
    *plan = stet_lines_plan(f, c->contiguous, c->count);
    if (!c->work || plan->work > c->work_size) {
        stet_free(c->work);
        c->work = (char *)stet_alloc(plan->work + PLACES * PLACE);
        c->work_size = c->work ? plan->work : 0;
    }
    if (c->work)
        return 1;
    stet_fft1d_destroy(f);
    return 0;
}

/* Returns the mean over the places of the best round in each: other work of the machine only makes
 * rounds longer, and no place is better than another. */
static double typical(const double *ns, int rounds)
{
    const int places = rounds < PLACES ? rounds : PLACES;
    double sum = 0;
    for (int p = 0; p < places; p++) {
        double best = ns[p];
        for (int r = p + PLACES; r < rounds; r += PLACES)
            best = ns[r] < best ? ns[r] : best;
        sum += best;
    }
    return sum / places;
}

/* Runs one candidate of the round of all: returns the best of a few turns, or 0 if it cannot
 * run. */
static double time_roughly(contest *c, const stet_schedule *s)
{
    enum { TURNS = 3 };
    stet_line_plan plan;
    double best = 0;
    if (!open_plan(c, s, &plan))
        return 0;
    const long repeats = repeats_for(c, &plan, TURN);
    for (int i = 0; i < (repeats > 1 ? TURNS : 1) && repeats > 0; i++) {
        const double ns = time_runs(c, &plan, i, repeats) / (double)repeats;
        best = i == 0 || ns < best ? ns : best;
    }
    stet_fft1d_destroy(plan.fft);
    return best;
}

/* ----------------------------------------------------------------- final -- */

static void take_turns(const contest *c, const stet_line_plan *plan, double ns[][ROUNDS],
                       int *rounds)
{
    enum { LEAST = 3 };
    long repeats[FINALISTS];
    for (int i = 0; i < c->entered; i++)
        repeats[i] = repeats_for(c, &plan[i], FINAL_TURN);
    for (*rounds = 0; *rounds < ROUNDS && (*rounds < LEAST || stet_clock() < c->end); ++*rounds)
        for (int k = 0; k < c->entered; k++) {
            const int i = (k + *rounds) % c->entered, place = *rounds % PLACES;
            const double all = time_runs(c, &plan[i], place, repeats[i]);
            ns[i][*rounds] = repeats[i] > 0 ? all / (double)repeats[i] : 0;
        }
}

/* Returns 0 if memory is short. */
static int time_finalists(contest *c)
{
    stet_line_plan plan[FINALISTS];
    double ns[FINALISTS][ROUNDS];
    int opened = 0, rounds = 0;
    while (opened < c->entered && open_plan(c, &c->entrant[opened].schedule, &plan[opened]))
        opened++;
    if (opened == c->entered)
        take_turns(c, plan, ns, &rounds);
    for (int i = 0; i < opened; i++) {
        stet_fft1d_destroy(plan[i].fft);
        if (opened == c->entered)
            c->entrant[i].ns = typical(ns[i], rounds);
    }
    return opened == c->entered;
}

static const entrant *winner(const contest *c)
{
    const entrant *first = &c->entrant[0], *best = first;
    for (int i = 1; i < c->entered; i++) {
        const entrant *e = &c->entrant[i];
        if (e->ns > 0 && e->ns < BETTER * first->ns && e->ns < best->ns)
            best = e;
    }
    return best;
}

/* --------------------------------------------------------------- contest -- */

/* Enters a schedule, whether it can run or not. Returns 0 if the time of the round is over. */
static int enter(contest *c, const stet_schedule *s)
{
    if (stet_clock() > c->half_time)
        return 0;
    for (int i = 0; i < c->entered; i++)
        if (stet_schedule_same(s, &c->entrant[i].schedule))
            return 1;
    const double ns = stet_schedule_wrong(c->f, s) ? 0 : time_roughly(c, s);
    if (ns == 0)
        return 1;
    int i = c->entered < c->room ? c->entered++ : c->room;
    for (; i > 1 && c->entrant[i - 1].ns > ns; i--)
        if (i < c->room)
            c->entrant[i] = c->entrant[i - 1];
    if (i < c->room)
        c->entrant[i] = (entrant){*s, ns};
    return 1;
}

/* Enters the variants of a schedule that its method wants to be timed. Returns 0 if the time of the
 * round is over. */
static int enter_candidates(contest *c, const stet_schedule *from)
{
    stet_schedule s = *from;
    for (int i = 0; from->method->candidate && from->method->candidate(c->f, i, &s); i++) {
        if (!enter(c, &s))
            return 0;
        s = *from;
    }
    return 1;
}

/* Enters the rule's choice of all methods in all useful lanes; of a method that no rule chooses,
 * all its variants. */
static void enter_methods(contest *c)
{
    enum { SHORT = 64, FEWER = 4 };
    const int least = c->f->n > SHORT ? c->entrant[0].schedule.lanes / FEWER : 0;
    stet_schedule s;
    for (int lanes = c->f->widest_lanes; lanes > least; lanes /= 2)
        for (int m = 0; stet_schedule_begin(c->f, &s, lanes, m); m++) {
            const stet_schedule begin = s;
            if (!(s.method->choose(c->f, &s) ? enter(c, &s) : enter_candidates(c, &begin)))
                return;
        }
}

/* Goes from the quickest so far to the quickest variant that differs from it in one respect, and on
 * from there until none is quicker. */
static void enter_alone(contest *c)
{
    if (stet_tuned_find(c->f->n, c->f->kind, c->f->precision, c->f->isa, c->list) != STET_BY_RULE) {
        if (c->list->lane.count == 0)
            stet_schedule_lane(c->f, c->list);
        enter(c, c->list);
    }
    enter_methods(c);
    memset(c->list, 0, sizeof c->list);
    for (;;) {
        const entrant *e = c->entrant;
        e += c->entered > 1 && e[1].ns < e[0].ns;
        if (stet_schedule_same(&e->schedule, c->list))
            return;
        *c->list = e->schedule;
        if (!enter_candidates(c, c->list))
            return;
    }
}

static void enter_strided(contest *c)
{
    stet_schedule s = c->entrant[0].schedule;
    for (int i = 0; !c->f->half; i++) {
        s.lane.count = 0;
        stet_add_odd(c->f, &s.lane);
        if (!stet_split_levels(&s.lane, c->f->graph.levels, stet_widest(c->f->precision), 1, i) ||
            !enter(c, &s))
            return;
    }
}

static void enter_many(contest *c)
{
    stet_schedule s = c->entrant[0].schedule;
    for (s.beside = 0; s.beside <= c->f->widest_lanes && enter(c, &s);)
        s.beside = s.beside > 0 ? 2 * s.beside : 2;
}

/* Holds a contest of `count` lines: *s, the rule's choice, becomes the quickest, *ns its time, and
 * *gain grows to how many times longer the rule's choice took. Returns 0 if memory is short or the
 * clock stands still. */
static int hold(contest *c, void (*enter_all)(contest *), ptrdiff_t count, int contiguous,
                stet_schedule *s, double *ns, double *gain)
{
    c->count = count;
    c->contiguous = contiguous;
    const int64_t begin = stet_clock();
    const double first = time_roughly(c, s);
    const int64_t budget = (int64_t)(BUDGET > RUNS * first ? BUDGET : RUNS * first);
    if (first == 0)
        return 0;
    c->entrant[0] = (entrant){*s, first};
    c->entered = 1;
    c->half_time = begin + budget / 2;
    c->end = begin + budget;
    enter_all(c);
    if (!time_finalists(c))
        return 0;
    const entrant *best = winner(c);
    *s = best->schedule;
    *ns = best->ns / (double)count;
    if (best->ns > 0 && c->entrant[0].ns / best->ns > *gain)
        *gain = c->entrant[0].ns / best->ns;
    return 1;
}

/* ------------------------------------------------------------ measurement -- */

/* Fills an array with numbers from -1 to 1 that are also binary16 numbers. */
static void fill(const stet_fft1d *f, char *to, size_t bytes)
{
    uint32_t state = 1;
    for (size_t i = 0; i < bytes / stet_real_size(f->precision); i++) {
        state = state * 1664525 + 1013904223; /* Knuth, volume 2, 3.3.4, table 1, line 16 */
        stet_set(f->precision, to, (ptrdiff_t)i, stet_dd_from((double)(state >> 23) / 256 - 1));
    }
}

/* Runs the three contests. */
static int hold_all(contest *c, stet_schedule *s, double *ns, double *gain)
{
    const stet_fft1d *f = c->f;
    double unused;
    stet_schedule_default(f, s);
    if (!hold(c, enter_alone, 1, 1, s, ns, gain))
        return 0;
    if (f->n > STET_MAX_SIDE_BY_SIDE || f->widest_lanes == 1)
        return 1;
    return hold(c, enter_strided, f->widest_lanes, 0, s, &unused, gain) &&
           hold(c, enter_many, MANY * f->widest_lanes - 1, 1, s, &unused, gain);
}

static void keep(contest *c, const stet_schedule *s, double ns, double gain)
{
    const stet_fft1d *f = c->f;
    char text[STET_TUNED_TEXT];
    stet_text to = {text, sizeof text, 0};
    stet_schedule rule;
    memset(c->list, 0, sizeof c->list);
    *c->list = *s;
    stet_schedule_put(&to, c->list);
    stet_schedule_default(f, &rule);
    const stet_tuned entry = {.n = f->n,
                              .kind = f->kind,
                              .precision = f->precision,
                              .schedule = text,
                              .tenths_of_ns = (int64_t)(10 * ns + 0.5),
                              .gain = stet_schedule_same(s, &rule) ? 0 : (int)(1000 * gain + 0.5)};
    if (to.used < sizeof text)
        stet_tuned_add(f->isa, &entry);
}

static void measure(const stet_fft1d *f, contest *c)
{
    enum { LONG = 1 << 18, FEW = 3 };
    const ptrdiff_t count = f->n > STET_MAX_SIDE_BY_SIDE ? 1 : MANY * f->widest_lanes;
    const size_t numbers =
        (size_t)count * (2 * (size_t)(f->n / 2 + 1) * (f->kind == STET_C2C ? 2 : 1));
    const size_t bytes = numbers * stet_real_size(f->precision) + PLACES * PLACE;
    stet_schedule best;
    double ns, gain = 1;
    memset(c, 0, sizeof *c);
    c->f = f;
    c->room = f->n > LONG ? FEW : FINALISTS;
    c->in = (char *)stet_alloc(bytes);
    c->out = (char *)stet_alloc(bytes);
    if (c->in && c->out) {
        fill(f, c->in, bytes);
        memset(c->out, 0, bytes);
        if (hold_all(c, &best, &ns, &gain))
            keep(c, &best, ns, gain);
    }
    stet_free(c->in);
    stet_free(c->out);
    stet_free(c->work);
}

/* Measures the transform inside first, so that the outer one uses its best schedule; of several
 * convolutions only the first. */
void stet_measure(ptrdiff_t n, stet_kind kind, stet_precision precision, const stet_isa *isa)
{
    if (stet_is_r2r(kind)) {
        ptrdiff_t inside;
        kind = stet_r2r_inside(kind, n, &inside);
        n = inside;
    }
    const stet_graph graph = stet_graph_of(n);
    if (stet_tuned_has_own(n, kind, precision, isa))
        return;
    if (kind == STET_C2R)
        stet_measure(stet_c2r_inside(n), STET_C2C, precision, isa);
    else if (graph.rough_count > 0)
        stet_measure(stet_convolution_length(graph.odd[0]), STET_C2C, precision, isa);
    stet_fft1d *f = stet_fft1d_acquire(n, kind, precision, isa, NULL);
    contest *c = (contest *)stet_alloc(sizeof *c); /* too large for the stack */
    if (f && c)
        measure(f, c);
    stet_free(c);
    stet_fft1d_release(f);
}
