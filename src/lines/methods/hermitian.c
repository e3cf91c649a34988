/* SPDX-License-Identifier: Apache-2.0 */
/* Runs C2R as a complex transform of n/2 points, or of n points if n is odd: hermitian.h. */
#include "lines/method.h"

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    const ptrdiff_t h = f->n / 2, quarter = (h + 3) / 4, half = (h + 1) / 2;
    (void)across;
    if (f->kind != STET_C2R || s->across.count > 0)
        return "hermitian: C2R; it has no passes of its own";
    return s->lanes == 1 || (f->n % 2 == 1 && h >= s->lanes) ||
                   (quarter >= s->lanes && half - quarter >= s->lanes)
               ? NULL
               : "hermitian: too short for that many lanes";
}

/* Chooses the number of lanes that the pairs fill. It may exceed that of the transform inside. If
 * the transform inside has one lane, method lane runs it. Lengths other than 2^m go side by side
 * (Zen 5: up to 1.5 times as fast at 200 points, as fast at 1000 floats and 500 doubles). */
static int choose(const stet_fft1d *f, stet_schedule *s)
{
    enum { BESIDE = 8, LONGEST = 4096 };
    const ptrdiff_t bytes = f->n * (ptrdiff_t)stet_real_size(f->precision);
    if (s->lanes >= BESIDE && bytes <= LONGEST && f->graph.odd_count > 0)
        s->beside = BESIDE;
    return f->kind == STET_C2R && f->half->schedule.lanes > 1;
}

static int candidate(const stet_fft1d *f, int index, stet_schedule *s)
{
    return stet_other_lanes(f, index, 1, s);
}

static size_t work(const stet_fft1d *f, int lanes)
{
    (void)lanes;
    const size_t numbers = (size_t)(f->n % 2 == 0 ? f->n + 2 : 2 * f->n);
    return numbers * stet_real_size(f->precision) + f->half->lone_work;
}

static int phases(const stet_fft1d *f, int parts)
{
    const int inner = stet_fft1d_phases(f->half, parts);
    return inner > 0 ? 1 + inner + (f->n % 2 == 1) : 0;
}

const stet_method stet_method_hermitian = {.name = "hermitian",
                                           .number = STET_HERMITIAN,
                                           .choose = choose,
                                           .candidate = candidate,
                                           .wrong = wrong,
                                           .work = work,
                                           .phases = phases,
                                           .part_work = stet_inner_part_work};
