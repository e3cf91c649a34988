/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/rounding.h"

#include <math.h>

const struct format format_f64 = {"f64", 53, 1023, -1022};
const struct format format_f32 = {"f32", 24, 127, -126};
const struct format format_tf32 = {"tf32", 11, 127, -126};
const struct format format_f16 = {"f16", 11, 15, -14};
const struct format format_bf16 = {"bf16", 8, 127, -126};

double format_roundoff(const struct format *f) { return ldexp(1, -f->precision); }

double format_ulp(const struct format *f, double x)
{
    int exponent = f->emin;
    if (x != 0 && ilogb(x) > exponent)
        exponent = ilogb(x);
    return ldexp(1, exponent - f->precision + 1);
}

bool format_holds(const struct format *f, double x)
{
    if (!isfinite(x) || (x != 0 && ilogb(x) > f->emax))
        return false;
    double steps = x / format_ulp(f, x);
    return steps == floor(steps);
}

/* hi + lo, where lo is 0 or half an ulp of v, or less. */
static struct boundary make(double hi, double lo, bool ours, int exponent)
{
    struct boundary b = {{ldexp(hi, -exponent), ldexp(lo, -exponent)}, 0, ours};
    double smallest = lo != 0 ? lo : hi;
    b.lsb = smallest == 0 ? 1024 : ilogb(smallest);
    return b;
}

/* The interval of the values that round to v >= 0: from |v| down to low, and up to high. A tie
 * goes to the even neighbour: it is ours if the last bit of v is 0. */
static void interval(const struct format *f, double v, int exponent, struct boundary *low,
                     struct boundary *high)
{
    double top = ldexp(2 - ldexp(1, 1 - f->precision), f->emax);
    if (isinf(v)) {
        *low = make(top, format_ulp(f, top) / 2, true, exponent);
        *high = (struct boundary){{INFINITY, 0}, 0, true};
        return;
    }
    double ulp = format_ulp(f, v), steps = v / ulp;
    bool even = floor(steps / 2) == steps / 2;
    bool binade = frexp(v, &(int){0}) == 0.5 && ilogb(v) > f->emin;
    *low = make(v, v == 0 ? 0 : -(binade ? ulp / 4 : ulp / 2), even, exponent);
    *high = make(v, ulp / 2, even, exponent);
    if (v != 0) /* the last bit of v +- ulp/2, whichever of the two parts holds it */
        low->lsb = ilogb(binade ? ulp / 4 : ulp / 2);
}

/* x - y, to compare with an error: relative error 3u^2. */
static double distance(struct dd x, struct dd y) { return dd_sub(x, y).hi; }

enum decision decide(const struct format *f, double v, struct dd y, double error, int exponent,
                     struct boundary *b)
{
    struct boundary low, high;
    double e = error + 48 * DD_U2 * fabs(y.hi);
    bool negative = signbit(v) != 0;
    if (negative)
        y = dd_neg(y);
    interval(f, fabs(v), exponent, &low, &high);
    double from_low = distance(y, low.at),
           to_high = isinf(v) ? (double)INFINITY : distance(high.at, y);
    *b = from_low < to_high ? low : high;
    if (negative) {
        b->at = dd_neg(b->at);
    }
    if (from_low > e && to_high > e)
        return DECIDED_RIGHT;
    if (!(from_low >= -e) || !(to_high >= -e)) {
        /* A zero where a value of the other sign rounds to zero. */
        return v == 0 && -from_low > e && distance(high.at, dd_neg(y)) > e ? DECIDED_ZERO_SIGN
                                                                           : DECIDED_WRONG;
    }
    if (fabs(y.hi) <= e) /* it may be zero itself: that is what can be proved */
        *b = (struct boundary){{0, 0}, 1024, v == 0};
    return NEAR_BOUNDARY;
}
