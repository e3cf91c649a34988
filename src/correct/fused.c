/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fused.h"

#include "base/isa.h"
#include "fft/method.h"

stet_fused_kernel *stet_fused_of(const stet_fft1d *f)
{
    const stet_schedule *s = &f->schedule;
    if (f->precision != STET_F64 || f->kind != STET_C2C ||
        (s->method != &stet_method_small && s->method != &stet_method_wide))
        return NULL;
    /* By the lanes of the schedules that they run. */
    for (const stet_isa *isa = f->isa; isa && isa->fused; isa = stet_isa_below(isa))
        if (isa->fused->lanes == s->lanes)
            return isa->fused->run;
    return NULL;
}

size_t stet_fused_work(const stet_fft1d *f) { return f->lone_work; }
