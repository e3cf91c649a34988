/* SPDX-License-Identifier: Apache-2.0 */
/* The functions in two words. func.h has the bounds; here u = 2^-53, and an argument is x = hi +
 * lo. If a result is 0, infinite or NaN, each function returns it before it computes anything, so
 * that no step over- or underflows in a way that matters. */
#ifndef STET_FUNC_WIDE_H
#define STET_FUNC_WIDE_H

#include "func/reduce.h"
#include "func/scale.h"

/* Evaluates c[first] + z (c[first + 1] + ... z c[last]) by Horner's rule; the terms after c[wide]
 * are in one word, because they are below u of the sum. */
static inline stet_dd stet_wide_horner(const stet_dd *c, int first, int wide, int last, stet_dd z)
{
    double low = c[last].hi;
    for (int i = last - 1; i > wide; i--)
        low = stet_fma_f64(low, z.hi, c[i].hi);
    stet_dd sum = stet_dd_add_single(c[wide], low * z.hi);
    for (int i = wide - 1; i >= first; i--)
        sum = stet_dd_add(c[i], stet_dd_mul(sum, z));
    return sum;
}

/* Returns the nearest integer to x, |x| < 2^31. */
static inline int stet_nearest(double x)
{
    const double big = 0x1.8p52;
    return (int)((x + big) - big);
}

/* The parts of x = n ln(2)/64 + r. If exp(x) is not far below the smallest number, |n| < 2^17 and
 * the products with n are exact; the first difference is exact by cancellation. */
typedef struct stet_exp_parts {
    int power;       /* k of n = 64 k + j, -32 <= j < 32 */
    stet_dd table;   /* 2^(j/64) - 1 */
    stet_dd rest;    /* exp(r) - 1 */
    int on_the_spot; /* n = 0: exp(x) - 1 is the rest alone */
} stet_exp_parts;

/* 64/ln 2; it need not be right to the last bit. */
#define STET_STEPS 0x1.71547652b82fep6

static inline int stet_exp_step(double x, int *k)
{
    const int n = stet_nearest(x * STET_STEPS);
    *k = (n + 32 + 64 * 4096) / 64 - 4096; /* floor */
    return n;
}

/* Computes exp(r) - 1 = r + r^2 (1/2 + r/6 + ...), |r| < 0.00542: the term after r^12/12! is below
 * 2^-123 r, and those from r^7/7! on are below 2^-57 r. */
static inline stet_exp_parts stet_wide_exp_parts(stet_dd x)
{
    stet_exp_parts e;
    const int n = stet_exp_step(x.hi, &e.power);
    e.table = stet_func_power[n - 64 * e.power + 32];
    e.on_the_spot = n == 0;
    stet_dd r = x;
    if (n != 0) {
        const double high = stet_fma_f64(-n, stet_func_step[0], x.hi);
        r = stet_dd_add_single(stet_dd_two_sum(high, -n * stet_func_step[1]), x.lo);
        r = stet_dd_add_single(r, -n * stet_func_step[2]);
    }
    const stet_dd series = stet_wide_horner(stet_func_factorial, 2, 7, 12, r);
    e.rest = stet_dd_add(r, stet_dd_mul(stet_dd_mul(r, r), series));
    return e;
}

/* Returns m of exp(x) = m 2^k, 0.7 < m < 1.42; |x| < 2000. */
static inline stet_dd stet_wide_exp_scaled(stet_dd x, int *k)
{
    const stet_exp_parts e = stet_wide_exp_parts(x);
    *k = e.power;
    const stet_dd power = stet_dd_add_single(e.table, 1);
    return stet_dd_add(power, stet_dd_mul(power, e.rest));
}

/* Returns exp(x) - 1, -700 < x < 700. With k = 0 the table's 2^(j/64) - 1 and the rest contain no 1
 * that is subtracted: the error stays relative. */
static inline stet_dd stet_wide_expm1(stet_dd x)
{
    const stet_exp_parts e = stet_wide_exp_parts(x);
    if (e.on_the_spot)
        return e.rest;
    const stet_dd power = stet_dd_add_single(e.table, 1);
    const stet_dd more = stet_dd_mul(power, e.rest);
    if (e.power == 0)
        return stet_dd_add(e.table, more);
    return stet_dd_add_single(stet_scale_dd(stet_dd_add(power, more), e.power), -1);
}

static inline stet_dd stet_wide_exp(stet_dd x)
{
    if (!(x.hi < 710)) /* NaN too */
        return stet_dd_from(x.hi + (double)__builtin_inff());
    if (x.hi < -746)
        return stet_dd_from(0);
    int k;
    const stet_dd m = stet_wide_exp_scaled(x, &k);
    return stet_scale_dd(m, k);
}

/* ln x = k ln 2 - ln(1/c) + 2 artanh(s), s = (z - 1)/(z + 1), z = x 2^-k/c: |z - 1| < 2^-7.3, and
 * the term after s^15/15 is below 2^-137. Where x is close to 1, k = 0 and 1/c = 1. */
static inline stet_dd stet_wide_log(stet_dd x)
{
    if (!(x.hi > 0) || x.hi > 0x1.fffffffffffffp1023)
        return stet_dd_from(x.hi == 0 ? -(double)__builtin_inff()
                                      : (x.hi < 0 ? (double)__builtin_nanf("") : x.hi + x.hi));
    int k = 0;
    if (x.hi < 0x1p-900) {
        x = (stet_dd){x.hi * 0x1p200, x.lo * 0x1p200};
        k = -200;
    }
    const uint64_t bits = stet_bits_f64(x.hi);
    const int up = (bits & 0xfffffffffffff) > 0x6a09e667f3bcc; /* above sqrt 2 */
    const int e = (int)(bits >> 52) - 1023 + up;
    k += e;
    const double down = stet_power_of_two(-e / 2), rest = stet_power_of_two(-e - -e / 2);
    x = (stet_dd){x.hi * down * rest, x.lo * down * rest};
    const stet_func_inverse *c = &stet_func_log[stet_nearest(x.hi * 128) - 90];
    const stet_dd z = stet_dd_mul_single(x, c->inverse);
    const stet_dd s = stet_dd_div(stet_dd_add_single(z, -1), stet_dd_add_single(z, 1));
    const stet_dd series = stet_wide_horner(stet_func_atanh, 0, 3, 7, stet_dd_mul(s, s));
    stet_dd sum = stet_dd_mul(stet_dd_add(s, s), series);
    if (c->inverse != 1)
        sum = stet_dd_add(c->log, sum);
    return k ? stet_dd_add(stet_dd_mul_single(stet_func_ln2, k), sum) : sum;
}

/* Evaluates Taylor's series to r^27/27!, |r| <= pi/4: the next term is below 2^-113. Signs
 * alternate: the powers are those of -r^2. */
static inline stet_dd stet_wide_sine(stet_dd r, int cosine)
{
    const stet_dd z = stet_dd_neg(stet_dd_mul(r, r));
    stet_dd c[14];
    for (int i = 0; i < 14; i++)
        c[i] = stet_func_factorial[2 * i + !cosine];
    const stet_dd series = stet_wide_horner(c, 1, 9, 13, z);
    if (cosine)
        return stet_dd_add_single(stet_dd_mul(series, z), 1);
    return stet_dd_add(r, stet_dd_mul(r, stet_dd_mul(series, z)));
}

static inline stet_dd stet_wide_sin(stet_dd x)
{
    if (!(x.hi - x.hi == 0))
        return stet_dd_from(x.hi - x.hi);
    if (x.hi < 0x1p-400 && x.hi > -0x1p-400)
        return x;
    int q;
    const stet_dd r = stet_reduce(x, &q);
    const stet_dd y = stet_wide_sine(r, q & 1);
    return q & 2 ? stet_dd_neg(y) : y;
}

static inline stet_dd stet_wide_cos(stet_dd x)
{
    if (!(x.hi - x.hi == 0))
        return stet_dd_from(x.hi - x.hi);
    int q;
    const stet_dd r = stet_reduce(x, &q);
    const stet_dd y = stet_wide_sine(r, !(q & 1));
    return (q + 1) & 2 ? stet_dd_neg(y) : y;
}

/* tanh x = e/(e + 2), e = exp(2 x) - 1; beyond 40 it is 1 within 2^-114. */
static inline stet_dd stet_wide_tanh(stet_dd x)
{
    if (x.hi != x.hi)
        return stet_dd_from(x.hi);
    if (x.hi > 40 || x.hi < -40)
        return stet_dd_from(x.hi < 0 ? -1 : 1);
    if (x.hi < 0x1p-400 && x.hi > -0x1p-400)
        return x;
    const double twice = x.hi < 0 ? -2 : 2;
    const stet_dd e = stet_wide_expm1((stet_dd){twice * x.hi, twice * x.lo});
    const stet_dd y = stet_dd_div(e, stet_dd_add_single(e, 2));
    return x.hi < 0 ? stet_dd_neg(y) : y;
}

/* Returns erf x for |x| < 1/2 by Taylor's series; the term after x^43 is below 2^-112 x. */
static inline stet_dd stet_wide_erf_small(stet_dd x)
{
    const stet_dd series = stet_wide_horner(stet_func_erf, 0, 10, 21, stet_dd_mul(x, x));
    return stet_dd_mul(x, series);
}

/* Returns the piece of exp(x^2) erfc(x), 1/2 <= x < 32. */
static inline const double *stet_erfcx_piece(double x, double *middle, double *inverse)
{
    const uint64_t bits = stet_bits_f64(x);
    const int e = (int)(bits >> 52) - 1023;
    *middle = stet_from_bits_f64((bits >> 49 << 49) + ((uint64_t)1 << 48));
    *inverse = stet_power_of_two(4 - e);
    return stet_func_erfcx[8 * (e + 1) + (int)(bits >> 49 & 7)];
}

static inline stet_dd stet_wide_erfcx(stet_dd x)
{
    double middle, inverse;
    const double *c = stet_erfcx_piece(x.hi, &middle, &inverse);
    const double *narrow = c + 2 * STET_ERFCX_WIDE;
    stet_dd s = stet_dd_add_single(x, -middle);
    s = (stet_dd){s.hi * inverse, s.lo * inverse};
    double low = narrow[STET_ERFCX_NARROW - 1];
    for (int i = STET_ERFCX_NARROW - 2; i >= 0; i--)
        low = stet_fma_f64(low, s.hi, narrow[i]);
    stet_dd sum = stet_dd_from(low);
    for (int i = STET_ERFCX_WIDE - 1; i >= 0; i--)
        sum = stet_dd_add((stet_dd){c[2 * i], c[2 * i + 1]}, stet_dd_mul(sum, s));
    return sum;
}

/* Returns m of erfc x = m 2^k for x >= 1/2, below 30; square is x^2. */
static inline stet_dd stet_wide_erfc_scaled(stet_dd x, stet_dd square, int *k)
{
    const stet_dd e = stet_wide_exp_scaled(stet_dd_neg(square), k);
    return stet_dd_mul(e, stet_wide_erfcx(x));
}

/* Returns 1 - x within the bound of a sum. */
static inline stet_dd stet_wide_one_minus(stet_dd x)
{
    return stet_dd_add_single(stet_dd_neg(x), 1);
}

static inline stet_dd stet_wide_erfc_positive(stet_dd x)
{
    int k;
    const stet_dd m = stet_wide_erfc_scaled(x, stet_dd_mul(x, x), &k);
    return stet_scale_dd(m, k);
}

static inline stet_dd stet_wide_erfc(stet_dd x)
{
    if (x.hi != x.hi)
        return stet_dd_from(x.hi);
    if (x.hi > 28)
        return stet_dd_from(0);
    if (x.hi < -10)
        return stet_dd_from(2);
    if (x.hi >= 0.5)
        return stet_wide_erfc_positive(x);
    if (x.hi > -0.5)
        return stet_wide_one_minus(stet_wide_erf_small(x));
    return stet_dd_add_single(stet_dd_neg(stet_wide_erfc_positive(stet_dd_neg(x))), 2);
}

/* Beyond 10 erf x is 1 within 2^-148. */
static inline stet_dd stet_wide_erf(stet_dd x)
{
    if (x.hi != x.hi)
        return stet_dd_from(x.hi);
    if (x.hi > 10 || x.hi < -10)
        return stet_dd_from(x.hi < 0 ? -1 : 1);
    if (x.hi < 0.5 && x.hi > -0.5)
        return x.hi == 0 ? x : stet_wide_erf_small(x);
    const int minus = x.hi < 0;
    const stet_dd y = stet_wide_one_minus(stet_wide_erfc_positive(minus ? stet_dd_neg(x) : x));
    return minus ? stet_dd_neg(y) : y;
}

/* Returns x m 2^k, rounded once if that is subnormal. */
static inline stet_dd stet_wide_times_scaled(stet_dd x, stet_dd m, int k)
{
    const int e = (int)(stet_bits_f64(x.hi) >> 52 & 0x7ff) - 1023;
    const double down = stet_power_of_two(-e / 2), rest = stet_power_of_two(-e - -e / 2);
    const stet_dd y = {x.hi * down * rest, x.lo * down * rest};
    return stet_scale_dd(stet_dd_mul(y, m), k + e);
}

/* Returns x erfc(-x/sqrt 2)/2; for x < 0 nothing cancels. At -40 it is -2^-1158. */
static inline stet_dd stet_wide_gelu_erf(stet_dd x)
{
    if (x.hi != x.hi || x.hi > 40 || x.hi == 0)
        return x.hi > 40 ? x : stet_dd_from(x.hi);
    if (x.hi < -40)
        return stet_dd_from(-0.0);
    const stet_dd y = stet_dd_mul(x, stet_func_sqrt_half);
    const stet_dd half = {0.5 * x.hi, 0.5 * x.lo};
    if (y.hi < 0.5 && y.hi > -0.5)
        return stet_dd_mul(half, stet_dd_add_single(stet_wide_erf_small(y), 1));
    int k;
    const stet_dd square = stet_dd_mul(half, x);
    const stet_dd m = stet_wide_erfc_scaled(x.hi < 0 ? stet_dd_neg(y) : y, square, &k);
    if (x.hi < 0)
        return stet_wide_times_scaled(half, m, k);
    const stet_dd tail = stet_scale_dd(m, k);
    return stet_dd_mul(x, stet_wide_one_minus((stet_dd){0.5 * tail.hi, 0.5 * tail.lo}));
}

/* Returns x (1 + tanh z)/2 = x/(1 + exp(-2 z)), 2 z = x (a + b x^2). At -30, 2 z = -1975. */
static inline stet_dd stet_wide_gelu_tanh(stet_dd x)
{
    if (x.hi != x.hi || x.hi > 30 || x.hi == 0)
        return x.hi > 30 ? x : stet_dd_from(x.hi);
    if (x.hi < -30)
        return stet_dd_from(-0.0);
    const stet_dd cubic = stet_dd_mul(stet_func_tanh_cubic, stet_dd_mul(x, x));
    stet_dd z = stet_dd_mul(x, stet_dd_add(stet_func_tanh_linear, cubic));
    int k;
    const stet_dd m = stet_wide_exp_scaled(x.hi < 0 ? z : stet_dd_neg(z), &k);
    const stet_dd share = stet_dd_add_single(stet_scale_dd(m, k), 1);
    if (x.hi < 0)
        return stet_wide_times_scaled(x, stet_dd_div(m, share), k);
    return stet_dd_div(x, share);
}

#endif
