/* SPDX-License-Identifier: Apache-2.0 */
/* What runs at once. Three things can be divided: the transforms of a batch of n-dimensional
 * ones, the lines of a stage, and a long line (stet_share). Each of `parts` threads gets one
 * piece of equal size, decided here and when the plan is made: the bits never depend on it,
 * the workspace does. */
#include "base/alloc.h"
#include "api/plan.h"

static ptrdiff_t smaller(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

static size_t round_to_line(size_t size)
{
    return (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

/* Threads that have enough to do. */
static ptrdiff_t threads_for(const stet_plan *plan, ptrdiff_t points)
{
    const ptrdiff_t worth = points / plan->least_points;
    return worth < 1 ? 1 : smaller(worth, plan->executor.threads);
}

/* The same where what one thread writes another reads: lines of data cross between the caches of
 * the processors, which costs as much as the smallest of these transforms. */
static ptrdiff_t threads_exchanging(const stet_plan *plan, ptrdiff_t points)
{
    return threads_for(plan, points / 2);
}

/* So many equal things for so many threads: do the threads end at about the same time? */
static int comes_out_even(ptrdiff_t things, ptrdiff_t threads)
{
    return things % threads == 0 || things >= 4 * threads;
}

static ptrdiff_t length_of(const stet_stage *s) { return s->half ? s->half->n : s->fft->n; }

static size_t work_of(const stet_stage *s)
{
    if (s->half)
        return s->half->work;
    const int lone = s->lines == 1 && s->is == 1 && s->os == 1;
    return lone ? s->fft->lone_work : s->fft->work;
}

static ptrdiff_t grain_of(const stet_stage *s)
{
    return s->half ? s->half->group : stet_fft1d_grain(s->fft, s->is == 1 && s->os == 1);
}

static void divide_stage(const stet_plan *plan, stet_stage *s)
{
    const ptrdiff_t n = length_of(s), points = s->lines * n;
    const int whole = !s->half && s->is == 1 && s->os == 1 && s->fft->divides;
    const ptrdiff_t of_line = whole ? threads_exchanging(plan, n) : 1;
    ptrdiff_t of_lines =
        plan->stage_count > 1 ? threads_exchanging(plan, points) : threads_for(plan, points);
    s->grain = grain_of(s);
    s->inside = of_line > 1 && !comes_out_even(s->lines, of_lines);
    of_lines = smaller(of_lines, (s->lines + s->grain - 1) / s->grain);
    s->parts = (int)(s->inside ? of_line : of_lines);
}

static size_t line_work_of(const stet_stage *s)
{
    const size_t parts = (size_t)s->parts;
    return s->inside ? round_to_line(s->fft->work + (parts - 1) * s->fft->part_work)
                     : parts * s->work_step;
}

void stet_plan_divide(stet_plan *plan)
{
    const stet_stage *first = &plan->stages[0];
    const ptrdiff_t points = first->lines * length_of(first), turns = plan->turns;
    const ptrdiff_t at_once = smaller(threads_for(plan, points * turns), turns);
    const int batch = threads_for(plan, points) == 1 || comes_out_even(turns, at_once);
    plan->parts = batch ? (int)at_once : 1;
    plan->line_work = 0;
    for (int i = 0; i < plan->stage_count; i++) {
        stet_stage *s = &plan->stages[i];
        s->parts = 1;
        s->inside = 0;
        s->grain = 1;
        s->work_step = round_to_line(work_of(s));
        if (plan->parts == 1)
            divide_stage(plan, s);
        if (line_work_of(s) > plan->line_work)
            plan->line_work = line_work_of(s);
    }
    plan->lone = plan->stage_count == 1 && plan->parts == 1 && first->parts == 1 &&
                 plan->loop_count == 0 && first->loop_count <= 1;
    plan->array_work = round_to_line(plan->array_work);
    plan->slot = plan->array_work + plan->line_work;
    plan->workspace = STET_ALIGN + (size_t)plan->parts * plan->slot;
}

void stet_plan_least_points(stet_plan *plan, ptrdiff_t least_points)
{
    plan->least_points = least_points;
    if (!plan->correct) /* whose own plans are divided where they were made */
        stet_plan_divide(plan);
}
