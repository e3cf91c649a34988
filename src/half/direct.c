/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance of direct.h takes a length. */
#include "fft/dispatch.h"
#include "fft/fft1d.h"
#include "half/half.h"

static const stet_direct_kernel none;

static const stet_direct_kernel *of_row(const stet_isa *isa, stet_precision precision)
{
    return precision == STET_F16 ? isa->direct_f16 : isa->direct_bf16;
}

stet_direct_kernel stet_direct_of(const stet_fft1d *f, stet_precision precision,
                                  const stet_isa *isa)
{
    const stet_fft1d *complex = f->half ? f->half : f;
    const int whole = f->kind == STET_C2C && (f->small.log2_vectors > 0 || f->wide_step_count > 0);
    const int half = f->half && (f->half->wide_step_count > 0 || f->half->small.log2_vectors >= 3);
    const int has = f->half ? half : whole || f->column_step_count > 0;
    if (!has || f->as_complex) /* the latter is quicker even with passes before and behind it */
        return none;
    /* By the lanes of the schedules that it runs. */
    for (; isa && of_row(isa, precision); isa = stet_isa_below(isa))
        if (of_row(isa, precision)->lanes == complex->lanes)
            return *of_row(isa, precision);
    return none;
}

stet_direct_kernel stet_direct_widest(stet_precision precision, const stet_isa *isa)
{
    return of_row(isa, precision) ? *of_row(isa, precision) : none;
}
