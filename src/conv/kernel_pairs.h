/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of two words: part of kernel.h. */
#include "arith/dd.h"

static stet_dd get_pair(const double *x) { return (stet_dd){x[0], x[1]}; }

static void put_pair(double *x, stet_dd a)
{
    x[0] = a.hi;
    x[1] = a.lo;
}

static void multiply_pairs(double *a, const double *k, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < 4 * count; i += 4) {
        const stet_ddc x = {get_pair(a + i), get_pair(a + i + 2)};
        const stet_ddc y = {get_pair(k + i), get_pair(k + i + 2)};
        const stet_ddc z = stet_dd_cmul(x, y);
        put_pair(a + i, z.re);
        put_pair(a + i + 2, z.im);
    }
}

static void widen_pairs(const double *x, ptrdiff_t count, double *y)
{
    for (ptrdiff_t i = 0; i < count; i++)
        put_pair(y + 2 * i, stet_dd_from(x[i]));
}

static void narrow_pairs(const double *x, ptrdiff_t count, double *y)
{
    for (ptrdiff_t i = 0; i < count; i++)
        y[i] = x[2 * i];
}

static void add_bias_pairs(double *x, double bias, const double *u, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++)
        put_pair(x + 2 * i, stet_dd_add(get_pair(x + 2 * i), stet_dd_two_prod(bias, u[i])));
}

static void times_pairs(double *x, const double *gate, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++)
        put_pair(x + 2 * i, stet_dd_mul_single(get_pair(x + 2 * i), gate[i]));
}

static void scale_pairs(double *x, const double *factor, ptrdiff_t count)
{
    const stet_dd f = get_pair(factor);
    for (ptrdiff_t i = 0; i < count; i++)
        put_pair(x + 2 * i, stet_dd_mul(get_pair(x + 2 * i), f));
}

/* ------------------------------------------------------------------ chains -- */

typedef struct {
    V hi, lo;
} words;

/* Adds (a + rest) b to hi + lo: p + e = a b and s + d = hi + p, exactly; lo gets e, d and rest b.
 */
INLINE words link_words(V a, V rest, V b, words sum)
{
    const V p = MUL(a, b), s = ADD(sum.hi, p), part = SUB(s, sum.hi);
    const V d = ADD(SUB(sum.hi, SUB(s, part)), SUB(p, part));
    return (words){s, ADD(sum.lo, FMA(rest, b, SUB(d, FNMA(a, b, p))))};
}

/* Does the same for one output. */
INLINE stet_dd link_one(double a, double rest, double b, stet_dd sum)
{
    const double p = a * b, s = sum.hi + p, part = s - sum.hi;
    const double d = (sum.hi - (s - part)) + (p - part);
    return (stet_dd){s, sum.lo + SCALAR_FMA(rest, b, d - SCALAR_FMA(-a, b, p))};
}

/* Chains of this many outputs run side by side. Each result is stored as a normalised pair. */
enum { PAIRS = 4 };

INLINE void put_words(const words *sum, double *y)
{
    double hi[PAIRS * VL], lo[PAIRS * VL];
#pragma GCC unroll 4
    for (int v = 0; v < PAIRS; v++) {
        STORE(hi + v * VL, sum[v].hi);
        STORE(lo + v * VL, sum[v].lo);
    }
    for (int i = 0; i < PAIRS * VL; i++)
        put_pair(y + 2 * i, stet_dd_fast_two_sum(hi[i], lo[i]));
}

static void direct_pairs(const double *h, ptrdiff_t taps, const double *w, ptrdiff_t count,
                         double *y)
{
    ptrdiff_t t = 0;
    for (; t + PAIRS * VL <= count; t += PAIRS * VL) {
        words sum[PAIRS];
#pragma GCC unroll 4
        for (int v = 0; v < PAIRS; v++)
            sum[v] = (words){SET1(0), SET1(0)};
        for (ptrdiff_t i = 0; i < taps; i++) {
            const V a = SET1(h[2 * i]), rest = SET1(h[2 * i + 1]);
            const double *from = w + t + taps - 1 - i;
#pragma GCC unroll 4
            for (int v = 0; v < PAIRS; v++)
                sum[v] = link_words(a, rest, LOAD(from + v * VL), sum[v]);
        }
        put_words(sum, y + 2 * t);
    }
    for (; t < count; t++) {
        stet_dd sum = {0, 0};
        for (ptrdiff_t i = 0; i < taps; i++)
            sum = link_one(h[2 * i], h[2 * i + 1], w[t + taps - 1 - i], sum);
        put_pair(y + 2 * t, stet_dd_fast_two_sum(sum.hi, sum.lo));
    }
}
