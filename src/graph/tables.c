/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/tables.h"

#include "base/alloc.h"
#include "lines/dispatch.h"
#include "graph/levels.h"
#include "lines/method.h"
#include "graph/roots16.h"
#include "trig/roots.h"

/* 32 bits of address are tested in WebAssembly alone. */
#ifndef __wasm__
_Static_assert(sizeof(ptrdiff_t) == 8, "stet needs a 64-bit address space");
#endif

/* m and t of trig/roots.h: m is the pair nearest to cos phi, t the quotient of that of sin phi by
 * m, by stet_dd_div(): its error is below 11 u^2 |t| and that of the sine, u^2 |t|. Of float-float
 * m and t are rounded from these of double-double, t being the quotient by the rounded m. */
void stet_pair_twiddle(stet_precision p, const stet_roots *roots, ptrdiff_t n, ptrdiff_t L,
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
    const int is_minus_one = 4 * j == L || 4 * j == 3 * L; /* by definition, as there */
    *m = cosine;
    *t = is_minus_one ? stet_dd_from(-1) : stet_dd_div(sine, cosine);
}

static void fill_level(const stet_fft1d *f, const stet_roots *roots, ptrdiff_t L, void *table)
{
    const ptrdiff_t size = stet_level_size(L);
    float *narrow = (float *)table, m, t;
    double *wide = (double *)table;
    if (f->precision == STET_F64)
        stet_roots_twiddles_f64(roots, (uint64_t)L, (uint64_t)size, wide, wide + size);
    else if (f->precision == STET_F32)
        stet_roots_twiddles_f32(roots, (uint64_t)L, (uint64_t)size, narrow, narrow + size);
    else if (stet_is_pair(f->precision))
        for (ptrdiff_t j = 0; j < size; j++) {
            stet_dd pair[2];
            stet_pair_twiddle(f->precision, roots, f->n, L, j, &pair[0], &pair[1]);
            stet_set(f->precision, table, j, pair[0]);
            stet_set(f->precision, table, size + j, pair[1]);
        }
    else
        for (ptrdiff_t j = 0; j < size; j++) {
            stet_f16_twiddle(roots, L, j, &m, &t);
            stet_set(f->precision, table, j, stet_dd_from((double)m));
            stet_set(f->precision, table, size + j, stet_dd_from((double)t));
        }
}

/* Level L from level 2 L, whose j and j + L share a twiddle but for rho. */
static void halve_level(const stet_fft1d *f, ptrdiff_t L, const void *above, void *table)
{
    const ptrdiff_t size = stet_level_size(L);
    for (int part = 0; part < 2; part++)
        for (ptrdiff_t j = 0; j < size; j++)
            stet_set(f->precision, table, part * size + j,
                     stet_get(f->precision, above, part * L + (2 * j < L ? 2 * j : 2 * j - L)));
}

void stet_tables_set_root(const stet_fft1d *f, const stet_roots *roots, ptrdiff_t k, void *table,
                          ptrdiff_t re, ptrdiff_t im)
{
    float c, s;
    if (stet_is_pair(f->precision)) {
        double a[2], b[2];
        stet_roots_dd(roots, (uint64_t)k, a, b);
        stet_set(f->precision, table, re, (stet_dd){a[0], a[1]});
        stet_set(f->precision, table, im, (stet_dd){b[0], b[1]});
        return;
    }
    if (f->precision == STET_F64) {
        stet_roots_f64(roots, (uint64_t)k, (double *)table + re, (double *)table + im);
        return;
    }
    if (f->precision == STET_F32)
        stet_roots_f32(roots, (uint64_t)k, &c, &s);
    else
        stet_f16_root(roots, k, &c, &s);
    stet_set(f->precision, table, re, stet_dd_from((double)c));
    stet_set(f->precision, table, im, stet_dd_from((double)s));
}

static void fill_odd(const stet_fft1d *f, const stet_roots *roots, ptrdiff_t L, int r, void *table)
{
    const ptrdiff_t step = f->n / (L * r);
    ptrdiff_t at = 0;
    for (ptrdiff_t j = 0; j <= L / 2; j++, at += 2 * (r - 1))
        for (int i = 1; i < r; i++)
            stet_tables_set_root(f, roots, i * j * step, table, at + i - 1, at + r - 1 + i - 1);
}

/* Levels L, 2 L, 4 L ... one after another from `block` on. Only the highest is computed: each
 * other one is every second twiddle of the next. */
static void fill_levels(stet_fft1d *f, const stet_roots *roots, ptrdiff_t L, char *block)
{
    const int levels = f->graph.levels;
    char *end[STET_MAX_STEPS + 1] = {block};
    for (int i = 0; i < levels; i++, L *= 2) {
        f->level[i] = end[i];
        end[i + 1] = end[i] + 2 * (size_t)stet_level_size(L) * stet_real_size(f->precision);
    }
    for (int i = levels - 1; i >= 0; i--) {
        L /= 2;
        if (i == levels - 1)
            fill_level(f, roots, L, end[i]);
        else
            halve_level(f, L, end[i + 1], end[i]);
    }
}

/* All tables of the odd steps and of the levels, in one block. Two walks of the same
 * order: the first, with roots NULL, only counts. */
static ptrdiff_t walk_tables(stet_fft1d *f, const stet_roots *roots, char *block)
{
    const size_t size = stet_real_size(f->precision);
    ptrdiff_t L = f->graph.rough, used = 0;
    f->odd_tables = block;
    for (int i = 0; i < f->graph.odd_count; L *= f->graph.odd[i++]) {
        if (roots && L > 1)
            fill_odd(f, roots, L, f->graph.odd[i], block + (size_t)used * size);
        used += stet_odd_table_size(L, f->graph.odd[i]);
    }
    if (roots)
        fill_levels(f, roots, L, block + (size_t)used * size);
    for (int i = 0; i < f->graph.levels; i++, L *= 2)
        used += 2 * stet_level_size(L);
    return used;
}

/* Room for so many numbers, and the roots that go into it, or NULL. */
static stet_roots *open_tables(stet_fft1d *f, ptrdiff_t count)
{
    f->tables = stet_alloc_array((size_t)count, stet_real_size(f->precision));
    return f->tables ? stet_roots_create((uint64_t)f->n) : NULL;
}

int stet_tables_create(stet_fft1d *f)
{
    const ptrdiff_t count = walk_tables(f, NULL, NULL);
    if (count == 0)
        return 1;
    stet_roots *roots = open_tables(f, count);
    if (roots)
        walk_tables(f, roots, (char *)f->tables);
    stet_roots_destroy(roots);
    return roots != NULL;
}

int stet_half_tables_create(stet_fft1d *f)
{
    stet_roots *roots = open_tables(f, 2 * stet_level_size(f->n / 2));
    if (roots)
        fill_level(f, roots, f->n / 2, f->tables);
    stet_roots_destroy(roots);
    f->level[0] = f->tables;
    return roots != NULL;
}
