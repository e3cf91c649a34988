/* SPDX-License-Identifier: Apache-2.0 */
/* The stages as text: what was chosen for each, and what threads divide. */
#include "native/stages.h"

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
