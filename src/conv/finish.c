/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a convolution: adds the bias, applies GELU and gate, and rounds to the precision. */
#include <string.h>

#include "conv/floating.h"
#include "conv/kernels.h"
#include "func/func.h"

static stet_func gelu_of(const stet_conv *plan)
{
    return plan->o.gelu == STET_CONV_GELU_ERF ? STET_FUNC_GELU_ERF : STET_FUNC_GELU_TANH;
}

/* Finishes x in the precision itself. The last operation writes y. */
static void finish_f32(const stet_conv *plan, const stet_conv_block *b, float *x)
{
    const struct stet_conv32_kernels *k = plan->isa->conv32;
    float *y = (float *)b->y, *at = x; /* at: the numbers; the last operation stores them in y */
    const int gelu = plan->o.gelu != STET_CONV_GELU_NONE;
    if (plan->bias) {
        at = b->gate || gelu ? x : y;
        k->add_bias(x, ((const float *)plan->bias)[b->channel], (const float *)b->u, b->count, at);
    }
    if (gelu) {
        float *to = b->gate ? x : y;
        plan->isa->func->map_f32[gelu_of(plan)](b->count, at, to);
        at = to;
    }
    if (b->gate)
        k->times(at, (const float *)b->gate, b->count, y);
    else if (at != y)
        memcpy(y, at, (size_t)b->count * sizeof *y);
}

static void finish_f64(const stet_conv *plan, const stet_conv_block *b, double *x)
{
    const struct stet_conv64_kernels *k = plan->isa->conv64;
    double *y = (double *)b->y, *at = x; /* at: the numbers; the last operation stores them in y */
    const int gelu = plan->o.gelu != STET_CONV_GELU_NONE;
    if (plan->bias) {
        at = b->gate || gelu ? x : y;
        k->add_bias(x, ((const double *)plan->bias)[b->channel], (const double *)b->u, b->count,
                    at);
    }
    if (gelu) {
        double *to = b->gate ? x : y;
        plan->isa->func->map_f64[gelu_of(plan)](b->count, at, to);
        at = to;
    }
    if (b->gate)
        k->times(at, (const double *)b->gate, b->count, y);
    else if (at != y)
        memcpy(y, at, (size_t)b->count * sizeof *y);
}

/* Finishes level extended of float: all in double, rounded once. */
static void finish_widened(const stet_conv *plan, const stet_conv_block *b, double *x,
                           double *scratch)
{
    const struct stet_conv64_kernels *k = plan->isa->conv64;
    if (plan->bias) {
        k->widen((const float *)b->u, b->count, scratch);
        k->add_bias(x, (double)((const float *)plan->bias)[b->channel], scratch, b->count, x);
    }
    for (ptrdiff_t t = 0; t < b->count && plan->o.gelu != STET_CONV_GELU_NONE; t++)
        x[t] = plan->isa->func->in_double[gelu_of(plan)](x[t]);
    if (b->gate) {
        k->widen((const float *)b->gate, b->count, scratch);
        k->times(x, scratch, b->count, x);
    }
    k->narrow(x, b->count, (float *)b->y);
}

/* Finishes level extended of double, in pairs. */
static void finish_pairs(const stet_conv *plan, const stet_conv_block *b, double *x)
{
    const struct stet_conv64_kernels *k = plan->isa->conv64;
    if (plan->bias)
        k->add_bias_pairs(x, ((const double *)plan->bias)[b->channel], (const double *)b->u,
                          b->count);
    for (ptrdiff_t t = 0; t < b->count && plan->o.gelu != STET_CONV_GELU_NONE; t++) {
        const stet_dd y =
            plan->isa->func->in_two_words[gelu_of(plan)]((stet_dd){x[2 * t], x[2 * t + 1]});
        x[2 * t] = y.hi;
        x[2 * t + 1] = y.lo;
    }
    if (b->gate)
        k->times_pairs(x, (const double *)b->gate, b->count);
    k->narrow_pairs(x, b->count, (double *)b->y);
}

void stet_conv_finish(const stet_conv *plan, const stet_conv_block *b, int wider, void *x,
                      void *scratch)
{
    const stet_conv_inside in = stet_conv_inside_of(&plan->o);
    const int is_double = plan->o.precision == STET_F64;
    if (wider && !in.last) {
        stet_conv_narrow(plan, x, b->count, scratch);
        x = scratch;
    }
    if (in.last && is_double)
        finish_pairs(plan, b, (double *)x);
    else if (in.last)
        finish_widened(plan, b, (double *)x, (double *)scratch);
    else if (is_double)
        finish_f64(plan, b, (double *)x);
    else
        finish_f32(plan, b, (float *)x);
}

void stet_conv_finish_sum(const stet_conv *plan, const stet_conv_block *b, void *x, void *scratch)
{
    const stet_conv without = {.o = plan->o, .isa = plan->isa};
    stet_conv_finish(&without, b, 0, x, scratch);
}
