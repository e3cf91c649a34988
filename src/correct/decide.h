/* SPDX-License-Identifier: Apache-2.0 */
/* From what is known of a result to its bits: the one place where a sum of two doubles and a bound
 * become a number of a format. (Stage double has one double and a bound, in vectors: certify.h.
 * Integers: fixed_decide.h.) */
#ifndef STET_CORRECT_DECIDE_H
#define STET_CORRECT_DECIDE_H

#include "arith/dd.h"
#include "arith/eft.h"
#include "correct/number.h"

/* hi + d rounded to odd. */
static inline double stet_decide_to_odd(double hi, double d)
{
    double rest;
    const double sum = stet_two_sum_f64(hi, d, &rest);
    return rest == 0 ? sum : stet_rounded_to_odd(sum, rest);
}

/* By monotonicity: what both ends of an interval round to, all of it does. First around the high
 * word, moved outwards by more than they are rounded by; if that is too much, ends that are rounded
 * to odd. */
static inline int stet_decide_narrow(stet_precision p, stet_dd v, double error, uint64_t *bits)
{
    const double outward = 1 + 0x1p-51;
    const double reach = (__builtin_fabs(v.lo) + error) * outward + 0x1p-52 * __builtin_fabs(v.hi);
    *bits = stet_narrow_of(p, v.hi - reach);
    if (*bits == stet_narrow_of(p, v.hi + reach))
        return 1;
    *bits = stet_narrow_of(p, stet_decide_to_odd(v.hi, (v.lo - error) * outward));
    return *bits == stet_narrow_of(p, stet_decide_to_odd(v.hi, (v.lo + error) * outward));
}

/* fl(lo -+ e) with e enlarged by that rounding encloses X - hi, so rounding hi plus that encloses
 * the rounding of X, by monotonicity, and the scaling is exact. Where the result may be subnormal
 * or overflow, the scaling rounds too: there the ends move outwards by more than their rounding
 * first, so that they enclose X itself. */
static inline int stet_decide_f64(stet_dd v, double e, const double *power, uint64_t *bits)
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

/* The bits of the number nearest to X, for all X with |X - (v.hi + v.lo)| <= error and v.hi =
 * RN(v.hi + v.lo); 0 if they are not all the same, as where zero is inside: numbers beside it
 * differ in sign. power: of double, two powers of two that belong to the result besides, each a
 * normal number.
 *
 * Rounding to odd and then to a narrow format is rounding once (number.h). If the error is below
 * the low word, X lies on one side of the high word, and is odd there as well as the sum. */
static inline int stet_decide(stet_precision p, stet_dd v, double error, const double *power,
                              uint64_t *bits)
{
    if (p == STET_F64)
        return stet_decide_f64(v, error, power, bits);
    if (!(__builtin_fabs(v.lo) > error))
        return stet_decide_narrow(p, v, error, bits);
    *bits = stet_narrow_of(p, stet_rounded_to_odd(v.hi, v.lo));
    return 1;
}

#endif
