/* SPDX-License-Identifier: Apache-2.0 */
/* C2R of one dimension (transform_1d.c): columns c and B - c first run through the pairs of
 * range/range.h; then lines run along both. */
#include <stdint.h>
#include <string.h>

#include "base/isa.h"
#include "transform_1d/transform_1d.h"

stet_status stet_1d_make_c2r_lines(const stet_mpi_plan *plan, stet_1d *t)
{
    const stet_isa *isa = stet_isa_in_use();
    const ptrdiff_t n = plan->problem.dims[0].n;
    t->c2r_fft = stet_fft1d_acquire(n, n % 2 ? STET_C2C : STET_C2R, t->inside, isa, NULL);
    t->line_fft = stet_fft1d_acquire(t->A, STET_C2C, t->inside, isa, NULL);
    for (int contiguous = 0; contiguous < 2 && t->line_fft; contiguous++) {
        const size_t work = stet_lines_plan(t->line_fft, contiguous, PTRDIFF_MAX).work;
        t->line = work > t->line ? work : t->line;
    }
    return t->c2r_fft && t->line_fft ? STET_OK : STET_E_MEMORY;
}

/* A group: the columns [begin, end) in x, and the columns that mirror them in y, from column B -
 * last + 1 on. The columns [first, last) mirror another column, not themselves. */
typedef struct {
    const stet_1d *t;
    ptrdiff_t begin, end, first, last;
    char *x, *y;
} c2r_group;

static char *element_at(const c2r_group *g, char *array, ptrdiff_t row, ptrdiff_t column)
{
    return array + (row * g->t->column_group + column) * (ptrdiff_t)g->t->element[1];
}

static void run_pairs(const stet_1d *t, ptrdiff_t k, ptrdiff_t count, char *x, char *y)
{
    for (ptrdiff_t h = 0; h < t->howmany; h++)
        stet_hermitian_pairs(t->c2r_fft, k, count, t->howmany, x + (size_t)h * 2 * t->number,
                             y + (size_t)h * 2 * t->number);
}

/* Runs the pairs of column 0 or B/2, whose partners are in the same column: rows a and A - a, or A
 * - 1 - a. */
static void run_pairs_within(const c2r_group *g, ptrdiff_t column)
{
    const stet_1d *t = g->t;
    const ptrdiff_t rows = column ? t->A - 1 : t->A, c = column - g->begin;
    for (ptrdiff_t a = column ? 0 : 1; 2 * a <= rows; a++)
        run_pairs(t, a * t->B + column, 1, element_at(g, g->x, a, c),
                  element_at(g, g->x, rows - a, c));
}

/* Runs the pair of number 0. For even n its partner, of index N, is after the last row. */
static void run_first_pair(const c2r_group *g)
{
    const stet_1d *t = g->t;
    if (t->n == stet_fft1d_length(t->c2r_fft))
        for (ptrdiff_t h = 0; h < t->howmany; h++)
            memset(g->x + (size_t)(2 * h + 1) * t->number, 0, t->number);
    else
        run_pairs(t, 0, 1, g->x, element_at(g, g->x, t->A, 0));
}

static void run_all_pairs(const c2r_group *g)
{
    const stet_1d *t = g->t;
    for (ptrdiff_t a = 0; a < t->A && g->first < g->last; a++) {
        /* From column `middle` on k exceeds N/2, so the mirror has the lower index of the pair. */
        const ptrdiff_t k = a * t->B, b = t->A - 1 - a;
        const ptrdiff_t middle = stet_larger(g->first, stet_smaller(g->last, t->n / 2 - k + 1));
        if (g->first < middle)
            run_pairs(t, k + g->first, middle - g->first,
                      element_at(g, g->x, a, g->first - g->begin),
                      element_at(g, g->y, b, g->last - 1 - g->first));
        if (middle < g->last)
            run_pairs(t, t->n - (k + g->last - 1), g->last - middle, element_at(g, g->y, b, 0),
                      element_at(g, g->x, a, g->last - 1 - g->begin));
    }
    if (g->begin == 0) {
        run_first_pair(g);
        run_pairs_within(g, 0);
    }
    if (t->B % 2 == 0 && g->begin <= t->B / 2 && t->B / 2 < g->end)
        run_pairs_within(g, t->B / 2);
}

void stet_1d_run_c2r_columns(const columns_job *job, ptrdiff_t begin, char *scratch)
{
    const stet_1d *t = job->t;
    const int me = job->plan->rank;
    const residues own = columns_of(t, me, me + 1, 0), mirror = columns_of(t, me, me + 1, 1);
    const ptrdiff_t width[2] = {own.end - own.begin, mirror.end - mirror.begin};
    const ptrdiff_t first = own.begin + begin,
                    last = stet_smaller(first + t->column_group, own.end);
    const residues m = mirrored(t->B, first, last);
    const ptrdiff_t from[2] = {begin, m.begin - mirror.begin};
    const ptrdiff_t count[2] = {last - first, m.end - m.begin}, column[2] = {first, m.begin};
    char *array[2] = {scratch, scratch + columns_size(t, 0)};
    const c2r_group g = {
        t,       first,   last, stet_larger(first, 1), stet_smaller(last, (t->B + 1) / 2),
        scratch, array[1]};
    const ptrdiff_t most =
        job->plan->problem.dims[0].n / 2; /* the last index of the half spectrum */
    for (int which = 0; which < 2; which++)
        for (ptrdiff_t row = 0; row < t->A; row++) {
            const ptrdiff_t some =
                stet_smaller(count[which], most + 1 - row * t->B - column[which]);
            stet_1d_load_columns(job, which, row * width[which] + from[which], some,
                                 element_at(&g, array[which], row, 0));
        }
    if (first == 0 && most == t->n)
        stet_1d_load_columns(job, 0, t->A * width[0], 1, element_at(&g, scratch, t->A, 0));
    run_all_pairs(&g);
    for (int which = 0; which < 2; which++) {
        const ptrdiff_t pitch = t->column_group * t->howmany;
        const stet_lines lines = {
            array[which], array[which], pitch, pitch, 1, 1, count[which] * t->howmany};
        if (count[which] == 0)
            continue;
        stet_lines_run(t->line_fft, &lines, 0, 1, scratch + 2 * columns_size(t, 0));
        stet_1d_store_columns(job, array[which], (which ? width[0] : 0) + from[which],
                              count[which]);
    }
}
