/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the stages as text: the choices for each, and what threads divide. It also bounds their
 * error. */
#include "native/stages.h"

#include "arith/bits.h"
#include "graph/bound.h"

static void describe_stage(stet_text *to, const stet_stage *s)
{
    stet_put(to, "length: %td\nlines: %td\nstrides: %td %td\n", s->line.n, s->lines, s->is, s->os);
    if (s->half)
        stet_half_describe(to, s->half);
    else if (s->converts)
        stet_extended_describe(to, &s->line, s->is == 1 && s->os == 1, s->lines);
    else
        stet_lines_describe(to, s->line.fft, s->is == 1 && s->os == 1, s->lines);
    stet_put(to, "work: %zu\nparts: %d\nof: %s\n", s->work_step, s->parts,
             s->inside ? "each line" : "the lines");
}

void stet_stages_describe(stet_text *to, const void *state)
{
    const stet_stages *t = (const stet_stages *)state;
    stet_put(to, "threads: %d\nbatch: %td\nbatch_parts: %d\n", t->executor.threads, t->turns,
             t->parts);
    for (int i = 0; i < t->stage_count; i++) {
        stet_put(to, "axis: %d\n", t->stages[i].axis);
        describe_stage(to, &t->stages[i]);
    }
}

/* Reports whether a factor of the norm is exact: it is if it is a power of two. */
static int is_exact(double factor) { return stet_bits_f64(factor) << 12 == 0; }

void stet_stages_bound(const void *state, stet_error_bound *bound)
{
    const stet_stages *t = (const stet_stages *)state;
    const stet_stage *last = &t->stages[t->stage_count - 1];
    stet_precision inside = STET_F32;
    stet_prior sum = {0, 0, 0, 1};
    for (const stet_stage *s = t->stages; s <= last; s++) {
        const stet_fft1d *f = s->half ? stet_half_inside(s->half) : s->line.fft;
        const stet_prior none = {__builtin_inf(), __builtin_inf(), 0, 1};
        const int twice = f && stet_is_r2r(stet_fft1d_kind(f)); /* an output is 2 sum x[j] cos */
        sum = stet_bound_then(sum, f ? stet_lines_prior(f) : none, s->line.n << twice);
        inside = f ? stet_fft1d_precision(f) : inside;
    }
    if (!is_exact(t->factor))
        sum = stet_bound_scaled(sum, inside);
    bound->unit = t->unit;
    bound->each = sum.each;
    bound->rms = sum.rms;
    bound->underflow = sum.underflow * stet_bound_least(inside);
}
