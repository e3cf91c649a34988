/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of the graph, as the kernels read them: the same numbers as src/graph/tables.c and
 * src/graph/convolution.c have for the CPU. */
#include <string.h>

#include "arith/dd.h"
#include "arith/ff.h"
#include "base/alloc.h"
#include "emulate/emulate.h"
#include "graph/levels.h"
#include "graph/odd_constants.h"
#include "graph/odd_constants_dw.h"
#include "graph/odd_constants_f16.h"
#include "graph/roots16.h"
#include "plan/build.h"
#include "trig/roots.h"

__extension__ typedef unsigned __int128 uint128;

enum { ODD_CONSTANTS = 168 };

static stet_ff narrowed(stet_dd x)
{
    const float h = (float)x.hi;
    const float r = (float)((x.hi - (double)h) + x.lo), hi = h + r;
    return (stet_ff){hi, r - (hi - h)};
}

/* Number i of a table. */
static void set(int real, void *table, int64_t i, stet_dd x)
{
    switch (real) {
    case 16: ((uint16_t *)table)[i] = stet_f16_from_f64(x.hi); break;
    case 32: ((float *)table)[i] = (float)x.hi; break;
    case 33: ((stet_ff *)table)[i] = narrowed(x); break;
    case 64: ((double *)table)[i] = x.hi; break;
    default: ((stet_dd *)table)[i] = x; break;
    }
}

/* cos and sin of 2 pi k/n, n that of the roots, each rounded once. */
static void root(int real, const stet_roots *roots, int64_t k, stet_dd *cosine, stet_dd *sine)
{
    double c[2], s[2];
    float narrow[2];
    if (real == 32) {
        stet_roots_f32(roots, (uint64_t)k, &narrow[0], &narrow[1]);
    } else if (real == 16) {
        stet_f16_root(roots, k, &narrow[0], &narrow[1]);
    } else {
        stet_roots_dd(roots, (uint64_t)k, c, s);
        *cosine = (stet_dd){c[0], c[1]};
        *sine = (stet_dd){s[0], s[1]};
        return;
    }
    *cosine = stet_dd_from((double)narrow[0]);
    *sine = stet_dd_from((double)narrow[1]);
}

/* m and t of row j of level L as numbers `at` and `at` + 1; order is that of the roots. */
static void set_twiddle(int real, const stet_roots *roots, int64_t order, int64_t L, int64_t j,
                        void *table, int64_t at)
{
    const uint64_t level = (uint64_t)L, row = (uint64_t)j;
    float m32, t32;
    if (real == 32) {
        float *to = (float *)table + at;
        stet_roots_twiddle_f32(roots, level, row, to, to + 1);
    } else if (real == 64) {
        double *to = (double *)table + at;
        stet_roots_twiddle_f64(roots, level, row, to, to + 1);
    } else if (real == 16) {
        stet_f16_twiddle(roots, L, j, &m32, &t32);
        set(real, table, at, stet_dd_from((double)m32));
        set(real, table, at + 1, stet_dd_from((double)t32));
    } else {
        stet_dd m, t;
        stet_pair_twiddle(real == 33 ? STET_FF : STET_DD, roots, order, L, j, &m, &t);
        set(real, table, at, m);
        set(real, table, at + 1, t);
    }
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

/* In the order of ODD_AT() of the kernels. */
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
            set(real, table, i, stet_dd_from((double)f16[i]));
    }
}

/* Rows 0 .. L/2: r - 1 cosines, r - 1 sines. */
static void set_odd(int real, const stet_roots *roots, int64_t n, int64_t L, int r, void *table,
                    int64_t at)
{
    for (int64_t j = 0; j <= L / 2; j++, at += 2 * (r - 1))
        for (int i = 1; i < r; i++) {
            stet_dd c, s;
            root(real, roots, i * j * (n / (L * r)), &c, &s);
            set(real, table, at + i - 1, c);
            set(real, table, at + r - 1 + i - 1, s);
        }
}

static int64_t odd_size(int r, int64_t L) { return L > 1 ? 2 * (r - 1) * (L / 2 + 1) : 0; }

/* ------------------------------------------------------------------ graph -- */

static void set_graph(int real, const stet_gpu_graph *g, const stet_roots *roots, void *table,
                      int64_t level_at)
{
    int64_t L = g->rough, at = ODD_CONSTANTS;
    int i = 0;
    set_odd_constants(real, (char *)table);
    for (; i < g->count && g->radix[i] != 2; i++) {
        if (L > 1)
            set_odd(real, roots, g->n, L, g->radix[i], table, at);
        at += odd_size(g->radix[i], L);
        L *= g->radix[i];
    }
    for (; i < g->count; i++, L *= 2) {
        const int64_t size = L % 2 ? L : L / 2, begin = L % 2 ? 0 : L / 2;
        for (int64_t j = 0; L > 2 && j < size; j++)
            set_twiddle(real, roots, g->n, L, j, table, 2 * (level_at + begin + j));
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
            *odd_at += odd_size(g->radix[i], L);
        end += odd_size(g->radix[i], L);
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
        set_twiddle(real, roots, 2 * h, h, k, stet_gpu_table(b, table), 2 * k);
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
        stet_dd c, s;
        root(real, roots, k, &c, &s);
        set(real, stet_gpu_table(b, table), 2 * k, c);
        set(real, stet_gpu_table(b, table), 2 * k + 1, stet_dd_neg(s));
    }
    stet_roots_destroy(roots);
    stet_gpu_remember(b, real, n, 2, 0, table);
    return table;
}

/* ------------------------------------------------------------ convolution -- */

/* The transform of v, m numbers of f64 or dd, divided by m: by the kernels themselves, as C. */
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

/* exp(2 pi i k/n), or its conjugate, as numbers 2 at and 2 at + 1. */
static void set_root(int real, const stet_roots *roots, uint64_t k, int conjugated, void *table,
                     int64_t at)
{
    stet_dd c, s;
    root(real, roots, (int64_t)k, &c, &s);
    set(real, table, 2 * at, c);
    set(real, table, 2 * at + 1, conjugated ? stet_dd_neg(s) : s);
}

/* The order of the input, that of the output, and what the filter is the transform of. */
static void set_rader(const stet_roots *roots, int wide, uint64_t p, uint64_t g, uint32_t *in,
                      uint32_t *out, void *source)
{
    const int64_t m = (int64_t)p - 1;
    uint64_t e = 1;
    for (int64_t q = 0; q < m; q++, e = e * g % p) {
        const int64_t mirror = q == 0 ? 0 : m - q;
        in[q] = (uint32_t)e;
        out[mirror] = (uint32_t)e;
        set_root(wide, roots, e, 1, source, mirror);
    }
}

static void set_bluestein(const stet_roots *roots, int real, int wide, int64_t n, int64_t m,
                          void *chirp, void *source)
{
    memset(source, 0, (size_t)m * stet_gpu_size(wide));
    for (int64_t k = 0; k < n; k++) {
        const uint64_t square = (uint64_t)((uint128)k * (uint128)k % (uint128)(2 * n));
        set_root(wide, roots, square, 0, source, k);
        set_root(wide, roots, square, 0, source, k == 0 ? 0 : m - k);
        set_root(real, roots, square, 1, chirp, k);
    }
}

/* docs/bits.md, sections 5 and 8. */
static stet_status fill_convolution(stet_gpu_builder *b, int real, int64_t n, uint64_t g,
                                    const stet_gpu_convolution *z)
{
    const int wide = real == 33 || real == 65 ? 65 : 64;
    const stet_dd m = stet_dd_from((double)z->m);
    stet_roots *roots = stet_roots_create((uint64_t)(g ? n : 2 * n));
    void *source = stet_alloc_array((size_t)z->m, stet_gpu_size(wide));
    stet_status status = roots && source ? STET_OK : STET_E_MEMORY;
    if (!status && g)
        set_rader(roots, wide, (uint64_t)n, g, (uint32_t *)(void *)stet_gpu_table(b, z->in_at),
                  (uint32_t *)(void *)stet_gpu_table(b, z->out_at), source);
    else if (!status)
        set_bluestein(roots, real, wide, n, z->m, stet_gpu_table(b, z->in_at), source);
    if (!status)
        status = transform_filter(wide, z->m, source);
    for (int64_t k = 0; !status && k < 2 * z->m; k++)
        set(real, stet_gpu_table(b, z->filter_at), k,
            wide == 64 ? stet_dd_from(((double *)source)[k] * (1 / m.hi))
                       : stet_dd_div(((stet_dd *)source)[k], m));
    stet_roots_destroy(roots);
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
        b->status = fill_convolution(b, real, n, (uint64_t)g, z);
    stet_gpu_remember(b, real, n, 3, 0, z->in_at);
    stet_gpu_remember(b, real, n, 3, 1, z->out_at);
    stet_gpu_remember(b, real, n, 3, 2, z->filter_at);
    return !b->status;
}
