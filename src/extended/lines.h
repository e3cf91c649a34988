/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of this room: it runs lines whose numbers are narrower than those of the transform.
 *
 * Level extended computes in the next precision up, f32 in double. Each number is widened, exactly,
 * when it is read, and rounded once when it is written; between the dimensions of an array numbers
 * are wide. So lines are narrow on both sides, or on one: lines of the first stage of several on
 * the input side, those of the last on the output side. */
#ifndef STET_EXTENDED_LINES_H
#define STET_EXTENDED_LINES_H

#include "lines/lines.h"

/* A shape says which lines. The transform's precision is that inside. */
typedef struct stet_extended_shape {
    stet_precision outside;
    int wide_in, wide_out; /* 1: that side has the transform's numbers; not both */
    int contiguous;        /* both strides along a line are 1 */
    ptrdiff_t count;       /* number of lines */
} stet_extended_shape;

/* Returns a plan as stet_lines_plan() does; f has the precision inside. */
stet_line_plan stet_extended_plan(stet_fft1d *f, const stet_extended_shape *shape);

/* Writes the lines as stet_lines_describe() does. */
void stet_extended_describe(stet_text *to, const stet_line_plan *plan, int contiguous,
                            ptrdiff_t count);

#endif
