/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/direct_sum.h"

#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "trig/roots.h"

enum {
    LEAST_BLOCK = 8,
    MOST_BLOCK = 256,
    MOST_CHUNK = 2048, /* for r up to 4 */
    LEAST_OUTPUTS = 2,
    LEAST_OF_SIXTEEN = 1 << 17, /* the shortest length with r = 16 */
    TURNS = 10                  /* the roots of order 16 that two steps of four multiply by */
};

struct stet_direct_sum {
    ptrdiff_t n;
    int fold;                /* r */
    ptrdiff_t points;        /* M */
    ptrdiff_t block, padded; /* B, and M rounded up to a multiple of it */
    ptrdiff_t chunk;         /* points that are folded before all outputs use them */
    int most;                /* outputs of a run */
    ptrdiff_t fine;          /* power of two: w^j = roots[j mod fine] roots[fine + j/fine] */
    stet_ddc *roots;
    double turns[TURNS * STET_WEIGHT_WORDS]; /* weights of w^(j N/16) */
    const stet_correct_kernels *kernels;
};

#define WEIGHT_GRID 0x1p-14 /* 2^-h */

/* -------------------------------------------------------------- creation -- */

/* Stores high part, low part and the nearest double of a cosine or a sine. */
static void set_weight(double *w, const double *d)
{
    w[0] = (d[0] + 0x1.8p52 * WEIGHT_GRID) - 0x1.8p52 * WEIGHT_GRID;
    w[1] = (d[0] - w[0]) + d[1];
    w[2] = d[0];
}

static void fill_turns(stet_direct_sum *s, const stet_roots *roots)
{
    for (int j = 0; j < TURNS && s->fold == 16; j++) {
        double cosine[2], sine[2], *w = s->turns + (ptrdiff_t)j * STET_WEIGHT_WORDS;
        stet_roots_dd(roots, (uint64_t)(j * s->points), cosine, sine);
        set_weight(w, cosine);
        set_weight(w + 3, sine);
    }
}

static int fill_roots(stet_direct_sum *s)
{
    const ptrdiff_t coarse = (s->n - 1) / s->fine + 1;
    stet_roots *roots = stet_roots_create((uint64_t)s->n);
    s->roots = (stet_ddc *)stet_alloc_array((size_t)(s->fine + coarse), sizeof *s->roots);
    for (ptrdiff_t j = 0; roots && s->roots && j < s->fine + coarse; j++) {
        const ptrdiff_t k = j < s->fine ? j % s->n : (j - s->fine) * s->fine;
        double cosine[2], sine[2];
        stet_roots_dd(roots, (uint64_t)k, cosine, sine);
        s->roots[j] = (stet_ddc){{cosine[0], cosine[1]}, {-sine[0], -sine[1]}};
    }
    if (roots)
        fill_turns(s, roots);
    stet_roots_destroy(roots);
    return roots != NULL && s->roots != NULL;
}

/* Returns the block size. A table costs as much as B/16 steps of Horner's rule. */
static ptrdiff_t block_of(ptrdiff_t points)
{
    ptrdiff_t block = LEAST_BLOCK;
    while (block < MOST_BLOCK && block * block < 16 * points)
        block *= 2;
    return block;
}

/* Pieces of the work, in doubles: the folded chunk, a table, and for each output its weights, its
 * factor w^(f B) and its lanes. Each begins on a cache line. */
static ptrdiff_t table_at(const stet_direct_sum *s)
{
    return s->fold * stet_class_size(s->fold, s->chunk);
}
static ptrdiff_t outputs_at(const stet_direct_sum *s)
{
    return table_at(s) + STET_DD_WORDS * s->block;
}
static ptrdiff_t turn_at(const stet_direct_sum *s) { return STET_WEIGHT_WORDS * s->block; }
static ptrdiff_t lanes_at(const stet_direct_sum *s) { return turn_at(s) + STET_SUM_LANES; }
static ptrdiff_t output_size(const stet_direct_sum *s)
{
    return lanes_at(s) + STET_DD_WORDS * STET_SUM_LANES;
}

/* Returns the most outputs whose space is no more than a transform in double-double takes. */
static int most_of(const stet_direct_sum *s)
{
    const ptrdiff_t capacity = 6 * s->n + 256 - outputs_at(s), most = capacity / output_size(s);
    return most < LEAST_OUTPUTS      ? LEAST_OUTPUTS
           : most > STET_MOST_DIRECT ? STET_MOST_DIRECT
                                     : (int)most;
}

static int fold_of(ptrdiff_t n)
{
#ifndef STET_FEW_DIRECT_SUMS
    if (n % 16 == 0 && n >= LEAST_OF_SIXTEEN)
        return 16;
#endif
    return n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
}

stet_direct_sum *stet_direct_sum_create(ptrdiff_t n, const stet_correct_kernels *kernels)
{
    stet_direct_sum *s = (stet_direct_sum *)stet_alloc(sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->n = n;
    s->fold = fold_of(n);
    s->points = n / s->fold;
    s->block = block_of(s->points);
    s->padded = (s->points + s->block - 1) / s->block * s->block;
    s->chunk = s->fold == 16 ? MOST_CHUNK / 4 : MOST_CHUNK;
    s->chunk = s->padded < s->chunk ? s->padded : s->chunk;
    s->most = most_of(s);
    s->kernels = kernels;
    for (s->fine = 1; s->fine * s->fine < n;)
        s->fine *= 2;
    if (!fill_roots(s)) {
        stet_direct_sum_destroy(s);
        return NULL;
    }
    return s;
}

void stet_direct_sum_destroy(stet_direct_sum *s)
{
    if (!s)
        return;
    stet_free(s->roots);
    stet_free(s);
}

/* ----------------------------------------------------------------- error -- */

/* Returns the grid of the theorem. */
static double grid_of(const stet_direct_sum *s, double norm)
{
    const double top = stet_power_above(norm);
    return top * (double)s->fold * (double)s->block * 0x1p-54 / WEIGHT_GRID;
}

double stet_direct_sum_error(const stet_direct_sum *s, double norm)
{
    const double u = 0x1p-53, off = (double)s->n * grid_of(s, norm);
    const double A = __builtin_sqrt(2 * (double)s->n) * norm;
    const double rest = s->fold == 16 ? 1.5 * (WEIGHT_GRID / 2 * A + 2 * off) : off;
    const double T = WEIGHT_GRID / 2 * (A + rest) + rest;
    const ptrdiff_t blocks = s->padded / s->block, terms = s->block / STET_SUM_LANES * 2;
    return (((double)terms + 20) * u * T + ((double)blocks + 16) * 0x1p-99 * A) * (1 + 0x1p-20);
}

/* ------------------------------------------------------------------- run -- */

int stet_direct_sum_most(const stet_direct_sum *s) { return s->most; }

size_t stet_direct_sum_work(const stet_direct_sum *s)
{
    return (size_t)(outputs_at(s) + s->most * output_size(s)) * sizeof(double);
}

static void set_words(double *words, stet_ddc z)
{
    words[0] = z.re.hi;
    words[STET_SUM_ROOTS] = z.re.lo;
    words[2 * STET_SUM_ROOTS] = z.im.hi;
    words[3 * STET_SUM_ROOTS] = z.im.lo;
}

/* Makes w^(index j) for j = 0 to 7, 8, 16, ... up to B, as products of two roots for the kernel to
 * multiply; the first factor is conjugated. */
static void make_weights(const stet_direct_sum *s, ptrdiff_t index, double *table, double *output)
{
    double fine[STET_DD_WORDS * STET_SUM_ROOTS], coarse[STET_DD_WORDS * STET_SUM_ROOTS];
    for (int i = 0; i < STET_SUM_ROOTS; i++) {
        const ptrdiff_t j = i < STET_SUM_LANES ? i : (ptrdiff_t)1 << (i - STET_SUM_LANES + 3);
        const ptrdiff_t k = j <= s->block ? index * j % s->n : 0;
        const stet_ddc z = s->roots[k & (s->fine - 1)];
        set_words(fine + i, (stet_ddc){z.re, {-z.im.hi, -z.im.lo}});
        set_words(coarse + i, s->roots[s->fine + k / s->fine]);
    }
    s->kernels->weights(fine, coarse, s->block, 0x1.8p52 * WEIGHT_GRID, table, output,
                        output + turn_at(s));
}

/* Orders the outputs of a list by class: the outputs of a class read the same numbers. */
static void order_by_class(const stet_direct_sum *s, const ptrdiff_t *list, int count, int *order)
{
    int placed = 0;
    for (int residue = 0; residue < s->fold; residue++)
        for (int i = 0; i < count; i++)
            if ((list[i] & (s->fold - 1)) == residue)
                order[placed++] = i;
}

/* Adds a chunk to all outputs, two by two in an order. */
static void sum_chunk(const stet_direct_sum *s, const double *y, ptrdiff_t points,
                      const ptrdiff_t *list, const int *order, int count, double *outputs)
{
    for (int i = 0; i < count; i += 2) {
        const int together = count - i < 2 ? 1 : 2;
        const double *x[2], *weights[2], *turns[2];
        double *lanes[2];
        for (int o = 0; o < together; o++) {
            double *output = outputs + order[i + o] * output_size(s);
            x[o] = y + (list[order[i + o]] & (s->fold - 1)) * stet_class_size(s->fold, points);
            weights[o] = output;
            turns[o] = output + turn_at(s);
            lanes[o] = output + lanes_at(s);
        }
        s->kernels->sum(together, x, points, s->block, weights, turns, lanes);
    }
}

static stet_ddc add_lanes(const double *lanes)
{
    enum { L = STET_SUM_LANES };
    stet_ddc sum = {{0, 0}, {0, 0}};
    for (int i = 0; i < L; i++)
        sum = stet_dd_cadd(
            sum, (stet_ddc){{lanes[i], lanes[L + i]}, {lanes[2 * L + i], lanes[3 * L + i]}});
    return sum;
}

void stet_direct_sum_run(const stet_direct_sum *s, const void *x, int source, ptrdiff_t there,
                         double norm, const ptrdiff_t *list, int count, stet_direct_put *put,
                         void *data, void *work)
{
    double *y = (double *)work, *table = y + table_at(s), *outputs = y + outputs_at(s);
    const double magic = 0x1.8p52 * grid_of(s, norm);
    unsigned classes = 0;
    int order[STET_MOST_DIRECT];
    order_by_class(s, list, count, order);
    for (int i = 0; i < count; i++) {
        double *output = outputs + i * output_size(s);
        make_weights(s, list[i], table, output);
        memset(output + lanes_at(s), 0, STET_DD_WORDS * STET_SUM_LANES * sizeof(double));
        classes |= 1u << (list[i] & (s->fold - 1));
    }
    for (ptrdiff_t at = (s->padded - 1) / s->chunk * s->chunk; at >= 0; at -= s->chunk) {
        const ptrdiff_t points = s->padded - at < s->chunk ? s->padded - at : s->chunk;
        s->kernels->fold(x, source, there, s->points, s->fold, classes, at, points, magic, s->turns,
                         y);
        sum_chunk(s, y, points, list, order, count, outputs);
    }
    for (int i = 0; i < count; i++)
        put(data, list[i], add_lanes(outputs + i * output_size(s) + lanes_at(s)));
}
