/* SPDX-License-Identifier: Apache-2.0 */
/* Maps operators to one filter of two sides: the lag of each number. */
#include "arith/eft.h"
#include "conv/conv.h"

int stet_conv_has_reverse(stet_conv_operator operation)
{
    return operation >= STET_CONV_TIME && operation <= STET_CONV_FOLDED;
}

/* From the equations of stet_conv.h, with d = t - i: r[j] multiplies u[i] for j = i - t - 1 (TIME),
 * i - t (CONJ), t - i (FREQ), L - 1 - (t - i) (FOLDED). */
stet_conv_lag stet_conv_lag_of_reverse(const stet_conv_options *o)
{
    switch (o->operation) {
    case STET_CONV_TIME: return (stet_conv_lag){-1, -1};
    case STET_CONV_CONJ: return (stet_conv_lag){0, -1};
    case STET_CONV_FOLDED: return (stet_conv_lag){o->length - 1, -1};
    default: return (stet_conv_lag){0, 1};
    }
}

double stet_conv_factor(const stet_conv_options *o)
{
    return stet_conv_has_reverse(o->operation) && o->combine == STET_CONV_AVG ? 0.5 : 1;
}

/* Returns the numbers j of a filter of that length whose lags are from lowest to highest. */
static void within(stet_conv_lag lag, ptrdiff_t length, ptrdiff_t lowest, ptrdiff_t highest,
                   ptrdiff_t *begin, ptrdiff_t *end)
{
    const ptrdiff_t first = lag.step > 0 ? lowest - lag.first : lag.first - highest;
    const ptrdiff_t last = lag.step > 0 ? highest - lag.first : lag.first - lowest;
    *begin = first < 0 ? 0 : first;
    *end = last + 1 > length ? length : last + 1;
}

/* Extends the plan's lags by those of a filter that a sequence can meet; FREQ and FOLDED have none
 * below 0. */
static void cover(stet_conv *plan, stet_conv_lag lag, ptrdiff_t length)
{
    const ptrdiff_t most = plan->o.length - 1;
    const ptrdiff_t least =
        plan->o.operation == STET_CONV_TIME || plan->o.operation == STET_CONV_CONJ ? -most : 0;
    ptrdiff_t begin, end;
    within(lag, length, least, most, &begin, &end);
    for (int last = 0; last < 2 && begin < end; last++) {
        const ptrdiff_t d = lag.first + lag.step * (last ? end - 1 : begin);
        if (d > plan->before)
            plan->before = d;
        if (-d > plan->after)
            plan->after = -d;
    }
}

void stet_conv_set_lags(stet_conv *plan)
{
    plan->before = plan->after = 0;
    cover(plan, (stet_conv_lag){0, 1}, plan->o.filter_length);
    if (stet_conv_has_reverse(plan->o.operation))
        cover(plan, stet_conv_lag_of_reverse(&plan->o), plan->o.reverse_length);
    plan->taps = plan->before + plan->after + 1;
}

/* Adds c times the numbers of a filter of type T to G. Each sum is rounded once; the first summand
 * is added to zero. */
#define PLACE(name, T, G)                                                                          \
    static void name(const T *x, ptrdiff_t begin, ptrdiff_t end, stet_conv_lag lag, T c, G *g,     \
                     ptrdiff_t length)                                                             \
    {                                                                                              \
        for (ptrdiff_t j = begin; j < end; j++) {                                                  \
            const ptrdiff_t d = lag.first + lag.step * j;                                          \
            g[d < 0 ? d + length : d] += (G)c * (G)x[j];                                           \
        }                                                                                          \
    }

PLACE(place_f32, float, float)
PLACE(place_widened, float, double)
PLACE(place_f64, double, double)

/* Adds a filter in two words, exactly: no lag has more than two summands. */
static void place_pairs(const double *x, ptrdiff_t begin, ptrdiff_t end, stet_conv_lag lag,
                        double c, double *g, ptrdiff_t length)
{
    for (ptrdiff_t j = begin; j < end; j++) {
        const ptrdiff_t d = lag.first + lag.step * j;
        double *at = g + 2 * (d < 0 ? d + length : d), rest;
        at[0] = stet_two_sum_f64(at[0], c * x[j], &rest);
        at[1] += rest;
    }
}

static void place(const stet_conv *plan, const void *x, ptrdiff_t row, ptrdiff_t filter_length,
                  stet_conv_lag lag, int mirrored, int widened, void *g, ptrdiff_t length)
{
    const double c = stet_conv_factor(&plan->o);
    ptrdiff_t begin, end;
    within(lag, filter_length, -plan->after, plan->before, &begin, &end);
    if (mirrored)
        lag = (stet_conv_lag){-lag.first, -lag.step};
    if (plan->o.precision == STET_F64 && widened)
        place_pairs((const double *)x + row * filter_length, begin, end, lag, c, (double *)g,
                    length);
    else if (plan->o.precision == STET_F64)
        place_f64((const double *)x + row * filter_length, begin, end, lag, c, (double *)g, length);
    else if (widened)
        place_widened((const float *)x + row * filter_length, begin, end, lag, (float)c,
                      (double *)g, length);
    else
        place_f32((const float *)x + row * filter_length, begin, end, lag, (float)c, (float *)g,
                  length);
}

void stet_conv_place(const stet_conv *plan, const stet_conv_filters *f, ptrdiff_t channel, int what,
                     int mirrored, int widened, void *g, ptrdiff_t length)
{
    const stet_conv_options *o = &plan->o;
    if (what & 1)
        place(plan, f->forward, channel, o->filter_length, (stet_conv_lag){0, 1}, mirrored, widened,
              g, length);
    if (what & 2)
        place(plan, f->reverse, channel, o->reverse_length, stet_conv_lag_of_reverse(o), mirrored,
              widened, g, length);
}
