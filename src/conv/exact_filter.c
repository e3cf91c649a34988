/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the filter of level correct: its taps, its spectra and their bounds. */
#include "conv/exact_inside.h"

#include <string.h>

#include "base/alloc.h"

#define U 0x1p-53
#define U2 0x1p-106

/* Fills h in double: each tap is rounded once for each term after the first. */
static void fill_taps(const stet_conv_exact *e, double *h)
{
    memset(h, 0, (size_t)e->n * sizeof *h);
    for (int t = 0; t < e->terms; t++) {
        const stet_conv_term *term = &e->term[t];
        const double factor = (e->halve ? 0.5 : 1) * term->times;
        double *at = h + (term->first - e->first);
        for (ptrdiff_t i = 0; i < term->count; i++)
            at[i] += factor * term->g[i];
    }
}

/* Sets the constants of the theorem (double). */
static int choose_units(stet_conv_exact *e)
{
    const double slack = U * (1 + 0x1p-20);
    const stet_fft1d *transform = stet_native_axis(e->back, 0);
    stet_bound back;
    if (!stet_lines_bound(&back, 1, &e->n, STET_C2R, &transform))
        return 0;
    e->unit = slack * (2 * stet_bound_l2(e->n) + 2.237 + 2);
    e->unit_out = slack * (back.all + 2);
    return 1;
}

/* Returns an upper bound of the norm of a term. */
double stet_conv_norm_of_term(const stet_conv_exact *e, const stet_conv_term *term)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < term->count; i++)
        sum += term->g[i] * term->g[i];
    return (e->halve ? 0.5 : 1) * term->times * __builtin_sqrt(sum) * (1 + 0x1p-20);
}

/* For floats also makes the spectrum times 1/n. */
stet_status stet_conv_exact_filter(stet_conv_exact *e)
{
    const ptrdiff_t numbers = 2 * (e->n / 2 + 1);
    if (!choose_units(e))
        return STET_E_LENGTH;
    if (e->precision == STET_F64)
        return STET_OK;
    double *h = (double *)stet_alloc_array((size_t)e->n, sizeof *h);
    char *work = (char *)stet_alloc(stet_native_engine.workspace(e->forward));
    e->spectrum = (double *)stet_alloc_array((size_t)numbers, sizeof(double));
    const int ok = h && work && e->spectrum;
    if (ok) {
        fill_taps(e, h);
        e->norm = __builtin_sqrt(e->kernels->squares(h, e->n)) * (1 + 0x1p-30);
        stet_native_engine.run(e->forward, h, e->spectrum, work, NULL);
        for (ptrdiff_t k = 0; k < numbers; k++)
            e->spectrum[k] /= (double)e->n;
    }
    stet_free(h);
    stet_free(work);
    return ok ? STET_OK : STET_E_MEMORY;
}

/* ----------------------------------------------------------- double-double -- */

static void put_word(double *x, ptrdiff_t k, stet_dd re, stet_dd im)
{
    x += stet_dd_at(k);
    x[0] = re.hi;
    x[STET_DD_BLOCK] = re.lo;
    x[2 * STET_DD_BLOCK] = im.hi;
    x[3 * STET_DD_BLOCK] = im.lo;
}

/* Fills the words of h. Returns an upper bound of the sum of the norms of the terms. */
static double fill_words(const stet_conv_exact *e, int exponent, double *h)
{
    double norm = 0;
    memset(h, 0, (size_t)stet_dd_words(e->n) * sizeof *h);
    for (int t = 0; t < e->terms; t++) {
        const stet_conv_term *term = &e->term[t];
        double squares = 0;
        for (ptrdiff_t i = 0; i < term->count; i++) {
            const ptrdiff_t p = term->first - e->first + i;
            const double tap = stet_conv_scaled(term->g[i], exponent) * term->times;
            const stet_dd sum = stet_dd_add_single(stet_dd_get(h, p).re, tap);
            put_word(h, p, sum, stet_dd_from(0));
            squares += tap * tap;
        }
        norm += __builtin_sqrt(squares) * (1 + 0x1p-20);
    }
    return norm;
}

typedef struct {
    double *to;
    stet_dd factor;
} keeper;

/* Stores outputs times a factor, conjugated. */
static void keep_conjugate(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                           const double *z)
{
    const keeper *k = (const keeper *)data;
    for (ptrdiff_t i = 0; i < count; i++) {
        const stet_ddc a = stet_dd_get(z, i);
        put_word(k->to, first + i * step, stet_dd_mul(a.re, k->factor),
                 stet_dd_neg(stet_dd_mul(a.im, k->factor)));
    }
}

static double norm_of(const double *h, ptrdiff_t count)
{
    double sum = 0;
    for (ptrdiff_t p = 0; p < count; p++)
        sum += stet_dd_get(h, p).re.hi * stet_dd_get(h, p).re.hi;
    return __builtin_sqrt(sum) * (1 + 0x1p-20);
}

/* Returns the exponent that scales taps to modulus 1/2: 3 bits cover terms and factors. */
static int filter_exponent(const stet_conv_exact *e)
{
    double most = 0;
    for (int t = 0; t < e->terms; t++)
        for (ptrdiff_t i = 0; i < e->term[t].count; i++) {
            const double size = __builtin_fabs(e->term[t].g[i]);
            most = size > most ? size : most;
        }
    return stet_conv_exponent_of(most) + 4;
}

stet_status stet_conv_wide_create(const stet_conv_exact *e, stet_conv_wide *w)
{
    const size_t words = (size_t)stet_dd_words(e->n);
    const int exponent = filter_exponent(e);
    *w = (stet_conv_wide){.fft = stet_dd_fft_create(e->n, e->kernels),
                          .exponent = exponent - e->halve,
                          .filter = (double *)stet_alloc_array(words, sizeof(double))};
    double *h = (double *)stet_alloc_array(words, sizeof(double));
    void *work = w->fft ? stet_alloc(stet_dd_fft_work(w->fft)) : NULL;
    const int ok = w->filter && h && work;
    if (ok) {
        keeper to = {w->filter, stet_dd_div(stet_dd_from(1), stet_dd_from((double)e->n))};
        memset(w->filter, 0, words * sizeof(double));
        const double terms = fill_words(e, exponent, h), norm = norm_of(h, e->count);
        w->unit =
            ((3 * stet_dd_fft_error(w->fft) + 64 * U2) * norm + 16 * U2 * terms) * (1 + 0x1p-20);
        stet_dd_fft_run(w->fft, h, STET_WORDS, NULL, keep_conjugate, &to, work);
    }
    stet_free(h);
    stet_free(work);
    return ok ? STET_OK : STET_E_MEMORY;
}

void stet_conv_wide_destroy(stet_conv_wide *w)
{
    stet_dd_fft_destroy(w->fft);
    stet_free(w->filter);
    *w = (stet_conv_wide){.fft = NULL};
}
