/* SPDX-License-Identifier: Apache-2.0 */
/* The lists of kernels that run a set of lines, and the functions that make plans of them. */
#include "lines/lines.h"

#include "base/size.h"
#include "lines/convolution.h"
#include "lines/dispatch.h"
#include "lines/method.h"
#include "lines/methods/gathered.h"
#include "lines/methods/r2r.h"
#include "lines/schedule.h"

static void add(stet_entries *list, const stet_fft1d *f, const stet_method *method, int lanes)
{
    const stet_fft_kernels *kernels = stet_kernels_of_lanes(f->isa, f->precision, lanes);
    if (kernels)
        list->entry[list->count++] =
            (stet_entry){.method = method,
                         .run = stet_kernel_of(kernels, method, f),
                         .instance = kernels->name + sizeof "stet_" - 1,
                         .lines = method == &stet_method_side_by_side ? lanes : 1};
}

/* Begins a list: lines go side by side in vectors of `least` lanes and more (0: never). */
static void begin(stet_entries *list, const stet_fft1d *f, int least)
{
    list->count = 0;
    for (int beside = f->widest_lanes; least > 0 && beside >= least && beside > 1; beside /= 2)
        add(list, f, &stet_method_side_by_side, beside);
}

/* Returns the least lanes of strided lines side by side. Two lines of doubles side by side take 1.3
 * to 1.9 times as long as gathered ones (16 to 4096 points, Zen 3). Complex lines of 2^m points are
 * gathered unless they fill the widest vectors: five lines of 256 points, side by side in narrower
 * ones, take 1.6 to 2.1 times as long, 12 of 4096 points 1.3 to 1.9 times (Emerald Rapids). Real
 * numbers are gathered one by one, and one line of pairs takes long. */
static int least_beside(const stet_fft1d *f)
{
    enum { LEAST = 4 };
    const int gathers = f->kind == STET_C2C && f->graph.odd_count == 0 && f->schedule.lanes > 1 &&
                        !stet_is_pair(f->precision);
    if (f->n > STET_MAX_SIDE_BY_SIDE)
        return 0;
    return f->widest_lanes < LEAST ? 2 : gathers ? f->widest_lanes : LEAST;
}

/* Makes the list of contiguous lines and then that of others: some go side by side, the rest is
 * gathered, unless a contiguous line runs in one lane anyway. */
static void fill(stet_fft1d *f)
{
    const stet_schedule *s = &f->schedule;
    begin(&f->contiguous, f, s->beside);
    add(&f->contiguous, f, s->method, s->lanes);
    begin(&f->strided, f, least_beside(f));
    if (s->method == &stet_method_lane)
        add(&f->strided, f, s->method, 1);
    else
        f->strided.entry[f->strided.count++] = stet_gathered_entry(f);
}

static size_t work_of(const stet_fft1d *f, const stet_entry *e, int lanes)
{
    return e->method->work ? e->method->work(f, lanes) : 0;
}

/* Returns the most work of an entry that runs some of `count` lines. */
static size_t largest_work(const stet_fft1d *f, const stet_entries *list, ptrdiff_t count)
{
    size_t most = 0;
    for (int i = 0; i < list->count; i++) {
        const stet_entry *e = &list->entry[i];
        if (e->lines > count)
            continue;
        const int lanes = e->lines > 1                         ? (int)e->lines
                          : e->method == &stet_method_gathered ? stet_gathered_lines(f, count)
                          : e->method == f->schedule.method    ? f->schedule.lanes
                                                               : 1;
        most = stet_larger_size(most, work_of(f, e, lanes));
    }
    return most;
}

size_t stet_lines_work(const stet_fft1d *f, int contiguous, ptrdiff_t count)
{
    return largest_work(f, contiguous ? &f->contiguous : &f->strided, count);
}

void stet_fft1d_list(stet_fft1d *f)
{
    const stet_schedule *s = &f->schedule;
    if (stet_is_r2r(f->kind)) {
        stet_r2r_list(f);
    } else {
        fill(f);
    }
    const stet_entry *last = &f->contiguous.entry[f->contiguous.count - 1];
    f->line = last->run;
    f->lone_work = work_of(f, last, s->lanes);
    f->divides = stet_fft1d_phases(f, 2) > 0;
    f->part_work = f->divides && s->method->part_work ? s->method->part_work(f) : 0;
}

static void run(const stet_fft1d *f, const stet_entries *list, const stet_lines *lines, int swap,
                double scale, void *work, const stet_share *share)
{
    const ptrdiff_t size = (ptrdiff_t)stet_real_size(f->precision);
    const int r2r = stet_is_r2r(f->kind);
    const ptrdiff_t in = lines->id * (r2r || f->kind == STET_R2C ? size : 2 * size);
    const ptrdiff_t out = lines->od * (r2r || f->kind == STET_C2R ? size : 2 * size);
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

void stet_lines_run(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                    void *work)
{
    run(f, lines->is == 1 && lines->os == 1 ? &f->contiguous : &f->strided, lines, swap, scale,
        work, NULL);
}

/* Returns the kernel of the one entry that takes all lines, or a function that walks through the
 * list. */
static stet_line_kernel *kernel_of(const stet_fft1d *f, int contiguous, ptrdiff_t count)
{
    const stet_entries *list = contiguous ? &f->contiguous : &f->strided;
    if (count == 1 || list->count == 1)
        return list->entry[list->count - 1].run;
    return contiguous ? run_contiguous : run_strided;
}

/* Returns the lines that a thread takes together: one that goes across lanes by itself, else one
 * for each lane. */
static ptrdiff_t grain_of(const stet_fft1d *f, int contiguous)
{
    const int alone = contiguous && (f->schedule.lanes > 1 || f->contiguous.count == 1);
    return alone || f->n > STET_MAX_SIDE_BY_SIDE ? 1 : f->widest_lanes;
}

stet_line_plan stet_lines_plan(stet_fft1d *f, int contiguous, ptrdiff_t count)
{
    const int lone = contiguous && count == 1;
    return (stet_line_plan){.fft = f,
                            .kernel = kernel_of(f, contiguous, count),
                            .n = f->n,
                            .grain = grain_of(f, contiguous),
                            .work = lone ? f->lone_work : stet_lines_work(f, contiguous, count),
                            .divides = contiguous && f->divides,
                            .divided_work = f->lone_work,
                            .part_work = f->part_work};
}

int stet_lines_limit_radix(stet_line_plan *plan, int max_radix)
{
    stet_fft1d *old = plan->fft;
    stet_schedule list[STET_SCHEDULES];
    stet_schedule_limit_radix(old, max_radix, list);
    stet_fft1d *f = stet_fft1d_acquire(old->n, old->kind, old->precision, old->isa, list);
    if (!f)
        return 0;
    plan->fft = f;
    stet_fft1d_release(old);
    return 1;
}

void stet_lines_describe(stet_text *to, const stet_fft1d *f, int contiguous, ptrdiff_t count)
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

const void *stet_fft1d_level(const stet_fft1d *f, int i) { return f->tables.level[i]; }

size_t stet_lines_number_size(stet_precision p) { return stet_real_size(p); }
ptrdiff_t stet_fft1d_length(const stet_fft1d *f) { return f->n; }
stet_kind stet_fft1d_kind(const stet_fft1d *f) { return f->kind; }
stet_precision stet_fft1d_precision(const stet_fft1d *f) { return f->precision; }

/* Describes the convolutions of the innermost complex transform, and returns how many they are. */
static int rough_of(const stet_fft1d *f, stet_rough *rough)
{
    while (f && f->half)
        f = f->half;
    const int count = f ? f->graph.rough_count : 0;
    for (int i = 0; i < count; i++) {
        const stet_convolution *z = f->convolution[i];
        rough[i] = (stet_rough){z->n, z->m, z->order != NULL, z->filter, f->precision};
    }
    return count;
}

int stet_lines_bound(stet_bound *bound, int rank, const ptrdiff_t *n, stet_kind kind,
                     const stet_fft1d *const *transforms)
{
    stet_bound_begin(bound);
    if (kind == STET_C2R && rank > 1)
        return 0;
    for (int i = rank - 1; i >= 0; i--) {
        stet_rough rough[STET_MAX_ROUGH];
        const int count = rough_of(transforms[i], rough);
        if (!stet_bound_add(bound, n[i], kind, count, rough))
            return 0;
    }
    return stet_bound_end(bound);
}

stet_prior stet_lines_prior(const stet_fft1d *f)
{
    stet_rough rough[STET_MAX_ROUGH];
    rough_of(f, rough);
    return stet_bound_prior(f->precision, f->kind, f->n, rough);
}
