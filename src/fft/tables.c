/* SPDX-License-Identifier: Apache-2.0 */
/* Creation of one-dimensional transforms: their tables of roots of unity. */
#include <string.h>

#include "base/alloc.h"
#include "fft/cache.h"
#include "fft/convolution.h"
#include "fft/dispatch.h"
#include "fft/fft1d.h"
#include "fft/roots16.h"
#include "trig/roots.h"

_Static_assert(sizeof(ptrdiff_t) == 8, "stet needs a 64-bit address space");

#define T float
#define NAME(x) x##_f32
#include "fft/tables.h"
#undef T
#undef NAME
#define T double
#define NAME(x) x##_f64
#include "fft/tables.h"
#undef T
#undef NAME

static size_t size_of(stet_precision p) { return p == STET_F64 ? sizeof(double) : sizeof(float); }

static void fill_level(const stet_fft1d *f, const stet_roots *roots, ptrdiff_t L, void *table)
{
    if (f->precision == STET_F16)
        stet_f16_level(roots, L, (float *)table);
    else if (f->precision != STET_F64)
        fill_level_f32(roots, L, (float *)table);
    else
        fill_level_f64(roots, L, (double *)table);
}

static void halve_level(const stet_fft1d *f, ptrdiff_t L, const void *above, void *table)
{
    if (f->precision != STET_F64)
        halve_level_f32(L, (const float *)above, (float *)table);
    else
        halve_level_f64(L, (const double *)above, (double *)table);
}

static void fill_odd(const stet_fft1d *f, const stet_roots *roots, ptrdiff_t L, int r, void *table)
{
    if (f->precision == STET_F16)
        stet_f16_odd(roots, f->n, L, r, (float *)table);
    else if (f->precision != STET_F64)
        fill_odd_f32(roots, f->n, L, r, (float *)table);
    else
        fill_odd_f64(roots, f->n, L, r, (double *)table);
}

/* Levels L, 2 L, 4 L ... one after another from `block` on. Only the highest is computed: each
 * other one is every second twiddle of the next. */
static void fill_levels(stet_fft1d *f, const stet_roots *roots, ptrdiff_t L, char *block)
{
    const int levels = f->graph.levels;
    char *end[STET_MAX_STEPS + 1] = {block};
    for (int i = 0; i < levels; i++, L *= 2) {
        f->level[i] = end[i];
        end[i + 1] = end[i] + 2 * (size_t)stet_level_size(L) * size_of(f->precision);
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
    const size_t size = size_of(f->precision);
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

static int create_tables(stet_fft1d *f)
{
    const ptrdiff_t count = walk_tables(f, NULL, NULL);
    if (count == 0)
        return 1;
    f->tables = stet_alloc_array((size_t)count, size_of(f->precision));
    stet_roots *roots = f->tables ? stet_roots_create((uint64_t)f->n) : NULL;
    if (roots)
        walk_tables(f, roots, (char *)f->tables);
    stet_roots_destroy(roots);
    return roots != NULL;
}

static int create_small(stet_fft1d *f)
{
    const stet_small *p = &f->small;
    if (p->log2_vectors == 0)
        return 1;
    const size_t exchanges = (size_t)(f->graph.levels - p->log2_vectors);
    f->small.table =
        stet_alloc_array(exchanges * (size_t)stet_small_level_size(p->log2_vectors, p->lanes),
                         size_of(f->precision));
    if (!f->small.table)
        return 0;
    if (f->precision != STET_F64)
        fill_small_f32(f, (float *)f->small.table);
    else
        fill_small_f64(f, (double *)f->small.table);
    return 1;
}

/* C2R of even length needs no tables of its own but those of its last step. */
static int create_half(stet_fft1d *f)
{
    const ptrdiff_t h = f->n / 2, size = stet_level_size(h);
    f->half = stet_fft1d_acquire(h, STET_C2C, f->precision, f->isa, f->max_radix);
    f->tables = f->half ? stet_alloc_array((size_t)size, 2 * size_of(f->precision)) : NULL;
    stet_roots *roots = f->tables ? stet_roots_create((uint64_t)f->n) : NULL;
    if (roots)
        fill_level(f, roots, h, f->tables);
    stet_roots_destroy(roots);
    f->level[0] = f->tables;
    return roots != NULL;
}

static int create_as_complex(stet_fft1d *f)
{
    f->as_complex = stet_fft1d_acquire(f->n, STET_C2C, f->precision, f->isa, f->max_radix);
    if (!f->as_complex)
        return 0;
    if (f->as_complex->small.log2_vectors == 0) {
        stet_fft1d_release(f->as_complex);
        f->as_complex = NULL;
    }
    return 1;
}

/* Every part of the tall phase has a tile of its own, last in the workspace. */
static size_t part_work_of(const stet_fft1d *f)
{
    if (f->half)
        return f->half->part_work;
    if (f->convolution)
        return f->convolution->fft->part_work;
    if (f->kind != STET_C2C || f->wide_step_count == 0)
        return 0;
    return (size_t)stet_wide_tile(f) * size_of(f->precision);
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static int create_packed(stet_fft1d *f)
{
    const stet_step *last = &f->wide_step[f->wide_step_count - 1];
    const size_t count = (size_t)(last->L * stet_packed_per_row(f->lanes));
    f->packed = stet_alloc_array(count, size_of(f->precision));
    if (f->packed && f->precision != STET_F64)
        fill_packed_f32(last, f->lanes, (float *)f->packed);
    else if (f->packed)
        fill_packed_f64(last, f->lanes, (double *)f->packed);
    return f->packed != NULL;
}

static int create_row_tables(stet_fft1d *f)
{
    ptrdiff_t count = 0;
    for (int i = f->turn; i < f->step_count; i++)
        count += stet_row_table_size(&f->step[i]);
    if (f->turn == 0 || count == 0)
        return 1;
    f->row_tables = stet_alloc_array((size_t)count, size_of(f->precision));
    if (!f->row_tables)
        return 0;
    float *narrow = (float *)f->row_tables;
    double *wide = (double *)f->row_tables;
    for (int i = f->turn; i < f->step_count; i++) {
        if (f->step[i].kind != STET_STEP_ODD)
            continue;
        if (f->precision != STET_F64)
            narrow = fill_rows_f32(&f->step[i], narrow);
        else
            wide = fill_rows_f64(&f->step[i], wide);
    }
    return 1;
}

/* Workspace of transform.h, for one line: bytes. */
static size_t line_work(const stet_fft1d *f)
{
    const size_t complex_size = 2 * size_of(f->precision), n = (size_t)f->n;
    if (f->half)
        return n / 2 * complex_size + f->half->line_work;
    size_t size = 2 * n * complex_size;
    if (f->convolution)
        size += 2 * (size_t)f->convolution->m * complex_size + f->convolution->fft->line_work;
    if ((f->kind == STET_R2C && f->graph.rough > 1) || f->kind == STET_C2R)
        size += 2 * n * complex_size;
    return size;
}

/* The largest of what the methods of kernel.h use, for one contiguous line or for any lines. Those of one
 * line may hand an inner transform to a wider instance, so its own need comes on top. */
static size_t work_of(const stet_fft1d *f, int lone)
{
    const size_t complex_size = 2 * size_of(f->precision), lanes = (size_t)f->widest_lanes;
    size_t size = f->line_work + (f->half ? work_of(f->half, lone) : 0) +
                  (f->convolution ? f->convolution->fft->work : 0);
    const size_t rough_work = f->convolution
                                  ? lanes * (2 * (size_t)f->convolution->m * complex_size +
                                             f->convolution->fft->line_work)
                                  : 0;
    if (!lone && lanes > 1 && f->n <= STET_MAX_SIDE_BY_SIDE)
        size = larger(size, lanes * (f->line_work + 4 * ((size_t)f->n / 2 + 1) * complex_size));
    if (f->column_step_count > 0)
        size = larger(size, (2 * (size_t)f->n + 2 * lanes * lanes) * complex_size);
    if (f->turn > 0)
        size = larger(size, 3 * (size_t)f->n * complex_size + rough_work);
    if (f->wide_step_count > 0)
        size =
            larger(size, (size_t)(stet_wide_bank(f) + stet_wide_tile(f)) * size_of(f->precision));
    return size;
}

size_t stet_fft1d_lone_work(const stet_fft1d *f) { return work_of(f, 1); }

stet_fft1d *stet_fft1d_create(ptrdiff_t n, stet_kind kind, stet_precision precision,
                              const stet_isa *isa, int max_radix)
{
    stet_fft1d *f = (stet_fft1d *)stet_alloc(sizeof *f);
    if (!f)
        return NULL;
    memset(f, 0, sizeof *f);
    f->n = n;
    f->kind = kind;
    f->precision = precision;
    f->isa = isa;
    f->max_radix = max_radix;
    f->widest_lanes = stet_fft_kernels_of(isa, precision)->lanes;
    f->graph = stet_graph_of(n);
    int ok;
    if (kind == STET_C2R && n % 2 == 0) {
        ok = create_half(f);
    } else {
        ok = create_tables(f);
        if (ok && f->graph.rough > 1) {
            f->convolution = stet_convolution_create(f);
            ok = f->convolution != NULL;
        }
    }
    if (ok && kind == STET_R2C && n <= (ptrdiff_t)f->widest_lanes << STET_MAX_LOG2_RADIX)
        ok = create_as_complex(f);
    if (ok)
        stet_fft1d_schedule(f);
    if (ok && f->wide_step_count > 0)
        ok = create_packed(f);
    if (!ok || !create_small(f) || !create_row_tables(f)) {
        stet_fft1d_destroy(f);
        return NULL;
    }
    f->line_work = line_work(f);
    f->work = work_of(f, 0);
    f->part_work = part_work_of(f);
    return f;
}

void stet_fft1d_destroy(stet_fft1d *f)
{
    if (!f)
        return;
    stet_convolution_destroy(f->convolution);
    stet_fft1d_release(f->half);
    stet_fft1d_release(f->as_complex);
    stet_free(f->packed);
    stet_free(f->small.table);
    stet_free(f->row_tables);
    stet_free(f->tables);
    stet_free(f);
}
