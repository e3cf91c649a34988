/* SPDX-License-Identifier: Apache-2.0 */
/* Says which lengths fused_lines.h takes, by their schedules in double. Its passes have no direct
 * sums and no convolutions. */
#include "extended/fused.h"

#include "base/isa.h"
#include "lines/method.h"

static int takes(const stet_fft1d *f)
{
    const stet_method *method = stet_policy_method(f);
    if (!stet_is_smooth(f->n))
        return 0;
    if (method == &stet_method_rows)
        return !f->half;
    return method == &stet_method_small || stet_takes_powers(method) ||
           method == &stet_method_tiles || method == &stet_method_columns;
}

static int lanes_of(const stet_isa *isa) { return isa->extended ? isa->extended->lanes : 0; }

stet_line_kernel *stet_extended_fused_of(const stet_fft1d *f)
{
    const stet_isa *isa = takes(f) ? stet_policy_row(f, lanes_of) : NULL;
    return isa ? isa->extended->lines : NULL;
}

int stet_extended_fused_divides(const stet_fft1d *f)
{
    return f->divides && !f->half && f->schedule.method != &stet_method_rows;
}
