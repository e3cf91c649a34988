/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the steps of a range, chooses the kernels that run them, and runs them. */
#include <string.h>

#include "base/alloc.h"
#include "base/isa.h"
#include "lines/dispatch.h"
#include "lines/fft1d.h"
#include "range/steps.h"

/* Returns factor number i of the graph: an odd prime, or 2 for a level. */
static ptrdiff_t factor_of(const stet_graph *g, int i) { return i < g->odd_count ? g->odd[i] : 2; }

/* Returns how many of the first factors have the product A, or -1. */
static int factors_up_to(const stet_graph *g, ptrdiff_t A)
{
    ptrdiff_t L = 1;
    int i = 0;
    for (; i < g->odd_count + g->levels && L < A; i++)
        L *= factor_of(g, i);
    return L == A ? i : -1;
}

int stet_graph_cuts(ptrdiff_t n, ptrdiff_t A)
{
    const stet_graph g = stet_graph_of(n);
    return factors_up_to(&g, A) >= g.rough_count;
}

/* Adds the step of factor i: one odd step, or up to three levels of those before factor `end`.
 * Returns the number of factors that it used. */
static int add_step(stet_range *r, int i, int end, ptrdiff_t L)
{
    enum { LOG2_RADIX = 3 };
    const stet_tables *tables = &r->fft->tables;
    const int odd_count = r->fft->graph.odd_count, left = end - i;
    stet_step *p = &r->step[r->steps++];
    if (i < odd_count) {
        *p = (stet_step){.kind = STET_STEP_ODD, .radix = r->fft->graph.odd[i], .L = L};
        p->table[0] = tables->odd[i];
        p->table[1] = tables->direct[i];
        p->columns = r->n / (L * p->radix);
        return 1;
    }
    const int levels = left < LOG2_RADIX ? left : LOG2_RADIX;
    *p = (stet_step){.kind = STET_STEP_LEVELS, .radix = (ptrdiff_t)1 << levels, .L = L};
    p->columns = r->n / (L * p->radix);
    for (int v = 0; v < levels; v++)
        p->table[v] = tables->level[i - odd_count + v];
    return levels;
}

static void schedule(stet_range *r, ptrdiff_t to)
{
    const stet_graph *g = &r->fft->graph;
    const int end = factors_up_to(g, to);
    ptrdiff_t L = r->from;
    for (int i = factors_up_to(g, L); i < end; L *= r->step[r->steps - 1].radix)
        i += add_step(r, i, end, L);
}

/* ROWS has the kernels of each instruction set of the build; doors/mpi/CMakeLists.txt makes it. A
 * set without a file for a family uses the kernels of the next lower set, as in base/isa.h. */
#include "range_rows.h"

static const struct {
    const char *isa;
    const stet_range_kernels *range32, *range64, *rangedd;
} rows_of_kernels[] = {ROWS};

static const stet_range_kernels *kernels_of(const stet_isa *isa, stet_precision precision)
{
    int i = 0;
    while (strcmp(rows_of_kernels[i].isa, isa->name) != 0)
        i++;
    switch ((int)precision) { /* STET_DD is not in the enumeration */
    case STET_F32: return rows_of_kernels[i].range32;
    case STET_DD: return rows_of_kernels[i].rangedd;
    default: return rows_of_kernels[i].range64;
    }
}

/* Returns the best kernels of one lane; the first instruction set always has some. */
static const stet_range_kernels *narrow_kernels(const stet_isa *isa, stet_precision precision)
{
    while (kernels_of(isa, precision)->lanes > 1)
        isa = stet_isa_below(isa);
    return kernels_of(isa, precision);
}

/* Chooses the widest kernels up to isa whose lanes suit the range. */
static void choose_kernels(stet_range *r, stet_precision precision, const stet_isa *isa)
{
    r->narrow = narrow_kernels(isa, precision);
    r->same = kernels_of(isa, precision);
    for (; !r->wide; isa = stet_isa_below(isa)) {
        const stet_range_kernels *k = kernels_of(isa, precision);
        if (k->lanes == 1 || stet_range_suits(r, k->lanes))
            r->wide = k;
    }
}

stet_range *stet_range_create(ptrdiff_t n, ptrdiff_t from, ptrdiff_t to, stet_precision precision,
                              const stet_isa *isa)
{
    if (from > to || !stet_graph_cuts(n, from) || !stet_graph_cuts(n, to))
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

void stet_range_run(const stet_range *r, const stet_rows *rows, int swap, double scale, void *work)
{
    const stet_range_kernels *wide = rows->same ? r->same : r->wide;
    const ptrdiff_t lanes = wide->lanes, count = rows->count;
    ptrdiff_t begin = rows->same ? 0 : (lanes - rows->row % lanes) % lanes;
    begin = begin < count ? begin : count;
    const ptrdiff_t end = begin + (count - begin) / lanes * lanes;
    r->narrow->run(r, rows, 0, begin, swap, scale, work);
    wide->run(r, rows, begin, end, swap, scale, work);
    r->narrow->run(r, rows, end, count, swap, scale, work);
}

size_t stet_range_work(const stet_range *r, int same)
{
    const size_t number = stet_lines_number_size(r->fft->precision);
    return 4 * (size_t)(same ? r->same : r->wide)->lanes * (size_t)(r->n / r->from) * number;
}

/* -------------------------------------------------------- other operations -- */

void stet_multiply(stet_precision precision, const stet_isa *isa, ptrdiff_t count, const void *x,
                   const void *z, void *y)
{
    const stet_range_kernels *wide = kernels_of(isa, precision);
    const ptrdiff_t most = count / wide->lanes * wide->lanes;
    const size_t done = (size_t)most * 2 * stet_lines_number_size(precision);
    if (count == 0) // NULL arrays are allowed, but C defines no offset of NULL
        return;
    wide->multiply(most, x, z, y);
    narrow_kernels(isa, precision)
        ->multiply(count - most, (const char *)x + done, (const char *)z + done, (char *)y + done);
}

/* Runs the pairs of one zone, and the ends: pair 0, and pair h/2. */
static void run_pairs(const stet_fft1d *f, int rho, ptrdiff_t k, ptrdiff_t count, ptrdiff_t step,
                      char *x, char *y)
{
    const ptrdiff_t number = (ptrdiff_t)stet_lines_number_size(f->precision);
    const char *m = f->tables.level[0], *t = m; // NULL if every pair is one of the two ends
    if (rho)
        m += k * number, t = m + stet_level_size(f->n / 2) * number;
    const stet_range_kernels *wide = kernels_of(f->isa, f->precision);
    const ptrdiff_t most = step == 1 ? count / wide->lanes * wide->lanes : 0;
    wide->pairs(rho, m, t, most, 1, x, y);
    if (rho)
        m += most * number, t += most * number;
    narrow_kernels(f->isa, f->precision)
        ->pairs(rho, m, t, count - most, step, x + 2 * most * step * number,
                y - 2 * most * step * number);
}

void stet_hermitian_pairs(const stet_fft1d *f, ptrdiff_t k, ptrdiff_t count, ptrdiff_t step,
                          void *x, void *y)
{
    const ptrdiff_t h = f->n / 2, size = 2 * (ptrdiff_t)stet_lines_number_size(f->precision) * step;
    const stet_range_kernels *narrow = narrow_kernels(f->isa, f->precision);
    const ptrdiff_t end = k + count, is_odd = f->n % 2, quarter = is_odd ? 0 : (h + 3) / 4;
    char *up = (char *)x, *down = (char *)y;
    if (!is_odd && end > k && (k == 0 || 2 * k == h)) {
        narrow->end_pair(up, k == 0 ? down : NULL);
        k++;
        up += size;
        down -= size;
    }
    if (k < quarter && k < end) {
        const ptrdiff_t some = (end < quarter ? end : quarter) - k;
        run_pairs(f, 1, k, some, step, up, down);
        k += some;
        up += some * size;
        down -= some * size;
    }
    const ptrdiff_t last = !is_odd && 2 * (end - 1) == h ? end - 1 : end;
    if (k < last)
        run_pairs(f, is_odd ? 0 : 2, k, last - k, step, up, down);
    if (last < end && k < end)
        narrow->end_pair(up + (last - k) * size, NULL);
}
