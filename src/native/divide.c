/* SPDX-License-Identifier: Apache-2.0 */
/* Decides what runs at once. Three things can be divided: the transforms of a batch of
 * n-dimensional ones, the lines of a stage, and a long line (stet_share). Each of `parts` threads
 * gets one piece of equal size. All is decided when the plan is made: the bits never depend on it,
 * but the workspace does. */
#include "base/alloc.h"
#include "base/size.h"
#include "native/stages.h"

/* Returns how many threads have enough to do. */
static ptrdiff_t threads_for(const stet_stages *t, ptrdiff_t points)
{
    const ptrdiff_t worth = points / t->least_points;
    return worth < 1 ? 1 : stet_smaller(worth, t->executor.threads);
}

/* Returns how many threads have enough to do if one thread reads results of another: cache lines
 * then cross between processors, which costs as much as the smallest of these transforms. */
static ptrdiff_t threads_exchanging(const stet_stages *t, ptrdiff_t points)
{
    return threads_for(t, points / 2);
}

/* Reports whether `things` equal pieces keep `threads` threads busy to the end. */
static int comes_out_even(ptrdiff_t things, ptrdiff_t threads)
{
    return things % threads == 0 || things >= 4 * threads;
}

static void divide_stage(const stet_stages *t, stet_stage *s)
{
    const ptrdiff_t points = s->lines * s->line.n;
    const ptrdiff_t of_line = s->line.divides ? threads_exchanging(t, s->line.n) : 1;
    ptrdiff_t of_lines =
        t->stage_count > 1 ? threads_exchanging(t, points) : threads_for(t, points);
    s->grain = s->line.grain;
    s->inside = of_line > 1 && !comes_out_even(s->lines, of_lines);
    of_lines = stet_smaller(of_lines, (s->lines + s->grain - 1) / s->grain);
    s->parts = (int)(s->inside ? of_line : of_lines);
}

static size_t line_work_of(const stet_stage *s)
{
    const size_t parts = (size_t)s->parts;
    return s->inside ? stet_round_to_line(s->line.divided_work + (parts - 1) * s->line.part_work)
                     : parts * s->work_step;
}

static stet_lone lone_of(const stet_stages *t)
{
    const stet_stage *s = &t->stages[0];
    if (!t->is_lone || s->half)
        return (stet_lone){.kernel = NULL};
    return (stet_lone){s->line.kernel, s->line.fft, stet_stage_lines(s, NULL, NULL, 0, s->lines),
                       s->swap, s->scale};
}

void stet_stages_divide(stet_stages *t)
{
    const stet_stage *first = &t->stages[0];
    const ptrdiff_t points = first->lines * first->line.n, turns = t->turns;
    const ptrdiff_t at_once = stet_smaller(threads_for(t, points * turns), turns);
    const int batch = threads_for(t, points) == 1 || comes_out_even(turns, at_once);
    t->parts = batch ? (int)at_once : 1;
    t->line_work = 0;
    for (int i = 0; i < t->stage_count; i++) {
        stet_stage *s = &t->stages[i];
        s->parts = 1;
        s->inside = 0;
        s->grain = 1;
        s->work_step = stet_round_to_line(s->line.work);
        if (t->parts == 1)
            divide_stage(t, s);
        if (line_work_of(s) > t->line_work)
            t->line_work = line_work_of(s);
    }
    t->is_lone = t->stage_count == 1 && t->parts == 1 && first->parts == 1 && t->loop_count == 0 &&
                 first->loop_count <= 1;
    t->lone = lone_of(t);
    t->array_work = stet_round_to_line(t->array_work);
    t->slot = t->array_work + t->line_work;
}
