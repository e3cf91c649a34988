/* SPDX-License-Identifier: Apache-2.0 */
/* Cosine, sine and Hartley transforms and halfcomplex data: lines of real numbers on both sides, as
 * a transform of fft1d.h with a pass over the data before it and one after. Internal. */
#ifndef STET_LINES_R2R_H
#define STET_LINES_R2R_H

#include "graph/r2r.h"
#include "lines/fft1d.h"

/* Items begin .. end - 1 of a pass. x is the caller's line and y goes into the transform inside, or
 * the other way round; numbers of the caller's array are `step` apart. */
typedef void stet_r2r_pass(const stet_r2r *r, const void *x, void *y, ptrdiff_t step, double scale,
                           ptrdiff_t begin, ptrdiff_t end);

/* before[way] and after[way]. */
typedef struct stet_r2r_passes {
    stet_r2r_pass *before[STET_R2R_WAYS], *after[STET_R2R_WAYS];
} stet_r2r_passes;

/* Of an instruction set: isa/<isa>_r2r32.c, isa/<isa>_r2r64.c. */
typedef struct stet_r2r_kernels {
    int lanes;
    stet_r2r_passes across; /* one line, step = 1; NULL where nothing is to be done */
    stet_r2r_passes alone;  /* one line in one lane, any step */
    /* As many lines as there are lanes, neighbours in all arrays: a number is `lanes` numbers. */
    stet_r2r_passes beside;
} stet_r2r_kernels;

/* The lists of f: lines.c. */
void stet_r2r_list(stet_fft1d *f);

#endif
