/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fused.h"

#include "base/isa.h"
#include "fft/fft1d.h"

stet_fused_kernel *stet_fused_of(const stet_fft1d *f)
{
    if (f->kind != STET_C2C || f->precision != STET_F64 ||
        (f->small.log2_vectors == 0 && f->wide_step_count == 0))
        return NULL;
    /* By the lanes of the schedules that they run. */
    for (const stet_isa *isa = f->isa; isa && isa->fused; isa = stet_isa_below(isa))
        if (isa->fused->lanes == f->lanes)
            return isa->fused->run;
    return NULL;
}

size_t stet_fused_work(const stet_fft1d *f)
{
    return (size_t)(stet_wide_bank(f) + stet_wide_tile(f)) * sizeof(double);
}
