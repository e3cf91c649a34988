/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fused.h"

#include "base/isa.h"
#include "lines/method.h"

/* Accepts of rows.h real input only: few other lengths use rows, and their code would be 40 KB. At
 * 500 to 6000 points it takes 0.76 to 0.98 of the time of sweeps (Zen 5), at 250 to 420 points 0.98
 * to 1.07. wide_real.h is not accepted: it takes 0.94 to 1.07 of that time at 512 and 1024 points,
 * 1.03 to 1.08 on AVX2. The passes have no direct sums and no convolutions. */
static int takes(const stet_fft1d *f)
{
    enum { LEAST_OF_ROWS = 500 };
    const stet_method *method = stet_policy_method(f);
    if (!stet_is_smooth(f->n))
        return 0;
    if (method == &stet_method_rows)
        return f->kind == STET_R2C && f->n >= LEAST_OF_ROWS;
    if (stet_takes_powers(method))
        return f->kind != STET_R2C;
    return method == &stet_method_small || method == &stet_method_tiles ||
           method == &stet_method_columns;
}

static int lanes_of(const stet_isa *isa) { return isa->fused ? isa->fused->lanes : 0; }

stet_fused_kernel *stet_fused_of(const stet_fft1d *f)
{
    const stet_isa *isa = takes(f) ? stet_policy_row(f, lanes_of) : NULL;
    return isa ? isa->fused->run : NULL;
}

size_t stet_fused_work(const stet_fft1d *f) { return f->lone_work; }
