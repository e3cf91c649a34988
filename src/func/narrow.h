/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the functions in double, with errors of a few ulp (func.h), by the methods of wide.h
 * with fewer terms. */
#ifndef STET_FUNC_NARROW_H
#define STET_FUNC_NARROW_H

#include "func/wide.h"

/* Evaluates terms first to last by Horner's rule. */
static inline double stet_narrow_horner(const stet_dd *c, int first, int last, double z)
{
    double sum = c[last].hi;
    for (int i = last - 1; i >= first; i--)
        sum = stet_fma_f64(sum, z, c[i].hi);
    return sum;
}

/* Computes the parts of stet_wide_exp_parts() for hi + lo, |lo| <= 2^-9. Returns exp(r) - 1 with r
 * to 2^-60; the term after r^6/6! is below 2^-57 r. */
static inline double stet_narrow_exp_rest(double hi, double lo, int *n, int *k)
{
    *n = stet_exp_step(hi, k);
    const double high = stet_fma_f64(-*n, stet_func_step[0], hi);
    const double r = stet_fma_f64(-*n, stet_func_step[1], high) + lo;
    return stet_fma_f64(r * r, stet_narrow_horner(stet_func_factorial, 2, 6, r), r);
}

/* Returns m of exp(hi + lo) = m 2^k. */
static inline double stet_narrow_exp_scaled(double hi, double lo, int *k)
{
    int n;
    const double rest = stet_narrow_exp_rest(hi, lo, &n, k);
    const stet_dd table = stet_func_power[n - 64 * *k + 32];
    const double power = 1 + table.hi;
    return stet_fma_f64(power, rest, power);
}

static inline double stet_narrow_exp(double x)
{
    if (!(x < 710)) /* NaN too */
        return x + (double)__builtin_inff();
    if (x < -746)
        return 0;
    int k;
    const double m = stet_narrow_exp_scaled(x, 0, &k);
    return stet_scale_f64(m, k);
}

/* -700 < x < 700 */
static inline double stet_narrow_expm1(double x)
{
    int n, k;
    const double rest = stet_narrow_exp_rest(x, 0, &n, &k);
    const double table = stet_func_power[n - 64 * k + 32].hi;
    const double e = stet_fma_f64(1 + table, rest, table);
    return k == 0 ? e : stet_scale_f64(1 + e, k) - 1;
}

static inline double stet_narrow_log(double x)
{
    if (!(x > 0) || x > 0x1.fffffffffffffp1023)
        return stet_wide_log(stet_dd_from(x)).hi;
    int k = 0;
    if (x < 0x1p-900) {
        x *= 0x1p200;
        k = -200;
    }
    const uint64_t bits = stet_bits_f64(x);
    const int up = (bits & 0xfffffffffffff) > 0x6a09e667f3bcc; /* above sqrt 2 */
    k += (int)(bits >> 52) - 1023 + up;
    x = stet_from_bits_f64((bits & 0xfffffffffffff) | (uint64_t)(1023 - up) << 52);
    const stet_func_inverse *c = &stet_func_log[stet_nearest(x * 128) - 90];
    const double z = stet_fma_f64(x, c->inverse, -1); /* exact where 1/c = 1 */
    const double s = z / (2 + z), t = s * s;
    /* 2 artanh s = z - s (z - 2 t (1/3 + t/5 + ...)) */
    const double tail = 2 * t * stet_narrow_horner(stet_func_atanh, 1, 4, t);
    const double sum = z - s * (z - tail);
    double lost;
    const double whole = stet_two_sum_f64(k * stet_func_ln2.hi, c->log.hi, &lost);
    return whole + (sum + lost);
}

/* Evaluates Taylor's series to r^17/17!, |r| <= pi/4: the next term is below 2^-63. */
static inline double stet_narrow_sine(stet_dd r, int cosine)
{
    const double z = r.hi * r.hi;
    double sum = 0;
    for (int i = 8; i >= 1; i--)
        sum = stet_fma_f64(sum, -z, stet_func_factorial[2 * i + !cosine].hi);
    sum *= -z; /* now cos - 1, or sin/r - 1 */
    if (cosine)
        return 1 + (sum - r.hi * r.lo);
    return r.hi + stet_fma_f64(r.hi, sum, r.lo);
}

static inline double stet_narrow_sin(double x)
{
    if (!(x - x == 0))
        return x - x;
    if (x < 0x1p-27 && x > -0x1p-27)
        return x;
    int q;
    const stet_dd r = stet_reduce(stet_dd_from(x), &q);
    const double y = stet_narrow_sine(r, q & 1);
    return q & 2 ? -y : y;
}

static inline double stet_narrow_cos(double x)
{
    if (!(x - x == 0))
        return x - x;
    int q;
    const stet_dd r = stet_reduce(stet_dd_from(x), &q);
    const double y = stet_narrow_sine(r, !(q & 1));
    return (q + 1) & 2 ? -y : y;
}

static inline double stet_narrow_tanh(double x)
{
    if (x != x)
        return x;
    if (x > 20 || x < -20)
        return x < 0 ? -1 : 1;
    if (x < 0x1p-28 && x > -0x1p-28)
        return x;
    const double e = stet_narrow_expm1(x < 0 ? -2 * x : 2 * x);
    return x < 0 ? -(e / (e + 2)) : e / (e + 2);
}

/* |x| < 1/2; the term after x^25 is below 2^-63 x. */
static inline double stet_narrow_erf_small(double x)
{
    return x * stet_narrow_horner(stet_func_erf, 0, 12, x * x);
}

/* 1/2 <= x < 32: the coefficients after the thirteenth are below 2^-56. */
static inline double stet_narrow_erfcx(double x)
{
    double middle, inverse;
    const double *c = stet_erfcx_piece(x, &middle, &inverse);
    const double s = (x - middle) * inverse;
    double sum = c[2 * (STET_ERFCX_WIDE - 1)];
    for (int i = STET_ERFCX_WIDE - 2; i >= 0; i--)
        sum = stet_fma_f64(sum, s, c[2 * i]);
    return sum;
}

/* Returns m of erfc x = m 2^k, 1/2 <= x < 30; hi + lo = x^2. */
static inline double stet_narrow_erfc_scaled(double x, double hi, double lo, int *k)
{
    const double e = stet_narrow_exp_scaled(-hi, -lo, k);
    return e * stet_narrow_erfcx(x);
}

static inline double stet_narrow_erfc_positive(double x)
{
    double lo;
    int k;
    const double hi = stet_two_prod_f64(x, x, &lo);
    const double m = stet_narrow_erfc_scaled(x, hi, lo, &k);
    return stet_scale_f64(m, k);
}

static inline double stet_narrow_erfc(double x)
{
    if (x != x)
        return x;
    if (x > 28)
        return 0;
    if (x < -10)
        return 2;
    if (x >= 0.5)
        return stet_narrow_erfc_positive(x);
    return x > -0.5 ? 1 - stet_narrow_erf_small(x) : 2 - stet_narrow_erfc_positive(-x);
}

static inline double stet_narrow_erf(double x)
{
    if (x != x)
        return x;
    if (x > 10 || x < -10)
        return x < 0 ? -1 : 1;
    if (x < 0.5 && x > -0.5)
        return stet_narrow_erf_small(x);
    return x < 0 ? stet_narrow_erfc_positive(-x) - 1 : 1 - stet_narrow_erfc_positive(x);
}

/* Returns x m 2^k, rounded once if that is subnormal: m or x m may be as small as 2^-50. */
static inline double stet_narrow_times_scaled(double x, double m, int k)
{
    const int e = (int)(stet_bits_f64(x) >> 52 & 0x7ff) - 1023;
    const double y = x * stet_power_of_two(-e / 2) * stet_power_of_two(-e - -e / 2);
    return stet_scale_f64(y * m, k + e);
}

static inline double stet_narrow_gelu_erf(double x)
{
    if (x != x || x > 40 || x == 0)
        return x;
    if (x < -40)
        return -0.0;
    const double y = x * stet_func_sqrt_half.hi, half = 0.5 * x;
    if (y < 0.5 && y > -0.5)
        return stet_fma_f64(half, stet_narrow_erf_small(y), half);
    double lo;
    int k;
    const double hi = stet_two_prod_f64(half, x, &lo);
    const double m = stet_narrow_erfc_scaled(x < 0 ? -y : y, hi, lo, &k);
    if (x < 0)
        return stet_narrow_times_scaled(half, m, k);
    return x - half * stet_scale_f64(m, k);
}

static inline double stet_narrow_gelu_tanh(double x)
{
    if (x != x || x > 30 || x == 0)
        return x;
    if (x < -30)
        return -0.0;
    const stet_dd cubic = stet_dd_mul(stet_func_tanh_cubic, stet_dd_two_prod(x, x));
    const stet_dd z = stet_dd_mul_single(stet_dd_add(stet_func_tanh_linear, cubic), x);
    int k;
    const double m =
        x < 0 ? stet_narrow_exp_scaled(z.hi, z.lo, &k) : stet_narrow_exp_scaled(-z.hi, -z.lo, &k);
    const double share = 1 + stet_scale_f64(m, k);
    return x < 0 ? stet_narrow_times_scaled(x, m / share, k) : x / share;
}

#endif
