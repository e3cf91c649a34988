/* SPDX-License-Identifier: Apache-2.0 */
/* The factor of the norm in every precision, the exponents of 16-bit numbers, the precision inside
 * and the order of the dimensions. Each is a function of the options alone. Other rooms may include
 * this header. */
#ifndef STET_GRAPH_NORM_H
#define STET_GRAPH_NORM_H

#include "arith/dd.h"
#include "graph/graph.h"

/* The order in which the dimensions are transformed: the last one first, and in inverse transforms,
 * C2R among them, the first. So an array that a forward transform has left distributed over
 * processes by its first dimensions can go back from there. */
static inline int stet_axis_of_stage(stet_direction direction, int dims, int stage)
{
    return direction == STET_INVERSE ? stage : dims - 1 - stage;
}

/* The precision of the numbers between the dimensions, in which lines are computed; of 16-bit modes
 * other than IO that of the caller, and half/ knows the rest. */
STET_PRIVATE stet_precision stet_norm_inside(const stet_options *o);

/* The N of dimension i in the table of stet_norm. */
static inline ptrdiff_t stet_logical_length(const stet_options *o, int i)
{
    const ptrdiff_t n = o->dims[i].n;
    if (o->kind != STET_R2R || o->r2r[i] < STET_DCT1)
        return n;
    return o->r2r[i] == STET_DCT1 ? 2 * (n - 1) : o->r2r[i] == STET_DST1 ? 2 * (n + 1) : 2 * n;
}

/* Whether a norm other than STET_NORM_ORTHO divides in that direction. */
static inline int stet_norm_divides(stet_norm norm, stet_direction direction)
{
    return (norm == STET_NORM_FORWARD) == (direction == STET_FORWARD);
}

/* Returns N of the norm's factor 1/N or 1/sqrt(N), or 1 where the factor is 1. */
STET_PRIVATE double stet_norm_divisor(const stet_options *o);

/* Its factor, rounded to double; and in double-double. */
double stet_norm_factor_f64(const stet_options *o);
STET_PRIVATE stet_dd stet_norm_factor_dd(const stet_options *o);

/* The last stage multiplies by this, in the precision of the numbers between the stages: scale
 * (1 + rest). Of 16-bit numbers, which are multiplied by 2^load when they are read, it includes
 * 2^(exponent - load), and the result is 2^exponent times what the norm says. */
typedef struct stet_factor {
    double scale, rest; /* rest: 0 but of STET_DD */
    int load, exponent; /* 0 but of 16-bit numbers */
} stet_factor;

STET_PRIVATE stet_factor stet_norm_factor(const stet_options *o);

/* The factor of pairs as one double, for a scale of lines that are STET_DD inside and narrow
 * outside: n stands for 1/n, -n for 1/sqrt(n). What stet_norm_pair_factor() returns times 1 + *rest
 * is that factor. */
double stet_norm_pair(double n, int is_root);
double stet_norm_pair_factor(double scale, double *rest);

/* A number of STET_DD, times 1 + rest, rounded to double as the last stage does it. */
static inline double stet_norm_narrow(double hi, double lo, double rest)
{
    return hi + (lo + (rest == 0 ? 0 : hi * rest));
}

#endif
