/* SPDX-License-Identifier: Apache-2.0 */
/* Which lengths fused_lines.h takes, by the schedule that double has for them. */
#include "extended/fused.h"

#include "base/isa.h"
#include "fft/method.h"

/* What is inside C2R is a transform of doubles that the first pass of hermitian.h has made. */
static int takes(const stet_fft1d *f)
{
    enum { LEAST_INSIDE = 8 };
    const stet_fft1d *inside = f->half ? f->half : f;
    const stet_method *method = inside->schedule.method;
    if (f->precision != STET_F64 || (f->half && f->schedule.method != &stet_method_hermitian) ||
        inside->schedule.lanes != f->schedule.lanes)
        return 0;
    if (method == &stet_method_small)
        return !f->half || inside->schedule.across.radix[0] >= LEAST_INSIDE;
    if (method == &stet_method_rows)
        return !f->half && f->graph.rough == 1;
    return method == &stet_method_wide || method == &stet_method_tiles ||
           method == &stet_method_columns;
}

stet_line_kernel *stet_extended_fused_of(const stet_fft1d *f)
{
    if (!takes(f))
        return NULL;
    /* By the lanes of the schedules that they run. */
    for (const stet_isa *isa = f->isa; isa && isa->extended; isa = stet_isa_below(isa))
        if (isa->extended->lanes == f->schedule.lanes)
            return isa->extended->lines;
    return NULL;
}

int stet_extended_fused_divides(const stet_fft1d *f)
{
    return f->divides && !f->half && f->schedule.method != &stet_method_rows;
}
