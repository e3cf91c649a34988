/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms with the butterflies of stet_butterfly: decimation in time, from digit-reversed input,
 * in place. */
#include "base/alloc.h"
#include "base/fpenv.h"
#include "experiments/butterflies/twiddle.h"

#define LONGEST ((ptrdiff_t)1 << 24)
enum { MAX_RADIX = 64 };

typedef struct {
    const stet_number *p;
    stet_butterfly strategy;
    int radix, fused;
    ptrdiff_t n;
    stet_complex *x;
} transform;

static ptrdiff_t reversed(ptrdiff_t i, ptrdiff_t n, int radix)
{
    ptrdiff_t r = 0;
    for (; n > 1; n /= radix, i /= radix)
        r = r * radix + i % radix;
    return r;
}

/* Returns exp(-2 pi i k/r) x; multiples of a quarter turn only move parts. */
static stet_complex turned(const transform *t, int k, stet_complex x)
{
    switch (4 * k % t->radix == 0 ? 4 * k / t->radix % 4 : 4) {
    case 0: return x;
    case 1: return (stet_complex){x.im, -x.re};
    case 2: return (stet_complex){-x.re, -x.im};
    case 3: return (stet_complex){-x.im, x.re};
    default: break;
    }
    return stet_twiddle_times(
        t->p, stet_twiddle_of(STET_BUTTERFLY_STANDARD_FMA, t->p, k % t->radix, t->radix), 1, x);
}

/* Computes the DFT of y[0 .. radix - 1] and stores it at x[0], x[step], ... */
static void small_dft(const transform *t, const stet_complex *y, stet_complex *x, ptrdiff_t step)
{
    for (int k = 0; k < t->radix; k++) {
        stet_complex sum = y[0];
        for (int i = 1; i < t->radix; i++) {
            const stet_complex term = turned(t, i * k % t->radix, y[i]);
            sum = (stet_complex){t->p->add(sum.re, term.re), t->p->add(sum.im, term.im)};
        }
        x[k * step] = sum;
    }
}

/* Computes row j of the pass from length L to length radix L. */
static void run_row(const transform *t, ptrdiff_t L, ptrdiff_t j)
{
    stet_twiddle w[MAX_RADIX];
    for (int i = 1; i < t->radix; i++)
        w[i] = stet_twiddle_of(t->strategy, t->p, i * j, t->radix * L);
    for (ptrdiff_t begin = j; begin < t->n; begin += t->radix * L) {
        stet_complex *x = t->x + begin, y[MAX_RADIX];
        if (t->radix == 2) {
            stet_twiddle_butterfly(t->p, w[1], t->fused, &x[0], &x[L]);
            continue;
        }
        y[0] = x[0];
        for (int i = 1; i < t->radix; i++)
            y[i] = stet_twiddle_times(t->p, w[i], t->fused, x[i * L]);
        small_dft(t, y, x, L);
    }
}

static int is_power(ptrdiff_t n, int radix)
{
    while (n > 1 && n % radix == 0)
        n /= radix;
    return n == 1;
}

stet_status stet_butterfly_transform(stet_butterfly strategy, stet_precision precision, int radix,
                                     ptrdiff_t n, const double *in, double *out)
{
    const stet_number *p = stet_number_of(precision);
    if (strategy < STET_BUTTERFLY_STANDARD || strategy > STET_BUTTERFLY_DUAL_COMPENSATED)
        return STET_E_METHOD;
    if (!p)
        return STET_E_PRECISION;
    if (radix < 2 || radix > MAX_RADIX || n < 1 || n > LONGEST || !is_power(n, radix))
        return STET_E_LENGTH;
    if (!in || !out)
        return STET_E_NULL;
    stet_complex *x = (stet_complex *)stet_alloc_array((size_t)n, sizeof *x);
    if (!x)
        return STET_E_MEMORY;
    const transform t = {p, strategy, radix, strategy == STET_BUTTERFLY_STANDARD_FMA, n, x};
    const uint64_t caller = stet_fpenv_enter();
    for (ptrdiff_t i = 0; i < n; i++) {
        const ptrdiff_t from = reversed(i, n, radix);
        x[i] = (stet_complex){p->round(in[2 * from]), p->round(in[2 * from + 1])};
    }
    for (ptrdiff_t L = 1; L < n; L *= radix)
        for (ptrdiff_t j = 0; j < L; j++)
            run_row(&t, L, j);
    for (ptrdiff_t i = 0; i < n; i++) {
        out[2 * i] = x[i].re;
        out[2 * i + 1] = x[i].im;
    }
    stet_fpenv_leave(caller);
    stet_free(x);
    return STET_OK;
}
