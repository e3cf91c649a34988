/* SPDX-License-Identifier: Apache-2.0 */
/* The stage in double-double. */
#include "conv/exact_inside.h"

#include <string.h>

#include "base/alloc.h"
#include "correct/decide.h"

static void keep(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    double *to = (double *)data;
    for (ptrdiff_t i = 0; i < count; i++) {
        double *at = to + stet_dd_at(first + i * step);
        const stet_ddc a = stet_dd_get(z, i);
        at[0] = a.re.hi;
        at[STET_DD_BLOCK] = a.re.lo;
        at[2 * STET_DD_BLOCK] = a.im.hi;
        at[3 * STET_DD_BLOCK] = a.im.lo;
    }
}

/* The result of a block is in the real or in the imaginary parts. The latter have the other sign,
 * because the inverse transform is computed as the forward one of the conjugate. */
typedef struct {
    const double *words;
    ptrdiff_t first;
    int is_second;
} result;

static stet_dd value(const void *data, ptrdiff_t i)
{
    const result *r = (const result *)data;
    const stet_ddc z = stet_dd_get(r->words, r->first + i);
    return r->is_second ? stet_dd_neg(z.im) : z.re;
}

size_t stet_conv_wide_work(const stet_conv_exact *e, const stet_conv_wide *w)
{
    return (size_t)stet_dd_words(e->n) * sizeof(double) + stet_dd_fft_work(w->fft) + STET_ALIGN;
}

/* Removes from the list the outputs that the interval decides. */
static void decide(stet_conv_block *b, const result *r, double error, int exponent)
{
    enum { MOST = 2000 };
    const stet_precision p = b->e->precision;
    if (exponent < -MOST || exponent > MOST)
        return;
    const double power[2] = {stet_power_of_two(exponent / 2),
                             stet_power_of_two(exponent - exponent / 2)};
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0; i < b->left; i++) {
        stet_dd v = value(r, b->list[i]);
        double e = error;
        uint64_t bits;
        if (p == STET_F32) { /* exact: see the scaling of floats in stet_conv_wide_run() */
            v = (stet_dd){v.hi * power[0] * power[1], v.lo * power[0] * power[1]};
            e *= power[0] * power[1];
        }
        if (stet_decide(p, v, e, power, &bits))
            stet_number_put(p, b->out, b->list[i] * b->out_step, bits);
        else
            b->list[left++] = b->list[i];
    }
    b->counts->by_dd += b->left - left;
    b->left = left;
}

/* Returns an upper bound of the 2-norm of the pairs. */
static double norm_of(const double *x, ptrdiff_t count)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        sum += x[i] * x[i];
    return __builtin_sqrt(sum) * (1 + 0x1p-20);
}

/* Floats are scaled without rounding: values are at most 2^257 n and not below 2^-400; a low word
 * that would be lost is below 2^-900, and 2^-800 is added to the error. */
void stet_conv_wide_run(const stet_conv_exact *e, const stet_conv_wide *w, stet_conv_block *b,
                        int blocks, void *work)
{
    double *a = (double *)work, *rest = a + stet_dd_words(e->n);
    const double n = (double)e->n;
    const double error = w->unit * norm_of(b->x, 2 * e->n) + 0x1p-1000 * 8 * n * n +
                         (e->precision == STET_F32 ? 0x1p-500 : 0);
    memset(a, 0, (size_t)stet_dd_words(e->n) * sizeof *a);
    stet_dd_fft_run(w->fft, b->x, STET_PAIRS, NULL, keep, a, rest);
    e->kernels->dd.multiply(a, STET_WORDS, e->n, w->filter, 0, -1, a);
    stet_dd_fft_run(w->fft, a, STET_WORDS, NULL, keep, a, rest);
    for (int i = 0; i < blocks; i++) {
        const result r = {a, e->count - 1, i};
        const int exponent = b[i].exponent + w->exponent;
        decide(&b[i], &r, error, exponent);
        stet_conv_empty(&b[i]);
        stet_conv_grid(&b[i], value, &r, error, exponent);
    }
}

stet_status stet_conv_wide_floats(stet_conv_block *b)
{
    const stet_conv_exact *e = b->e;
    stet_conv_wide w;
    stet_status status = stet_conv_wide_create(e, &w);
    double *pairs = (double *)stet_alloc_array((size_t)e->n, 2 * sizeof *pairs);
    void *work = status ? NULL : stet_alloc(stet_conv_wide_work(e, &w));
    if (!status && (!pairs || !work))
        status = STET_E_MEMORY;
    if (!status) {
        stet_conv_block wide = *b;
        double most = 0;
        for (ptrdiff_t i = 0; i < e->n; i++)
            most = __builtin_fabs(b->x[i]) > most ? __builtin_fabs(b->x[i]) : most;
        wide.exponent = stet_conv_exponent_of(most);
        for (ptrdiff_t i = 0; i < e->n; i++) {
            pairs[2 * i] = stet_conv_scaled(b->x[i], wide.exponent);
            pairs[2 * i + 1] = 0;
        }
        wide.x = pairs;
        wide.step = 2;
        stet_conv_wide_run(e, &w, &wide, 1, work);
        b->left = wide.left;
    }
    stet_free(pairs);
    stet_free(work);
    stet_conv_wide_destroy(&w);
    return status;
}
