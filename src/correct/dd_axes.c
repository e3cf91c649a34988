/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/dd_axes.h"

#include <string.h>

#include "base/size.h"

/* The number of lines that are read together: where neighbours are far apart, each cache line has
 * numbers of several of them. */
enum { TOGETHER = 8 };

/* One dimension: lines of n numbers that are `stride` apart, the product of the lengths done
 * before. */
typedef struct {
    const stet_dd_axes *all;
    int index;
    ptrdiff_t n, stride;
    stet_dd_size size;     /* size of the numbers of a line, on a grid */
    const uint8_t *wanted; /* n stride flags: outputs that some line needs; or NULL */
} axis;

/* ----------------------------------------------------------------- bounds -- */

double stet_dd_axes_error(const stet_dd_axes *a)
{
    double sum = 0;
    /* Each dimension's error, carried through the others, has a 2-norm of sqrt(their size) times
     * it. */
    for (int i = 0; i < a->rank; i++)
        sum += stet_dd_fft_error(a->fft[i]) * __builtin_sqrt((double)a->n / (double)a->lengths[i]);
    return sum * (1 + 0x1p-30);
}

/* Returns the size of sums of L numbers. */
static stet_dd_size size_after(stet_dd_size size, double L)
{
    const double norm = __builtin_sqrt(L) * size.norm * (1 + 0x1p-20);
    const double most = L * size.most * (1 + 0x1p-20);
    return (stet_dd_size){norm, most < norm ? most : norm};
}

double stet_dd_axes_grid_error(const stet_dd_axes *a, stet_dd_size size)
{
    double L = 1, error = 0;
    for (int i = a->rank - 1; i >= 0; i--) {
        const double m = (double)a->lengths[i];
        const stet_dd_size here = size_after(size, L);
        const double g = stet_dd_fft_grid(here);
        if (error > 0x1p-10 * here.most) /* high words must have modulus 1.01 V at most */
            return __builtin_inf();
        error = m * error + stet_dd_fft_grid_error(a->fft[i], here) + 0x1p-53 * m * g;
        L *= m;
    }
    return error * (1 + 0x1p-30);
}

/* ------------------------------------------------------------------- work -- */

/* The pieces of work have these sizes: `one` for a transform of one line; `all` for the numbers in
 * several dimensions; `lines` for lines that are read together; `wanted` for flags after a
 * dimension, and of a line. */
typedef struct {
    size_t one, all, lines, wanted;
} pieces;

static pieces pieces_of(const stet_dd_axes *a)
{
    pieces p = {0, 0, 0, 0};
    ptrdiff_t longest = 0;
    for (int i = 0; i < a->rank; i++) {
        const size_t one = stet_dd_fft_work(a->fft[i]);
        p.one = one > p.one ? one : p.one;
        longest = a->lengths[i] > longest ? a->lengths[i] : longest;
    }
    p.one = stet_round_to_line(p.one);
    if (a->rank > 1) {
        p.all = (size_t)stet_dd_words(a->n) * sizeof(double);
        p.lines = TOGETHER * (size_t)stet_dd_words(longest) * sizeof(double);
        p.wanted = stet_round_to_line((size_t)(a->n + longest));
    }
    return p;
}

size_t stet_dd_axes_work(const stet_dd_axes *a)
{
    const pieces p = pieces_of(a);
    return p.one + p.all + p.lines + p.wanted;
}

/* ------------------------------------------------------------------ lines -- */

/* Outputs of a line go to an array of words, or to the caller's function. */
typedef struct {
    double *all; /* or NULL */
    stet_dd_put *put;
    void *data;
    ptrdiff_t first, stride;
} line;

static void copy_words(const double *from, ptrdiff_t i, double *to, ptrdiff_t j)
{
    from += stet_dd_at(i);
    to += stet_dd_at(j);
    for (ptrdiff_t word = 0; word < STET_DD_WORDS * STET_DD_BLOCK; word += STET_DD_BLOCK)
        to[word] = from[word];
}

static void put_line(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    const line *l = (const line *)data;
    const ptrdiff_t at = l->first + first * l->stride;
    if (!l->all)
        l->put(l->data, at, step * l->stride, count, z);
    else if (step * l->stride == 1 && at % STET_DD_BLOCK == 0 && count % STET_DD_BLOCK == 0)
        memcpy(l->all + stet_dd_at(at), z, (size_t)stet_dd_words(count) * sizeof(double));
    else
        for (ptrdiff_t i = 0; i < count; i++)
            copy_words(z, i, l->all, at + i * step * l->stride);
}

/* Copies `count` lines side by side from number `first` on, each rounded to a grid if there is a
 * magic number. */
static void gather(const axis *a, const double *all, ptrdiff_t first, ptrdiff_t count, double magic,
                   double *lines)
{
    for (ptrdiff_t j = 0; j < a->n; j++)
        for (ptrdiff_t i = 0; i < count; i++) {
            const double *from = all + stet_dd_at(first + j * a->stride + i);
            double *to = lines + i * stet_dd_words(a->n) + stet_dd_at(j);
            for (int part = 0; part < 2; part++) {
                const double high = from[2 * part * STET_DD_BLOCK];
                const double h = magic > 0 ? (high + magic) - magic : high;
                to[2 * part * STET_DD_BLOCK] = h;
                to[(2 * part + 1) * STET_DD_BLOCK] =
                    from[(2 * part + 1) * STET_DD_BLOCK] + (high - h);
            }
        }
}

/* Reports whether any output of count lines side by side is wanted. */
static int any_wanted(const axis *a, ptrdiff_t at, ptrdiff_t count)
{
    uint64_t any = 0, eight = 0;
    for (ptrdiff_t k = 0; k < a->n && a->wanted; k++) {
        memcpy(&eight, a->wanted + k * a->stride + at, (size_t)count);
        any |= eight;
    }
    return !a->wanted || any != 0;
}

/* Gathers the wanted flags of line `at` into `to`; returns NULL if none is set. */
static const uint8_t *wanted_of(const axis *a, ptrdiff_t at, uint8_t *to)
{
    uint8_t any = 0;
    for (ptrdiff_t k = 0; k < a->n; k++)
        any |= to[k] = a->wanted[k * a->stride + at];
    return any ? to : NULL;
}

static void run_line(const axis *a, const void *x, int source, const uint8_t *wanted, line *to,
                     void *work)
{
    const stet_dd_fft *f = a->all->fft[a->index];
    if (a->size.norm > 0)
        stet_dd_fft_run_on_grid(f, x, source, a->size, wanted, put_line, to, work);
    else
        stet_dd_fft_run(f, x, source, wanted, put_line, to, work);
}

/* Transforms the lines of one dimension that are side by side, from number `first` on. */
static void run_side_by_side(const axis *a, ptrdiff_t first, line *to, const double *all,
                             double *lines, uint8_t *wanted_line, void *work)
{
    const double magic = a->size.norm > 0 ? 0x1.8p52 * stet_dd_fft_grid(a->size) : 0;
    for (ptrdiff_t at = 0; at < a->stride; at += TOGETHER) {
        const ptrdiff_t count = a->stride - at < TOGETHER ? a->stride - at : TOGETHER;
        if (!any_wanted(a, at, count))
            continue;
        gather(a, all, first + at, count, magic, lines);
        for (ptrdiff_t i = 0; i < count; i++) {
            const uint8_t *wanted = a->wanted ? wanted_of(a, at + i, wanted_line) : NULL;
            if (a->wanted && !wanted)
                continue;
            to->first = first + at + i;
            run_line(a, lines + i * stet_dd_words(a->n), STET_WORDS, wanted, to, work);
        }
    }
}

/* ------------------------------------------------------------------- axes -- */

/* Returns the wanted flags of the count outputs of this dimension and those done before, combined
 * over all lines of the others; the array has space for n/2 bytes. */
static const uint8_t *fold_wanted(const stet_dd_axes *a, const uint8_t *wanted, ptrdiff_t count,
                                  uint8_t *to)
{
    if (!wanted || count == a->n)
        return wanted;
    return stet_dd_fold_wanted(wanted, a->n, count, to);
}

/* Returns the address of number j of an input. */
static const void *number_at(const void *x, int source, ptrdiff_t j)
{
    switch (source) {
    case STET_REALS: return (const double *)x + j;
    case STET_PAIRS: return (const double *)x + 2 * j;
    default: return (const float *)x + 2 * j;
    }
}

void stet_dd_axes_run(const stet_dd_axes *a, const void *x, int source, const stet_dd_size *size,
                      const uint8_t *wanted, stet_dd_put *put, void *data, void *work)
{
    const pieces p = pieces_of(a);
    double *all = (double *)((char *)work + p.one), *lines = (double *)((char *)all + p.all);
    uint8_t *bytes = (uint8_t *)lines + p.lines;
    ptrdiff_t stride = 1;
    for (int i = a->rank - 1; i >= 0; stride *= a->lengths[i--]) {
        const stet_dd_size here = size ? size_after(*size, (double)stride) : (stet_dd_size){0, 0};
        const uint8_t *folded = fold_wanted(a, wanted, a->lengths[i] * stride, bytes);
        const axis b = {a, i, a->lengths[i], stride, here, folded};
        line to = {i > 0 ? all : NULL, put, data, 0, stride};
        for (ptrdiff_t first = 0; first < a->n; first += b.n * stride)
            if (i < a->rank - 1) {
                run_side_by_side(&b, first, &to, all, lines, bytes + a->n, work);
            } else {
                to.first = first;
                run_line(&b, number_at(x, source, first), source, b.wanted, &to, work);
            }
    }
}
