/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the article's sine and cosine in double, by two parts of pi/2 and the polynomials of the
 * float version. These have an error of 5.7e-9, not the 1e-15 that the text states. */
#ifndef STET_EXPERIMENTS_ARTICLE_F64_H
#define STET_EXPERIMENTS_ARTICLE_F64_H

#include <stdint.h>

#include "arith/fma.h"

/* Halves are rounded away from zero here, not to even: Int(temp + 0.5) truncates. Beyond 2^52 the
 * multiple does not fit an integer; the quadrant is then taken as 0. */
static inline double article_f64_value(double r, int64_t i)
{
    const double s = r * r;
    double y;
    if (i & 1) {
        y = stet_fma_f64(2.44331570e-05, s, -1.38873163e-03);
        y = stet_fma_f64(y, s, 4.16666418e-02);
        y = stet_fma_f64(y, s, -0.5);
        y = stet_fma_f64(y, s, 1.0);
    } else {
        y = stet_fma_f64(-1.95152959e-04, s, 8.33216030e-03);
        y = stet_fma_f64(y, s, -1.66666552e-01);
        y = stet_fma_f64(y * s, r, r);
    }
    return i & 2 ? -y : y;
}

static inline void article_f64_sincos(double x, double *sine, double *cosine)
{
    const double turns = x * 0.6366197723675814;
    const double k = turns + (turns >= 0 ? 0.5 : -0.5);
    const int64_t q = k > -0x1p52 && k < 0x1p52 ? (int64_t)k : 0;
    const double whole = k > -0x1p52 && k < 0x1p52 ? (double)q : k;
    double r = stet_fma_f64(whole, -1.5707963267948966, x);
    r = stet_fma_f64(whole, -6.123233995736766e-17, r);
    *sine = article_f64_value(r, q);
    *cosine = article_f64_value(r, q + 1);
}

#endif
