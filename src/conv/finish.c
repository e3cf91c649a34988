/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a convolution: bias, GELU, gate, and the rounding to the precision. */
#include <string.h>

#include "conv/floating.h"
#include "conv/kernels.h"

/* x in the precision itself. What comes last writes y. */
static void finish_f32(const stet_conv *plan, const stet_conv_block *b, float *x)
{
    const struct stet_conv32_kernels *k = plan->isa->conv32;
    float *y = (float *)b->y;
    if (plan->bias)
        k->add_bias(x, ((const float *)plan->bias)[b->channel], (const float *)b->u, b->count,
                    b->gate ? x : y);
    if (b->gate)
        k->times(x, (const float *)b->gate, b->count, y);
    else if (!plan->bias)
        memcpy(y, x, (size_t)b->count * sizeof *y);
}

static void finish_f64(const stet_conv *plan, const stet_conv_block *b, double *x)
{
    const struct stet_conv64_kernels *k = plan->isa->conv64;
    double *y = (double *)b->y;
    if (plan->bias)
        k->add_bias(x, ((const double *)plan->bias)[b->channel], (const double *)b->u, b->count,
                    b->gate ? x : y);
    if (b->gate)
        k->times(x, (const double *)b->gate, b->count, y);
    else if (!plan->bias)
        memcpy(y, x, (size_t)b->count * sizeof *y);
}

/* Level extended of float: all in double, rounded once. */
static void finish_widened(const stet_conv *plan, const stet_conv_block *b, double *x,
                           double *scratch)
{
    const struct stet_conv64_kernels *k = plan->isa->conv64;
    if (plan->bias) {
        k->widen((const float *)b->u, b->count, scratch);
        k->add_bias(x, (double)((const float *)plan->bias)[b->channel], scratch, b->count, x);
    }
    if (b->gate) {
        k->widen((const float *)b->gate, b->count, scratch);
        k->times(x, scratch, b->count, x);
    }
    k->narrow(x, b->count, (float *)b->y);
}

void stet_conv_finish(const stet_conv *plan, const stet_conv_block *b, int wider, void *x,
                      void *scratch)
{
    const stet_conv_inside in = stet_conv_inside_of(&plan->o);
    if (plan->o.precision == STET_F64) {
        finish_f64(plan, b, (double *)x);
    } else if (in.last) {
        finish_widened(plan, b, (double *)x, (double *)scratch);
    } else if (wider) {
        stet_conv_narrow(plan, x, b->count, scratch);
        finish_f32(plan, b, (float *)scratch);
    } else {
        finish_f32(plan, b, (float *)x);
    }
}
