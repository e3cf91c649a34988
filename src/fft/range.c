/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a range, and the kernels that run them. */
#include <string.h>

#include "base/alloc.h"
#include "base/isa.h"
#include "fft/dispatch.h"
#include "fft/fft1d.h"
#include "fft/range_steps.h"

/* The factors of n, one after another, levels one by one. */
static int factors_of(ptrdiff_t n, ptrdiff_t *factor)
{
    const stet_graph g = stet_graph_of(n);
    int count = 0;
    if (g.rough > 1)
        factor[count++] = g.rough;
    for (int i = 0; i < g.odd_count; i++)
        factor[count++] = g.odd[i];
    for (int i = 0; i < g.levels; i++)
        factor[count++] = 2;
    return count;
}

int stet_graph_cuts(ptrdiff_t n, ptrdiff_t A)
{
    ptrdiff_t factor[2 * STET_MAX_STEPS], L = 1;
    const int count = factors_of(n, factor);
    for (int i = 0; i < count && L < A; i++)
        L *= factor[i];
    return L == A;
}

/* One odd step, or levels in groups of up to three: how many of the factors that are left. */
static int add_step(stet_range *r, const ptrdiff_t *factor, int left, ptrdiff_t L, int odd,
                    int level)
{
    enum { LOG2_RADIX = 3 };
    stet_step *p = &r->step[r->steps++];
    if (factor[0] != 2) {
        *p = (stet_step){.kind = STET_STEP_ODD, .radix = factor[0], .L = L};
        p->table[0] = r->fft->step[odd].table[0];
        p->columns = r->n / (L * p->radix);
        return 1;
    }
    const int levels = left < LOG2_RADIX ? left : LOG2_RADIX;
    *p = (stet_step){.kind = STET_STEP_LEVELS, .radix = (ptrdiff_t)1 << levels, .L = L};
    p->columns = r->n / (L * p->radix);
    for (int v = 0; v < levels; v++)
        p->table[v] = r->fft->level[level + v];
    return levels;
}

static void schedule(stet_range *r, ptrdiff_t to)
{
    ptrdiff_t factor[2 * STET_MAX_STEPS], L = 1;
    const int count = factors_of(r->n, factor), odd = count - stet_graph_of(r->n).levels;
    int i = 0, end = 0;
    for (; L < r->from; i++)
        L *= factor[i];
    for (ptrdiff_t reached = 1; reached < to; end++)
        reached *= factor[end];
    while (i < end) {
        i += add_step(r, factor + i, end - i, L, i, i - odd);
        L *= r->step[r->steps - 1].radix;
    }
}

/* The widest up to isa whose lanes suit, and the best of one lane, which the first row has. */
static void choose_kernels(stet_range *r, stet_precision precision, const stet_isa *isa)
{
    for (; !r->narrow; isa = stet_isa_below(isa)) {
        const stet_range_kernels *k = precision == STET_F32  ? isa->range32
                                      : precision == STET_DD ? isa->rangedd
                                                             : isa->range64;
        if (!r->wide && (k->lanes == 1 || stet_range_suits(r, k->lanes)))
            r->wide = k;
        if (k->lanes == 1)
            r->narrow = k;
    }
}

stet_range *stet_range_create(ptrdiff_t n, ptrdiff_t from, ptrdiff_t to, stet_precision precision,
                              const stet_isa *isa)
{
    if (from > to || !stet_graph_cuts(n, from) || !stet_graph_cuts(n, to) ||
        (from == 1 && to > 1 && stet_graph_of(n).rough > 1))
        return NULL;
    stet_range *r = (stet_range *)stet_alloc(sizeof *r);
    if (!r)
        return NULL;
    memset(r, 0, sizeof *r);
    r->n = n;
    r->from = from;
    choose_kernels(r, precision, isa);
    r->fft = stet_fft1d_acquire(n, STET_C2C, precision, isa, NULL);
    if (!r->fft) {
        stet_free(r);
        return NULL;
    }
    schedule(r, to);
    return r;
}

void stet_range_destroy(stet_range *r)
{
    if (!r)
        return;
    stet_fft1d_release(r->fft);
    stet_free(r);
}

/* Rows [begin, end) of those that are to be run. */
static void run_some(const stet_range *r, const stet_range_kernels *kernels, const stet_rows *rows,
                     ptrdiff_t begin, ptrdiff_t end, int swap, double scale, void *work)
{
    const ptrdiff_t number = (ptrdiff_t)stet_lines_number_size(r->fft->precision);
    stet_rows some = *rows;
    some.in = (const char *)rows->in + 2 * begin * rows->id * number;
    some.out = (char *)rows->out + 2 * begin * rows->od * number;
    some.row += begin;
    some.count = end - begin;
    if (some.count > 0)
        kernels->run(r, &some, swap, scale, work);
}

void stet_range_run(const stet_range *r, const stet_rows *rows, int swap, double scale, void *work)
{
    const ptrdiff_t lanes = r->wide->lanes, count = rows->count;
    ptrdiff_t begin = (lanes - rows->row % lanes) % lanes;
    begin = begin < count ? begin : count;
    const ptrdiff_t end = begin + (count - begin) / lanes * lanes;
    run_some(r, r->narrow, rows, 0, begin, swap, scale, work);
    run_some(r, r->wide, rows, begin, end, swap, scale, work);
    run_some(r, r->narrow, rows, end, count, swap, scale, work);
}

size_t stet_range_work(const stet_range *r)
{
    const size_t number = stet_lines_number_size(r->fft->precision);
    return 4 * (size_t)r->wide->lanes * (size_t)(r->n / r->from) * number;
}
