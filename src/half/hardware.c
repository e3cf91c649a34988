/* SPDX-License-Identifier: Apache-2.0 */
#include "half/hardware.h"

#include <string.h>

#include "base/alloc.h"
#include "base/isa.h"
#include "fft/roots16.h"
#include "trig/roots.h"

enum { LOG2_RADIX = 3 };

/* The levels before the last ones, in passes of radix 8 or less. */
static void schedule(stet_native *f, ptrdiff_t rows)
{
    for (ptrdiff_t L = 1; L < rows;) {
        int log2 = 1;
        while (log2 < LOG2_RADIX && L << (log2 + 1) <= rows)
            log2++;
        stet_step *p = &f->step[f->steps++];
        *p = (stet_step){.kind = STET_STEP_LEVELS, .radix = (ptrdiff_t)1 << log2, .L = L};
        p->columns = f->n / (L << log2);
        L <<= log2;
    }
}

static void to_half(const float *from, ptrdiff_t n, uint16_t *to)
{
    for (ptrdiff_t i = 0; i < n; i++)
        to[i] = stet_f16_from_f32(from[i]);
}

/* The tables of all levels of the passes, one after another. */
static void fill_passes(stet_native *f, const stet_roots *roots, float *level)
{
    uint16_t *table = f->tables;
    for (int i = 0; i < f->steps; i++)
        for (int v = 0; 1 << v < f->step[i].radix; v++) {
            const ptrdiff_t L = f->step[i].L << v, count = 2 * stet_level_size(L);
            stet_f16_level(roots, L, level);
            to_half(level, count, table);
            f->step[i].table[v] = table;
            table += count;
        }
}

/* One row of one level: see the table at stet_native. */
static void fill_lane(uint16_t *lanes, int vl, ptrdiff_t L, ptrdiff_t j, const float *level)
{
    const ptrdiff_t size = stet_level_size(L), index = j >= size ? j - size : j;
    const int rho = stet_twiddle_rho((uint64_t)L, (uint64_t)j);
    const float m = level[index];
    lanes[0] = stet_f16_from_f32(rho == 2 ? -m : m);
    lanes[vl] = stet_f16_from_f32(rho == 0 ? m : -m);
    lanes[2 * vl] = stet_f16_from_f32(level[size + index]);
    lanes[3 * vl] = rho == 1 ? 0xffff : 0;
}

static void fill_lanes(stet_native *f, const stet_roots *roots, float *level)
{
    const int vl = f->vl;
    const ptrdiff_t rows = f->n / vl;
    ptrdiff_t before = 0; /* vectors of the levels before, of one block */
    for (int count = 1; count < vl; before += count, count *= 2) {
        const ptrdiff_t L = rows * count;
        stet_f16_level(roots, L, level);
        for (ptrdiff_t j = 0; j < rows; j++)
            for (int q = 0; q < count; q++)
                fill_lane(f->lanes + j / vl * stet_native_lanes_per_block(vl) +
                              4 * vl * (before + q) + j % vl,
                          vl, L, j + rows * q, level);
    }
}

static int fill(stet_native *f)
{
    const ptrdiff_t rows = f->n / f->vl;
    stet_roots *roots = stet_roots_create((uint64_t)f->n);
    float *level = (float *)stet_alloc_array((size_t)f->n, sizeof *level);
    f->tables = (uint16_t *)stet_alloc_array((size_t)(2 * rows), sizeof *f->tables);
    f->lanes = (uint16_t *)stet_alloc_array(
        (size_t)(rows / f->vl * stet_native_lanes_per_block(f->vl)), sizeof *f->lanes);
    const int ok = roots && level && f->tables && f->lanes;
    if (ok) {
        fill_passes(f, roots, level);
        fill_lanes(f, roots, level);
    }
    stet_free(level);
    stet_roots_destroy(roots);
    return ok;
}

int stet_native_create_on(stet_native **f, ptrdiff_t n, const struct stet_native_kernels *kernels)
{
    const int vl = kernels->vl;
    *f = NULL;
    if ((n & (n - 1)) != 0 || n < (ptrdiff_t)vl * vl)
        return 1;
    stet_native *made = (stet_native *)stet_alloc(sizeof *made);
    if (!made)
        return 0;
    memset(made, 0, sizeof *made);
    made->n = n;
    made->vl = vl;
    made->line = kernels->line;
    made->largest = kernels->largest;
    made->work = 4 * (size_t)n * sizeof(uint16_t);
    schedule(made, n / vl);
    if (!fill(made)) {
        stet_native_destroy(made);
        return 0;
    }
    *f = made;
    return 1;
}

int stet_native_create(stet_native **f, ptrdiff_t n, const stet_isa *isa)
{
    *f = NULL;
    return isa->native ? stet_native_create_on(f, n, isa->native) : 1;
}

void stet_native_destroy(stet_native *f)
{
    if (!f)
        return;
    stet_free(f->tables);
    stet_free(f->lanes);
    stet_free(f);
}
