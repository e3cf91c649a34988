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

/* As stet_lines_describe(). */
void stet_extended_describe(stet_text *to, const stet_line_plan *plan, int contiguous,
                            ptrdiff_t count);

#endif
