/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include "kernels.h"

#include <stdlib.h>
#include <string.h>

/* Level CORRECT: the CPU does one transform at a time of those that the device leaves. */
static int make_one(stet_gpu_plan *plan, const stet_options *options)
{
    stet_options one;
    stet_options_init(&one);
    one.kind = options->kind;
    one.precision = options->precision;
    one.level = options->level;
    one.direction = options->direction;
    one.norm = options->norm;
    one.rank = options->rank;
    one.dims = options->dims;
    return stet_plan_create(&plan->one, &one);
}

static size_t aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }

static int take_lowering(stet_gpu_plan *plan, const stet_options *options)
{
    const stet_gpu_lowering *l = plan->lowering;
    if (l->needs_f64 && !plan->gpu->has_f64)
        return stet_gpu_fail(STET_GPU_E_TRANSFORM, "%s has no double", plan->gpu->device_name);
    plan->shape = stet_gpu_shape_create(options);
    plan->kernel = calloc((size_t)l->count + 1, sizeof *plan->kernel);
    if (!plan->shape || !plan->kernel)
        return STET_E_MEMORY;
    plan->workspace = l->workspace;
    if (l->transforms == 0)
        return STET_OK;
    plan->copy = aligned(l->workspace);
    if (plan->shape->in_place)
        plan->workspace = plan->copy + (size_t)(plan->shape->in.high - plan->shape->in.low);
    return make_one(plan, options);
}

static int take_tables(stet_gpu_plan *plan)
{
    const stet_gpu_lowering *l = plan->lowering;
    stet_gpu *gpu = plan->gpu;
    if (l->table_size == 0)
        return STET_OK;
    const int status = gpu->backend->allocate(gpu, l->table_size, &plan->tables);
    return status ? status
                  : gpu->backend->write(gpu, gpu->queue, plan->tables, 0, l->tables, l->table_size);
}

/* The options that a plan of the CPU can be made of, in the struct of this stet.h. */
static int take_options(const stet_options *options, stet_options *whole)
{
    stet_plan *plan;
    stet_options_init(whole);
    if (options->size <= sizeof *whole)
        memcpy(whole, options, options->size);
    whole->threads = 1;
    whole->effort = STET_EFFORT_ESTIMATE;
    if (options->size > sizeof *whole)
        return STET_E_OPTIONS_SIZE;
    const int status = stet_plan_create(&plan, whole);
    stet_plan_destroy(plan);
    whole->size = sizeof *whole;
    return status;
}

static int fill(stet_gpu_plan *plan, const stet_options *given)
{
    stet_gpu *gpu = plan->gpu;
    stet_options whole;
    const stet_options *options = &whole;
    int status = take_options(given, &whole);
    if (status)
        return status;
    status = stet_gpu_lower(&plan->lowering, options, &gpu->limits);
    if (status == STET_E_KIND && options->kind == STET_R2R)
        status = stet_gpu_fail(STET_GPU_E_TRANSFORM, "no kernel does real-to-real transforms");
    if (status == STET_E_LEVEL && options->level == STET_LEVEL_CORRECT)
        status = stet_gpu_fail(STET_GPU_E_TRANSFORM, "no kernel does level correct of double");
    if (!status)
        status = take_lowering(plan, options);
    for (int i = 0; !status && i < plan->lowering->count; i++)
        status = stet_gpu_kernels_get(gpu, &plan->lowering->launch[i], &plan->kernel[i],
                                      &plan->compiled);
    return status ? status : take_tables(plan);
}

int stet_gpu_plan_create(stet_gpu_plan **result, stet_gpu *gpu, const stet_options *options)
{
    stet_gpu_no_reason();
    if (!result)
        return STET_E_NULL;
    *result = NULL;
    if (!gpu || !options)
        return STET_E_NULL;
    stet_gpu_plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return STET_E_MEMORY;
    plan->gpu = gpu;
    const int status = fill(plan, options);
    if (status)
        stet_gpu_plan_destroy(plan);
    else
        *result = plan;
    return status;
}

void stet_gpu_plan_destroy(stet_gpu_plan *plan)
{
    if (!plan)
        return;
    plan->gpu->backend->release(plan->gpu, plan->tables);
    stet_plan_destroy(plan->one);
    stet_gpu_lowering_destroy(plan->lowering);
    free(plan->kernel);
    free(plan->shape);
    free(plan);
}

size_t stet_gpu_plan_workspace(const stet_gpu_plan *plan) { return plan ? plan->workspace : 0; }

int stet_gpu_plan_stats(const stet_gpu_plan *plan, stet_gpu_stats *stats)
{
    stet_gpu_no_reason();
    if (!plan || !stats)
        return STET_E_NULL;
    if (stats->size != sizeof *stats)
        return STET_E_STATS_SIZE;
    stats->launches = plan->lowering->count;
    stats->compiled = plan->compiled;
    stats->table_bytes = plan->lowering->table_size;
    stats->executions = __atomic_load_n(&plan->executions, __ATOMIC_RELAXED);
    stats->cpu_transforms = __atomic_load_n(&plan->cpu_transforms, __ATOMIC_RELAXED);
    return STET_OK;
}
