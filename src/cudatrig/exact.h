/* SPDX-License-Identifier: Apache-2.0 */
/* Computes float sine and cosine of x and of pi x, correctly rounded. A double is accurate enough
 * in all but one of some million cases; integers decide the rest. It has one lane; the source made
 * from isa/exact.c.in chooses the fma. */
#include "arith/bits.h"
#include "arith/fma.h"
#include "cudatrig/cudatrig.h"
#include "cudatrig/quadrants.h"
#include "cudatrig/undecided.h"

/* Splits an angle into quadrant and remainder: x = i pi/2 + phi, |phi| <= pi/4. */
struct exact_angle {
    double phi;
    unsigned i; /* only its last two bits are used */
};

/* The series of sin x/x - 1 and of cos x - 1 in x^2 have these coefficients, 1/n! with signs, from
 * the last. */
static const double exact_series[2][8] = {
    {0x1.952c77030ad4ap-49, -0x1.ae7f3e733b81fp-41, 0x1.6124613a86d09p-33, -0x1.ae64567f544e4p-26,
     0x1.71de3a556c734p-19, -0x1.a01a01a01a01ap-13, 0x1.1111111111111p-7, -0x1.5555555555555p-3},
    {0x1.ae7f3e733b81fp-45, -0x1.93974a8c07c9dp-37, 0x1.1eed8eff8d898p-29, -0x1.27e4fb7789f5cp-22,
     0x1.a01a01a01a01ap-16, -0x1.6c16c16c16c17p-10, 0x1.5555555555555p-5, -0.5}};

/* Returns sin(phi + i pi/2) with a relative error of 2^-50, if the relative error of phi is at most
 * 2^-51. One piece of code computes both series: after a reduction the choice between them is
 * practically random, and no branch predictor can know it.
 *
 * The series is cut where the remainder is below 2^-63 (sine, (pi/4)^18/19!) and 2^-58 (cosine,
 * (pi/4)^18/18!) of the result. Rounding costs half an ulp of the result at the end and, before, at
 * most 2^-53 of the sum of all terms except the first, four times: that sum is below a tenth (sine)
 * or 0.42 (cosine) of the result, so this is below 2^-52.2. The error of phi enters with the factor
 * phi/tan phi <= 1 for the sine and phi tan phi < 0.8 for the cosine. The total is below (0.5 +
 * 0.85 + 2) 2^-52 < 2^-50. */
static inline double exact_value(struct exact_angle a)
{
    const double *c = exact_series[a.i & 1];
    const double s = a.phi * a.phi, u = a.i & 1 ? 1.0 : a.phi;
    double p = c[0];
    for (int k = 1; k < 8; k++)
        p = stet_fma_f64(p, s, c[k]);
    p = stet_fma_f64(p * s, u, u);
    return stet_from_bits_f64(stet_bits_f64(p) ^ (uint64_t)(a.i >> 1 & 1) << 63);
}

/* Returns x 2/pi modulo 4, for |x| >= 2^-12 finite: two words of the product with a window of 2/pi.
 * The part of 2/pi outside the window contributes less than 2^-100 of a quadrant, and no float but
 * 0 is nearer than 2^-30 to a multiple of pi/2. phi is rounded in the conversion of the upper word,
 * in the sum of the words, in pi/2 and in the product: 4 times 2^-53. */
static struct exact_angle exact_reduce(float x)
{
    uint64_t f[2];
    struct exact_angle a;
    unsigned flip;
    a.i = stet_exact_quadrants(f, x, 2, &flip);
    /* f[1] is below 2^63, and half of f[0] too: signed conversions are faster. */
    const double low = (double)(int64_t)(f[0] >> 1);
    const double turns = stet_fma_f64(low, 0x1p-63, (double)(int64_t)f[1]) * 0x1p-64;
    a.phi = stet_from_bits_f64(stet_bits_f64(turns * 0x1.921fb54442d18p+0) ^ (uint64_t)flip << 63);
    return a;
}

/* For smaller arguments sin x is within x^3/6 of x, less than half of the distance to the nearest
 * number, and cos x is within x^2/2 < 2^-25 of 1. */
#define EXACT_TINY 0x1p-12f

static struct exact_angle exact_angle_of(stet_trig_function function, float x)
{
    struct exact_angle a = {(double)x, 0};
    const double size = x < 0 ? -a.phi : a.phi;
    if (function == STET_TRIG_SIN || function == STET_TRIG_COS) {
        if (size >= (double)EXACT_TINY)
            a = exact_reduce(x);
        a.i += function == STET_TRIG_COS;
        return a;
    }
    /* x = n/2 + r, exactly. pi r is rounded in pi and in the product. */
    const double n = size < 0x1p24 ? (a.phi + a.phi + 0x1.8p52) - 0x1.8p52 : 0;
    const double r = size < 0x1p24 ? a.phi - 0.5 * n : 0;
    a.i = (unsigned)(int32_t)n + (function == STET_TRIG_COSPI);
    a.phi = r * 0x1.921fb54442d18p+1;
    return a;
}

/* Handles zeros and NaN, which no rounding test decides: a zero of sin and sinpi has the sign of x,
 * of cospi it is positive (IEEE 754-2019, 9.2). */
static int exact_special(stet_trig_function function, float x, const struct exact_angle *a,
                         float *y)
{
    if (x * 0.0f != 0.0f) { /* infinite or NaN */
        *y = x * 0.0f;
        return 1;
    }
    if (a->phi != 0 || a->i & 1)
        return 0;
    *y = function == STET_TRIG_COSPI ? 0.0f : x * 0.0f;
    return 1;
}

/* Returns the float, and stores in *value the result with a relative error of 2^-50. */
static inline float exact_float(stet_trig_function function, float x, double *value)
{
    const struct exact_angle a = exact_angle_of(function, x);
    float y;
    if (exact_special(function, x, &a, &y)) {
        *value = (double)y;
        return y;
    }
    *value = exact_value(a);
    /* Ziv's test (1991) uses that rounding is monotonic. low is nearer to 0. */
    const float low = (float)(*value * (1 - 0x1p-49)), high = (float)(*value * (1 + 0x1p-49));
    return low == high ? low : stet_exact_undecided(function, x, low, high);
}
