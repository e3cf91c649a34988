/* SPDX-License-Identifier: Apache-2.0 */
/* Makes all that a line of r2r.h needs, and runs it through its passes and the transform inside. */
#include "lines/methods/r2r.h"

#include <string.h>

#include "base/alloc.h"
#include "lines/dispatch.h"
#include "lines/method.h"

static stet_r2r_kind kind_of(const stet_fft1d *f) { return stet_r2r_kind_of(f->kind); }

/* Stores how many items the passes have: r2r_elements.h describes them. */
static void count_items(const stet_fft1d *f, stet_r2r *r)
{
    const ptrdiff_t n = f->n, pairs = (n + 1) / 2, half = n / 2 + 1;
    switch (kind_of(f)) {
    case STET_R2HC:
    case STET_DHT: r->before = n, r->after = half; break;
    case STET_HC2R: r->before = half, r->after = n; break;
    case STET_DCT2:
    case STET_DST2: r->before = pairs, r->after = half; break;
    case STET_DCT3:
    case STET_DST3: r->before = half, r->after = pairs; break;
    case STET_DCT4:
    case STET_DST4: r->before = r->after = n % 2 == 0 ? (n / 2 + 1) / 2 : n; break;
    default: r->before = r->after = n; break;
    }
}

static int create(stet_fft1d *f, const stet_schedule *inner)
{
    (void)inner;
    const ptrdiff_t count = stet_r2r_table_size(kind_of(f), f->n);
    if (!stet_make(f, sizeof(stet_r2r), 2 * count))
        return 0;
    stet_r2r *r = (stet_r2r *)f->made;
    const stet_fft1d *inside = f->half;
    const ptrdiff_t n = inside->n, complex = 2 * (n / 2 + 1);
    *r = (stet_r2r){.n = f->n, .way = (int)kind_of(f), .scales_inside = inside->kind == STET_C2R};
    if (f->n % 2 != 0 && (kind_of(f) == STET_DCT4 || kind_of(f) == STET_DST4))
        r->way = kind_of(f) == STET_DCT4 ? STET_DCT4_ODD : STET_DST4_ODD;
    r->from = inside->kind == STET_C2C ? 2 * n : inside->kind == STET_R2C ? n : complex;
    r->to = inside->kind == STET_C2C ? 2 * n : inside->kind == STET_R2C ? complex : n;
    count_items(f, r);
    if (count == 0)
        return 1;
    r->cosine = f->table;
    r->sine = (const char *)f->table + (size_t)count * stet_real_size(f->precision);
    return stet_r2r_fill_table(f->precision, kind_of(f), f->n, f->table);
}

/* --------------------------------------------------------------- running -- */

/* Rounds the numbers of a buffer up to whole cache lines. */
static ptrdiff_t whole(ptrdiff_t numbers)
{
    const ptrdiff_t line = STET_ALIGN / (ptrdiff_t)sizeof(float);
    return (numbers + line - 1) / line * line;
}

static const stet_r2r_kernels *kernels_of(const stet_fft1d *f)
{
    switch ((int)f->precision) {
    case STET_DD: return f->isa->r2rdd;
    case STET_FF: return f->isa->r2rff;
    case STET_F64: return f->isa->r2r64;
    default: return f->isa->r2r32;
    }
}

static void pass(stet_r2r_pass *run, const stet_r2r *r, const void *x, void *y, ptrdiff_t step,
                 double scale, ptrdiff_t items, const stet_share *share)
{
    enum { TOGETHER = 64 }; /* a cut has items for whole vectors */
    const ptrdiff_t cuts = items / TOGETHER;
    const int last = !share || share->part == share->parts - 1;
    const ptrdiff_t begin = TOGETHER * stet_share_begin(share, cuts);
    const ptrdiff_t end = last ? items : TOGETHER * stet_share_end(share, cuts);
    if (begin < end)
        run(r, x, y, step, scale, begin, end);
}

/* Returns the bytes of the buffer of the transform inside, which holds its input and then its
 * output. One buffer costs less than two, with which the workspace fits no cache at some lengths
 * (Emerald Rapids, 2 MB for a core: DCT2 of 65536 doubles 177 us in place of 217, of 2048 floats
 * 1180 ns in place of 1530). */
static size_t shared_numbers(const stet_r2r *r, size_t size)
{
    return (size_t)whole(r->from > r->to ? r->from : r->to) * size;
}

/* Runs one contiguous line, or a share of it: the pass before is its first phase, the pass after
 * its last. */
static void run_across(const stet_fft1d *f, const void *x, void *y, double scale, char *work,
                       const stet_share *share)
{
    const stet_r2r *r = (const stet_r2r *)f->made;
    const stet_r2r_kernels *kernels = kernels_of(f);
    char *a = work, *rest = a + shared_numbers(r, stet_real_size(f->precision));
    stet_r2r_pass *before = kernels->across.before[r->way], *after = kernels->across.after[r->way];
    const int last = share ? 1 + stet_fft1d_phases(f->half, share->parts) : 0;
    if (before && stet_share_has(share, 0))
        pass(before, r, x, a, 1, 1, r->before, share);
    stet_inner_line(f->half, before ? a : x, after ? a : y, 0, r->scales_inside ? scale : 1, rest,
                    share, 1);
    if (after && stet_share_has(share, last))
        pass(after, r, a, y, 1, r->scales_inside ? 1 : scale, r->after, share);
}

/* Runs one line of any strides. */
static void run_alone(const stet_fft1d *f, const void *x, ptrdiff_t is, void *y, ptrdiff_t os,
                      double scale, char *work)
{
    const stet_r2r *r = (const stet_r2r *)f->made;
    const stet_r2r_passes *passes = &kernels_of(f)->alone;
    char *a = work, *rest = a + shared_numbers(r, stet_real_size(f->precision));
    passes->before[r->way](r, x, a, is, 1, 0, r->before);
    stet_fft1d_line(f->half, a, a, 0, r->scales_inside ? scale : 1, rest, NULL);
    passes->after[r->way](r, a, y, os, r->scales_inside ? 1 : scale, 0, r->after);
}

static void run_lines(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                      void *work, const stet_share *share)
{
    const ptrdiff_t size = (ptrdiff_t)stet_real_size(f->precision);
    const char *x = (const char *)lines->in;
    char *y = (char *)lines->out;
    (void)swap;
    for (ptrdiff_t i = 0; i < lines->count; i++, x += lines->id * size, y += lines->od * size)
        if (lines->is == 1 && lines->os == 1)
            run_across(f, x, y, scale, (char *)work, share);
        else
            run_alone(f, x, lines->is, y, lines->os, scale, (char *)work);
}

/* Copies number i of x to number j of y. */
static inline void move(size_t size, const void *x, ptrdiff_t i, void *y, ptrdiff_t j)
{
    const char *from = (const char *)x + i * (ptrdiff_t)size;
    char *to = (char *)y + j * (ptrdiff_t)size;
    switch (size) { /* sizes that the compiler knows */
    case sizeof(float): memcpy(to, from, sizeof(float)); break;
    case sizeof(double): memcpy(to, from, sizeof(double)); break;
    default: memcpy(to, from, size); break;
    }
}

/* Copies `lanes` lines of n numbers from one layout to another: numbers are `is` and `os` apart,
 * lines id and od. */
static void regroup(const stet_fft1d *f, ptrdiff_t lanes, const void *x, ptrdiff_t is, ptrdiff_t id,
                    void *y, ptrdiff_t os, ptrdiff_t od)
{
    const size_t size = stet_real_size(f->precision);
    for (ptrdiff_t l = 0; l < lanes; l++)
        for (ptrdiff_t i = 0; i < f->n; i++)
            move(size, x, i * is + l * id, y, i * os + l * od);
}

/* Runs as many lines as a vector has lanes, each in a lane of its own. */
static void run_group(const stet_fft1d *f, const stet_lines *lines, double scale, char *work)
{
    const stet_r2r *r = (const stet_r2r *)f->made;
    const stet_r2r_kernels *kernels = kernels_of(f);
    const ptrdiff_t lanes = kernels->lanes;
    const size_t size = stet_real_size(f->precision), group = (size_t)lanes * size;
    char *side = work, *a = side + (size_t)whole(r->n) * group;
    char *b = a + (size_t)whole(r->from) * group, *rest = b + (size_t)whole(r->to) * group;
    const int in = lines->id == 1, out = lines->od == 1;
    if (!in)
        regroup(f, lanes, lines->in, lines->is, lines->id, side, lanes, 1);
    kernels->beside.before[r->way](r, in ? lines->in : side, a, in ? lines->is : lanes, 1, 0,
                                   r->before);
    const stet_lines inside = {a, b, lanes, lanes, 1, 1, lanes};
    const stet_line_plan plan = stet_lines_plan(f->half, 0, lanes);
    plan.kernel(f->half, &inside, 0, r->scales_inside ? scale : 1, rest, NULL);
    kernels->beside.after[r->way](r, b, out ? lines->out : side, out ? lines->os : lanes,
                                  r->scales_inside ? 1 : scale, 0, r->after);
    if (!out)
        regroup(f, lanes, side, lanes, 1, lines->out, lines->os, lines->od);
}

static void run_beside(const stet_fft1d *f, const stet_lines *lines, int swap, double scale,
                       void *work, const stet_share *share)
{
    const ptrdiff_t size = (ptrdiff_t)stet_real_size(f->precision), lanes = kernels_of(f)->lanes;
    stet_lines some = *lines;
    (void)swap, (void)share;
    for (ptrdiff_t i = 0; i < lines->count; i += lanes) {
        run_group(f, &some, scale, (char *)work);
        some.in = (const char *)some.in + lanes * lines->id * size;
        some.out = (char *)some.out + lanes * lines->od * size;
    }
}

/* ------------------------------------------------------------- the method -- */

static size_t work(const stet_fft1d *f, int lanes)
{
    const stet_r2r *r = (const stet_r2r *)f->made;
    const size_t size = stet_real_size(f->precision);
    if (lanes == 1)
        return shared_numbers(r, size) + f->half->lone_work;
    const size_t buffers = (size_t)(whole(r->from) + whole(r->to)) * size;
    return (size_t)lanes * (buffers + (size_t)whole(r->n) * size) +
           stet_lines_work(f->half, 0, lanes);
}

static int phases(const stet_fft1d *f, int parts)
{
    const int inner = stet_fft1d_phases(f->half, parts);
    return inner > 0 ? 2 + inner : 0;
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    s->lanes = 1;
    s->beside = 0;
    return stet_is_r2r(f->kind);
}

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    (void)f, (void)across;
    return s->across.count == 0 ? NULL : "real: it has no passes of its own";
}

const stet_method stet_method_r2r = {.name = "real",
                                     .number = STET_R2R_METHOD,
                                     .choose = choose,
                                     .wrong = wrong,
                                     .create = create,
                                     .work = work,
                                     .phases = phases,
                                     .part_work = stet_inner_part_work};

static void add(stet_entries *list, const stet_fft1d *f, stet_line_kernel *run, ptrdiff_t lines)
{
    list->entry[list->count++] = (stet_entry){
        .method = &stet_method_r2r,
        .run = run,
        .instance = stet_fft_kernels_of(f->isa, f->precision)->name + sizeof "stet_" - 1,
        .lines = lines};
}

/* Makes the lists: lines of other strides go side by side, and so do short ones. */
void stet_r2r_list(stet_fft1d *f)
{
    enum { SHORT = 16 };
    const int lanes = kernels_of(f)->lanes;
    f->contiguous.count = f->strided.count = 0;
    if (lanes > 1 && f->n <= STET_MAX_SIDE_BY_SIDE)
        add(&f->strided, f, run_beside, lanes);
    if (lanes > 1 && f->n <= SHORT)
        add(&f->contiguous, f, run_beside, lanes);
    add(&f->strided, f, run_lines, 1);
    add(&f->contiguous, f, run_lines, 1);
}
