/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include "kernels.h"

#include <stdlib.h>
#include <string.h>

/* Makes the CPU's plan of one transform, for the transforms that the device does not decide. */
static int make_one(stet_gpu_plan *plan, const stet_options *options)
{
    stet_options one = *options;
    one.batch_rank = 0;
    one.batch = NULL;
    return stet_plan_create(&plan->one, &one);
}

static size_t aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }

static int take_lowering(stet_gpu_plan *plan, const stet_options *options)
{
    const stet_gpu_lowering *l = plan->lowering;
    if (l->needs_f64 && !plan->gpu->has_f64)
        return stet_gpu_fail(STET_GPU_E_TRANSFORM, "%s does not support double",
                             plan->gpu->device_name);
    plan->shape = stet_gpu_shape_create(options);
    plan->kernel = calloc((size_t)l->at_once + 1, sizeof *plan->kernel);
    if (!plan->shape || !plan->kernel)
        return STET_E_MEMORY;
    plan->workspace = l->workspace;
    if (l->transforms == 0)
        return STET_OK;
    plan->copy = aligned(l->workspace);
    if (plan->shape->in_place && l->count > 0)
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

/* Copies the options to the struct of this stet.h, and checks that the CPU can make a plan of
 * them. */
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

/* Completes the plan from its lowering. */
static int take_all(stet_gpu_plan *plan, const stet_options *options)
{
    int status = take_lowering(plan, options);
    for (int i = 0; !status && i < plan->lowering->at_once; i++)
        status = stet_gpu_kernels_get(plan->gpu, &plan->lowering->launch[i], &plan->kernel[i],
                                      &plan->compiled);
    return status ? status : take_tables(plan);
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
    return status ? status : take_all(plan, options);
}

/* Fills in the shape of an experiment: n numbers in and n numbers out. */
static int fill_experiment(stet_gpu_plan *plan, stet_gpu_experiment what, stet_precision precision,
                           ptrdiff_t n)
{
    const stet_dim dim = {n, 1, 1};
    stet_options options;
    int status;
    stet_options_init(&options);
    options.precision = precision;
    options.rank = 1;
    options.dims = &dim;
    if (what >= STET_GPU_STAGES) {
        status = stet_gpu_lower_article(
            &plan->lowering,
            what == STET_GPU_STAGES ? STET_GPU_ARTICLE_STAGES : STET_GPU_ARTICLE_SUM, precision, n);
    } else {
        const int own = what >= STET_GPU_OWN_SIN;
        const int which = (int)what - (own ? STET_GPU_OWN_SIN - 1 : 0);
        options.kind = STET_R2R;
        status = precision != STET_F32
                     ? STET_E_PRECISION
                     : stet_gpu_lower_trig(&plan->lowering, (stet_trig_function)which, own, n);
    }
    if (!status)
        status = take_all(plan, &options);
    if (!status && what >= STET_GPU_STAGES)
        plan->shape->in_place = 0;
    return status;
}

static int finish(stet_gpu_plan **result, stet_gpu_plan *plan, int status)
{
    if (status)
        stet_gpu_plan_destroy(plan);
    else
        *result = plan;
    return status;
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
    return finish(result, plan, fill(plan, options));
}

int stet_gpu_plan_experiment(stet_gpu_plan **result, stet_gpu *gpu, stet_gpu_experiment what,
                             stet_precision precision, ptrdiff_t n)
{
    stet_gpu_no_reason();
    if (!result)
        return STET_E_NULL;
    *result = NULL;
    if (!gpu)
        return STET_E_NULL;
    if (what < STET_GPU_SIN || what > STET_GPU_DEFINITION)
        return STET_E_FUNCTION;
    stet_gpu_plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return STET_E_MEMORY;
    plan->gpu = gpu;
    return finish(result, plan, fill_experiment(plan, what, precision, n));
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
    stats->launches = plan->lowering->at_once;
    stats->compiled = __atomic_load_n(&plan->compiled, __ATOMIC_RELAXED);
    stats->table_bytes = plan->lowering->table_size;
    stats->executions = __atomic_load_n(&plan->executions, __ATOMIC_RELAXED);
    stats->cpu_transforms = __atomic_load_n(&plan->cpu_transforms, __ATOMIC_RELAXED);
    return STET_OK;
}
