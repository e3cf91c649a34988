/* SPDX-License-Identifier: Apache-2.0 */
/* Walks through a plan: batch, stages, lines, shares of a line, each divided as divide.c has
 * decided. A part is a range of turns of nested loops. Turns are counted as the loops run, the
 * innermost fastest. */
#include <stdatomic.h>

#include "base/fpenv.h"
#include "native/stages.h"

/* The arrays of one transform, or of the stage that reads and writes them; and the flags of
 * half/lines.h. */
typedef struct {
    const char *in;
    char *out, *array, *line;
    atomic_int *flags;
} arrays;

typedef struct {
    const stet_stages *t;
    const stet_stage *stage;
    const arrays *at;
} walk;

/* These functions return the first turn of a loop that falls into [begin, end), which counts turns
 * from this loop on, and for one turn the range inside it. */
static ptrdiff_t first_turn(const stet_loop *loop, ptrdiff_t begin)
{
    return begin == 0 ? 0 : begin / loop->below;
}

static ptrdiff_t begin_inside(const stet_loop *loop, ptrdiff_t turn, ptrdiff_t begin)
{
    return begin > turn * loop->below ? begin - turn * loop->below : 0;
}

static ptrdiff_t end_inside(const stet_loop *loop, ptrdiff_t turn, ptrdiff_t end)
{
    const ptrdiff_t left = end - turn * loop->below;
    return left < loop->below ? left : loop->below;
}

/* ----------------------------------------------------------------- lines -- */

typedef struct {
    const stet_stage *stage;
    stet_lines line;
    char *work;
    int phase;
} divided;

static void run_share(void *data, ptrdiff_t part)
{
    const divided *d = (const divided *)data;
    const stet_stage *s = d->stage;
    const stet_share share = {d->phase, (int)part, s->parts};
    s->line.kernel(s->line.fft, &d->line, s->swap, s->scale, d->work, &share);
}

/* Runs phase after phase: all parts of one are done before the next begins. */
static void run_divided(const stet_stages *t, const stet_stage *s, const stet_lines *lines,
                        char *work)
{
    const int phases = stet_fft1d_phases(s->line.fft, s->parts);
    for (ptrdiff_t i = 0; i < lines->count; i++) {
        const char *in = (const char *)lines->in + i * lines->id * s->in_element;
        char *out = (char *)lines->out + i * lines->od * s->out_element;
        divided d = {s, {in, out, 1, 1, 0, 0, 1}, work, 0};
        for (; d.phase < phases; d.phase++)
            stet_executor_run(&t->executor, s->parts, run_share, &d);
    }
}

static void run_lines(const walk *w, const char *in, char *out, ptrdiff_t begin, ptrdiff_t end)
{
    const stet_stage *s = w->stage;
    const stet_lines lines = stet_stage_lines(s, in, out, begin, end);
    if (s->half) {
        const int flags = stet_half_lines(s->half, &lines, s->swap, w->at->line);
        atomic_fetch_or_explicit(w->at->flags, flags, memory_order_relaxed);
    } else if (s->inside) {
        run_divided(w->t, s, &lines, w->at->line);
    } else {
        s->line.kernel(s->line.fft, &lines, s->swap, s->scale, w->at->line, NULL);
    }
}

static void run_loops(const walk *w, int depth, const char *in, char *out, ptrdiff_t begin,
                      ptrdiff_t end)
{
    const stet_stage *s = w->stage;
    if (depth >= s->loop_count - 1) {
        run_lines(w, in, out, begin, end);
        return;
    }
    const stet_loop *loop = &s->loops[depth];
    for (ptrdiff_t i = first_turn(loop, begin); i * loop->below < end; i++)
        run_loops(w, depth + 1, in + i * loop->in_stride * s->in_element,
                  out + i * loop->out_stride * s->out_element, begin_inside(loop, i, begin),
                  end_inside(loop, i, end));
}

/* ---------------------------------------------------------------- stages -- */

/* Returns where part `part` of the lines begins: a whole number of grains into its loop. */
static ptrdiff_t first_line(const stet_stage *s, ptrdiff_t part)
{
    const ptrdiff_t line = stet_cut(s->lines, part, s->parts);
    if (s->loop_count == 0 || line == s->lines)
        return line;
    return line - line % s->loops[s->loop_count - 1].n % s->grain;
}

static void run_part(void *data, ptrdiff_t part)
{
    walk w = *(const walk *)data;
    const stet_stage *s = w.stage;
    arrays mine = *w.at;
    mine.line += (size_t)part * s->work_step;
    w.at = &mine;
    const ptrdiff_t begin = first_line(s, part), end = first_line(s, part + 1);
    if (begin < end)
        run_loops(&w, 0, mine.in, mine.out, begin, end);
}

static void run_stage(const stet_stages *t, const stet_stage *s, const arrays *at)
{
    arrays here = *at;
    here.in = s->from == STET_PLACE_IN ? at->in : s->from == STET_PLACE_OUT ? at->out : at->array;
    here.out = s->to == STET_PLACE_OUT ? at->out : at->array;
    walk w = {t, s, &here};
    if (s->inside || s->parts == 1)
        run_loops(&w, 0, here.in, here.out, 0, s->lines);
    else
        stet_executor_run(&t->executor, s->parts, run_part, &w);
}

/* Runs the stages from `first` on, all but that of dimension 0, slab by slab. */
static void run_slabs(const stet_stages *t, int first, const arrays *at)
{
    for (ptrdiff_t i = 0; i < t->slabs.n; i++) {
        arrays slab = *at;
        slab.in += i * t->slabs.in_stride * t->in_element;
        slab.out += i * t->slabs.out_stride * t->out_element;
        for (int k = first; k < first + t->stage_count - 1; k++)
            run_stage(t, &t->stages[k], &slab);
    }
}

static void run_transform(const stet_stages *t, const arrays *at)
{
    for (int i = 0; i < t->stage_count; i++) {
        if (!t->stages[i].in_slab) {
            run_stage(t, &t->stages[i], at);
        } else {
            run_slabs(t, i, at);
            i += t->stage_count - 2;
        }
    }
}

/* Runs the batch around an n-dimensional transform. */
static void run_batch(const stet_stages *t, const arrays *at, int depth, ptrdiff_t begin,
                      ptrdiff_t end)
{
    if (depth == t->loop_count) {
        run_transform(t, at);
        return;
    }
    const stet_loop *loop = &t->loops[depth];
    for (ptrdiff_t i = first_turn(loop, begin); i * loop->below < end; i++) {
        arrays inner = *at;
        inner.in += i * loop->in_stride * t->in_element;
        inner.out += i * loop->out_stride * t->out_element;
        run_batch(t, &inner, depth + 1, begin_inside(loop, i, begin), end_inside(loop, i, end));
    }
}

static void run_batch_part(void *data, ptrdiff_t part)
{
    const walk *w = (const walk *)data;
    const stet_stages *t = w->t;
    arrays mine = *w->at;
    mine.array += (size_t)part * t->slot;
    mine.line += (size_t)part * t->slot;
    run_batch(t, &mine, 0, stet_cut(t->turns, part, t->parts),
              stet_cut(t->turns, part + 1, t->parts));
}

static void run_stages(const stet_stages *t, const arrays *at)
{
    walk w = {t, t->stages, at};
    if (t->parts > 1)
        stet_executor_run(&t->executor, t->parts, run_batch_part, &w);
    else
        run_batch(t, at, 0, 0, t->turns);
}

/* Finite numbers have overflowed within a line; or, if lines pass through floats, a finite array
 * has become one that is not. */
int stet_native_overflowed(int flags)
{
    return (flags & STET_HALF_OVERFLOW) ||
           ((flags & STET_HALF_OUT_NOT_FINITE) && !(flags & STET_HALF_IN_NOT_FINITE));
}

int stet_native_part_run(const void *state, const void *in, void *out, char *work)
{
    const stet_stages *t = (const stet_stages *)state;
    const stet_stage *s = t->stages;
    const uint64_t caller = stet_fpenv_enter();
    int met = 0;
    if (t->lone.kernel) {
        stet_lone_run(&t->lone, in, out, work);
    } else if (t->is_lone) {
        const stet_lines lines = stet_stage_lines(s, in, out, 0, s->lines);
        met = stet_half_lines(s->half, &lines, s->swap, work);
    } else {
        atomic_int flags = 0;
        const arrays at = {(const char *)in, (char *)out, work, work + t->array_work, &flags};
        run_stages(t, &at);
        met = flags;
    }
    stet_fpenv_leave(caller);
    return met;
}

stet_status stet_stages_run(const void *state, const void *in, void *out, char *work,
                            stet_correct_stats *stats)
{
    (void)stats;
    return stet_native_overflowed(stet_native_part_run(state, in, out, work)) ? STET_E_HALF_RANGE
                                                                              : STET_OK;
}
