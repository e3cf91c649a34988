/* SPDX-License-Identifier: Apache-2.0 */
/* Computes m 2^k for m in (1/8, 8) or 0 and any k, rounded once where the result is subnormal. */
#ifndef STET_FUNC_SCALE_H
#define STET_FUNC_SCALE_H

#include "arith/bits.h"
#include "arith/dd.h"

/* Limits k: beyond these bounds a result is 0 or infinite in any case. */
static inline int stet_scale_clamp(int k) { return k < -1100 ? -1100 : k > 1100 ? 1100 : k; }

/* Scales in two steps; the first is exact. */
static inline double stet_scale_f64(double m, int k)
{
    k = stet_scale_clamp(k);
    return m * stet_power_of_two(k / 2) * stet_power_of_two(k - k / 2);
}

/* Returns m 2^k below 2^-1022, m >= 0, rounded to a multiple of 2^-1074. If the high word is
 * exactly half way, the low one decides: with b = 2^-1022 2^-k, m < b, sums of b and a number are
 * rounded to multiples of 2^-1074 2^-k. */
static inline double stet_scale_subnormal(stet_dd m, int k)
{
    const double b = stet_power_of_two(-1022 - k);
    const stet_dd sum = stet_dd_two_sum(b, m.hi);
    return stet_scale_f64(sum.hi + (sum.lo + m.lo) - b, k);
}

/* The low word may be rounded to a multiple of 2^-1074; it is 0 if the high one is infinite or
 * subnormal. */
static inline stet_dd stet_scale_dd(stet_dd m, int k)
{
    k = stet_scale_clamp(k);
    const double high = stet_scale_f64(m.hi, k);
    const double magnitude = high < 0 ? -high : high;
    if (magnitude > 0x1p-1022 || m.hi == 0)
        return (stet_dd){high, magnitude - magnitude == 0 ? stet_scale_f64(m.lo, k) : 0};
    if (k < -1090)
        return stet_dd_from(high);
    const int minus = m.hi < 0;
    const double value = stet_scale_subnormal(minus ? stet_dd_neg(m) : m, k);
    return stet_dd_from(minus ? -value : value);
}

#endif
