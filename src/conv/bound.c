/* SPDX-License-Identifier: Apache-2.0 */
#include "conv/bound.h"

#include "graph/bound.h"
#include "lines/lines.h"

#define U32 0x1p-24
#define U64 0x1p-53
#define SLACK (1 + 0x1p-8)

/* These bounds are not less than 1 + (1 + 1/sqrt 2), 2 + 1/sqrt 2, sqrt 2, and 4 + (1 + 1/sqrt 2).
 */
#define LEVEL_L1 2.7072
#define TWIDDLE 2.7072
#define SQRT2 1.41422
#define HERMITIAN_L1 5.7072

static double complex_l1(ptrdiff_t n)
{
    const stet_graph g = stet_graph_of(n);
    double sum = 0;
    for (int i = 0; i < g.odd_count; i++)
        sum += (double)g.odd[i] + 3 + TWIDDLE;
    return sum + g.levels * LEVEL_L1;
}

static double inverse_l1(ptrdiff_t n)
{
    return n % 2 ? complex_l1(n) : HERMITIAN_L1 + SQRT2 * complex_l1(n / 2);
}

double stet_conv_unit(const stet_conv_options *o, int wider)
{
    /* Double-double (graph/double_word.h) has 21 u^2 of the terms of a sum; this is at most 2 sqrt
     * 2 times the error assumed here for an operation of one word. */
    const double next = o->precision == STET_F32 ? U64 : 0x1p-100;
    return wider ? next : o->precision == STET_F32 ? U32 : U64;
}

double stet_conv_fft_weight(const stet_conv *plan, ptrdiff_t points)
{
    const stet_conv_options *o = &plan->o;
    const stet_conv_inside in = stet_conv_inside_of(o);
    const double t = stet_conv_unit(o, in.transform), p = stet_conv_unit(o, in.product);
    const double s = stet_conv_unit(o, in.spectra), u = stet_conv_unit(o, 0);
    double sum = (2 * stet_bound_l2(points) + inverse_l1(points) + 4) * t + 2 * p;
    if (in.transform > in.spectra)
        sum += 2 * s;
    if (in.product > in.spectra)
        sum += s;
    if (in.transform > 0)
        sum += u; /* the one rounding at the end */
    return sum <= 0x1p-12 ? sum * SLACK : __builtin_inf();
}

double stet_conv_chain_weight(const stet_conv *plan)
{
    const stet_conv_options *o = &plan->o;
    const double n = (double)plan->taps + 2, u = stet_conv_unit(o, 0);
    const int wider = o->level == STET_LEVEL_EXTENDED;
    if (wider && o->precision == STET_F64)
        return (u + 2 * (n * u) * (n * u)) * SLACK;
    const double sum = n * (wider ? U64 : u);
    return sum <= 0.5 ? (sum / (1 - sum) + (wider ? u : 0)) * SLACK : __builtin_inf();
}

double stet_conv_underflow(const stet_conv *plan, double window_norm, double filter_norm)
{
    const double eta = plan->o.precision == STET_F32 ? 0x1p-149 : 0x1p-1074;
    const double points = (double)(plan->points > 0 ? plan->points : plan->taps);
    return 16 * points * eta * (1 + window_norm + filter_norm);
}

/* y + bias u is rounded once more; |y| <= |w| |g| and |u| <= |w|. */
double stet_conv_bound(const stet_conv *plan, ptrdiff_t channel, double window_norm)
{
    const ptrdiff_t row = plan->o.filter_channels == 1 ? 0 : channel;
    const double g = plan->filter_norm[row];
    double sum = plan->engine->weight(plan) * g;
    if (plan->bias_size)
        sum += stet_conv_unit(&plan->o, 0) * SLACK * (g + plan->bias_size[channel]);
    return sum * window_norm * (1 + 0x1p-40) + stet_conv_underflow(plan, window_norm, g);
}

/* ------------------------------------------------------------------- norms -- */

/* Adds up squares in eight sums. n roundings of positive numbers are at most a factor 1 + 2 n u,
 * and an underflow is below the smallest subnormal. */
#define SQUARES(name, T)                                                                           \
    static double name(const T *x, ptrdiff_t n)                                                    \
    {                                                                                              \
        double sum[8] = {0};                                                                       \
        ptrdiff_t i = 0;                                                                           \
        for (; i + 8 <= n; i += 8)                                                                 \
            for (int l = 0; l < 8; l++)                                                            \
                sum[l] += (double)x[i + l] * (double)x[i + l];                                     \
        for (; i < n; i++)                                                                         \
            sum[i % 8] += (double)x[i] * (double)x[i];                                             \
        return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));  \
    }

SQUARES(squares_f32, float)
SQUARES(squares_f64, double)

static double norm_of(double squares, ptrdiff_t n)
{
    const double count = (double)n + 16;
    return __builtin_sqrt((squares + count * 0x1p-1074) * (1 + count * 0x1p-51)) * (1 + 0x1p-50);
}

double stet_conv_norm_f64(const double *g, ptrdiff_t n) { return norm_of(squares_f64(g, n), n); }

double stet_conv_norm(const stet_conv *plan, const stet_conv_window *w)
{
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        const void *x = w->piece[i].x;
        const ptrdiff_t n = w->piece[i].count;
        if (n > 0)
            sum += plan->o.precision == STET_F64 ? squares_f64((const double *)x, n)
                                                 : squares_f32((const float *)x, n);
    }
    return norm_of(sum, w->length);
}
