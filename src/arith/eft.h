/* Error-free transforms return a rounded result and the exact error of the rounding.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each returns the rounded result r and stores the error e: r + e is the exact
 * value. They hold in radix 2 with rounding to nearest (stet_fpenv_enter())
 * unless something overflows. An infinite or NaN result comes with a NaN error. */
#ifndef STET_ARITH_EFT_H
#define STET_ARITH_EFT_H

#include "arith/fma.h"

/* Returns a + b, for |a| >= |b|, or a = 0, or an exponent of a not below that of b (Dekker, "A
 * floating-point technique for extending the available precision", Numer. Math. 18, 1971). Sums
 * never underflow: subnormals need no exception. */
static inline double stet_fast_two_sum_f64(double a, double b, double *e)
{
    double s = a + b;
    *e = b - (s - a);
    return s;
}

static inline float stet_fast_two_sum_f32(float a, float b, float *e)
{
    float s = a + b;
    *e = b - (s - a);
    return s;
}

/* Returns a + b, any a and b (Moller 1965; Knuth, "The Art of Computer Programming" vol. 2, section
 * 4.2.2, Theorem B). It has no branch and six operations. */
static inline double stet_two_sum_f64(double a, double b, double *e)
{
    double s = a + b;
    double b_part = s - a;
    double a_part = s - b_part;
    *e = (a - a_part) + (b - b_part);
    return s;
}

static inline float stet_two_sum_f32(float a, float b, float *e)
{
    float s = a + b;
    float b_part = s - a;
    float a_part = s - b_part;
    *e = (a - a_part) + (b - b_part);
    return s;
}

/* Returns a b, if the error does not underflow. It is enough that a b is 0 or at least 2^-969
 * (2^-102 for float), the smallest subnormal times 2^(2p - 1) (Ogita, Rump and Oishi, "Accurate sum
 * and dot product", SIAM J. Sci. Comput. 26(6), 2005, TwoProductFMA). */
static inline double stet_two_prod_f64(double a, double b, double *e)
{
    double p = a * b;
    *e = stet_fma_f64(a, b, -p);
    return p;
}

static inline float stet_two_prod_f32(float a, float b, float *e)
{
    float p = a * b;
    *e = stet_fma_f32(a, b, -p);
    return p;
}

#endif
