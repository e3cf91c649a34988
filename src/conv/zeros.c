/* SPDX-License-Identifier: Apache-2.0 */
/* Finds outputs all of whose products have a zero factor; this depends only on where u and g are
 * zero. If the lags of g that are not zero are all from `low` to `high`, without gaps, output t is
 * live if the inputs from t - high to t - low are not all zero: one sweep. Otherwise the number of
 * products without a zero factor is the convolution of two indicators, 1 where a number is not
 * zero. It is computed in double, by transforms, with an error below one half, so that the counts
 * equal to zero are known. The error is at most C sqrt(P) sqrt(T), with C below 300 u for all
 * possible lengths. */
#include "conv/zeros.h"

#include <string.h>

#include "base/alloc.h"
#include "conv/kernels.h"
#include "lines/lines.h"

typedef struct {
    ptrdiff_t low, high; /* low > high: g is zero */
    int solid;           /* no zeros between low and high */
} support;

struct stet_conv_zeros {
    stet_plan *forward, *inverse; /* in double; NULL if all filters are solid */
    ptrdiff_t rows;
    support *support;
    double *spectra; /* spectra of the indicators, of P + 2 numbers each */
    size_t buffer, transforms;
};

void stet_conv_zeros_destroy(stet_conv_zeros *z)
{
    if (!z)
        return;
    stet_plan_destroy(z->forward);
    stet_plan_destroy(z->inverse);
    stet_free(z->support);
    stet_free(z->spectra);
    stet_free(z);
}

static stet_status create_plan(stet_plan **made, ptrdiff_t points, stet_kind kind)
{
    const stet_dim dim = {points, 1, 1};
    stet_options t;
    stet_options_init(&t);
    t.kind = kind;
    t.direction = kind == STET_R2C ? STET_FORWARD : STET_INVERSE;
    t.rank = 1;
    t.dims = &dim;
    return stet_plan_create(made, &t);
}

static support support_of(const stet_conv *plan, const double *g)
{
    support s = {plan->before + 1, -plan->after - 1, 1};
    ptrdiff_t count = 0;
    for (ptrdiff_t d = -plan->after; d <= plan->before; d++) {
        if (g[d < 0 ? d + plan->taps : d] == 0)
            continue;
        s.low = count == 0 ? d : s.low;
        s.high = d;
        count++;
    }
    s.solid = count == 0 || s.high - s.low + 1 == count;
    return s;
}

/* c (k + r) is zero if and only if its rounded value is, except for underflow: AVG of the smallest
 * numbers, which the sum that is convolved loses too. */
static void find_supports(const stet_conv *plan, const stet_conv_filters *f, stet_conv_zeros *z,
                          double *g)
{
    const int what = stet_conv_has_reverse(plan->o.operation) ? 3 : 1;
    for (ptrdiff_t row = 0; row < z->rows; row++) {
        memset(g, 0, (size_t)plan->taps * sizeof *g);
        stet_conv_place(plan, f, row, what, 0, plan->o.precision == STET_F32, g, plan->taps);
        z->support[row] = support_of(plan, g);
    }
}

static stet_status transform_indicators(const stet_conv *plan, const stet_conv_filters *f,
                                        stet_conv_zeros *z, double *g)
{
    const int what = stet_conv_has_reverse(plan->o.operation) ? 3 : 1;
    stet_status status = create_plan(&z->forward, plan->points, STET_R2C);
    if (!status)
        status = create_plan(&z->inverse, plan->points, STET_C2R);
    for (ptrdiff_t row = 0; row < z->rows && !status; row++) {
        memset(g, 0, (size_t)plan->points * sizeof *g);
        stet_conv_place(plan, f, row, what, 0, plan->o.precision == STET_F32, g, plan->points);
        for (ptrdiff_t i = 0; i < plan->points; i++)
            g[i] = g[i] != 0;
        status = stet_execute(z->forward, g, z->spectra + row * (plan->points + 2));
    }
    const size_t a = stet_plan_workspace(z->forward), b = stet_plan_workspace(z->inverse);
    z->transforms = stet_round_to_line(a > b ? a : b);
    z->buffer = stet_round_to_line((size_t)(plan->points + 2) * sizeof *g);
    return status;
}

static stet_status fill(const stet_conv *plan, const stet_conv_filters *f, stet_conv_zeros *z,
                        double *g)
{
    find_supports(plan, f, z, g);
    int solid = 1;
    for (ptrdiff_t row = 0; row < z->rows; row++)
        solid &= z->support[row].solid;
    if (solid)
        return STET_OK;
    z->spectra = (double *)stet_alloc_array((size_t)z->rows * (size_t)(plan->points + 2),
                                            sizeof *z->spectra);
    return z->spectra ? transform_indicators(plan, f, z, g) : STET_E_MEMORY;
}

stet_status stet_conv_zeros_create(stet_conv_zeros **zeros, const stet_conv *plan,
                                   const stet_conv_filters *f)
{
    stet_conv_zeros *z = (stet_conv_zeros *)stet_alloc(sizeof *z);
    double *g = (double *)stet_alloc_array((size_t)plan->points + 2, sizeof *g);
    stet_status status = STET_E_MEMORY;
    if (z) {
        memset(z, 0, sizeof *z);
        z->rows = plan->o.filter_channels;
        z->support = (support *)stet_alloc_array((size_t)z->rows, sizeof *z->support);
        if (z->support && g)
            status = fill(plan, f, z, g);
    }
    stet_free(g);
    if (status)
        stet_conv_zeros_destroy(z);
    else
        *zeros = z;
    return status;
}

/* ------------------------------------------------------------------ blocks -- */

size_t stet_conv_zeros_workspace(const stet_conv_zeros *z)
{
    return z->forward ? 2 * z->buffer + z->transforms : 0;
}

enum { PIECE = 256 };

static int64_t sweep(const stet_conv *plan, const stet_conv_block *b, support s,
                     unsigned char *live)
{
    double w[PIECE];
    ptrdiff_t next = 0, loaded = 0; /* inputs seen, and read */
    ptrdiff_t last = -1;            /* the last of those seen that is not zero */
    int64_t dead = 0;
    for (ptrdiff_t t = 0; t < b->count; t++) {
        const ptrdiff_t first = t + plan->before - s.high, end = t + plan->before - s.low;
        for (; next <= end; next++) {
            if (next == loaded) {
                const ptrdiff_t left = b->window.length - next, n = left < PIECE ? left : PIECE;
                stet_conv_read_f64(plan, &b->window, next, n, w);
                loaded += n;
            }
            if (w[next % PIECE] != 0)
                last = next;
        }
        live[t] = last >= first;
        dead += !live[t];
    }
    return dead;
}

static int64_t count_products(const stet_conv_zeros *z, const stet_conv *plan,
                              const stet_conv_block *b, ptrdiff_t row, unsigned char *live,
                              char *work)
{
    double *x = (double *)work, *y = (double *)(work + z->buffer);
    const ptrdiff_t skip = plan->points < b->window.length ? plan->before : 0;
    const ptrdiff_t inputs = b->window.length - skip;
    int64_t dead = 0;
    stet_conv_read_f64(plan, &b->window, skip, inputs, x);
    for (ptrdiff_t i = 0; i < plan->points; i++)
        x[i] = i < inputs && x[i] != 0;
    stet_execute_with(z->forward, x, y, work + 2 * z->buffer, z->transforms);
    plan->isa->conv64->multiply(y, z->spectra + row * (plan->points + 2), plan->points / 2 + 1);
    stet_execute_with(z->inverse, y, x, work + 2 * z->buffer, z->transforms);
    for (ptrdiff_t t = 0; t < b->count; t++) {
        live[t] = x[plan->before - skip + t] >= 0.5;
        dead += !live[t];
    }
    return dead;
}

int64_t stet_conv_zeros_find(const stet_conv_zeros *z, const stet_conv *plan,
                             const stet_conv_block *b, unsigned char *live, void *work)
{
    const ptrdiff_t row = z->rows == 1 ? 0 : b->channel;
    const support s = z->support[row];
    if (s.low > s.high) {
        memset(live, 0, (size_t)b->count);
        return b->count;
    }
    return s.solid ? sweep(plan, b, s, live) : count_products(z, plan, b, row, live, (char *)work);
}
