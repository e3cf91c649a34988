/* SPDX-License-Identifier: Apache-2.0 */
/* From what is known of a result to its bits: the one place where a sum of two doubles and a bound
 * become a number of a format. (Level 1 has one double and a bound, in vectors: certify.h.
 * Integers: fixed_decide.h.) */
#ifndef STET_CORRECT_DECIDE_H
#define STET_CORRECT_DECIDE_H

#include "arith/dd.h"
#include "base/private.h"
#include "correct/number.h"

/* The bits of the number nearest to X, for all X with |X - (v.hi + v.lo)| <= error and v.hi =
 * RN(v.hi + v.lo); 0 if they are not all the same, as where zero is inside: numbers beside it
 * differ in sign. power: of double, two powers of two that belong to the result besides, each a
 * normal number.
 *
 * Rounding to odd and then to a narrow format is rounding once (number.h). If the error is below
 * the low word, X lies on one side of the high word, and is odd there as well as the sum. */
STET_PRIVATE int stet_decide_ends(stet_precision p, stet_dd v, double error, const double *power,
                                  uint64_t *bits);
static inline int stet_decide(stet_precision p, stet_dd v, double error, const double *power,
                              uint64_t *bits)
{
    if (p == STET_F64 || !(__builtin_fabs(v.lo) > error))
        return stet_decide_ends(p, v, error, power, bits);
    *bits = stet_narrow_of(p, stet_rounded_to_odd(v.hi, v.lo));
    return 1;
}

#endif
