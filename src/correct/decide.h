/* SPDX-License-Identifier: Apache-2.0 */
/* Converts a result known within a bound to its bits. Every sum of two doubles with a bound becomes
 * a number of a format here. (Stage double has one double and a bound, in vectors: certify.h.
 * Integers: fixed_decide.h.) */
#ifndef STET_CORRECT_DECIDE_H
#define STET_CORRECT_DECIDE_H

#include "arith/dd.h"
#include "arith/eft.h"
#include "correct/number.h"

/* Returns hi + d rounded to odd. */
static inline double stet_decide_to_odd(double hi, double d)
{
    double rest;
    const double sum = stet_two_sum_f64(hi, d, &rest);
    return rest == 0 ? sum : stet_rounded_to_odd(sum, rest);
}

/* Decides a narrow number by monotonicity: if both ends of an interval round to one number, all of
 * it does. The first test is around the high word, with ends moved outwards by more than their
 * rounding; if it fails, the second rounds the ends to odd. */
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

/* Decides a double. fl(lo -+ e), with e enlarged by that rounding, encloses X - hi; so rounding hi
 * plus that encloses the rounding of X, by monotonicity, and the scaling is exact. Where the result
 * may be subnormal or overflow, the scaling rounds too: there the ends first move outwards by more
 * than their rounding, so that they enclose X itself. */
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

/* Stores the bits of the number nearest to X, for all X with |X - (v.hi + v.lo)| <= error and v.hi
 * = RN(v.hi + v.lo). Returns 0 if these X do not all round to the same number, for example if zero
 * is inside: numbers on both sides of zero differ in sign. power is used for double only: two
 * powers of two, each a normal number, by which the result is multiplied.
 *
 * Rounding to odd and then to a narrow format is rounding once (number.h). If the error is below
 * the low word, X and the sum lie on the same side of the high word and round to the same odd
 * number. */
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
