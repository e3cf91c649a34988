/* SPDX-License-Identifier: Apache-2.0 */
/* Stages of level correct that test undecided outputs: the grid, and sums of zero products. */
#include "conv/exact_inside.h"

#include <string.h>

#include "base/alloc.h"

void stet_conv_cyclic(const stet_conv_exact *e, const double *x, const double *spectrum, double *y,
                      double *z, void *work)
{
    stet_native_engine.run(e->forward, x, z, (char *)work, NULL);
    for (ptrdiff_t k = 0; k < 2 * (e->n / 2 + 1); k += 2) {
        const double re = z[k], im = z[k + 1], a = spectrum[k], b = spectrum[k + 1];
        z[k] = re * a - im * b;
        z[k + 1] = re * b + im * a;
    }
    stet_native_engine.run(e->back, z, y, (char *)work, NULL);
}

static void put_zero(const stet_conv_block *b, ptrdiff_t i)
{
    stet_number_put(b->e->precision, b->out, i * b->out_step, 0);
}

/* Decides outputs whose window is all zeros, in one sweep, because the list is ascending. */
void stet_conv_empty(stet_conv_block *b)
{
    const ptrdiff_t taps = b->e->count;
    ptrdiff_t left = 0, seen = 0, last = -1; /* last: the last number below seen that is not zero */
    for (ptrdiff_t i = 0; i < b->left; i++) {
        const ptrdiff_t at = b->list[i];
        for (; seen < at + taps; seen++)
            if (b->x[seen * b->step] != 0)
                last = seen;
        if (last < at)
            put_zero(b, at);
        else
            b->list[left++] = at;
    }
    b->counts->by_zeros += b->left - left;
    b->left = left;
}

/* -------------------------------------------------------------------- grid -- */

/* Returns the integer nearest to x, |x| < 2^1000. */
static double nearest(double x)
{
    const double size = __builtin_fabs(x);
    if (size >= 0x1p52)
        return x;
    const double r = (size + 0x1p52) - 0x1p52;
    return x < 0 ? -r : r;
}

/* Returns whether exactly one multiple of 2^q, q being the grid in units of v, is within error of
 * v, and stores it, rounded to p, times 2^exponent. 2^q (s + rest) is exact. */
static int decide(stet_precision p, stet_dd v, double error, int q, int exponent, uint64_t *bits)
{
    if (q < -900 || q > 900 || !(error < 0.49 * stet_power_of_two(q)))
        return 0;
    const double down = stet_power_of_two(-q);
    const double high = nearest(v.hi * down);
    double rest;
    const double low = nearest((v.hi * down - high) + v.lo * down);
    double s = stet_two_sum_f64(high, low, &rest);
    q += exponent;
    if (p == STET_F32 && rest != 0)
        s = stet_rounded_to_odd(s, rest);
    if (q < -1074 || q > 2000)
        return 0;
    const double y = s * stet_power_of_two(q / 2) * stet_power_of_two(q - q / 2);
    *bits = s == 0 ? 0 : p == STET_F32 ? stet_bits_f32((float)y) : stet_bits_f64(y);
    return 1;
}

static int grid_of(const stet_conv_block *b)
{
    int grid = STET_NO_BIT;
    for (ptrdiff_t i = 0; i < b->count + b->e->count - 1; i++) {
        const int bit = stet_last_bit(b->x[i * b->step]);
        grid = bit < grid ? bit : grid;
    }
    return grid + b->exponent + b->e->grid;
}

void stet_conv_grid(stet_conv_block *b, stet_conv_value *value, const void *data, double error,
                    int exponent)
{
    enum { WORTH = 4 };
    if (b->left < WORTH)
        return;
    const int q = grid_of(b) - exponent;
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0; i < b->left; i++) {
        uint64_t bits;
        if (decide(b->e->precision, value(data, b->list[i]), error, q, exponent, &bits))
            stet_number_put(b->e->precision, b->out, b->list[i] * b->out_step, bits);
        else
            b->list[left++] = b->list[i];
    }
    b->counts->by_grid += b->left - left;
    b->left = left;
}

/* ------------------------------------------------------------------- zeros -- */

/* Marks taps that are not zero by 1. Terms are marked separately, because their sum may be zero
 * where they are not. */
static void fill_marks(const stet_conv_exact *e, double *h)
{
    memset(h, 0, (size_t)e->n * sizeof *h);
    for (int t = 0; t < e->terms; t++)
        for (ptrdiff_t i = 0; i < e->term[t].count; i++)
            if (e->term[t].g[i] != 0)
                h[e->term[t].first - e->first + i] = 1;
}

/* Drops outputs without a nonzero product. Counts of these products are integers: if the bound of
 * the convolution of zeros and ones is below 1/2, a result below 1/2 means a count of zero. */
static void take_out(stet_conv_block *b, const double *products)
{
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0; i < b->left; i++)
        if (products[b->e->count - 1 + b->list[i]] < 0.5)
            put_zero(b, b->list[i]);
        else
            b->list[left++] = b->list[i];
    b->counts->by_zeros += b->left - left;
    b->left = left;
}

stet_status stet_conv_zeros(stet_conv_block *b, double *y, double *z, void *work)
{
    const stet_conv_exact *e = b->e;
    const ptrdiff_t numbers = 2 * (e->n / 2 + 1);
    double *marks = (double *)stet_alloc_array((size_t)(e->n + numbers), sizeof *marks);
    if (!marks)
        return STET_E_MEMORY;
    double *spectrum = marks + e->n;
    fill_marks(e, marks);
    const double ones = e->kernels->squares(marks, e->n);
    stet_native_engine.run(e->forward, marks, spectrum, (char *)work, NULL);
    for (ptrdiff_t k = 0; k < numbers; k++)
        spectrum[k] /= (double)e->n;
    for (ptrdiff_t i = 0; i < e->n; i++)
        marks[i] = b->x[i * b->step] != 0;
    const double others = e->kernels->squares(marks, e->n);
    stet_conv_cyclic(e, marks, spectrum, y, z, work);
    const double bound = e->unit * __builtin_sqrt(ones) * __builtin_sqrt(others) +
                         e->unit_out * __builtin_sqrt(e->kernels->squares(y, e->n));
    if (bound < 0.49)
        take_out(b, y);
    stet_free(marks);
    return STET_OK;
}
