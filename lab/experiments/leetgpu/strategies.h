/* SPDX-License-Identifier: Apache-2.0 */
/* Does the arithmetic of the strategies. Part of the template kernels_table.h. */
#include "arith/bits.h"
#include "experiments/article/article_f64.h"
#include "experiments/kernels.h"

/* Runs the article's kernel, outputs first .. first + count - 1: all products in double, the angle
 * evaluated from left to right, Kahan's summation (1965) of each part. */
static void direct(const float *signal, float *spectrum, int n, int first, int count)
{
    for (int k = first; k < first + count; k++) {
        double re = 0, im = 0, re_lost = 0, im_lost = 0;
        for (int j = 0; j < n; j++) {
            const double angle = -2.0 * 3.14159265358979323846 * (double)k * (double)j / (double)n;
            const double x_re = (double)signal[2 * (ptrdiff_t)j],
                         x_im = (double)signal[2 * (ptrdiff_t)j + 1];
            double s, c;
            article_f64_sincos(angle, &s, &c);
            const double re_y = (x_re * c - x_im * s) - re_lost, re_t = re + re_y;
            const double im_y = (x_re * s + x_im * c) - im_lost, im_t = im + im_y;
            re_lost = (re_t - re) - re_y;
            im_lost = (im_t - im) - im_y;
            re = re_t;
            im = im_t;
        }
        spectrum[2 * (ptrdiff_t)(k - first)] = (float)re;
        spectrum[2 * (ptrdiff_t)(k - first) + 1] = (float)im;
    }
}

/* Returns w x with the products rounded, or with one of the two fused to the sum. */
static inline float minus_f32(float a, float b, float c, float d, int fused)
{
    const float second = c * d;
    return fused ? stet_fma_f32(a, b, -second) : a * b - second;
}
static inline float plus_f32(float a, float b, float c, float d, int fused)
{
    const float second = c * d;
    return fused ? stet_fma_f32(a, b, second) : a * b + second;
}

/* Does decimation in time on data in bit-reversed order: the stages of the article's kernel. */
static void stages_f32(float *x, const float *w_re, const float *w_im, int n, int fused)
{
    for (int half = 1; half < n; half *= 2)
        for (int j = 0; j < half; j++) {
            const float re = w_re[j * (n / 2 / half)], im = w_im[j * (n / 2 / half)];
            for (int top = j; top < n; top += 2 * half) {
                float *a = &x[2 * top], *b = &x[2 * (top + half)];
                const float t_re = minus_f32(b[0], re, b[1], im, fused);
                const float t_im = plus_f32(b[0], im, b[1], re, fused);
                b[0] = a[0] - t_re;
                b[1] = a[1] - t_im;
                a[0] = a[0] + t_re;
                a[1] = a[1] + t_im;
            }
        }
}

static void stages_f64(double *x, const double *w_re, const double *w_im, int n)
{
    for (int half = 1; half < n; half *= 2)
        for (int j = 0; j < half; j++) {
            const double re = w_re[j * (n / 2 / half)], im = w_im[j * (n / 2 / half)];
            for (int top = j; top < n; top += 2 * half) {
                double *a = &x[2 * top], *b = &x[2 * (top + half)];
                const double t_re = b[0] * re - b[1] * im, t_im = b[0] * im + b[1] * re;
                b[0] = a[0] - t_re;
                b[1] = a[1] - t_im;
                a[0] = a[0] + t_re;
                a[1] = a[1] + t_im;
            }
        }
}

static void stages_dd(stet_ddc *x, const stet_ddc *w, int n)
{
    for (int half = 1; half < n; half *= 2)
        for (int j = 0; j < half; j++)
            for (int top = j; top < n; top += 2 * half) {
                const stet_ddc a = x[top], t = stet_dd_cmul(x[top + half], w[j * (n / 2 / half)]);
                x[top] = stet_dd_cadd(a, t);
                x[top + half] = stet_dd_csub(a, t);
            }
}

/* Returns x rounded once: the high part is first rounded to odd (Boldo and Melquiond 2008). */
static float round_dd(stet_dd x)
{
    uint64_t bits = stet_bits_f64(x.hi);
    if (x.lo != 0) {
        bits -= (x.hi > 0) != (x.lo > 0);
        bits |= 1;
    }
    return (float)stet_from_bits_f64(bits);
}

/* Returns 0 if all numbers within e of x round to one float, which is stored in *y; otherwise 1. */
static int round_certified(stet_dd x, double e, float *y)
{
    const float low = round_dd(stet_dd_add_single(x, -e)),
                high = round_dd(stet_dd_add_single(x, e));
    *y = round_dd(x);
    return !(low == high);
}

/* Computes in double-double and rounds once. To first order in u^2 = 2^-106 a stage adds, in the
 * 2-norm of all data, 8.66 u^2 by its products (arith/dw.h), u^2 by their twiddles and 3 u^2 by its
 * sums. Each output is within 12.66 u^2 log2(n) |X| of the exact one, |X| the norm of the spectrum.
 * 13 in place of 12.66 covers the terms of u^4 and the rounding of the norm. */
static int64_t exact(stet_ddc *x, const stet_ddc *w, int n, float *spectrum)
{
    double norm = 0;
    int64_t uncertain = 0;
    int stages = 0;
    stages_dd(x, w, n);
    for (int k = 0; k < n; k++)
        norm += x[k].re.hi * x[k].re.hi + x[k].im.hi * x[k].im.hi;
    while (n >> stages > 1)
        stages++;
    const double e = 13 * stages * 0x1p-106 * __builtin_sqrt(norm);
    for (int k = 0; k < n; k++) {
        uncertain += round_certified(x[k].re, e, &spectrum[2 * k]);
        uncertain += round_certified(x[k].im, e, &spectrum[2 * k + 1]);
    }
    return uncertain;
}
