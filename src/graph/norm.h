/* SPDX-License-Identifier: Apache-2.0 */
/* This header has the factor of the norm in every precision, the exponents of 16-bit numbers, the
 * precision inside and the order of the dimensions. Each is a function of the options alone. Other
 * rooms may include it. */
#ifndef STET_GRAPH_NORM_H
#define STET_GRAPH_NORM_H

#include "arith/dd.h"
#include "graph/graph.h"

/* Returns the dimension that a stage transforms: the last one first, and in inverse transforms, C2R
 * among them, the first one first. So an inverse can start from the array that a forward transform
 * leaves distributed over processes by its first dimensions. */
static inline int stet_axis_of_stage(stet_direction direction, int dims, int stage)
{
    return direction == STET_INVERSE ? stage : dims - 1 - stage;
}

/* Returns the precision of the numbers between the dimensions, in which lines are computed. For
 * 16-bit modes other than IO it is that of the caller; half/ knows the rest. */
STET_PRIVATE stet_precision stet_norm_inside(const stet_options *o);

/* Returns the N of dimension i in the table of stet_norm. */
static inline ptrdiff_t stet_logical_length(const stet_options *o, int i)
{
    const ptrdiff_t n = o->dims[i].n;
    if (o->kind != STET_R2R || o->r2r[i] < STET_DCT1)
        return n;
    return o->r2r[i] == STET_DCT1 ? 2 * (n - 1) : o->r2r[i] == STET_DST1 ? 2 * (n + 1) : 2 * n;
}

/* Reports whether a norm other than STET_NORM_ORTHO divides in that direction. */
static inline int stet_norm_divides(stet_norm norm, stet_direction direction)
{
    return (norm == STET_NORM_FORWARD) == (direction == STET_FORWARD);
}

/* Returns N of the norm's factor 1/N or 1/sqrt(N), or 1 where the factor is 1. */
STET_PRIVATE double stet_norm_divisor(const stet_options *o);

/* stet_norm_factor_f64() returns the factor rounded to double, stet_norm_factor_dd() in
 * double-double. */
double stet_norm_factor_f64(const stet_options *o);
STET_PRIVATE stet_dd stet_norm_factor_dd(const stet_options *o);

/* The last stage multiplies by scale (1 + rest), in the precision of the numbers between the
 * stages. 16-bit numbers are multiplied by 2^load when they are read; their scale includes
 * 2^(exponent - load), and the result is 2^exponent times that of the norm. */
typedef struct stet_factor {
    double scale, rest; /* rest: 0 unless STET_DD */
    int load, exponent; /* 0 unless 16-bit numbers */
} stet_factor;

STET_PRIVATE stet_factor stet_norm_factor(const stet_options *o);

/* stet_norm_pair() returns the factor of pairs as one double, for a scale of lines that are STET_DD
 * inside and narrow outside: n stands for 1/n, -n for 1/sqrt(n). The factor is the result of
 * stet_norm_pair_factor() times 1 + *rest. */
double stet_norm_pair(double n, int is_root);
double stet_norm_pair_factor(double scale, double *rest);

/* Returns a number of STET_DD, times 1 + rest, rounded to double as the last stage does it. */
static inline double stet_norm_narrow(double hi, double lo, double rest)
{
    return hi + (lo + (rest == 0 ? 0 : hi * rest));
}

#endif
