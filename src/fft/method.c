/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of a method, once, and the lists of what runs a set of lines. */
#include "fft/method.h"

#include <string.h>

#include "base/alloc.h"
#include "fft/convolution.h"
#include "fft/dispatch.h"
#include "fft/schedule.h"

/* Of one line, the quickest first. */
static const stet_method *const methods[] = {
    &stet_method_small, &stet_method_as_complex, &stet_method_wide,      &stet_method_columns,
    &stet_method_rows,  &stet_method_rough,      &stet_method_hermitian, &stet_method_lane,
};

enum { METHODS = sizeof methods / sizeof *methods };

const stet_method *stet_method_named(const char *name, size_t size)
{
    for (int i = 0; i < METHODS; i++)
        if (strlen(methods[i]->name) == size && memcmp(methods[i]->name, name, size) == 0)
            return methods[i];
    return NULL;
}

/* ------------------------------------------------------------ the choice -- */

void stet_schedule_lane(const stet_fft1d *f, stet_schedule *s)
{
    s->lane.count = 0;
    if (f->half) /* which has the passes */
        return;
    stet_add_odd(f, &s->lane);
    stet_add_levels(&s->lane, f->graph.levels, STET_WIDEST);
}

const char *stet_schedule_wrong(const stet_fft1d *f, const stet_schedule *s)
{
    stet_step step[STET_MAX_STEPS];
    if (!stet_kernels_of_lanes(f->isa, f->precision, s->lanes))
        return "no vectors of that many lanes here";
    if (f->half ? s->lane.count > 0
                : !stet_steps_of(f, &s->lane, step) || !stet_at_most_8(step, s->lane.count))
        return "lane: passes of the length, in the order of the graph, levels of radix 2, 4 or 8";
    if (s->across.count > 0 && !stet_steps_of(f, &s->across, step))
        return "the passes are not those of the length in the order of the graph";
    return s->method->wrong(f, s, step);
}

/* The widest vectors that the length fills. */
void stet_schedule_default(const stet_fft1d *f, stet_schedule *s)
{
    for (int lanes = f->widest_lanes; lanes > 0; lanes /= 2)
        for (int i = 0; i < METHODS; i++) {
            memset(s, 0, sizeof *s);
            s->method = methods[i];
            s->lanes = lanes;
            if (2 * lanes <= f->widest_lanes && f->n <= STET_MAX_SIDE_BY_SIDE)
                s->beside = 2 * lanes;
            stet_schedule_lane(f, s);
            if (methods[i]->choose(f, s) && !stet_schedule_wrong(f, s))
                return;
        }
}

/* ------------------------------------------------------------- the lists -- */

static void add(stet_entries *list, const stet_fft1d *f, const stet_method *method, int lanes)
{
    const stet_fft_kernels *kernels = stet_kernels_of_lanes(f->isa, f->precision, lanes);
    if (kernels)
        list->entry[list->count++] =
            (stet_entry){.method = method,
                         .run = kernels->run[method->number],
                         .instance = kernels->name + sizeof "stet_" - 1,
                         .lines = method == &stet_method_side_by_side ? lanes : 1};
}

/* Lines side by side in vectors of `least` lanes and more, 0 being none; the rest by `last`. */
static void fill(stet_entries *list, const stet_fft1d *f, int least, const stet_method *last,
                 int lanes)
{
    list->count = 0;
    for (int beside = f->widest_lanes; least > 0 && beside >= least && beside > 1; beside /= 2)
        add(list, f, &stet_method_side_by_side, beside);
    add(list, f, last, lanes);
}

static size_t work_of(const stet_fft1d *f, const stet_entry *e, int lanes)
{
    return e->method->work ? e->method->work(f, lanes) : 0;
}

static size_t largest_work(const stet_fft1d *f, const stet_entries *list)
{
    size_t most = 0;
    for (int i = 0; i < list->count; i++) {
        const stet_entry *e = &list->entry[i];
        const int lanes = e->lines > 1                      ? (int)e->lines
                          : e->method == f->schedule.method ? f->schedule.lanes
                                                            : 1;
        const size_t work = work_of(f, e, lanes);
        most = work > most ? work : most;
    }
    return most;
}

void stet_fft1d_list(stet_fft1d *f)
{
    const stet_schedule *s = &f->schedule;
    fill(&f->contiguous, f, s->beside, s->method, s->lanes);
    fill(&f->strided, f, f->n <= STET_MAX_SIDE_BY_SIDE ? 2 : 0, &stet_method_lane, 1);
    const stet_entry *last = &f->contiguous.entry[f->contiguous.count - 1];
    f->line = last->run;
    f->lone_work = work_of(f, last, s->lanes);
    f->work = largest_work(f, &f->contiguous);
    if (largest_work(f, &f->strided) > f->work)
        f->work = largest_work(f, &f->strided);
    f->divides = stet_fft1d_phases(f, 2) > 0;
    f->part_work = f->divides && s->method->part_work ? s->method->part_work(f) : 0;
}

static void run(const stet_fft1d *f, const stet_entries *list, const stet_lines *lines, int swap,
                double scale, void *work, const stet_share *share)
{
    const ptrdiff_t size = (ptrdiff_t)stet_real_size(f->precision);
    const ptrdiff_t in = lines->id * (f->kind == STET_R2C ? size : 2 * size);
    const ptrdiff_t out = lines->od * (f->kind == STET_C2R ? size : 2 * size);
    stet_lines some = *lines;
    ptrdiff_t left = lines->count;
    for (const stet_entry *e = list->entry; left > 0; e++) {
        some.count = left & -e->lines;
        if (some.count == 0)
            continue;
        e->run(f, &some, swap, scale, work, share);
        some.in = (const char *)some.in + some.count * in;
        some.out = (char *)some.out + some.count * out;
        left -= some.count;
    }
}

static void run_contiguous(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                           void *work, const stet_share *share)
{
    run(f, &f->contiguous, lines, swap, scale, work, share);
}

static void run_strided(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                        void *work, const stet_share *share)
{
    run(f, &f->strided, lines, swap, scale, work, share);
}

/* Where one entry takes all of them, it is the kernel. */
stet_line_kernel *stet_fft1d_kernel(const stet_fft1d *f, int contiguous, ptrdiff_t count)
{
    const stet_entries *list = contiguous ? &f->contiguous : &f->strided;
    if (count == 1 || list->count == 1)
        return list->entry[list->count - 1].run;
    return contiguous ? run_contiguous : run_strided;
}

ptrdiff_t stet_fft1d_grain(const stet_fft1d *f, int contiguous)
{
    const int alone = contiguous && f->schedule.method != &stet_method_lane;
    return alone || f->n > STET_MAX_SIDE_BY_SIDE ? 1 : f->widest_lanes;
}

void stet_fft1d_describe(stet_text *to, const stet_fft1d *f, int contiguous, ptrdiff_t count)
{
    const stet_entries *list = contiguous ? &f->contiguous : &f->strided;
    const char *before = "";
    stet_schedule schedules[STET_SCHEDULES];
    stet_schedule_of(f, schedules);
    stet_put(to, "schedule: ");
    stet_schedule_put(to, schedules);
    stet_put(to, "\nkernels: ");
    for (int i = 0; i < list->count; i++) {
        const stet_entry *e = &list->entry[i];
        if (e->lines > count)
            continue;
        stet_put(to, "%s%td by %s of %s", before, e->lines, e->method->name, e->instance);
        before = ", ";
    }
    stet_put(to, "\n");
}

/* --------------------------------------------------------- for the methods -- */

int stet_make(stet_fft1d *f, size_t size, ptrdiff_t numbers)
{
    f->made = stet_alloc(size);
    if (numbers > 0)
        f->table = stet_alloc_array((size_t)numbers, stet_real_size(f->precision));
    return f->made && (f->table || numbers == 0);
}

int stet_fft1d_phases(const stet_fft1d *f, int parts)
{
    const stet_method *method = f->schedule.method;
    return method->phases ? method->phases(f, parts) : 0;
}

const stet_fft1d *stet_fft1d_inner(const stet_fft1d *f)
{
    return f->half          ? f->half
           : f->as_complex  ? f->as_complex
           : f->convolution ? f->convolution->fft
                            : NULL;
}

void stet_inner_line(const stet_fft1d *inner, const void *in, void *out, int swap, double scale,
                     void *work, const stet_share *share, int first)
{
    if (!share) {
        stet_fft1d_line(inner, in, out, swap, scale, work, NULL);
    } else if (share->phase >= first &&
               share->phase < first + stet_fft1d_phases(inner, share->parts)) {
        const stet_share own = {share->phase - first, share->part, share->parts};
        stet_fft1d_line(inner, in, out, swap, scale, work, &own);
    }
}
