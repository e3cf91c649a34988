/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/norm.h"

#include "arith/bits.h"
#include "arith/fma.h"
#include "base/precision.h"

/* Returns 1/sqrt(n) by Newton's iteration from below and a last step whose residual is exact to
 * twice the precision. The result is correctly rounded, except for near ties. fma makes the
 * remainder 1 - n r^2, so no square root of libm is needed. */
static double reciprocal_sqrt(double n)
{
    double r = 1;
    while (n * r * r > 1)
        r /= 2;
    for (int i = 0; i < 60; i++)
        r += r * (1 - n * r * r) / 2;
    const double h = n * r, residual = stet_fma_f64(-h, r, 1);
    const double low = stet_fma_f64(n, r, -h);
    return r + r / 2 * stet_fma_f64(-low, r, residual);
}

double stet_norm_divisor(const stet_options *o)
{
    double n = 1;
    for (int i = 0; i < o->rank; i++)
        n *= (double)stet_logical_length(o, i);
    return o->norm == STET_NORM_ORTHO || stet_norm_divides(o->norm, o->direction) ? n : 1;
}

double stet_norm_factor_f64(const stet_options *o)
{
    const double n = stet_norm_divisor(o);
    return o->norm == STET_NORM_ORTHO ? reciprocal_sqrt(n) : 1 / n;
}

stet_precision stet_norm_inside(const stet_options *o)
{
    if (stet_is_half(o->precision))
        return o->half_mode == STET_HALF_IO ? STET_F32 : o->precision;
    if (o->level == STET_LEVEL_EXTENDED_FF)
        return STET_FF;
    if (o->level == STET_LEVEL_EXTENDED)
        return o->precision == STET_F32 ? STET_F64 : STET_DD;
    return o->precision;
}

double stet_norm_pair(double n, int is_root) { return is_root && n != 1 ? -n : n; }

/* The factor is the result times 1 + *rest. With h = 1/n, rounded, r = 1 - h n is a double, and 1/n
 * = h/(1 - r) = h (1 + r) but for r^2 <= 2^-106. With h near 1/sqrt(n), 1/sqrt(n) = h/sqrt(1 - r),
 * r = 1 - h^2 n, h (1 + r/2) but for 3/8 r^2 < 2^-104. */
double stet_norm_pair_factor(double scale, double *rest)
{
    if (scale > 0) {
        const double h = 1 / scale;
        *rest = stet_fma_f64(-h, scale, 1);
        return h;
    }
    const double h = 1 / __builtin_sqrt(-scale), square = h * h;
    const double below = stet_fma_f64(h, h, -square);
    *rest = stet_fma_f64(scale, below, stet_fma_f64(scale, square, 1)) / 2;
    return h;
}

/* *load becomes the exponent that takes effect when the array is read, *result that of the result:
 * see HALF PRECISION in stet.h. */
static void half_exponents(const stet_options *o, int *load, int *result)
{
    double n = 1;
    int log2 = 0;
    for (int i = 0; i < o->rank; i++)
        n *= (double)o->dims[i].n;
    while (stet_power_of_two(log2) < n)
        log2++;
    *load = *result = o->half_exponent;
    if (o->half_exponent != STET_HALF_SAFE)
        return;
    const int is_plain = stet_norm_factor_f64(o) == 1;
    const int safe = o->precision == STET_F16 && log2 > 15 ? 15 - log2 : 0;
    *result = is_plain ? safe : 0;
    *load = is_plain || o->half_mode != STET_HALF_IO ? safe : 0;
}

stet_factor stet_norm_factor(const stet_options *o)
{
    stet_factor f = {.scale = stet_norm_factor_f64(o)};
    if (stet_norm_inside(o) == STET_DD)
        f.scale = stet_norm_pair_factor(
            stet_norm_pair(stet_norm_divisor(o), o->norm == STET_NORM_ORTHO), &f.rest);
    if (stet_is_half(o->precision))
        half_exponents(o, &f.load, &f.exponent);
    f.scale *= stet_power_of_two(f.exponent - f.load);
    return f;
}

/* The factor is off by at most 11 u^2, and by 25/8 u^2 of the root (arith/dw.h). */
stet_dd stet_norm_factor_dd(const stet_options *o)
{
    const stet_dd n = stet_dd_from(stet_norm_divisor(o));
    return stet_dd_div(stet_dd_from(1), o->norm == STET_NORM_ORTHO ? stet_dd_sqrt(n) : n);
}
