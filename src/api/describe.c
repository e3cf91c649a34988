/* SPDX-License-Identifier: Apache-2.0 */
/* A plan as text: what it chose, and what it needs. */
#include "api/plan.h"
#include "base/text.h"
#include "fft/schedule.h"

static const char *const kinds[] = {[STET_C2C] = "C2C", [STET_R2C] = "R2C", [STET_C2R] = "C2R"};
static const char *const modes[] = {
    [STET_HALF_IO] = "io", [STET_HALF_STORE] = "store", [STET_HALF_NATIVE] = "native"};

/* Lines of 16-bit numbers. */
static void describe_half(stet_text *to, const stet_half *h)
{
    const char *numbers = h->native                          ? "in 16-bit instructions"
                          : h->split.line                    ? "by the first and the last passes"
                          : h->direct.lines && h->contiguous ? "by the first and the last pass"
                                                             : "in memory";
    stet_put(to, "mode: %s\nconversion: %s\n", modes[h->mode], numbers);
    if (h->fft) {
        stet_fft1d_describe(to, h->fft, h->contiguous || !(h->wide_in || h->wide_out), h->group);
        return;
    }
    stet_put(to, "split: %td %td\n", h->split.n1, h->split.n2);
    stet_fft1d_describe(to, h->split.tall, 1, 1);
}

static void describe_stage(stet_text *to, const stet_stage *s)
{
    const ptrdiff_t n = s->half ? s->half->n : s->fft->n;
    stet_put(to, "length: %td\nkind: %s\nlines: %td\nstrides: %td %td\n", n,
             kinds[s->half ? s->half->kind : s->fft->kind], s->lines, s->is, s->os);
    if (s->half)
        describe_half(to, s->half);
    else
        stet_fft1d_describe(to, s->fft, s->is == 1 && s->os == 1, s->lines);
    stet_put(to, "work: %zu\nparts: %d\nparted: %s\n", s->work_step, s->parts,
             s->parts == 1 ? "nothing"
             : s->inside   ? "each line"
                           : "lines");
}

void stet_plan_put(stet_text *to, const stet_plan *plan)
{
    stet_put(to, "level: %s\nworkspace: %zu\n", plan->correct ? "correct" : "native",
             plan->workspace);
    if (plan->correct) {
        stet_correct_describe(to, plan->correct);
        return;
    }
    stet_put(to, "threads: %d\nbatch: %td\nbatch_parts: %d\n", plan->executor.threads, plan->turns,
             plan->parts);
    for (int i = 0; i < plan->stage_count; i++) {
        stet_put(to, "stage: %d\n", i);
        describe_stage(to, &plan->stages[i]);
    }
}

size_t stet_plan_describe(const stet_plan *plan, char *text, size_t size)
{
    stet_text to = {text, text ? size : 0, 0};
    if (to.size > 0)
        *text = 0;
    if (plan)
        stet_plan_put(&to, plan);
    return to.used;
}
