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

static struct boundary make(double hi, double lo, bool ours, int exponent)
{
    return (struct boundary){{ldexp(hi, -exponent), ldexp(lo, -exponent)}, ours};
}

/* A tie goes to the even neighbour, so the ends belong to the interval if the last bit of v is
 * 0. */
void rounding_interval(const struct format *f, double v, int exponent, struct boundary *low,
                       struct boundary *high)
{
    double top = ldexp(2 - ldexp(1, 1 - f->precision), f->emax);
    if (isinf(v)) {
        *low = make(top, format_ulp(f, top) / 2, true, exponent);
        *high = (struct boundary){{(double)INFINITY, 0}, true};
        return;
    }
    int unused;
    double ulp = format_ulp(f, v), steps = v / ulp;
    bool even = floor(steps / 2) == steps / 2;
    bool binade = frexp(v, &unused) == 0.5 && ilogb(v) > f->emin;
    *low = make(v, v == 0 ? 0 : -(binade ? ulp / 4 : ulp / 2), even, exponent);
    *high = make(v, ulp / 2, even, exponent);
}

/* Returns x - y for a comparison with an error; relative error 3u^2. */
static double distance(struct dd x, struct dd y) { return dd_sub(x, y).hi; }

enum decision decide(const struct format *f, double v, struct dd y, double error, int exponent)
{
    struct boundary low, high;
    double e = error + 48 * DD_U2 * fabs(y.hi);
    if (signbit(v) != 0)
        y = dd_neg(y);
    rounding_interval(f, fabs(v), exponent, &low, &high);
    double from_low = distance(y, low.at);
    double to_high = isinf(v) ? (double)INFINITY : distance(high.at, y);
    if (from_low > e && to_high > e)
        return DECIDED_RIGHT;
    if (from_low >= -e && to_high >= -e)
        return NEAR_BOUNDARY;
    /* v is a zero, and values of the other sign round to zero here. */
    if (v == 0 && -from_low > e && distance(high.at, dd_neg(y)) >= -e)
        return distance(high.at, dd_neg(y)) > e ? DECIDED_ZERO_SIGN : NEAR_BOUNDARY;
    return DECIDED_WRONG;
}
