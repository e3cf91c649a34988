/* SPDX-License-Identifier: Apache-2.0 */
/* Creates plans. */
#include <string.h>

#include "base/fpenv.h"
#include "conv/bound.h"
#include "conv/conv.h"

static size_t number_size(const stet_conv *plan) { return plan->o.precision == STET_F64 ? 8 : 4; }

/* ------------------------------------------------------------------- norms -- */

static double size_of(double x) { return x < 0 ? -x : x; }

static stet_status copy_bias(stet_conv *plan, const void *bias)
{
    const size_t count = (size_t)plan->o.channels;
    if (!bias)
        return STET_OK;
    plan->bias = stet_alloc_array(count, number_size(plan));
    plan->bias_size = (double *)stet_alloc_array(count, sizeof(double));
    if (!plan->bias || !plan->bias_size)
        return STET_E_MEMORY;
    memcpy(plan->bias, bias, count * number_size(plan));
    for (size_t i = 0; i < count; i++)
        plan->bias_size[i] =
            size_of(plan->o.precision == STET_F64 ? ((const double *)plan->bias)[i]
                                                  : (double)((const float *)plan->bias)[i]);
    return STET_OK;
}

/* Returns the 2-norm of a filter of stet_conv_place(); g has capacity for T numbers. */
static double norm_of(const stet_conv *plan, const stet_conv_filters *f, ptrdiff_t row, int what,
                      double *g)
{
    memset(g, 0, (size_t)plan->taps * sizeof *g);
    stet_conv_place(plan, f, row, what, 0, plan->o.precision == STET_F32, g, plan->taps);
    return stet_conv_norm_f64(g, plan->taps);
}

/* Two spectra that are added have the error of both: |k| + |r| in place of |k + r|. */
static stet_status measure_filters(stet_conv *plan, const stet_conv_filters *f)
{
    const ptrdiff_t rows = plan->o.filter_channels, taps = plan->taps;
    const int two = stet_conv_has_reverse(plan->o.operation);
    const int apart = two && plan->o.space == STET_CONV_SPACE_FREQ;
    double *g = (double *)stet_alloc_array((size_t)taps, sizeof *g);
    plan->filter_norm = (double *)stet_alloc_array((size_t)rows, sizeof(double));
    const int good = g && plan->filter_norm;
    for (ptrdiff_t row = 0; row < rows && good; row++)
        plan->filter_norm[row] = apart ? norm_of(plan, f, row, 1, g) + norm_of(plan, f, row, 2, g)
                                       : norm_of(plan, f, row, two ? 3 : 1, g);
    stet_free(g);
    return good ? STET_OK : STET_E_MEMORY;
}

/* ----------------------------------------------------------------- threads -- */

/* Chooses the parallelism: blocks run at once if there are at least as many as threads; otherwise
 * each is divided inside. */
static void divide(stet_conv *plan)
{
    const stet_conv_options *o = &plan->o;
    plan->executor = stet_executor_of(o->threads, o->parallel, o->parallel_context);
    plan->blocks = (o->length - 1) / plan->step + 1;
    const ptrdiff_t lines = o->batch * o->channels, threads = plan->executor.threads;
    const int enough = lines >= threads || plan->blocks >= threads;
    plan->parts = enough ? (int)threads : 1;
}

static stet_status build(stet_conv *plan, const stet_conv_filters *f, const void *bias)
{
    plan->isa = stet_isa_in_use();
    stet_conv_set_lags(plan);
    stet_status status = plan->engine->shape(plan);
    if (status)
        return status;
    divide(plan);
    status = copy_bias(plan, bias);
    if (!status)
        status = measure_filters(plan, f);
    if (!status)
        status = plan->engine->create(plan, f);
    if (!status)
        plan->work = stet_round_to_line(plan->engine->workspace(plan));
    return status;
}

stet_status stet_conv_create(stet_conv **plan, const stet_conv_options *options, const void *filter,
                             const void *reverse, const void *bias)
{
    if (!plan)
        return STET_E_NULL;
    *plan = NULL;
    if (!options)
        return STET_E_NULL;
    stet_conv_options o;
    stet_status status = stet_conv_options_take(options, &o);
    if (status)
        return status;
    if (!filter || (stet_conv_has_reverse(o.operation) && !reverse) || (o.has_bias && !bias))
        return STET_E_NULL;
    stet_conv *p = (stet_conv *)stet_alloc(sizeof *p);
    if (!p)
        return STET_E_MEMORY;
    memset(p, 0, sizeof *p);
    p->self = p;
    p->o = o;
    p->engine = stet_conv_engine_of(o.level);
    const stet_conv_filters f = {filter, reverse};
    const uint64_t caller = stet_fpenv_enter();
    status = build(p, &f, o.has_bias ? bias : NULL);
    stet_fpenv_leave(caller);
    if (status)
        stet_conv_destroy(p);
    else
        *plan = p;
    return status;
}

void stet_conv_destroy(stet_conv *plan)
{
    if (!plan)
        return;
    plan->engine->destroy(plan->state);
    stet_free(plan->bias);
    stet_free(plan->bias_size);
    stet_free(plan->filter_norm);
    stet_free(atomic_load(&plan->left));
    stet_free(plan);
}

/* ---------------------------------------------------------------- queries -- */

ptrdiff_t stet_conv_fft_length(const stet_conv *plan) { return plan ? plan->points : 0; }

stet_conv_method stet_conv_method_of(const stet_conv *plan)
{
    return plan ? plan->o.method : STET_CONV_AUTO;
}

double stet_conv_relative_bound(const stet_conv *plan)
{
    return plan ? plan->engine->weight(plan) : 0;
}

size_t stet_conv_describe(const stet_conv *plan, char *text, size_t size)
{
    static const char *const methods[] = {"auto", "direct", "fft", "strict"};
    stet_text to = {text, text ? size : 0, 0};
    if (to.size > 0)
        *text = 0;
    if (!plan)
        return 0;
    stet_put(&to, "level: %s\nmethod: %s\n", plan->engine->name, methods[plan->o.method]);
    if (plan->points > 0)
        stet_put(&to, "transforms: %td points\n", plan->points);
    stet_put(&to, "lags: %td to %td\nblocks: %td of %td outputs\n", -plan->after, plan->before,
             plan->blocks, plan->step);
    stet_put(&to, "bound: %.3g |u| |g|\nworkspace: %zu\nthreads: %d\n", plan->engine->weight(plan),
             plan->work * (size_t)plan->parts, plan->executor.threads);
    if (plan->engine->describe)
        plan->engine->describe(&to, plan);
    return to.used;
}
