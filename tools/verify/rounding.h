/* SPDX-License-Identifier: Apache-2.0 */
/* Decides whether a number is the exact value, rounded once. The exact value lies in a known
 * interval. */
#ifndef STET_VERIFY_ROUNDING_H
#define STET_VERIFY_ROUNDING_H

#include "verify/dd.h"

#include <stdbool.h>

/* A struct format describes an IEEE 754 format: its precision in bits, and the exponents of its
 * largest and smallest normal numbers. */
struct format {
    const char *name;
    int precision, emax, emin;
};
extern const struct format format_f64, format_f32, format_f16, format_bf16;
/* This format has 11 bits and the exponents of f32. Files hold it as f32. */
extern const struct format format_tf32;

/* Returns 2^-precision. */
double format_roundoff(const struct format *f);
/* Reports whether x is finite and a number of the format. */
bool format_holds(const struct format *f, double x);
/* Returns the distance of the numbers around x in its binade; x must be finite. */
double format_ulp(const struct format *f, double x);

enum decision {
    DECIDED_RIGHT,
    DECIDED_WRONG,
    DECIDED_ZERO_SIGN, /* a zero of the wrong sign */
    NEAR_BOUNDARY      /* not decided */
};

/* One end of the interval of values that round to a number. */
struct boundary {
    struct dd at; /* scaled by 2^-exponent */
    bool ours;    /* the end itself rounds to the number */
};

/* Stores the interval of v >= 0. The interval of 0 contains only +0 if the sign matters. */
void rounding_interval(const struct format *f, double v, int exponent, struct boundary *low,
                       struct boundary *high);

/* Decides about the claimed v in format f. The exact value is y + d, |d| <= error, scaled by
 * 2^-exponent. NEAR_BOUNDARY: an end of v's interval, or zero, lies in that range. */
enum decision decide(const struct format *f, double v, struct dd y, double error, int exponent);

#endif
