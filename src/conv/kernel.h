/* SPDX-License-Identifier: Apache-2.0 */
/* Implements kernels.h for one vector type. isa/conv32.c.in and conv64.c.in define KERNELS and
 * include the type, its vec/narrow_*.h if there is one of doubles, and this file. */
#include "conv/kernels.h"

/* Multiplies two complex numbers, by the vectors' operations on one lane. */
INLINE void multiply_one(T *a, const T *k)
{
    const T re = SCALAR_FMA(-a[1], k[1], a[0] * k[0]);
    a[1] = SCALAR_FMA(a[1], k[0], a[0] * k[1]);
    a[0] = re;
}

static void multiply(T *a, const T *k, ptrdiff_t count)
{
    ptrdiff_t i = 0;
#if VL > 1
    for (; i + VL <= count; i += VL) {
        V ar, ai, kr, ki;
        LOAD_PAIRS(a + 2 * i, &ar, &ai);
        LOAD_PAIRS(k + 2 * i, &kr, &ki);
        STORE_PAIRS(a + 2 * i, FNMA(ai, ki, MUL(ar, kr)), FMA(ai, kr, MUL(ar, ki)));
    }
#endif
    for (; i < count; i++)
        multiply_one(a + 2 * i, k + 2 * i);
}

/* ------------------------------------------------------------------ chains -- */

/* Chains of this many vectors of outputs run side by side: an fma has a latency of 4, and a core
 * starts 2 per cycle. */
enum { TOGETHER = 8 };

/* STEP is one link of a chain, STEP1 of one number. */
#define CHAINS(name, STEP, STEP1)                                                                  \
    static void name(const T *h, ptrdiff_t taps, const T *w, ptrdiff_t count, T *y)                \
    {                                                                                              \
        ptrdiff_t t = 0;                                                                           \
        for (; t + TOGETHER * VL <= count; t += TOGETHER * VL) {                                   \
            V sum[TOGETHER];                                                                       \
            _Pragma("GCC unroll 8") for (int v = 0; v < TOGETHER; v++) sum[v] = SET1(0);           \
            for (ptrdiff_t i = 0; i < taps; i++) {                                                 \
                const V factor = SET1(h[i]);                                                       \
                const T *from = w + t + taps - 1 - i;                                              \
                _Pragma("GCC unroll 8") for (int v = 0; v < TOGETHER; v++) sum[v] =                \
                    STEP(factor, LOAD(from + v * VL), sum[v]);                                     \
            }                                                                                      \
            _Pragma("GCC unroll 8") for (int v = 0; v < TOGETHER; v++)                             \
                STORE(y + t + v * VL, sum[v]);                                                     \
        }                                                                                          \
        for (; t + VL <= count; t += VL) {                                                         \
            V sum = SET1(0);                                                                       \
            for (ptrdiff_t i = 0; i < taps; i++)                                                   \
                sum = STEP(SET1(h[i]), LOAD(w + t + taps - 1 - i), sum);                           \
            STORE(y + t, sum);                                                                     \
        }                                                                                          \
        for (; t < count; t++) {                                                                   \
            T sum = 0;                                                                             \
            for (ptrdiff_t i = 0; i < taps; i++)                                                   \
                sum = STEP1(h[i], w[t + taps - 1 - i], sum);                                       \
            y[t] = sum;                                                                            \
        }                                                                                          \
    }

#define ROUNDED(a, b, c) ADD(c, MUL(a, b))
#define ROUNDED1(a, b, c) ((c) + (a) * (b))

CHAINS(direct, FMA, SCALAR_FMA)
CHAINS(strict, ROUNDED, ROUNDED1)

static void add_bias(const T *x, T bias, const T *u, ptrdiff_t count, T *y)
{
    ptrdiff_t t = 0;
    for (; t + VL <= count; t += VL)
        STORE(y + t, FMA(SET1(bias), LOAD(u + t), LOAD(x + t)));
    for (; t < count; t++)
        y[t] = SCALAR_FMA(bias, u[t], x[t]);
}

static void times(const T *x, const T *gate, ptrdiff_t count, T *y)
{
    ptrdiff_t t = 0;
    for (; t + VL <= count; t += VL)
        STORE(y + t, MUL(LOAD(x + t), LOAD(gate + t)));
    for (; t < count; t++)
        y[t] = x[t] * gate[t];
}

#ifdef STET_F32_KERNELS
const struct stet_conv32_kernels KERNELS = {multiply, direct, strict, add_bias, times};
#else

static void widen(const float *x, ptrdiff_t count, double *y)
{
    ptrdiff_t i = 0;
#ifdef NARROW_VECTORS
    for (; i + VL <= count; i += VL)
        STORE(y + i, WIDEN_F32(x + i));
#endif
    for (; i < count; i++)
        y[i] = (double)x[i];
}

static void narrow(const double *x, ptrdiff_t count, float *y)
{
    ptrdiff_t i = 0;
#ifdef NARROW_VECTORS
    for (; i + VL <= count; i += VL)
        NARROW_F32(y + i, LOAD(x + i));
#endif
    for (; i < count; i++)
        y[i] = (float)x[i];
}

#include "conv/kernel_pairs.h"

/* Adds p to sum, with the error of the rounding. */
INLINE words add_to_words(words sum, V p)
{
    const V s = ADD(sum.hi, p), part = SUB(s, sum.hi);
    const V d = ADD(SUB(sum.hi, SUB(s, part)), SUB(p, part));
    return (words){s, ADD(sum.lo, d)};
}

static void add_one(double p, double *hi, double *lo)
{
    const double s = *hi + p, part = s - *hi;
    *lo += (*hi - (s - part)) + (p - part);
    *hi = s;
}

static void dot(const double *a, const double *b, ptrdiff_t count, double *hi, double *lo)
{
    enum { SUMS = 4 };
    words sum[SUMS];
    ptrdiff_t i = 0;
#pragma GCC unroll 4
    for (int v = 0; v < SUMS; v++)
        sum[v] = (words){SET1(0), SET1(0)};
    for (; i + SUMS * VL <= count; i += SUMS * VL) {
#pragma GCC unroll 4
        for (int v = 0; v < SUMS; v++)
            sum[v] = add_to_words(sum[v], MUL(LOAD(a + i + v * VL), LOAD(b + i + v * VL)));
    }
    for (int v = 0; v < SUMS; v++) {
        double lanes[2][VL];
        STORE(lanes[0], sum[v].hi);
        STORE(lanes[1], sum[v].lo);
        for (int l = 0; l < VL; l++) {
            add_one(lanes[0][l], hi, lo);
            *lo += lanes[1][l];
        }
    }
    for (; i < count; i++)
        add_one(a[i] * b[i], hi, lo);
}

const struct stet_conv64_kernels KERNELS = {.multiply = multiply,
                                            .direct = direct,
                                            .strict = strict,
                                            .add_bias = add_bias,
                                            .times = times,
                                            .widen = widen,
                                            .narrow = narrow,
                                            .multiply_pairs = multiply_pairs,
                                            .widen_pairs = widen_pairs,
                                            .narrow_pairs = narrow_pairs,
                                            .direct_pairs = direct_pairs,
                                            .add_bias_pairs = add_bias_pairs,
                                            .times_pairs = times_pairs,
                                            .scale_pairs = scale_pairs,
                                            .dot = dot};
#endif
