/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct as a level of plans. The convolution with its bias is one exact sum, rounded once;
 * GELU and the gate are one more operation each, as in level native. */
#include <string.h>

#include "base/alloc.h"
#include "conv/conv.h"
#include "conv/exact.h"
#include "conv/floating.h"

typedef struct {
    ptrdiff_t rows; /* per filter; with bias per channel */
    stet_conv_exact **row;
    size_t window, outputs, exact; /* bytes of pieces of the workspace */
} state;

/* Accepts AUTO only: no bit depends on the method, so the caller does not choose it. */
static stet_status shape(stet_conv *plan)
{
    enum { LONG = 8, LEAST = 8192 };
    const stet_conv_options *o = &plan->o;
    if (o->method != STET_CONV_AUTO)
        return STET_E_METHOD;
    if (o->fft_length > 0)
        return STET_E_FFT_LENGTH;
    if (o->extended)
        return STET_E_EXTENDED;
    const ptrdiff_t many = plan->taps > LEAST / LONG ? plan->taps : LEAST / LONG;
    plan->o.method = STET_CONV_DIRECT;
    plan->periodic = o->operation == STET_CONV_CIRCULAR;
    plan->points = 0;
    plan->step = plan->periodic || many > o->length / LONG ? o->length : LONG * many;
    return STET_OK;
}

/* -------------------------------------------------------------------- terms -- */

static double number_at(const stet_conv *plan, const void *x, ptrdiff_t i)
{
    return plan->o.precision == STET_F64 ? ((const double *)x)[i] : (double)((const float *)x)[i];
}

/* Returns the term of a filter of `length` numbers from x[at] on, in the order of its lags, without
 * numbers at lags that no sequence meets. `to` receives its numbers. */
static stet_conv_term term_of(const stet_conv *plan, const void *x, ptrdiff_t at, ptrdiff_t length,
                              stet_conv_lag lag, double *to)
{
    stet_conv_term t = {.g = to, .times = 1};
    for (ptrdiff_t i = 0; i < length; i++) {
        const ptrdiff_t j = lag.step > 0 ? i : length - 1 - i, d = lag.first + lag.step * j;
        if (d < -plan->after || d > plan->before)
            continue;
        if (t.count == 0)
            t.first = d;
        to[t.count++] = number_at(plan, x, at + j);
    }
    return t;
}

/* Makes a row. Some term has lag -after and some term lag before, so that the window of a block is
 * that of the plan; lag 0 may have only the bias or a zero. A bias is not halved. */
static stet_status create_row(const stet_conv *plan, const stet_conv_filters *f, ptrdiff_t row,
                              double *to, stet_conv_exact **made)
{
    const stet_conv_options *o = &plan->o;
    const ptrdiff_t filter = o->filter_channels == 1 ? 0 : row;
    const int halve = stet_conv_factor(o) != 1;
    double lag0 = plan->bias ? number_at(plan, plan->bias, row) : 0;
    stet_conv_term term[STET_CONV_TERMS];
    int terms = 0;
    term[terms++] = term_of(plan, f->forward, filter * o->filter_length, o->filter_length,
                            (stet_conv_lag){0, 1}, to);
    if (stet_conv_has_reverse(o->operation))
        term[terms++] = term_of(plan, f->reverse, filter * o->reverse_length, o->reverse_length,
                                stet_conv_lag_of_reverse(o), to + o->filter_length);
    term[terms++] = (stet_conv_term){0, 1, &lag0, 1 + halve};
    int kept = 0;
    for (int t = 0; t < terms; t++)
        if (term[t].count > 0)
            term[kept++] = term[t];
    return stet_conv_exact_create(made, o->precision, kept, term, halve, plan->step);
}

/* -------------------------------------------------------------------- plans -- */

static void destroy(void *data)
{
    state *s = (state *)data;
    if (!s)
        return;
    for (ptrdiff_t i = 0; s->row && i < s->rows; i++)
        stet_conv_exact_destroy(s->row[i]);
    stet_free((void *)s->row);
    stet_free(s);
}

static stet_status fill(stet_conv *plan, state *s, const stet_conv_filters *f)
{
    const stet_conv_options *o = &plan->o;
    const size_t numbers = (size_t)o->filter_length + (size_t)o->reverse_length;
    s->rows = plan->bias ? o->channels : o->filter_channels;
    s->row = (stet_conv_exact **)stet_alloc_array((size_t)s->rows, sizeof(stet_conv_exact *));
    double *to = (double *)stet_alloc_array(numbers, sizeof *to);
    stet_status status = s->row && to ? STET_OK : STET_E_MEMORY;
    for (ptrdiff_t i = 0; s->row && i < s->rows; i++)
        s->row[i] = NULL;
    for (ptrdiff_t i = 0; i < s->rows && !status; i++) {
        status = create_row(plan, f, i, to, &s->row[i]);
        const size_t size = status ? 0 : stet_conv_exact_workspace(s->row[i]);
        s->exact = size > s->exact ? size : s->exact;
    }
    stet_free(to);
    s->window = stet_round_to_line((size_t)(plan->step + plan->taps - 1) * sizeof(double));
    s->outputs = stet_round_to_line((size_t)plan->step * sizeof(double));
    return status;
}

static stet_status create(stet_conv *plan, const stet_conv_filters *f)
{
    state *s = (state *)stet_alloc(sizeof *s);
    if (!s)
        return STET_E_MEMORY;
    memset(s, 0, sizeof *s);
    const stet_status status = fill(plan, s, f);
    if (status)
        destroy(s);
    else
        plan->state = s;
    return status;
}

static size_t workspace(const stet_conv *plan)
{
    const state *s = (const state *)plan->state;
    return s->window + s->outputs + stet_round_to_line(s->exact);
}

/* ------------------------------------------------------------------- blocks -- */

static stet_status block(const stet_conv *plan, stet_conv_block *b, void *work)
{
    const state *s = (const state *)plan->state;
    char *at = (char *)work;
    double *w = (double *)work;
    const int is_last = !b->gate && plan->o.gelu == STET_CONV_GELU_NONE;
    void *y = is_last ? b->y : (void *)(at + s->window);
    const stet_conv_counts before = b->counts;
    stet_conv_read_f64(plan, &b->window, 0, b->count + plan->taps - 1, w);
    const stet_status status =
        stet_conv_exact_run(s->row[s->rows == 1 ? 0 : b->channel], w, b->count, y, 1,
                            at + s->window + s->outputs, &b->counts);
    b->zeros = b->counts.by_zeros - before.by_zeros;
    if (!status && !is_last)
        stet_conv_finish_sum(plan, b, y, w);
    return status;
}

/* The only error is one rounding, at most u |y|, and |y| <= |w| |g|. */
static double weight(const stet_conv *plan) { return stet_conv_unit(&plan->o, 0); }

const stet_conv_engine stet_conv_correct = {.name = "correct",
                                            .shape = shape,
                                            .create = create,
                                            .destroy = destroy,
                                            .workspace = workspace,
                                            .block = block,
                                            .weight = weight};
