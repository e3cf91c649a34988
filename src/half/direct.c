/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the instance of direct.h that takes a length. */
#include "base/isa.h"
#include "lines/method.h"
#include "half/half.h"

static const stet_direct_kernel none;

static const stet_direct_kernel *of_row(const stet_isa *isa, stet_precision precision)
{
    return precision == STET_F16       ? isa->direct_f16
           : precision == STET_OWN_F16 ? isa->direct_own16
                                       : isa->direct_bf16;
}

static int takes(const stet_fft1d *f)
{
    const stet_method *method = (f->half ? f->half : f)->schedule.method;
    if (!stet_is_smooth(f->n) || (f->half && f->n % 2 == 1))
        return 0;
    if (f->half)
        return stet_takes_powers(method) ||
               (method == &stet_method_small && f->half->schedule.across.radix[0] >= 8);
    return (method == &stet_method_small && f->kind == STET_C2C) || stet_takes_powers(method) ||
           method == &stet_method_tiles || method == &stet_method_columns;
}

stet_direct_kernel stet_direct_of(const stet_fft1d *f, stet_precision precision,
                                  const stet_isa *isa)
{
    const stet_schedule *s = f->half ? &f->half->schedule : &f->schedule;
    if (!takes(f))
        return none;
    /* Compares the lanes of the schedules that it runs. */
    for (; isa && of_row(isa, precision); isa = stet_isa_below(isa))
        if (of_row(isa, precision)->lanes == s->lanes)
            return *of_row(isa, precision);
    return none;
}

stet_direct_kernel stet_direct_widest(stet_precision precision, const stet_isa *isa)
{
    return of_row(isa, precision) ? *of_row(isa, precision) : none;
}
