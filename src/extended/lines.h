/* SPDX-License-Identifier: Apache-2.0 */
/* Lines whose numbers are narrower than those of the transform: the outside of this room.
 *
 * Level extended computes in the next precision up, f32 in double. Each number is widened, exactly,
 * when it is read, and rounded once when it is written; between the dimensions of an array numbers
 * are wide. So lines are narrow on both sides, or on one: those of the first stage of several on
 * that of the input, those of the last on that of the output. */
#ifndef STET_EXTENDED_LINES_H
#define STET_EXTENDED_LINES_H

#include "lines/lines.h"

/* Which lines. The transform's precision is that inside. */
typedef struct stet_extended_shape {
    stet_precision outside;
    int wide_in, wide_out; /* that side has the transform's numbers; not both */
    int contiguous;        /* both strides along a line are 1 */
    ptrdiff_t count;       /* of the lines */
} stet_extended_shape;

/* As stet_lines_plan(), f being of the precision inside. */
stet_line_plan stet_extended_plan(stet_fft1d *f, const stet_extended_shape *shape);

/* The scale of stet_stage and of the kernels of lines that are STET_DD inside and narrow outside: a
 * double has not the precision. n stands for 1/n, -n for 1/sqrt(n). */
double stet_extended_factor(double n, int is_root);

/* For those that run such lines in parts: the factor of that scale in double, and a number of the
 * result, hi + lo times 1 + rest, rounded. */
double stet_extended_factor_of(double scale, double *rest);
static inline double stet_extended_narrow(double hi, double lo, double rest)
{
    return hi + (lo + (rest == 0 ? 0 : hi * rest));
}

/* As stet_lines_describe(). */
void stet_extended_describe(stet_text *to, const stet_line_plan *plan, int contiguous,
                            ptrdiff_t count);

#endif
