/* SPDX-License-Identifier: Apache-2.0 */
/* as_complex.h: short real lines as complex ones of small.h. */
#include "fft/cache.h"
#include "fft/method.h"

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    (void)across;
    if (f->kind != STET_R2C || f->n % 2 != 0 || s->lanes < 2 || f->n % s->lanes != 0)
        return "as-complex: R2C of even lengths that are multiples of the lanes";
    return s->across.count == 0 ? NULL : "as-complex: has no passes of its own";
}

/* As far as small.h goes in as many lanes. Where the transform fills the registers, lines side by
 * side are quicker; where it takes twice as many, they are not. */
static int choose(const stet_fft1d *f, stet_schedule *s)
{
    const stet_fft1d complex = {
        .n = f->n, .kind = STET_C2C, .precision = f->precision, .graph = f->graph};
    stet_schedule small = {.lanes = s->lanes};
    stet_step step[2] = {{.radix = f->n / s->lanes}, {.radix = s->lanes}};
    if (f->kind != STET_R2C || !stet_method_small.choose(&complex, &small) ||
        stet_method_small.wrong(&complex, &small, step))
        return 0;
    if (step[0].radix < 1 << STET_MAX_LOG2_RADIX)
        s->beside = s->lanes;
    return 1;
}

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    f->as_complex = stet_fft1d_acquire(f->n, STET_C2C, f->precision, f->isa, inner);
    return f->as_complex != NULL;
}

static size_t work(const stet_fft1d *f, int lanes)
{
    (void)lanes;
    return 4 * (size_t)f->n * stet_real_size(f->precision) + f->as_complex->lone_work;
}

const stet_method stet_method_as_complex = {.name = "as-complex",
                                            .number = STET_AS_COMPLEX,
                                            .choose = choose,
                                            .wrong = wrong,
                                            .create = create,
                                            .work = work};
