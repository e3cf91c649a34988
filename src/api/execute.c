/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <string.h>

#include "api/plan.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/size.h"

/* Workspaces up to this size come from the stack: one line of 256 points in double. An allocation
 * takes as long as 256 points. Level correct, which has counters, allocates: its kernels need 11 KB
 * of the stack. */
enum { STACK_WORK = 6784 };

/* Reports whether arrays whose ranges overlap share no element. Every element is a multiple of the
 * gcd away from its array's start, so two arrays can interleave. */
static __attribute__((noinline)) int interleave(const stet_plan *plan, const void *in,
                                                const void *out)
{
    if (plan->gcd == 0)
        return 0;
    const uintptr_t gcd = (uintptr_t)plan->gcd, i = (uintptr_t)in % gcd, o = (uintptr_t)out % gcd;
    const uintptr_t ahead = (o + gcd - i) % gcd;
    return ahead >= (uintptr_t)plan->in_element && gcd - ahead >= (uintptr_t)plan->out_element;
}

static inline int apart(const stet_plan *plan, const void *in, const void *out)
{
    const uintptr_t in_low = (uintptr_t)in + (uintptr_t)plan->in_extent.low;
    const uintptr_t in_high = (uintptr_t)in + (uintptr_t)plan->in_extent.high;
    const uintptr_t out_low = (uintptr_t)out + (uintptr_t)plan->out_extent.low;
    const uintptr_t out_high = (uintptr_t)out + (uintptr_t)plan->out_extent.high;
    return in_high <= out_low || out_high <= in_low || interleave(plan, in, out);
}

static inline stet_status check_arrays(const stet_plan *plan, const void *in, const void *out)
{
    if (!plan || !in || !out)
        return STET_E_NULL;
    if (in == out ? !plan->in_place : !apart(plan, in, out))
        return STET_E_OVERLAP;
    return STET_OK;
}

size_t stet_plan_workspace(const stet_plan *plan) { return plan ? plan->workspace : 0; }

/* This path must be short, because it dominates the time of short transforms: a plan of two points
 * takes 6 ns, its kernel 2 (Zen 5). */
static inline stet_status run(const stet_plan *plan, const void *in, void *out, char *work,
                              stet_correct_stats *stats, const stet_fpcontrol *control)
{
    char *aligned = stet_align_to_line(work);
    if (plan->lone->kernel && stet_fpcontrol_is_default(control)) {
        stet_lone_run(plan->lone, in, out, aligned);
        return STET_OK;
    }
    return plan->engine->run(plan->state, in, out, aligned, stats);
}

stet_status stet_execute_with(const stet_plan *plan, const void *in, void *out, void *work,
                              size_t work_size)
{
    stet_fpcontrol control;
    stet_fpcontrol_read(&control);
    const stet_status status = check_arrays(plan, in, out);
    if (status)
        return status;
    if (!work)
        return STET_E_NULL;
    if (work_size < plan->workspace)
        return STET_E_WORKSPACE;
    return run(plan, in, out, (char *)work, NULL, &control);
}

static void *take_work(const stet_plan *plan)
{
    void *left = atomic_exchange(&plan->self->left, NULL);
    return left ? left : stet_alloc(plan->workspace);
}

static void leave_work(const stet_plan *plan, void *work)
{
    stet_free(atomic_exchange(&plan->self->left, work));
}

/* A function of its own, so that other executions do not have its frame. */
static __attribute__((noinline)) stet_status execute_on_stack(const stet_plan *plan, const void *in,
                                                              void *out,
                                                              const stet_fpcontrol *control)
{
    char work[STACK_WORK];
    return run(plan, in, out, work, NULL, control);
}

/* A function of its own too, so that others save no registers. */
static __attribute__((noinline)) stet_status execute_on_heap(const stet_plan *plan, const void *in,
                                                             void *out, stet_correct_stats *stats,
                                                             const stet_fpcontrol *control)
{
    void *work = take_work(plan);
    if (!work)
        return STET_E_MEMORY;
    const stet_status status = run(plan, in, out, (char *)work, stats, control);
    leave_work(plan, work);
    return status;
}

/* Lines that stay in registers need no workspace: without its frame 2 and 4 points take 0.76 of the
 * time, 8 points 0.82 (Emerald Rapids). They get a pointer to `unused`, which no kernel writes. */
stet_status stet_execute(const stet_plan *plan, const void *in, void *out)
{
    static _Alignas(STET_ALIGN) char unused[1];
    stet_fpcontrol control;
    stet_fpcontrol_read(&control);
    const stet_status status = check_arrays(plan, in, out);
    if (status)
        return status;
    if (plan->workspace <= STET_ALIGN)
        return run(plan, in, out, unused, NULL, &control);
    if (plan->workspace <= STACK_WORK && !plan->engine->has_stats)
        return execute_on_stack(plan, in, out, &control);
    return execute_on_heap(plan, in, out, NULL, &control);
}

/* Accepts the size of a struct that begins like this one and has at least one counter; its fields
 * have 8 bytes each. */
static int is_stats_size(size_t size)
{
    return size > offsetof(stet_correct_stats, transforms) && size <= sizeof(stet_correct_stats) &&
           size % sizeof(int64_t) == 0;
}

stet_status stet_execute_stats(const stet_plan *plan, const void *in, void *out,
                               stet_correct_stats *stats)
{
    stet_status status = check_arrays(plan, in, out);
    if (!status && !stats)
        status = STET_E_NULL;
    if (!status && !plan->engine->has_stats)
        status = STET_E_LEVEL;
    if (!status && !is_stats_size(stats->size))
        status = STET_E_STATS_SIZE;
    if (status)
        return status;
    stet_correct_stats sum = {0};
    stet_fpcontrol control;
    stet_fpcontrol_read(&control);
    memcpy(&sum, stats, stats->size);
    status = execute_on_heap(plan, in, out, &sum, &control);
    if (!status)
        memcpy(stats, &sum, sum.size);
    return status;
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
