/* SPDX-License-Identifier: Apache-2.0 */
#include "experiments/butterflies/twiddle.h"

static double larger(double a, double b) { return a > b ? a : b; }

/* Reports whether |wr| >= |wi|, by integers: the two are equal at odd multiples of n/8, where
 * rounded cosines and sines of rounded angles may differ either way. */
static int is_near_the_real_axis(ptrdiff_t k, ptrdiff_t n)
{
    const ptrdiff_t turn = 2 * k % n; /* half turns give the same result */
    return 4 * turn <= n || 4 * turn >= 3 * n;
}

/* Returns a twiddle that factors out `outer`. The ratio is that of the exact numbers, or that to
 * the rounded outer one. */
static stet_twiddle taken(const stet_number *p, stet_outer which, double outer, double inner,
                          int compensated)
{
    const double m = p->round(outer);
    return (stet_twiddle){which, m, p->round(inner / (compensated ? m : outer))};
}

stet_twiddle stet_twiddle_of(stet_butterfly strategy, const stet_number *p, ptrdiff_t k,
                             ptrdiff_t n)
{
    const double clamp = 1e-7; /* a usual value of implementations; the paper names it */
    double wr, wi;
    stet_root_f64(k, n, &wr, &wi);
    wi = -wi;
    const int near_real = is_near_the_real_axis(k, n);
    switch (strategy) {
    case STET_BUTTERFLY_LF_CLAMP:
        wi = wi > 0 ? larger(wi, clamp) : -larger(-wi, clamp);
        return taken(p, STET_OUTER_IM, wi, wr, 0);
    case STET_BUTTERFLY_LF:
        if (wi == 0 && wr == 1)
            return (stet_twiddle){STET_OUTER_ONE, 1, 0};
        return wi == 0 ? taken(p, STET_OUTER_RE, wr, wi, 0) : taken(p, STET_OUTER_IM, wi, wr, 0);
    case STET_BUTTERFLY_COSINE:
        /* The cosine of the double nearest to pi/2 is 6.1e-17, as programs compute it. */
        return taken(p, STET_OUTER_RE, wr == 0 ? 0x1.1a62633145c07p-54 : wr, wi, 0);
    case STET_BUTTERFLY_COSINE_PLAIN:
        if (wr == 0)
            return wi < 0 ? (stet_twiddle){STET_OUTER_MINUS_I, 1, 0}
                          : taken(p, STET_OUTER_IM, wi, wr, 0);
        return taken(p, STET_OUTER_RE, wr, wi, 0);
    case STET_BUTTERFLY_DUAL:
    case STET_BUTTERFLY_DUAL_COMPENSATED:
        return near_real
                   ? taken(p, STET_OUTER_RE, wr, wi, strategy == STET_BUTTERFLY_DUAL_COMPENSATED)
                   : taken(p, STET_OUTER_IM, wi, wr, strategy == STET_BUTTERFLY_DUAL_COMPENSATED);
    default: return (stet_twiddle){STET_OUTER_NONE, p->round(wr), p->round(wi)};
    }
}

/* Returns W x before the outer product: x W = m s for RE; for IM, re = -m s.re, im = m s.im. These
 * are equations (4) and (7) of the paper, with s2 = br + t bi in (4), not t br + bi. */
static stet_complex inner_sum(const stet_number *p, stet_twiddle w, stet_complex x)
{
    if (w.outer == STET_OUTER_RE)
        return (stet_complex){p->fma(-w.t, x.im, x.re), p->fma(w.t, x.re, x.im)};
    return (stet_complex){p->fma(-w.t, x.re, x.im), p->fma(w.t, x.im, x.re)};
}

stet_complex stet_twiddle_times(const stet_number *p, stet_twiddle w, int fused, stet_complex x)
{
    if (w.outer == STET_OUTER_ONE)
        return x;
    if (w.outer == STET_OUTER_MINUS_I)
        return (stet_complex){x.im, -x.re};
    if (w.outer == STET_OUTER_NONE && fused)
        return (stet_complex){p->fma(w.m, x.re, -p->mul(w.t, x.im)),
                              p->fma(w.t, x.re, p->mul(w.m, x.im))};
    if (w.outer == STET_OUTER_NONE)
        return (stet_complex){p->add(p->mul(w.m, x.re), -p->mul(w.t, x.im)),
                              p->add(p->mul(w.t, x.re), p->mul(w.m, x.im))};
    const stet_complex s = inner_sum(p, w, x);
    const double sign = w.outer == STET_OUTER_RE ? 1 : -1;
    return (stet_complex){p->mul(sign * w.m, s.re), p->mul(w.m, s.im)};
}

void stet_twiddle_butterfly(const stet_number *p, stet_twiddle w, int fused, stet_complex *a,
                            stet_complex *b)
{
    const stet_complex x = *a;
    if (w.outer == STET_OUTER_RE || w.outer == STET_OUTER_IM) {
        const stet_complex s = inner_sum(p, w, *b);
        const double m = w.outer == STET_OUTER_RE ? w.m : -w.m;
        *a = (stet_complex){p->fma(m, s.re, x.re), p->fma(w.m, s.im, x.im)};
        *b = (stet_complex){p->fma(-m, s.re, x.re), p->fma(-w.m, s.im, x.im)};
        return;
    }
    const stet_complex y = stet_twiddle_times(p, w, fused, *b);
    *a = (stet_complex){p->add(x.re, y.re), p->add(x.im, y.im)};
    *b = (stet_complex){p->add(x.re, -y.re), p->add(x.im, -y.im)};
}
