/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of a length, and its schedule: which levels one pass takes together. */
#include "fft/convolution.h"
#include "fft/dispatch.h"
#include "fft/fft1d.h"

stet_graph stet_graph_of(ptrdiff_t n)
{
    static const int odd[] = {13, 11, 7, 5, 3};
    stet_graph g = {1, 0, {0}, 0};
    for (; n % 2 == 0; n /= 2)
        g.levels++;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        for (; n % odd[i] == 0; n /= odd[i])
            g.odd[g.odd_count++] = odd[i];
    g.rough = n;
    return g;
}

static void add_step(stet_step *steps, int *count, stet_step_kind kind, ptrdiff_t n,
                     ptrdiff_t radix, ptrdiff_t *L)
{
    steps[(*count)++] =
        (stet_step){.kind = kind, .radix = radix, .L = *L, .columns = n / (*L * radix)};
    *L *= radix;
}

/* A step of `log2` levels from level number `level` on; returns the next level. */
static int add_levels(const stet_fft1d *f, stet_step *steps, int *count, int level, int log2,
                      ptrdiff_t *L)
{
    stet_step *p = &steps[*count];
    add_step(steps, count, STET_STEP_LEVELS, f->n, (ptrdiff_t)1 << log2, L);
    for (int v = 0; v < log2; v++)
        p->table[v] = f->level[level + v];
    return level + log2;
}

/* The rough and the odd steps. */
static void add_odd(const stet_fft1d *f, stet_step *steps, int *count, ptrdiff_t *L)
{
    const stet_graph *g = &f->graph;
    const size_t size = f->precision == STET_F64 ? sizeof(double) : sizeof(float);
    const char *table = (const char *)f->odd_tables;
    if (g->rough > 1)
        add_step(steps, count, STET_STEP_ROUGH, f->n, g->rough, L);
    for (int i = 0; i < g->odd_count; i++) {
        stet_step *p = &steps[*count];
        add_step(steps, count, STET_STEP_ODD, f->n, g->odd[i], L);
        p->table[0] = table;
        if (table) /* there is none where the only odd step is at L = 1 */
            table += (size_t)stet_odd_table_size(p->L, g->odd[i]) * size;
    }
}

/* Levels up to, not including, level number `end`, in groups of at most `widest`. */
static void add_groups(const stet_fft1d *f, stet_step *steps, int *count, int end, int widest,
                       ptrdiff_t *L)
{
    for (int level = 0; level < end;) {
        const int left = end - level;
        level = add_levels(f, steps, count, level, left < widest ? left : widest, L);
    }
}

static int log2_of(ptrdiff_t n)
{
    int log2 = 0;
    while (n > 1) {
        n /= 2;
        log2++;
    }
    return log2;
}

static void schedule_columns(stet_fft1d *f, int widest)
{
    const int lanes = log2_of(f->lanes), rows = stet_rows_of(f->lanes);
    f->column_step_count = 0;
    if (lanes < 1 || f->graph.rough > 1 || f->graph.levels < lanes ||
        f->n < (ptrdiff_t)4 * rows * f->lanes)
        return;
    ptrdiff_t L = 1;
    add_odd(f, f->column_step, &f->column_step_count, &L);
    add_groups(f, f->column_step, &f->column_step_count, f->graph.levels - lanes, widest, &L);
    add_levels(f, f->column_step, &f->column_step_count, f->graph.levels - lanes, lanes, &L);
}

/* Where the tall part ends, and in how many steps: one in short transforms, and in long ones
 * where columns and rows are about equally many. */
static int tall_steps(stet_fft1d *f, int before, size_t bytes, int *log2)
{
    enum { BALANCED = 4 << 20 };
    if (bytes >= BALANCED) {
        *log2 = (f->graph.levels + 1) / 2 < 12 ? (f->graph.levels + 1) / 2 : 12;
        return 3;
    }
    if (before > 8) {
        *log2 = before > 11 ? 8 : 7;
        return 2;
    }
    *log2 = before > 6 ? 4 : 3;
    return 1;
}

/* Rows whose runs in the output are long enough for the memory; a block of them has to stay in
 * the second-level cache. Measured on Zen 5: scattered runs of 64 bytes are written at 6 GB/s,
 * those of 128 at 16, of 256 at 25. */
static ptrdiff_t block_of_rows(const stet_fft1d *f, ptrdiff_t size, ptrdiff_t rows)
{
    enum { RUN = 512, CACHE = 512 << 10 };
    while (rows * size < RUN && 2 * rows * size * (f->n / f->tall) <= CACHE)
        rows *= 2;
    return rows;
}

/* The row steps as digits of the number of a cell: divisions that no transform has to repeat. */
static void set_digits(stet_fft1d *f)
{
    ptrdiff_t before = 1, after = f->cells;
    f->natural.steps = f->reversed.steps = f->row_steps;
    for (int t = 0; t < f->row_steps; t++) {
        const ptrdiff_t radix = f->wide_step[f->tall_steps + t].radix;
        after /= radix;
        f->natural.log2[t] = f->reversed.log2[t] = log2_of(radix);
        f->natural.stride[t] = after;
        f->reversed.stride[t] = before;
        before *= radix;
    }
}

static void schedule_wide(stet_fft1d *f)
{
    enum { GROUPED = 512 << 10 };
    const int lanes = log2_of(f->lanes), rows = stet_rows_of(f->lanes);
    const int before = f->graph.levels - lanes;
    const ptrdiff_t size = f->precision == STET_F64 ? 16 : 8;
    f->wide_step_count = 0;
    if (f->n != (ptrdiff_t)1 << f->graph.levels || f->n < (ptrdiff_t)4 * rows * f->lanes)
        return;
    int level = 0, left, tall;
    ptrdiff_t L = 1;
    f->tall_steps = tall_steps(f, before, (size_t)(f->n * size), &tall);
    for (int to_come = f->tall_steps; to_come > 0; to_come--)
        level = add_levels(f, f->wide_step, &f->wide_step_count, level,
                           (tall - level + to_come - 1) / to_come, &L);
    f->tall = L;
    f->cells = f->n / (L * f->lanes);
    f->grouped = f->n * size >= GROUPED;
    f->block = f->grouped ? block_of_rows(f, size, rows) : rows;
    f->row_steps = 0;
    for (; (left = before - level) > 0; f->row_steps++) {
        const int steps = (left + 2) / 3, log2 = (left + steps - 1) / steps;
        level = add_levels(f, f->wide_step, &f->wide_step_count, level, log2, &L);
    }
    set_digits(f);
    add_levels(f, f->wide_step, &f->wide_step_count, level, lanes, &L);
}

/* Vectors that a step of rows.h takes, if lanes are columns or rows; 0: one of its ranges is shorter
 * than a vector. */
static ptrdiff_t vectors_of_columns(const stet_step *p, ptrdiff_t lanes)
{
    return p->columns < lanes ? 0 : (p->columns + lanes - 1) / lanes * p->L;
}

static ptrdiff_t vectors_of_rows(const stet_step *p, ptrdiff_t lanes, int real)
{
    const ptrdiff_t rows = real ? p->L / 2 + 1 : p->L;
    if (p->kind == STET_STEP_ODD)
        return rows < lanes ? 0 : (rows + lanes - 1) / lanes * p->columns;
    ptrdiff_t vectors = 0;
    for (int zone = 0; zone < (real ? 2 : 4); zone++) {
        const ptrdiff_t begin = (zone * p->L + 3) / 4, end = ((zone + 1) * p->L + 3) / 4;
        const ptrdiff_t count = (end < rows ? end : rows) - begin;
        if (count < lanes)
            return 0;
        vectors += (count + lanes - 1) / lanes;
    }
    return vectors * p->columns;
}

/* Where lanes turn from columns to rows with the fewest vectors. Real input may have one step of
 * levels, its L being odd: row L/2 of an even L has a zone of its own. */
static void schedule_rows(stet_fft1d *f)
{
    const int real = f->kind == STET_R2C && f->graph.rough == 1;
    ptrdiff_t best = 0;
    f->turn = 0;
    if (f->lanes == 1 || f->column_step_count > 0 || f->small.log2_vectors > 0)
        return;
    if (real && f->step_count > f->graph.odd_count + 1)
        return;
    for (int turn = 1; turn < f->step_count; turn++) {
        ptrdiff_t sum = 0;
        for (int i = 0; i < f->step_count && sum >= 0; i++) {
            const ptrdiff_t vectors = i < turn ? vectors_of_columns(&f->step[i], f->lanes)
                                               : vectors_of_rows(&f->step[i], f->lanes, real);
            sum = vectors > 0 ? sum + vectors : -1;
        }
        if (sum > 0 && (best == 0 || sum < best)) {
            best = sum;
            f->turn = turn;
        }
    }
}

/* From 4 vectors on, up to twice those that fill 16 pairs of registers. */
static void schedule_small(stet_fft1d *f)
{
    const int lanes = log2_of(f->lanes), s = f->graph.levels - lanes;
    const int most = lanes >= 3 ? 5 : 3;
    f->small.log2_vectors = 0;
    if (f->kind != STET_C2C || f->n != (ptrdiff_t)1 << f->graph.levels || s < 2 || s > most)
        return;
    ptrdiff_t L = 1;
    int count = 0;
    f->small.lanes = f->lanes;
    f->small.log2_vectors = s;
    add_levels(f, &f->small.first, &count, 0, s, &L);
}

/* The conditions are those of alone() in across.h. */
static int divides(const stet_fft1d *f)
{
    if (f->half)
        return !f->half->convolution && f->half->divides;
    if (f->convolution)
        return f->kind == STET_C2C && f->convolution->n == f->n && f->convolution->fft->divides;
    if (f->small.log2_vectors > 0)
        return 0;
    return f->kind != STET_C2R && (f->column_step_count > 0 || f->turn > 0);
}

int stet_fft1d_phases(const stet_fft1d *f, int parts)
{
    if (f->half)
        return 1 + stet_fft1d_phases(f->half, parts);
    if (f->convolution)
        return 3 + 2 * stet_fft1d_phases(f->convolution->fft, parts);
    if (f->kind == STET_C2C && f->wide_step_count > 0)
        return 2;
    if (f->turn > 0)
        return f->step_count + 1;
    return 1 + f->column_step_count - stet_tall_passes(f, parts);
}

/* As many as leave each part columns enough to be worth loading the twiddles of a row for. */
int stet_tall_passes(const stet_fft1d *f, int parts)
{
    enum { LEAST_VECTORS = 4 };
    int passes = 1;
    while (passes < f->column_step_count - 1 &&
           f->column_step[passes].columns >= (ptrdiff_t)LEAST_VECTORS * parts * f->lanes)
        passes++;
    return passes;
}

void stet_fft1d_schedule(stet_fft1d *f)
{
    const int widest = f->max_radix >= 8 ? 3 : f->max_radix >= 4 ? 2 : 1;
    if (f->half) { /* which has the passes */
        f->divides = divides(f);
        return;
    }
    ptrdiff_t L = 1;
    add_odd(f, f->step, &f->step_count, &L);
    add_groups(f, f->step, &f->step_count, f->graph.levels, widest, &L);
    /* The widest vectors that the length fills; narrower instances take over below. */
    int lanes = f->widest_lanes;
    for (; lanes > 1; lanes /= 2) {
        if (!stet_kernel_of_lanes(f->isa, f->precision, lanes))
            continue; /* there is none, or it was left out of the build */
        f->lanes = lanes;
        schedule_columns(f, widest);
        schedule_wide(f);
        schedule_small(f);
        schedule_rows(f);
        if (f->column_step_count > 0 || f->small.log2_vectors > 0 || f->turn > 0)
            break;
    }
    f->lanes = lanes;
    f->divides = divides(f);
}
