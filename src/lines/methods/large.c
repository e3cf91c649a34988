/* SPDX-License-Identifier: Apache-2.0 */
/* large.h runs one line whose length is a rough prime. */
#include "lines/convolution.h"
#include "lines/method.h"

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    (void)across;
    if (f->kind != STET_C2C || f->graph.rough_count == 0 || f->graph.odd[0] != f->n)
        return "rough: complex transforms of a prime length above 127";
    return s->across.count == 0 && s->lanes > 1 && f->convolution[0]->m >= s->lanes
               ? NULL
               : "rough: has no passes of its own, and lanes that the convolution fills";
}

/* Takes as many lanes as the transforms inside. */
static int choose(const stet_fft1d *f, stet_schedule *s)
{
    return f->graph.rough_count > 0 && f->convolution[0] &&
           f->convolution[0]->fft->schedule.lanes == s->lanes;
}

static int candidate(const stet_fft1d *f, int index, stet_schedule *s)
{
    return stet_other_lanes(f, index, 2, s);
}

static size_t work(const stet_fft1d *f, int lanes)
{
    (void)lanes;
    const stet_convolution *z = f->convolution[0];
    return 4 * (size_t)z->m * stet_real_size(f->precision) + z->fft->lone_work;
}

static int phases(const stet_fft1d *f, int parts)
{
    const int inner = stet_fft1d_phases(f->convolution[0]->fft, parts);
    return inner > 0 ? 3 + 2 * inner : 0;
}

const stet_method stet_method_large = {.name = "rough",
                                       .number = STET_LARGE,
                                       .choose = choose,
                                       .candidate = candidate,
                                       .wrong = wrong,
                                       .work = work,
                                       .phases = phases,
                                       .part_work = stet_inner_part_work};
