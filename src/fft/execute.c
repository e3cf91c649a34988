/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

#include "base/alloc.h"
#include "base/fpenv.h"
#include "fft/plan.h"

/* Workspaces up to this size come from the stack. */
enum { STACK_WORK = 16384 };

/* The three arrays of one execution. */
typedef struct {
    const char *in;
    char *out, *array, *line;
} run;

/* Walk the loops but the last with an odometer; the last is one set of lines. */
static void run_lines(const stet_stage *s, const run *r, const char *in, char *out)
{
    stet_lines lines = {in, out, s->is, s->os, 0, 0, 1};
    if (s->loop_count > 0) {
        const stet_loop *inner = &s->loops[s->loop_count - 1];
        lines.id = inner->in_stride;
        lines.od = inner->out_stride;
        lines.count = inner->n;
    }
    s->kernel(s->fft, &lines, s->swap, s->scale, r->line);
}

static void run_loops(const stet_stage *s, const run *r, int depth, const char *in, char *out)
{
    if (depth >= s->loop_count - 1) {
        run_lines(s, r, in, out);
        return;
    }
    const stet_loop *loop = &s->loops[depth];
    for (ptrdiff_t i = 0; i < loop->n; i++)
        run_loops(s, r, depth + 1, in + i * loop->in_stride * s->in_element,
                  out + i * loop->out_stride * s->out_element);
}

static void run_stages(const stet_plan *plan, const run *r)
{
    for (int i = 0; i < plan->stage_count; i++) {
        const stet_stage *s = &plan->stages[i];
        const char *from = s->from == STET_PLACE_IN    ? r->in
                           : s->from == STET_PLACE_OUT ? r->out
                                                       : r->array;
        run_loops(s, r, 0, from, s->to == STET_PLACE_OUT ? r->out : r->array);
    }
}

/* The batch around an n-dimensional transform. */
static void run_batch(const stet_plan *plan, const run *r, int depth)
{
    if (depth == plan->loop_count) {
        run_stages(plan, r);
        return;
    }
    const stet_loop *loop = &plan->loops[depth];
    for (ptrdiff_t i = 0; i < loop->n; i++) {
        run inner = *r;
        inner.in += i * loop->in_stride * plan->in_element;
        inner.out += i * loop->out_stride * plan->out_element;
        run_batch(plan, &inner, depth + 1);
    }
}

static void run_plan(const stet_plan *plan, const void *in, void *out, char *work)
{
    const run r = {(const char *)in, (char *)out, work, work + plan->array_work};
    const uint64_t caller = stet_fpenv_enter();
    if (plan->stage_count == 1 && plan->stages->loop_count <= 1) /* rank 1: no loops around */
        run_lines(plan->stages, &r, r.in, r.out);
    else
        run_batch(plan, &r, 0);
    stet_fpenv_leave(caller);
}

/* Whether the arrays share no element: their ranges are apart, or, every element
 * being a multiple of the gcd away from its array's start, they interleave. */
static int apart(const stet_plan *plan, const void *in, const void *out)
{
    const uintptr_t in_low = (uintptr_t)in + (uintptr_t)plan->in_extent.low;
    const uintptr_t in_high = (uintptr_t)in + (uintptr_t)plan->in_extent.high;
    const uintptr_t out_low = (uintptr_t)out + (uintptr_t)plan->out_extent.low;
    const uintptr_t out_high = (uintptr_t)out + (uintptr_t)plan->out_extent.high;
    if (in_high <= out_low || out_high <= in_low)
        return 1;
    if (plan->gcd == 0)
        return 0;
    const uintptr_t gcd = (uintptr_t)plan->gcd, i = (uintptr_t)in % gcd, o = (uintptr_t)out % gcd;
    const uintptr_t ahead = (o + gcd - i) % gcd;
    return ahead >= (uintptr_t)plan->in_element && gcd - ahead >= (uintptr_t)plan->out_element;
}

static stet_status check_arrays(const stet_plan *plan, const void *in, const void *out)
{
    if (!plan || !in || !out)
        return STET_E_NULL;
    if (in == out ? !plan->in_place : !apart(plan, in, out))
        return STET_E_OVERLAP;
    return STET_OK;
}

size_t stet_plan_workspace(const stet_plan *plan)
{
    return plan ? plan->array_work + plan->line_work + STET_ALIGN : 0;
}

static char *align(void *work)
{
    const uintptr_t past = (uintptr_t)work % STET_ALIGN;
    return (char *)work + (past ? STET_ALIGN - past : 0);
}

stet_status stet_execute_with(const stet_plan *plan, const void *in, void *out, void *work,
                              size_t work_size)
{
    const stet_status status = check_arrays(plan, in, out);
    if (status)
        return status;
    if (!work)
        return STET_E_NULL;
    if (work_size < stet_plan_workspace(plan))
        return STET_E_WORKSPACE;
    run_plan(plan, in, out, align(work));
    return STET_OK;
}

stet_status stet_execute(const stet_plan *plan, const void *in, void *out)
{
    const stet_status status = check_arrays(plan, in, out);
    if (status)
        return status;
    if (stet_plan_workspace(plan) <= STACK_WORK) {
        char work[STACK_WORK];
        run_plan(plan, in, out, align(work));
        return STET_OK;
    }
    void *work = stet_alloc(stet_plan_workspace(plan));
    if (!work)
        return STET_E_MEMORY;
    run_plan(plan, in, out, align(work));
    stet_free(work);
    return STET_OK;
}

stet_status stet_transform(const stet_options *options, const void *in, void *out)
{
    stet_plan *plan;
    stet_status status = stet_plan_create(&plan, options);
    if (!status)
        status = stet_execute(plan, in, out);
    stet_plan_destroy(plan);
    return status;
}
