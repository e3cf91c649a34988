/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/decide.h"

#include "arith/eft.h"

/* hi + d rounded to odd. */
static double to_odd(double hi, double d)
{
    double rest;
    const double sum = stet_two_sum_f64(hi, d, &rest);
    return rest == 0 ? sum : stet_rounded_to_odd(sum, rest);
}

/* By monotonicity: what both ends of an interval round to, all of it does. First around the high
 * word, moved outwards by more than they are rounded by; if that is too much, ends that are rounded
 * to odd. */
static int decide_narrow(stet_precision p, stet_dd v, double error, uint64_t *bits)
{
    const double outward = 1 + 0x1p-51;
    const double reach = (__builtin_fabs(v.lo) + error) * outward + 0x1p-52 * __builtin_fabs(v.hi);
    *bits = stet_narrow_of(p, v.hi - reach);
    if (*bits == stet_narrow_of(p, v.hi + reach))
        return 1;
    *bits = stet_narrow_of(p, to_odd(v.hi, (v.lo - error) * outward));
    return *bits == stet_narrow_of(p, to_odd(v.hi, (v.lo + error) * outward));
}

/* fl(lo -+ e) with e enlarged by that rounding encloses X - hi, so rounding hi plus that encloses
 * the rounding of X, by monotonicity, and the scaling is exact. Where the result may be subnormal
 * or overflow, the scaling rounds too: there the ends move outwards by more than their rounding
 * first, so that they enclose X itself. */
static int decide_f64(stet_dd v, double e, const double *power, uint64_t *bits)
{
    const double size = __builtin_fabs(v.hi), result = size * power[0] * power[1];
    e += 0x1p-51 * (__builtin_fabs(v.lo) + e);
    double low = v.hi + (v.lo - e), high = v.hi + (v.lo + e);
    if (!(result >= 0x1p-1000 && result < 0x1p1023)) {
        low -= 0x1p-51 * size;
        high += 0x1p-51 * size;
    }
    *bits = stet_bits_f64(low * power[0] * power[1]);
    return size > 0x1p-400 && *bits == stet_bits_f64(high * power[0] * power[1]);
}

int stet_decide_ends(stet_precision p, stet_dd v, double error, const double *power, uint64_t *bits)
{
    return p == STET_F64 ? decide_f64(v, error, power, bits) : decide_narrow(p, v, error, bits);
}
