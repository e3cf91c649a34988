/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernel runs lines of one shape, and what plans have to know of it. */
#include "fft/convolution.h"
#include "fft/dispatch.h"
#include "fft/fft1d.h"

/* Lines that are transformed in registers go straight to the instance that does it, and so does a
 * single line: the wider ones would only hand it on. */
static int lanes_of(const stet_fft1d *f, int contiguous, ptrdiff_t count)
{
    if (contiguous && f->small.log2_vectors > 0)
        return f->lanes;
    if (count > 1 || (contiguous && (f->half || f->convolution)))
        return f->widest_lanes;
    if (!contiguous)
        return 1;
    return f->as_complex && f->as_complex->lanes > f->lanes ? f->as_complex->lanes : f->lanes;
}

/* A long line runs across the lanes by itself; of others, lanes take one each. */
static ptrdiff_t grain_of(const stet_fft1d *f, int contiguous)
{
    const int alone = contiguous && (f->divides || f->turn > 0 || f->small.log2_vectors > 0);
    return alone || f->n > STET_MAX_SIDE_BY_SIDE ? 1 : f->widest_lanes;
}

stet_line_plan stet_lines_plan(stet_fft1d *f, int contiguous, ptrdiff_t count)
{
    const int lanes = lanes_of(f, contiguous, count);
    return (stet_line_plan){.fft = f,
                            .kernel = stet_kernel_of_lanes(f->isa, f->precision, lanes),
                            .n = f->n,
                            .grain = grain_of(f, contiguous),
                            .work = count == 1 ? stet_fft1d_lone_work(f) : f->work,
                            .divides = contiguous && f->divides,
                            .divided_work = f->work,
                            .part_work = f->part_work};
}

int stet_lines_limit_radix(stet_line_plan *plan, int max_radix)
{
    stet_fft1d *old = plan->fft;
    stet_fft1d *f = stet_fft1d_acquire(old->n, old->kind, old->precision, old->isa, max_radix);
    if (!f)
        return 0;
    plan->fft = f;
    stet_fft1d_release(old);
    return 1;
}

const void *stet_fft1d_level(const stet_fft1d *f, int i) { return f->level[i]; }

stet_rough stet_fft1d_rough(const stet_fft1d *f)
{
    const stet_convolution *z = f->half ? f->half->convolution : f->convolution;
    return z ? (stet_rough){z->n, z->m, z->order != NULL, z->filter} : (stet_rough){1, 1, 0, NULL};
}
