/* SPDX-License-Identifier: Apache-2.0 */
/* Is a number the exact value, rounded once? The exact value is known to lie in an interval. */
#ifndef STET_CLI_VERIFY_ROUNDING_H
#define STET_CLI_VERIFY_ROUNDING_H

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
    NEAR_BOUNDARY      /* not decided: the interval holds a boundary of v, or zero */
};

/* A point where rounding changes, v's neighbour's and its own: or zero. */
struct boundary {
    struct dd at; /* scaled by 2^-exponent */
    int lsb;      /* at is a whole multiple of 2^lsb, before the scaling */
    bool ours;    /* at itself rounds to v */
};

/* v is claimed, in format f. The exact value is y + d, |d| <= error, scaled by 2^-exponent. Where
 * the answer is NEAR_BOUNDARY, *b is that boundary, or one of the two. */
enum decision decide(const struct format *f, double v, struct dd y, double error, int exponent,
                     struct boundary *b);

#endif
