/* SPDX-License-Identifier: Apache-2.0 */
#include "api/plan.h"

#include <string.h>

#include "arith/bits.h"
#include "arith/fma.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "fft/cache.h"
#include "fft/dispatch.h"
#include "fft/schedule.h"
#include "api/options.h"

/* 1/sqrt(n), by Newton's iteration from below, and at last one step whose residual
 * is exact to twice the precision: correctly rounded but for near ties. The
 * remainder 1 - n r^2 is taken with fma, so no square root of libm is needed. */
static double reciprocal_sqrt(double n)
{
    double r = 1;
    while (n * r * r > 1)
        r /= 2;
    for (int i = 0; i < 60; i++)
        r += r * (1 - n * r * r) / 2;
    const double h = n * r, residual = stet_fma_f64(-h, r, 1);
    const double low = stet_fma_f64(n, r, -h);
    return r + r / 2 * stet_fma_f64(-low, r, residual);
}

static double scale_of(const stet_options *o)
{
    double n = 1;
    for (int i = 0; i < o->rank; i++)
        n *= (double)o->dims[i].n;
    if (o->norm == STET_NORM_ORTHO)
        return reciprocal_sqrt(n);
    return (o->norm == STET_NORM_FORWARD) == (o->direction == STET_FORWARD) ? 1 / n : 1;
}

/* The order in which the dimensions are transformed: the last one first, except that
 * C2R ends with it. */
static int axis_of_stage(const stet_options *o, int stage)
{
    return o->kind == STET_C2R && o->rank > 1 ? (stage == o->rank - 1 ? stage : o->rank - 2 - stage)
                                              : o->rank - 1 - stage;
}

/* The number of lines across dimension i: those of the half spectrum are fewer. */
static ptrdiff_t length_across(const stet_options *o, int i)
{
    const ptrdiff_t n = stet_options_dim(o, i).n;
    return i == o->rank - 1 && o->kind != STET_C2C ? n / 2 + 1 : n;
}

/* The strides of dimension i in the array at a place; the workspace is contiguous. */
static ptrdiff_t stride_at(const stet_options *o, stet_place place, int i)
{
    if (place == STET_PLACE_IN)
        return stet_options_dim(o, i).in_stride;
    if (place == STET_PLACE_OUT)
        return stet_options_dim(o, i).out_stride;
    ptrdiff_t stride = 1;
    for (int k = o->rank - 1; k > i; k--)
        stride *= length_across(o, k);
    return stride;
}

/* Whether what lies between the dimensions is an array of floats. */
static int is_wide_inside(const stet_options *o)
{
    return stet_options_half(o) && o->half_mode == STET_HALF_IO && o->rank > 1;
}

static int goes_through_work(const stet_options *o)
{
    return o->rank > 1 && (o->kind == STET_C2R || is_wide_inside(o));
}

/* Bytes of a complex number between the dimensions. */
static ptrdiff_t complex_size(const stet_options *o, const stet_plan *plan)
{
    if (is_wide_inside(o))
        return 2 * sizeof(float);
    return o->kind == STET_R2C ? plan->out_element : plan->in_element;
}

static void build_stage(const stet_options *o, const stet_plan *plan, int stage, stet_stage *s)
{
    const int axis = axis_of_stage(o, stage), first = stage == 0, last = stage == o->rank - 1;
    const int through_work = goes_through_work(o);
    const int real_axis = axis == o->rank - 1;
    s->from = first ? STET_PLACE_IN : through_work ? STET_PLACE_WORK : STET_PLACE_OUT;
    s->to = last || !through_work ? STET_PLACE_OUT : STET_PLACE_WORK;
    s->swap = o->direction == STET_INVERSE && !(o->kind == STET_C2R && real_axis);
    s->scale = last ? scale_of(o) : 1;
    const ptrdiff_t complex_element = complex_size(o, plan);
    s->in_element = s->from == STET_PLACE_IN ? plan->in_element : complex_element;
    s->out_element = s->to == STET_PLACE_OUT ? plan->out_element : complex_element;
    s->is = stride_at(o, s->from, axis);
    s->os = stride_at(o, s->to, axis);
    s->loop_count = 0;
    for (int i = 0; i < o->rank; i++)
        if (i != axis)
            s->loops[s->loop_count++] = (stet_loop){length_across(o, i), stride_at(o, s->from, i),
                                                    stride_at(o, s->to, i), 1};
    if (o->rank == 1)
        for (int i = 0; i < o->batch_rank; i++)
            s->loops[s->loop_count++] =
                (stet_loop){o->batch[i].n, o->batch[i].in_stride, o->batch[i].out_stride, 1};
}

/* Only the last dimension has a real side. */
static stet_kind kind_of(const stet_options *o, int axis)
{
    if (axis < o->rank - 1 || o->kind == STET_C2C)
        return STET_C2C;
    return o->kind == STET_R2C ? STET_R2C : STET_C2R;
}

static stet_status build_fft(const stet_options *o, stet_plan *plan, int stage)
{
    const int axis = axis_of_stage(o, stage);
    stet_stage *s = &plan->stages[stage];
    s->fft = stet_fft1d_acquire(o->dims[axis].n, kind_of(o, axis), o->precision, stet_isa_in_use(),
                                NULL);
    if (!s->fft)
        return STET_E_MEMORY;
    s->kernel = stet_fft1d_kernel(s->fft, s->is == 1 && s->os == 1, s->lines);
    return STET_OK;
}

/* 2^e, -1022 <= e <= 1023. */
static double power_of_two(int e) { return stet_from_bits_f64((uint64_t)(e + 1023) << 52); }

/* The exponents that take effect when the array is read, and in the result: see HALF PRECISION. */
static void half_exponents(const stet_options *o, int *load, int *result)
{
    double n = 1;
    int log2 = 0;
    for (int i = 0; i < o->rank; i++)
        n *= (double)o->dims[i].n;
    while (power_of_two(log2) < n)
        log2++;
    *load = *result = o->half_exponent;
    if (o->half_exponent != STET_HALF_SAFE)
        return;
    const int is_plain = scale_of(o) == 1;
    const int safe = o->precision == STET_F16 && log2 > 15 ? 15 - log2 : 0;
    *result = is_plain ? safe : 0;
    *load = is_plain || o->half_mode != STET_HALF_IO ? safe : 0;
}

/* The same in 16 bits, or, between the dimensions of mode IO, in float. */
static stet_status build_half(const stet_options *o, stet_plan *plan, int stage)
{
    const int axis = axis_of_stage(o, stage), first = stage == 0, last = stage == o->rank - 1;
    const int wide = is_wide_inside(o);
    stet_stage *s = &plan->stages[stage];
    if (wide && !first && !last) {
        stet_options between = *o;
        between.precision = STET_F32;
        return build_fft(&between, plan, stage);
    }
    int load, result;
    half_exponents(o, &load, &result);
    plan->half_exponent = result;
    stet_half h = {.n = o->dims[axis].n,
                   .kind = kind_of(o, axis),
                   .mode = o->half_mode,
                   .wide_in = wide && !first,
                   .wide_out = wide && !last,
                   .contiguous = s->is == 1 && s->os == 1,
                   .load = first ? (float)power_of_two(load) : 1,
                   .scale = last ? s->scale * power_of_two(result - load) : 1};
    return stet_half_create(&s->half, &h, o->precision, stet_isa_in_use());
}

/* Fill in `below`; the turns of all loops. */
static ptrdiff_t count_turns(stet_loop *loops, int count)
{
    ptrdiff_t turns = 1;
    for (int i = count - 1; i >= 0; i--) {
        loops[i].below = turns;
        turns *= loops[i].n;
    }
    return turns;
}

static stet_status build(const stet_options *o, stet_plan *plan)
{
    const size_t stages = (size_t)o->rank, loops = stages * stages + (size_t)o->batch_rank;
    plan->block = stet_alloc(stages * sizeof(stet_stage) + loops * sizeof(stet_loop));
    if (!plan->block)
        return STET_E_MEMORY;
    memset(plan->block, 0, stages * sizeof(stet_stage));
    plan->stages = (stet_stage *)plan->block;
    plan->loops = (stet_loop *)(plan->stages + stages);
    stet_loop *loop = plan->loops;
    if (o->rank > 1) {
        for (int i = 0; i < o->batch_rank; i++)
            *loop++ = (stet_loop){o->batch[i].n, o->batch[i].in_stride, o->batch[i].out_stride, 1};
        plan->loop_count = o->batch_rank;
    }
    plan->turns = count_turns(plan->loops, plan->loop_count);
    for (int i = 0; i < o->rank; i++) {
        plan->stages[i].loops = loop;
        build_stage(o, plan, i, &plan->stages[i]);
        loop += plan->stages[i].loop_count;
        plan->stages[i].lines = count_turns(plan->stages[i].loops, plan->stages[i].loop_count);
        plan->stage_count++;
        const stet_status status =
            stet_options_half(o) ? build_half(o, plan, i) : build_fft(o, plan, i);
        if (status)
            return status;
    }
    if (goes_through_work(o))
        plan->array_work = (size_t)complex_size(o, plan) * (size_t)length_across(o, 0) *
                           (size_t)stride_at(o, STET_PLACE_WORK, 0);
    stet_plan_divide(plan);
    return STET_OK;
}

static ptrdiff_t real_size(stet_precision precision)
{
    return precision == STET_F64 ? sizeof(double) : precision == STET_F32 ? sizeof(float) : 2;
}

stet_status stet_plan_create(stet_plan **plan, const stet_options *options)
{
    if (!plan)
        return STET_E_NULL;
    *plan = NULL;
    if (!options)
        return STET_E_NULL;
    stet_options o;
    stet_status status = stet_options_take(options, &o);
    if (status)
        return status;
    const size_t rank = (size_t)o.rank + (size_t)o.batch_rank;
    stet_axis *axes = (stet_axis *)stet_alloc_array(2 * rank, sizeof *axes);
    stet_plan *p = (stet_plan *)stet_alloc(sizeof *p);
    if (!axes || !p) {
        stet_free(axes);
        stet_free(p);
        return STET_E_MEMORY;
    }
    memset(p, 0, sizeof *p);
    const ptrdiff_t real = real_size(o.precision);
    p->in_element = o.kind == STET_R2C ? real : 2 * real;
    p->out_element = o.kind == STET_C2R ? real : 2 * real;
    p->executor = stet_executor_of(o.threads, o.parallel, o.parallel_context);
    p->least_points = STET_LEAST_POINTS;
    status = stet_options_layout(&o, p, axes, axes + rank);
    stet_free(axes);
    if (!status) {
        const uint64_t caller = stet_fpenv_enter();
        status =
            o.level == STET_LEVEL_CORRECT ? stet_correct_create(&p->correct, &o) : build(&o, p);
        stet_fpenv_leave(caller);
    }
    if (!status && p->correct)
        p->workspace = STET_ALIGN + stet_correct_workspace(p->correct);
    if (status) {
        stet_plan_destroy(p);
        return status;
    }
    *plan = p;
    return STET_OK;
}

void stet_plan_destroy(stet_plan *plan)
{
    if (!plan)
        return;
    for (int i = 0; i < plan->stage_count; i++) {
        stet_fft1d_release(plan->stages[i].fft);
        stet_half_destroy(plan->stages[i].half);
    }
    stet_free(plan->block);
    stet_correct_destroy(plan->correct);
    stet_free(plan);
}

int stet_plan_limit_radix(stet_plan *plan, int max_radix)
{
    for (int i = 0; i < plan->stage_count; i++) {
        stet_stage *s = &plan->stages[i];
        stet_half *half = s->half && s->half->fft ? s->half : NULL;
        stet_fft1d **place = half ? &half->fft : &s->fft, *old = *place;
        if (!old)
            continue;
        stet_schedule list[STET_SCHEDULES];
        stet_schedule_limit_radix(old, max_radix, list);
        stet_fft1d *f = stet_fft1d_acquire(old->n, old->kind, old->precision, old->isa, list);
        if (!f)
            return 0;
        *place = f;
        stet_fft1d_release(old);
    }
    return 1;
}

int stet_plan_half_exponent(const stet_plan *plan) { return plan ? plan->half_exponent : 0; }
