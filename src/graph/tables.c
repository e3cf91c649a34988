/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/tables.h"

#include "base/alloc.h"
#include "graph/roots16.h"

/* 32-bit addresses are tested only in WebAssembly. */
#ifndef __wasm__
_Static_assert(sizeof(ptrdiff_t) == 8, "stet needs a 64-bit address space");
#endif

/* Computes m and t of trig/roots.h: m is the pair nearest to cos phi, and t is the quotient of the
 * pair nearest to sin phi by m. The error of stet_dd_div() is below 11 u^2 |t|, and that of the
 * sine u^2 |t|. For float-float m and t are rounded from those of double-double; t is the quotient
 * by the rounded m. */
static void pair_twiddle(stet_precision p, const stet_roots *roots, ptrdiff_t n, ptrdiff_t L,
                         ptrdiff_t j, stet_dd *m, stet_dd *t)
{
    const int rho = stet_twiddle_rho((uint64_t)L, (uint64_t)j);
    double c[2], s[2];
    stet_roots_dd(roots, (uint64_t)(n / (2 * L) * j), c, s);
    stet_dd cosine = {c[0], c[1]}, sine = {s[0], s[1]};
    if (rho == 1) {
        const stet_dd minus = stet_dd_neg(cosine);
        cosine = sine;
        sine = minus;
    } else if (rho == 2) {
        cosine = stet_dd_neg(cosine);
        sine = stet_dd_neg(sine);
    }
    if (p == STET_FF) {
        const stet_ff narrow = stet_ff_from_dd(cosine);
        cosine = stet_dd_two_sum((double)narrow.hi, (double)narrow.lo);
    }
    const int is_minus_one = 4 * j == L || 4 * j == 3 * L; /* by definition, as in roots.h */
    *m = cosine;
    *t = is_minus_one ? stet_dd_from(-1) : stet_dd_div(sine, cosine);
}

void stet_set_twiddle(stet_precision p, const stet_roots *roots, ptrdiff_t n, ptrdiff_t L,
                      ptrdiff_t j, void *table, ptrdiff_t at_m, ptrdiff_t at_t)
{
    const uint64_t level = (uint64_t)L, row = (uint64_t)j;
    float narrow[2];
    stet_dd m, t;
    if (p == STET_F64) {
        stet_roots_twiddle_f64(roots, level, row, (double *)table + at_m, (double *)table + at_t);
        return;
    }
    if (p == STET_F32) {
        stet_roots_twiddle_f32(roots, level, row, (float *)table + at_m, (float *)table + at_t);
        return;
    }
    if (stet_is_pair(p)) {
        pair_twiddle(p, roots, n, L, j, &m, &t);
    } else {
        stet_f16_twiddle(roots, L, j, &narrow[0], &narrow[1]);
        m = stet_dd_from((double)narrow[0]);
        t = stet_dd_from((double)narrow[1]);
    }
    stet_set(p, table, at_m, m);
    stet_set(p, table, at_t, t);
}

/* Fills all rows of the table of level L of the graph of n. */
static void fill_level(stet_precision p, const stet_roots *roots, ptrdiff_t n, ptrdiff_t L,
                       void *table)
{
    const ptrdiff_t size = stet_level_size(L);
    float *narrow = (float *)table;
    double *wide = (double *)table;
    if (p == STET_F64)
        stet_roots_twiddles_f64(roots, (uint64_t)L, (uint64_t)size, wide, wide + size);
    else if (p == STET_F32)
        stet_roots_twiddles_f32(roots, (uint64_t)L, (uint64_t)size, narrow, narrow + size);
    else
        for (ptrdiff_t j = 0; j < size; j++)
            stet_set_twiddle(p, roots, n, L, j, table, j, size + j);
}

/* Makes one part of level L from level 2 L, in which j and j + L have the same twiddle except for
 * rho: every second number, past the end again from the start. */
static inline void halve_part(size_t size, ptrdiff_t L, const void *above, void *part)
{
    const ptrdiff_t count = stet_level_size(L), before = L / 2 + L % 2;
    for (ptrdiff_t j = 0; j < count; j++)
        stet_copy(size, part, j, above, j < before ? 2 * j : 2 * j - L);
}

static void halve_level(stet_precision p, ptrdiff_t L, const void *above, void *table)
{
    const size_t size = stet_real_size(p);
    for (ptrdiff_t part = 0; part < 2; part++) {
        const void *from = (const char *)above + (size_t)(part * L) * size;
        void *to = (char *)table + (size_t)(part * stet_level_size(L)) * size;
        if (size == sizeof(float))
            halve_part(sizeof(float), L, from, to);
        else if (size == sizeof(double))
            halve_part(sizeof(double), L, from, to);
        else
            halve_part(size, L, from, to);
    }
}

void stet_set_root(stet_precision p, const stet_roots *roots, ptrdiff_t k, void *table,
                   ptrdiff_t re, ptrdiff_t im)
{
    float c, s;
    if (stet_is_pair(p)) {
        double a[2], b[2];
        stet_roots_dd(roots, (uint64_t)k, a, b);
        stet_set(p, table, re, (stet_dd){a[0], a[1]});
        stet_set(p, table, im, (stet_dd){b[0], b[1]});
        return;
    }
    if (p == STET_F64) {
        stet_roots_f64(roots, (uint64_t)k, (double *)table + re, (double *)table + im);
        return;
    }
    if (p == STET_F32)
        stet_roots_f32(roots, (uint64_t)k, &c, &s);
    else
        stet_f16_root(roots, k, &c, &s);
    stet_set(p, table, re, stet_dd_from((double)c));
    stet_set(p, table, im, stet_dd_from((double)s));
}

void stet_fill_odd_table(stet_precision p, const stet_roots *roots, ptrdiff_t n, ptrdiff_t L,
                         ptrdiff_t r, void *table)
{
    const ptrdiff_t step = n / (L * r);
    ptrdiff_t at = 0;
    for (ptrdiff_t j = 0; j <= L / 2; j++, at += 2 * (r - 1))
        for (ptrdiff_t i = 1; i < r; i++)
            stet_set_root(p, roots, i * j * step, table, at + i - 1, at + r - 1 + i - 1);
}

void stet_fill_direct_table(stet_precision p, const stet_roots *roots, ptrdiff_t n, ptrdiff_t r,
                            void *table)
{
    const ptrdiff_t h = r / 2;
    for (ptrdiff_t i = 1, at = 0; i <= h; i++, at += 2 * h)
        for (ptrdiff_t k = 1; k <= h; k++)
            stet_set_root(p, roots, i * k % r * (n / r), table, at + k - 1, at + h + k - 1);
}

/* A request says for which graph tables are made, and where they go. */
typedef struct {
    stet_tables *to;
    stet_precision p;
    ptrdiff_t n;
    stet_graph graph;
} request;

/* Fills levels L, 2 L, 4 L ... one after another from `block` on. Only the highest is computed:
 * each other one is every second twiddle of the next. */
static void fill_levels(const request *r, const stet_roots *roots, ptrdiff_t L, char *block)
{
    const int levels = r->graph.levels;
    char *end[STET_MAX_STEPS + 1] = {block};
    for (int i = 0; i < levels; i++, L *= 2) {
        r->to->level[i] = end[i];
        end[i + 1] = end[i] + 2 * (size_t)stet_level_size(L) * stet_real_size(r->p);
    }
    for (int i = levels - 1; i >= 0; i--) {
        L /= 2;
        if (i == levels - 1)
            fill_level(r->p, roots, r->n, L, end[i]);
        else
            halve_level(r->p, L, end[i + 1], end[i]);
    }
}

/* Puts the tables of the odd steps into a block; equal primes share their constants. It walks twice
 * in the same order: with roots NULL it only counts. Returns how many numbers they are. */
static ptrdiff_t walk_odd(const request *r, const stet_roots *roots, char *block)
{
    const size_t size = stet_real_size(r->p);
    const stet_graph *g = &r->graph;
    ptrdiff_t L = 1, used = 0;
    for (int i = 0; i < g->odd_count; L *= g->odd[i++]) {
        const int shares = i > 0 && g->odd[i] == g->odd[i - 1];
        const ptrdiff_t twiddles = stet_odd_table_size(L, g->odd[i]);
        const ptrdiff_t constants = shares ? 0 : stet_direct_table_size(g->odd[i]);
        if (roots) {
            char *here = block + (size_t)used * size, *direct = here + (size_t)twiddles * size;
            r->to->odd[i] = here;
            if (L > 1)
                stet_fill_odd_table(r->p, roots, r->n, L, g->odd[i], here);
            if (constants > 0)
                stet_fill_direct_table(r->p, roots, r->n, g->odd[i], direct);
            r->to->direct[i] = shares ? r->to->direct[i - 1] : constants > 0 ? direct : NULL;
        }
        used += twiddles + constants;
    }
    return used;
}

/* Puts all tables into one block, as walk_odd() does. */
static ptrdiff_t walk_tables(const request *r, const stet_roots *roots, char *block)
{
    const stet_graph *g = &r->graph;
    ptrdiff_t L = r->n >> g->levels, used = walk_odd(r, roots, block);
    if (roots)
        fill_levels(r, roots, L, block + (size_t)used * stet_real_size(r->p));
    for (int i = 0; i < g->levels; i++, L *= 2)
        used += 2 * stet_level_size(L);
    return used;
}

/* Allocates a block for `count` numbers, and returns the roots for it; NULL if memory is short. */
static stet_roots *open_tables(stet_tables *tables, stet_precision p, ptrdiff_t n, ptrdiff_t count)
{
    tables->block = stet_alloc_array((size_t)count, stet_real_size(p));
    return tables->block ? stet_roots_create((uint64_t)n) : NULL;
}

int stet_tables_create(stet_tables *tables, stet_precision p, ptrdiff_t n)
{
    const request r = {tables, p, n, stet_graph_of(n)};
    const ptrdiff_t count = walk_tables(&r, NULL, NULL);
    if (count == 0)
        return 1;
    stet_roots *roots = open_tables(tables, p, n, count);
    if (roots)
        walk_tables(&r, roots, (char *)tables->block);
    stet_roots_destroy(roots);
    return roots != NULL;
}

int stet_half_tables_create(stet_tables *tables, stet_precision p, ptrdiff_t n)
{
    stet_roots *roots = open_tables(tables, p, n, 2 * stet_level_size(n / 2));
    if (roots)
        fill_level(p, roots, n, n / 2, tables->block);
    stet_roots_destroy(roots);
    tables->level[0] = tables->block;
    return roots != NULL;
}
