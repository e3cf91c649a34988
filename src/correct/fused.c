/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fused.h"

#include "base/isa.h"
#include "fft/method.h"

/* Of rows.h, real input alone: few other lengths go that way, and their code would be 40 KB. At 500
 * to 6000 points it takes 0.76 to 0.98 of the time of sweeps (Zen 5), at 250 to 420 points 0.98 to
 * 1.07. Not of wide_real.h, which took 0.94 to 1.07 of it at 512 and 1024 points, 1.03 to 1.08 by
 * AVX2. C2R: of doubles, small.h takes 8 vectors and more, and the pairs go in as many lanes as the
 * transform inside. */
static int takes(const stet_fft1d *f)
{
    enum { LEAST_OF_ROWS = 500 };
    const stet_fft1d *inside = f->half ? f->half : f;
    const stet_method *method = inside->schedule.method;
    if (f->precision != STET_F64 || (f->half && f->schedule.method != &stet_method_hermitian) ||
        inside->schedule.lanes != f->schedule.lanes)
        return 0;
    if (method == &stet_method_small)
        return !f->half || inside->schedule.across.radix[0] >= 8;
    if (method == &stet_method_rows)
        return f->kind == STET_R2C && f->graph.rough == 1 && f->n >= LEAST_OF_ROWS;
    if (method == &stet_method_wide)
        return f->kind != STET_R2C;
    return method == &stet_method_tiles || method == &stet_method_columns;
}

stet_fused_kernel *stet_fused_of(const stet_fft1d *f)
{
    if (!takes(f))
        return NULL;
    /* By the lanes of the schedules that they run. */
    for (const stet_isa *isa = f->isa; isa && isa->fused; isa = stet_isa_below(isa))
        if (isa->fused->lanes == f->schedule.lanes)
            return isa->fused->run;
    return NULL;
}

size_t stet_fused_work(const stet_fft1d *f) { return f->lone_work; }
