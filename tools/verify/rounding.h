/* SPDX-License-Identifier: Apache-2.0 */
/* Is a number the exact value, rounded once? The exact value is known to lie in an interval. */
#ifndef STET_VERIFY_ROUNDING_H
#define STET_VERIFY_ROUNDING_H

#include "verify/dd.h"

#include <stdbool.h>

/* An IEEE 754 format: precision in bits, exponents of the largest and smallest normal numbers. */
struct format {
    const char *name;
    int precision, emax, emin;
};
extern const struct format format_f64, format_f32, format_f16, format_bf16;
/* 11 bits with the exponents of f32. Files hold it as f32. */
extern const struct format format_tf32;

/* 2^-precision. */
double format_roundoff(const struct format *f);
/* True if x is finite and a number of the format. */
bool format_holds(const struct format *f, double x);
/* The distance of the numbers around x in its binade; x finite. */
double format_ulp(const struct format *f, double x);

enum decision {
    DECIDED_RIGHT,
    DECIDED_WRONG,
    DECIDED_ZERO_SIGN, /* a zero of the wrong sign */
    NEAR_BOUNDARY      /* not decided */
};

/* An end of the interval of the values that round to a number. */
struct boundary {
    struct dd at; /* scaled by 2^-exponent */
    bool ours;    /* at itself rounds to the number */
};

/* The interval of v >= 0, of which only +0 is in the interval of 0 if the sign matters. */
void rounding_interval(const struct format *f, double v, int exponent, struct boundary *low,
                       struct boundary *high);

/* v is claimed, in format f. The exact value is y + d, |d| <= error, scaled by 2^-exponent.
 * NEAR_BOUNDARY: an end of v's interval lies in that range, or zero does. */
enum decision decide(const struct format *f, double v, struct dd y, double error, int exponent);

#endif
