/* SPDX-License-Identifier: Apache-2.0 */
/* Mode STORE, a long complex line: two sets of lines in float, with 16 bits between them. See
 * stet_half_split. */
#include "fft/half.h"

#include <string.h>

#include "base/alloc.h"
#include "fft/cache.h"
#include "fft/dispatch.h"
#include "trig/roots.h"

/* Lines that are transformed together; complex numbers. */
enum { GROUP = 16, MAX_RADIX = 8 };

/* Lines shorter than this stay whole; so do those without two factors of at least 64. */
#define LEAST_SPLIT ((ptrdiff_t)1 << 16)
#define LEAST_FACTOR 64

/* Part of the definition of the mode: the largest divisor of n up to its square root. Lengths with
 * prime factors above 13 stay whole. */
ptrdiff_t stet_half_split_of(ptrdiff_t n)
{
    if (n < LEAST_SPLIT || stet_graph_of(n).rough > 1)
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

int stet_half_split_create(stet_half *h, const stet_isa *isa)
{
    stet_half_split *s = &h->split;
    s->n1 = stet_half_split_of(h->n);
    s->n2 = h->n / s->n1;
    s->tall = stet_fft1d_acquire(s->n1, STET_C2C, STET_F32, isa, MAX_RADIX);
    s->wide = stet_fft1d_acquire(s->n2, STET_C2C, STET_F32, isa, MAX_RADIX);
    s->fine = (float *)stet_alloc_array((size_t)(s->n1 * STET_FINE), 2 * sizeof(float));
    s->coarse = (float *)stet_alloc_array((size_t)(s->n1 * coarse_count(s)), 2 * sizeof(float));
    if (!s->tall || !s->wide || !s->fine || !s->coarse || !fill_roots(s, h->n))
        return 0;
    h->kernel = stet_kernel_of_lanes(isa, STET_F32, s->tall->widest_lanes);
    h->group = 1;
    h->work = stet_half_split_work(h);
    return 1;
}

void stet_half_split_destroy(stet_half_split *s)
{
    stet_fft1d_release(s->tall);
    stet_fft1d_release(s->wide);
    stet_free(s->fine);
    stet_free(s->coarse);
}

/* The workspace: all of y; two blocks of a group of lines; 16-bit numbers of one run. */
static size_t block_reals(const stet_half_split *s)
{
    return 2 * (size_t)GROUP * (size_t)(s->n2 + 8); /* n2 >= n1 */
}

static size_t y_bytes(const stet_half *h)
{
    return (2 * (size_t)h->n * sizeof(uint16_t) + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

size_t stet_half_split_work(const stet_half *h)
{
    const stet_half_split *s = &h->split;
    const size_t kernel = s->wide->work > s->tall->work ? s->wide->work : s->tall->work;
    return y_bytes(h) + 2 * block_reals(s) * sizeof(float) + kernel;
}

typedef struct {
    uint16_t *y;
    float *block, *other;
    void *kernel;
    unsigned in, out; /* the largest that was read, and written */
} state;

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

/* Numbers first, first + 1, ..., count of them, of a line of stride `is`. */
static void read_run(const stet_half *h, const uint16_t *x, ptrdiff_t is, ptrdiff_t first,
                     ptrdiff_t count, float *to, state *st)
{
    uint16_t run[2 * GROUP];
    if (is != 1)
        for (ptrdiff_t i = 0; i < count; i++)
            memcpy(run + 2 * i, x + 2 * (first + i) * is, 2 * sizeof *x);
    const uint16_t *from = is == 1 ? x + 2 * first : run;
    st->in = larger(st->in, h->convert.widen(from, 2 * count, to));
    if (h->load != 1)
        for (ptrdiff_t i = 0; i < 2 * count; i++)
            to[i] *= h->load;
}

static void write_run(const stet_half *h, const float *from, uint16_t *y, ptrdiff_t os,
                      ptrdiff_t first, ptrdiff_t count, state *st)
{
    uint16_t run[2 * GROUP];
    uint16_t *to = os == 1 ? y + 2 * first : run;
    st->out = larger(st->out, h->convert.narrow(from, 2 * count, to));
    if (os != 1)
        for (ptrdiff_t i = 0; i < count; i++)
            memcpy(y + 2 * (first + i) * os, run + 2 * i, 2 * sizeof *y);
}

/* Columns c .. c + count - 1 of x become those of y. Element e of line g of the block is number
 * count e + g. */
static void run_tall(const stet_half *h, const uint16_t *x, ptrdiff_t is, int swap, ptrdiff_t c,
                     ptrdiff_t count, state *st)
{
    const stet_half_split *s = &h->split;
    for (ptrdiff_t a = 0; a < s->n1; a++)
        read_run(h, x, is, c + s->n2 * a, count, st->block + 2 * count * a, st);
    const stet_lines lines = {st->block, st->block, count, count, 1, 1, count};
    h->kernel(s->tall, &lines, swap, 1, st->kernel, NULL);
    for (ptrdiff_t j = 0; j < s->n1; j++)
        write_run(h, st->block + 2 * count * j, st->y, 1, j * s->n2 + c, count, st);
}

/* Rows j .. j + count - 1 of y become outputs j + n1 q, j + 1 + n1 q, ... */
static void run_wide(const stet_half *h, uint16_t *y, ptrdiff_t os, int swap, ptrdiff_t j,
                     ptrdiff_t count, state *st)
{
    const stet_half_split *s = &h->split;
    const ptrdiff_t row = s->n2 + 8, coarse = coarse_count(s);
    for (ptrdiff_t g = 0; g < count; g++) {
        float *x = st->block + 2 * row * g;
        h->convert.widen(st->y + 2 * s->n2 * (j + g), 2 * s->n2, x);
        h->convert.twist(x, s->n2, s->coarse + 2 * coarse * (j + g),
                         s->fine + 2 * STET_FINE * (j + g), swap);
    }
    const stet_lines lines = {st->block, st->other, 1, count, row, 1, count};
    h->kernel(s->wide, &lines, swap, h->scale, st->kernel, NULL);
    for (ptrdiff_t q = 0; q < s->n2; q++)
        write_run(h, st->other + 2 * count * q, y, os, j + s->n1 * q, count, st);
}

int stet_half_split_line(const stet_half *h, const uint16_t *x, ptrdiff_t is, uint16_t *y,
                         ptrdiff_t os, int swap, char *work)
{
    const stet_half_split *s = &h->split;
    const size_t block = block_reals(s) * sizeof(float);
    char *floats = work + y_bytes(h);
    state st = {(uint16_t *)(void *)work,
                (float *)(void *)floats,
                (float *)(void *)(floats + block),
                floats + 2 * block,
                0,
                0};
    for (ptrdiff_t c = 0; c < s->n2; c += GROUP)
        run_tall(h, x, is, swap, c, s->n2 - c < GROUP ? s->n2 - c : GROUP, &st);
    for (ptrdiff_t j = 0; j < s->n1; j += GROUP)
        run_wide(h, y, os, swap, j, s->n1 - j < GROUP ? s->n1 - j : GROUP, &st);
    return st.in < h->convert.infinity && st.out >= h->convert.infinity;
}
