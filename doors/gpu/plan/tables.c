/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the constants of the graph in the order in which the kernels read them; their values come
 * from src/graph. */
#include <string.h>

#include "arith/dd.h"
#include "base/alloc.h"
#include "emulate/emulate.h"
#include "graph/convolution.h"
#include "graph/odd_constants.h"
#include "graph/odd_constants_dw.h"
#include "graph/odd_constants_f16.h"
#include "graph/tables.h"
#include "plan/build.h"
#include "trig/roots.h"

enum { ODD_CONSTANTS = 168 };

static stet_precision precision_of(int real)
{
    return real == 16   ? STET_OWN_F16
           : real == 32 ? STET_F32
           : real == 33 ? STET_FF
           : real == 64 ? STET_F64
                        : STET_DD;
}

/* ------------------------------------------------------------ odd radices -- */

#define PART_OF(cosine, ratio, sine)                                                               \
    memcpy(to, cosine, sizeof cosine);                                                             \
    memcpy(to + sizeof cosine, ratio, sizeof ratio);                                               \
    memcpy(to + sizeof cosine + sizeof ratio, sine, sizeof sine);                                  \
    to += sizeof cosine + sizeof ratio + sizeof sine
#define ALL_OF(suffix)                                                                             \
    PART_OF(stet_cos3_##suffix, stet_ratio3_##suffix, stet_sin3_##suffix);                         \
    PART_OF(stet_cos5_##suffix, stet_ratio5_##suffix, stet_sin5_##suffix);                         \
    PART_OF(stet_cos7_##suffix, stet_ratio7_##suffix, stet_sin7_##suffix);                         \
    PART_OF(stet_cos11_##suffix, stet_ratio11_##suffix, stet_sin11_##suffix);                      \
    PART_OF(stet_cos13_##suffix, stet_ratio13_##suffix, stet_sin13_##suffix)

/* Writes the constants in the order of ODD_AT() of the kernels. */
static void set_odd_constants(int real, char *to)
{
    float f16[ODD_CONSTANTS];
    char *const table = to;
    if (real == 32) {
        ALL_OF(f32);
    } else if (real == 64) {
        ALL_OF(f64);
    } else if (real == 33) {
        ALL_OF(ff);
    } else if (real == 65) {
        ALL_OF(dd);
    } else {
        to = (char *)f16;
        ALL_OF(f16);
        for (int i = 0; i < ODD_CONSTANTS - 1; i++)
            stet_set(STET_OWN_F16, table, i, stet_dd_from((double)f16[i]));
    }
}

/* Writes the constants of a direct step of radix r in the order of direct_sums() of the kernels.
 * The order of the roots is a multiple of r. */
static void set_direct(stet_precision p, const stet_roots *roots, int64_t n, int r, void *table)
{
    const int h = r / 2;
    for (int k = 1; k <= h; k++)
        for (int i = 1; i <= h; i++) {
            const int group = (k - 1) / DIRECT_OUTPUTS, place = (k - 1) % DIRECT_OUTPUTS;
            const int at = 2 * ((group * h + i - 1) * DIRECT_OUTPUTS + place);
            stet_set_root(p, roots, i * k % r * (n / r), table, at, at + 1);
        }
}

/* Returns the numbers in the table of an odd step: ODD_SIZE() of the kernels. */
static int64_t odd_size(int64_t L, int r)
{
    return stet_odd_table_size(L, r) + (stet_is_direct(r) ? DIRECT_SIZE(r) : 0);
}

/* ------------------------------------------------------------------ graph -- */

static void set_graph(int real, const stet_gpu_graph *g, const stet_roots *roots, void *table,
                      int64_t level_at)
{
    const stet_precision p = precision_of(real);
    const size_t number = stet_gpu_size(real) / 2;
    int64_t L = g->rough, at = ODD_CONSTANTS;
    int i = 0;
    set_odd_constants(real, (char *)table);
    for (; i < g->count && g->radix[i] != 2; i++) {
        const int r = g->radix[i];
        char *const to = (char *)table + (size_t)at * number;
        if (L > 1)
            stet_fill_odd_table(p, roots, g->n, L, r, to);
        if (stet_is_direct(r))
            set_direct(p, roots, g->n, r, to + (size_t)stet_odd_table_size(L, r) * number);
        at += odd_size(L, r);
        L *= r;
    }
    for (; i < g->count; i++, L *= 2) {
        const int64_t size = stet_level_size(L), begin = L % 2 ? 0 : L / 2;
        for (int64_t j = 0; L > 2 && j < size; j++) {
            const int64_t to = 2 * (level_at + begin + j);
            stet_set_twiddle(p, roots, g->n, L, j, table, to, to + 1);
        }
    }
}

int64_t stet_gpu_graph_table(stet_gpu_builder *b, int real, const stet_gpu_graph *g, int64_t from,
                             int64_t *odd_at, int64_t *level_at)
{
    const int64_t number = (int64_t)stet_gpu_size(real) / 2;
    int64_t L = g->rough, end = ODD_CONSTANTS, table = stet_gpu_find_table(b, real, g->n, 0, 0);
    *odd_at = end;
    int i = 0;
    for (; i < g->count && g->radix[i] != 2; i++) {
        if (L < from)
            *odd_at += odd_size(L, g->radix[i]);
        end += odd_size(L, g->radix[i]);
        L *= g->radix[i];
    }
    *level_at = (end + 1) / 2;
    for (; i < g->count; i++)
        L *= 2;
    if (table >= 0)
        return table;
    const int64_t levels = g->count > 0 && g->radix[g->count - 1] == 2 ? L / 2 : 0;
    table = stet_gpu_add_table(b, (size_t)((2 * (*level_at + levels)) * number));
    stet_roots *roots = table >= 0 ? stet_roots_create((uint64_t)g->n) : NULL;
    if (!roots) {
        b->status = b->status ? b->status : STET_E_MEMORY;
        return -1;
    }
    set_graph(real, g, roots, stet_gpu_table(b, table), *level_at);
    stet_roots_destroy(roots);
    stet_gpu_remember(b, real, g->n, 0, 0, table);
    return table;
}

int64_t stet_gpu_rough_table(stet_gpu_builder *b, int real, int64_t L, int64_t prime)
{
    int64_t table = stet_gpu_find_table(b, real, prime, 4, L);
    if (table >= 0)
        return table;
    const size_t size = (size_t)stet_odd_table_size(L, prime) / 2 * stet_gpu_size(real);
    table = stet_gpu_add_table(b, size);
    stet_roots *roots = table >= 0 ? stet_roots_create((uint64_t)(L * prime)) : NULL;
    if (!roots) {
        b->status = b->status ? b->status : STET_E_MEMORY;
        return -1;
    }
    stet_fill_odd_table(precision_of(real), roots, L * prime, L, prime, stet_gpu_table(b, table));
    stet_roots_destroy(roots);
    stet_gpu_remember(b, real, prime, 4, L, table);
    return table;
}

int64_t stet_gpu_half_table(stet_gpu_builder *b, int real, int64_t h)
{
    int64_t table = stet_gpu_find_table(b, real, h, 1, 0);
    if (table >= 0)
        return table;
    table = stet_gpu_add_table(b, (size_t)((h + 1) / 2) * stet_gpu_size(real));
    stet_roots *roots = table >= 0 ? stet_roots_create((uint64_t)(2 * h)) : NULL;
    if (!roots) {
        b->status = b->status ? b->status : STET_E_MEMORY;
        return -1;
    }
    for (int64_t k = 0; 2 * k < h; k++)
        stet_set_twiddle(precision_of(real), roots, 2 * h, h, k, stet_gpu_table(b, table), 2 * k,
                         2 * k + 1);
    stet_roots_destroy(roots);
    stet_gpu_remember(b, real, h, 1, 0, table);
    return table;
}

int64_t stet_gpu_root_table(stet_gpu_builder *b, int real, int64_t n)
{
    int64_t table = stet_gpu_find_table(b, real, n, 2, 0);
    if (table >= 0)
        return table;
    table = stet_gpu_add_table(b, (size_t)n * stet_gpu_size(real));
    stet_roots *roots = table >= 0 ? stet_roots_create((uint64_t)n) : NULL;
    if (!roots) {
        b->status = b->status ? b->status : STET_E_MEMORY;
        return -1;
    }
    for (int64_t k = 0; k < n; k++) {
        const stet_precision p = precision_of(real);
        void *to = stet_gpu_table(b, table);
        stet_set_root(p, roots, k, to, 2 * k, 2 * k + 1);
        stet_set(p, to, 2 * k + 1, stet_dd_neg(stet_get(p, to, 2 * k + 1)));
    }
    stet_roots_destroy(roots);
    stet_gpu_remember(b, real, n, 2, 0, table);
    return table;
}

/* ------------------------------------------------------------ convolution -- */

/* Transforms v, m numbers of f64 or dd, and divides by m, by the kernels themselves as C. */
static stet_status transform_filter(int real, int64_t m, void *v)
{
    stet_gpu_builder b;
    void *work = NULL;
    const stet_gpu_side side = {.place = STET_GPU_IN, .step = 1, .dims = 1, .dim = {1, m}};
    stet_gpu_line line = {.real = real, .n = m, .lines = 1, .in = side, .out = side};
    line.out.place = STET_GPU_OUT;
    stet_status status = stet_gpu_begin(&b, NULL);
    if (status)
        return status;
    stet_gpu_add_line(&b, &line);
    if (!stet_gpu_finish(&b))
        return b.status;
    work = stet_alloc(b.result->workspace);
    const stet_gpu_arrays arrays = {v, v, work, 0};
    status = work ? stet_gpu_emulate(b.result, &arrays) : STET_E_MEMORY;
    stet_free(work);
    stet_gpu_lowering_destroy(b.result);
    return status;
}

/* Computes the places of the outputs from the order of the inputs. */
static void set_output_order(ptrdiff_t m, const uint32_t *in, uint32_t *out)
{
    for (ptrdiff_t r = 0; r < m; r++)
        out[r] = (uint32_t)stet_rader_place(in, m, r);
}

/* Fills the tables of docs/bits.md, sections 5 and 8. For doubles the kernels' transform omits the
 * factor. */
static stet_status fill_convolution(stet_gpu_builder *b, int real, int64_t n, ptrdiff_t g,
                                    const stet_gpu_convolution *z)
{
    const stet_precision p = precision_of(real), wide = stet_source_precision(p);
    void *source = stet_alloc_array((size_t)z->m, 2 * stet_real_size(wide));
    void *in = stet_gpu_table(b, z->in_at);
    int ok = source != NULL;
    if (ok && g) {
        ok = stet_fill_rader(p, n, g, (uint32_t *)in, source);
        set_output_order(z->m, (const uint32_t *)in,
                         (uint32_t *)(void *)stet_gpu_table(b, z->out_at));
    } else if (ok) {
        ok = stet_fill_bluestein(p, n, z->m, in, source);
    }
    const stet_status status =
        ok ? transform_filter(wide == STET_DD ? 65 : 64, z->m, source) : STET_E_MEMORY;
    for (ptrdiff_t k = 0; !status && wide == STET_F64 && k < 2 * z->m; k++)
        ((double *)source)[k] *= stet_filter_scale(p, z->m);
    if (!status)
        stet_fill_filter(p, z->m, source, stet_gpu_table(b, z->filter_at));
    stet_free(source);
    return status;
}

int stet_gpu_convolve(stet_gpu_builder *b, int real, int64_t n, stet_gpu_convolution *z)
{
    const size_t size = stet_gpu_size(real);
    ptrdiff_t g;
    *z = (stet_gpu_convolution){.m = stet_convolution_of((ptrdiff_t)n, &g)};
    z->is_rader = g != 0;
    z->in_at = stet_gpu_find_table(b, real, n, 3, 0);
    z->out_at = stet_gpu_find_table(b, real, n, 3, 1);
    z->filter_at = stet_gpu_find_table(b, real, n, 3, 2);
    if (z->in_at >= 0 || b->status)
        return !b->status;
    const size_t order = (size_t)z->m * sizeof(uint32_t);
    z->in_at = stet_gpu_add_table(b, g ? order : (size_t)n * size);
    z->out_at = g ? stet_gpu_add_table(b, order) : z->in_at;
    z->filter_at = stet_gpu_add_table(b, (size_t)z->m * size);
    if (!b->status)
        b->status = fill_convolution(b, real, n, g, z);
    stet_gpu_remember(b, real, n, 3, 0, z->in_at);
    stet_gpu_remember(b, real, n, 3, 1, z->out_at);
    stet_gpu_remember(b, real, n, 3, 2, z->filter_at);
    return !b->status;
}
