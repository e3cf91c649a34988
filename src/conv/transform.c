/* SPDX-License-Identifier: Apache-2.0 */
#include "conv/transform.h"

#include <string.h>

#include "arith/dd.h"
#include "conv/kernels.h"
#include "lines/lines.h"

struct stet_conv_transform {
    stet_plan *plan; /* NULL for double-double, which uses `line` */
    stet_line_plan line;
    const struct stet_conv64_kernels *kernels;
    int divided; /* double-double: multiply the results by factor */
    double factor[2];
    ptrdiff_t results; /* real numbers of output */
    size_t work;
};

void stet_conv_transform_destroy(stet_conv_transform *t)
{
    if (!t)
        return;
    stet_plan_destroy(t->plan);
    stet_fft1d_release(t->line.fft);
    stet_free(t);
}

size_t stet_conv_transform_workspace(const stet_conv_transform *t) { return t ? t->work : 0; }

static stet_status create_plan(stet_conv_transform *t, const stet_conv *plan, stet_kind kind,
                               int wider, int divided)
{
    const stet_conv_options *o = &plan->o;
    const stet_dim dim = {plan->points, 1, 1};
    stet_options s;
    stet_options_init(&s);
    s.kind = kind;
    s.precision = wider ? STET_F64 : o->precision;
    s.direction = kind == STET_R2C ? STET_FORWARD : STET_INVERSE;
    s.norm = (kind == STET_R2C) == divided ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
    s.rank = 1;
    s.dims = &dim;
    s.effort = o->effort;
    s.threads = plan->parts > 1 ? 1 : plan->executor.threads;
    s.parallel = o->parallel;
    s.parallel_context = o->parallel_context;
    const stet_status status = stet_plan_create(&t->plan, &s);
    t->work = stet_round_to_line(stet_plan_workspace(t->plan));
    return status;
}

/* Makes the lines of double-double. They take a factor of one word, but 1/P has two, so
 * stet_conv_transform_run() multiplies by it. */
static stet_status create_lines(stet_conv_transform *t, const stet_conv *plan, stet_kind kind,
                                int divided)
{
    stet_fft1d *fft = stet_fft1d_acquire(plan->points, kind, STET_DD, plan->isa, NULL);
    if (!fft)
        return STET_E_MEMORY;
    t->line = stet_lines_plan(fft, 1, 1);
    t->work = stet_round_to_line(t->line.work);
    const stet_dd n = {(double)plan->points, 0};
    const stet_dd factor = stet_dd_div((stet_dd){1, 0}, n);
    t->divided = divided;
    t->factor[0] = factor.hi;
    t->factor[1] = factor.lo;
    return STET_OK;
}

stet_status stet_conv_transform_create(stet_conv_transform **made, const stet_conv *plan,
                                       stet_kind kind, int wider, int divided)
{
    stet_conv_transform *t = (stet_conv_transform *)stet_alloc(sizeof *t);
    if (!t)
        return STET_E_MEMORY;
    memset(t, 0, sizeof *t);
    t->kernels = plan->isa->conv64;
    t->results = kind == STET_R2C ? 2 * (plan->points / 2 + 1) : plan->points;
    const stet_status status = wider && plan->o.precision == STET_F64
                                   ? create_lines(t, plan, kind, divided)
                                   : create_plan(t, plan, kind, wider, divided);
    if (status)
        stet_conv_transform_destroy(t);
    else
        *made = t;
    return status;
}

stet_status stet_conv_transform_run(const stet_conv_transform *t, const void *in, void *out,
                                    void *work)
{
    if (t->plan)
        return stet_execute_with(t->plan, in, out, work, t->work);
    const stet_lines line = {in, out, 1, 1, 0, 0, 1};
    t->line.kernel(t->line.fft, &line, 0, 1, work, NULL);
    if (t->divided)
        t->kernels->scale_pairs((double *)out, t->factor, t->results);
    return STET_OK;
}
