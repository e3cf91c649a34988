/* SPDX-License-Identifier: Apache-2.0 */
/* Mode STORE: runs a long complex line as two sets of lines in float, with 16 bits between them.
 * See stet_half_split. */
#include "half/half.h"

#include <string.h>

#include "base/alloc.h"
#include "base/isa.h"
#include "base/size.h"
#include "lines/tuning.h"
#include "trig/roots.h"

/* A block has this many lines: their 16-bit complex numbers side by side fill a cache line, and
 * transpose() of convert.h takes as many. */
enum { GROUP = 16 };

/* Lines that are shorter stay whole; so do those without two factors of at least 64. */
#define LEAST_SPLIT ((ptrdiff_t)1 << 16)
#define LEAST_FACTOR 64

/* This is part of the definition of the mode: n1 is the largest divisor of n up to its square root.
 * Lengths with prime factors above 13 stay whole. */
ptrdiff_t stet_half_split_of(ptrdiff_t n)
{
    if (n < LEAST_SPLIT || !stet_is_smooth(n))
        return 1;
    ptrdiff_t n1 = LEAST_FACTOR;
    while (n1 <= n / n1)
        n1 *= 2;
    for (; n1 >= LEAST_FACTOR; n1--)
        if (n1 <= n / n1 && n % n1 == 0)
            return n1;
    return 1;
}

static ptrdiff_t coarse_count(const stet_half_split *s)
{
    return (s->n2 + STET_FINE - 1) / STET_FINE;
}

static int fill_roots(const stet_half_split *s, ptrdiff_t n)
{
    stet_roots *roots = stet_roots_create((uint64_t)n);
    if (!roots)
        return 0;
    const ptrdiff_t coarse = coarse_count(s);
    for (ptrdiff_t j = 0; j < s->n1; j++) {
        for (ptrdiff_t c = 0; c < STET_FINE; c++) {
            float *w = s->fine + 2 * (j * STET_FINE + c);
            stet_roots_f32(roots, (uint64_t)(j * c % n), &w[0], &w[1]);
        }
        for (ptrdiff_t c = 0; c < coarse; c++) {
            float *w = s->coarse + 2 * (j * coarse + c);
            stet_roots_f32(roots, (uint64_t)(j * c * STET_FINE % n), &w[0], &w[1]);
        }
    }
    stet_roots_destroy(roots);
    return 1;
}

/* Returns two or three passes of radix 8 or 16, the wider ones first. */
static stet_lane_steps lane_steps(const stet_line_plan *line)
{
    stet_lane_steps s = {line->n, 0, {{0}}};
    const int levels = stet_graph_of(line->n).levels;
    if (line->n != (ptrdiff_t)1 << levels || levels < 6 || levels > 12)
        return s;
    int level = 0;
    ptrdiff_t L = 1;
    for (int to_come = levels > 8 ? 3 : 2; to_come > 0; to_come--) {
        const int log2 = (levels - level + to_come - 1) / to_come;
        stet_step *p = &s.step[s.count++];
        *p = (stet_step){.kind = STET_STEP_LEVELS, .radix = (ptrdiff_t)1 << log2, .L = L};
        p->columns = line->n / (L << log2);
        for (int v = 0; v < log2; v++)
            p->table[v] = stet_fft1d_level(line->fft, level + v);
        level += log2;
        L <<= log2;
    }
    return s;
}

/* Copies `count` complex roots for each j so that `lanes` of them lie side by side. */
static float *side_by_side(const stet_half_split *s, const float *roots, ptrdiff_t count)
{
    const ptrdiff_t lanes = s->lanes;
    float *table = (float *)stet_alloc_array((size_t)(s->n1 * count), 2 * sizeof(float));
    for (ptrdiff_t j = 0; table && j < s->n1; j++)
        for (ptrdiff_t c = 0; c < count; c++) {
            float *to = table + 2 * ((j / lanes * count + c) * lanes) + j % lanes;
            to[0] = roots[2 * (j * count + c)];
            to[lanes] = roots[2 * (j * count + c) + 1];
        }
    return table;
}

/* Returns 0 if memory is short. */
static int create_lanes(stet_half *h, stet_precision precision, const stet_isa *isa)
{
    stet_half_split *s = &h->split;
    h->direct = stet_direct_widest(precision, isa);
    s->column = lane_steps(&s->tall);
    s->row = lane_steps(&s->wide);
    if (!h->direct.split || s->column.count == 0 || s->row.count == 0)
        return 1;
    s->line = h->direct.split;
    s->lanes = h->direct.lanes;
    s->lane_fine = side_by_side(s, s->fine, STET_FINE);
    s->lane_coarse = side_by_side(s, s->coarse, coarse_count(s));
    return s->lane_fine && s->lane_coarse;
}

static int acquire(stet_line_plan *line, ptrdiff_t n, stet_effort effort, const stet_isa *isa)
{
    if (effort == STET_EFFORT_MEASURE)
        stet_measure(n, STET_C2C, STET_F32, isa);
    stet_fft1d *f = stet_fft1d_acquire(n, STET_C2C, STET_F32, isa, NULL);
    if (f)
        *line = stet_lines_plan(f, 1, 1);
    return f != NULL;
}

int stet_half_split_create(stet_half *h, stet_precision precision, const stet_isa *isa)
{
    stet_half_split *s = &h->split;
    s->n1 = stet_half_split_of(h->n);
    s->n2 = h->n / s->n1;
    const int both =
        acquire(&s->tall, s->n1, h->effort, isa) && acquire(&s->wide, s->n2, h->effort, isa);
    s->fine = (float *)stet_alloc_array((size_t)(s->n1 * STET_FINE), 2 * sizeof(float));
    s->coarse = (float *)stet_alloc_array((size_t)(s->n1 * coarse_count(s)), 2 * sizeof(float));
    if (!both || !s->fine || !s->coarse || !fill_roots(s, h->n))
        return 0;
    if (!create_lanes(h, precision, isa))
        return 0;
    h->group = 1;
    h->work = stet_half_split_work(h);
    return 1;
}

void stet_half_split_destroy(stet_half_split *s)
{
    stet_fft1d_release(s->tall.fft);
    stet_fft1d_release(s->wide.fft);
    stet_free(s->fine);
    stet_free(s->coarse);
    stet_free(s->lane_fine);
    stet_free(s->lane_coarse);
}

/* Returns the distance of two lines of the block, in 16-bit complex numbers and in floats: it is
 * not a power of two. */
static ptrdiff_t row_of(const stet_half_split *s) { return (s->n2 + 15) / 16 * 16 + 16; }

/* The workspace has all of y, as n2 lines of n1; the 16-bit numbers of a block of lines; the floats
 * of one line; and the memory of the kernels. */
static size_t y_bytes(const stet_half *h)
{
    return stet_round_to_line(2 * (size_t)h->n * sizeof(uint16_t));
}

static size_t block_bytes(const stet_half_split *s)
{
    return 2 * (size_t)GROUP * (size_t)row_of(s) * sizeof(uint16_t);
}

static size_t line_bytes(const stet_half_split *s) { return 2 * (size_t)row_of(s) * sizeof(float); }

/* Returns the memory of split.h: y, and a tile. */
static size_t lanes_work(const stet_half_split *s)
{
    const ptrdiff_t longer = s->n1 > s->n2 ? s->n1 : s->n2;
    return (size_t)(s->n2 / s->lanes * stet_split_group(s, s->lanes)) * sizeof(uint16_t) +
           2 * (size_t)(longer * s->lanes) * sizeof(float);
}

size_t stet_half_split_work(const stet_half *h)
{
    const stet_half_split *s = &h->split;
    const size_t kernel = s->wide.work > s->tall.work ? s->wide.work : s->tall.work;
    const size_t whole = y_bytes(h) + block_bytes(s) + line_bytes(s) + kernel;
    return s->line && lanes_work(s) > whole ? lanes_work(s) : whole;
}

typedef struct {
    uint16_t *y, *block;
    float *line;
    void *kernel;
    unsigned in, out; /* the largest input and output */
} state;

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

/* Reads elements `first` + g + step e of an array of stride `stride`, for g < count, e < n, as line
 * g of the block. */
static void read_block(const stet_half *h, const uint16_t *x, ptrdiff_t stride, ptrdiff_t first,
                       ptrdiff_t step, ptrdiff_t n, ptrdiff_t count, const state *st)
{
    const ptrdiff_t row = row_of(&h->split);
    ptrdiff_t e = 0;
    if (stride == 1 && count == GROUP)
        for (; e + GROUP <= n; e += GROUP)
            h->convert.transpose(x + 2 * (first + step * e), step, st->block + 2 * e, row);
    for (; e < n; e++)
        for (ptrdiff_t g = 0; g < count; g++)
            memcpy(st->block + 2 * (row * g + e), x + 2 * (first + g + step * e) * stride, 4);
}

static void write_block(const stet_half *h, uint16_t *x, ptrdiff_t stride, ptrdiff_t first,
                        ptrdiff_t step, ptrdiff_t n, ptrdiff_t count, const state *st)
{
    const ptrdiff_t row = row_of(&h->split);
    ptrdiff_t e = 0;
    if (stride == 1 && count == GROUP)
        for (; e + GROUP <= n; e += GROUP)
            h->convert.transpose(st->block + 2 * e, row, x + 2 * (first + step * e), step);
    for (; e < n; e++)
        for (ptrdiff_t g = 0; g < count; g++)
            memcpy(x + 2 * (first + g + step * e) * stride, st->block + 2 * (row * g + e), 4);
}

/* Turns columns c .. c + count - 1 of x into lines of y. */
static void run_tall(const stet_half *h, const uint16_t *x, ptrdiff_t is, int swap, ptrdiff_t c,
                     ptrdiff_t count, state *st)
{
    const stet_half_split *s = &h->split;
    const stet_lines line = {st->line, st->line, 1, 1, 0, 0, 1};
    read_block(h, x, is, c, s->n2, s->n1, count, st);
    for (ptrdiff_t g = 0; g < count; g++) {
        const uint16_t *from = st->block + 2 * row_of(s) * g;
        st->in = larger(st->in, h->convert.widen(from, 2 * s->n1, h->load, st->line));
        s->tall.kernel(s->tall.fft, &line, swap, 1, st->kernel, NULL);
        h->convert.narrow(st->line, 2 * s->n1, st->y + 2 * s->n1 * (c + g));
    }
}

/* Turns rows j .. j + count - 1, across the lines of y, into outputs j + n1 q, j + 1 + n1 q, ... */
static void run_wide(const stet_half *h, uint16_t *y, ptrdiff_t os, int swap, ptrdiff_t j,
                     ptrdiff_t count, state *st)
{
    const stet_half_split *s = &h->split;
    const ptrdiff_t coarse = coarse_count(s);
    const stet_lines line = {st->line, st->line, 1, 1, 0, 0, 1};
    read_block(h, st->y, 1, j, s->n1, s->n2, count, st);
    for (ptrdiff_t g = 0; g < count; g++) {
        uint16_t *row = st->block + 2 * row_of(s) * g;
        h->convert.widen(row, 2 * s->n2, 1, st->line);
        h->convert.twist(st->line, s->n2, s->coarse + 2 * coarse * (j + g),
                         s->fine + 2 * STET_FINE * (j + g), swap);
        s->wide.kernel(s->wide.fft, &line, swap, h->scale, st->kernel, NULL);
        st->out = larger(st->out, h->convert.narrow(st->line, 2 * s->n2, row));
    }
    write_block(h, y, os, j, s->n1, s->n2, count, st);
}

/* Runs a line as run_direct() of lines.c does. */
static int split_by_lanes(const stet_half *h, const uint16_t *x, uint16_t *y, int swap, void *work)
{
    const int in_place = x == y, before = in_place && h->direct.all_finite(x, 2 * h->n);
    if (h->split.line(&h->split, x, y, swap, h->load, (float)h->scale, work))
        return 0;
    return (in_place ? before : h->direct.all_finite(x, 2 * h->n)) ? STET_HALF_OVERFLOW : 0;
}

int stet_half_split_line(const stet_half *h, const uint16_t *x, ptrdiff_t is, uint16_t *y,
                         ptrdiff_t os, int swap, void *work)
{
    const stet_half_split *s = &h->split;
    if (s->line && is == 1 && os == 1)
        return split_by_lanes(h, x, y, swap, work);
    uint16_t *y_lines = (uint16_t *)work, *block = y_lines + y_bytes(h) / sizeof *y_lines;
    float *line = (float *)(block + block_bytes(s) / sizeof *block);
    state st = {y_lines, block, line, line + line_bytes(s) / sizeof *line, 0, 0};
    for (ptrdiff_t c = 0; c < s->n2; c += GROUP)
        run_tall(h, x, is, swap, c, s->n2 - c < GROUP ? s->n2 - c : GROUP, &st);
    for (ptrdiff_t j = 0; j < s->n1; j += GROUP)
        run_wide(h, y, os, swap, j, s->n1 - j < GROUP ? s->n1 - j : GROUP, &st);
    return st.in < h->convert.infinity && st.out >= h->convert.infinity ? STET_HALF_OVERFLOW : 0;
}
