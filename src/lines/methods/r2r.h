/* SPDX-License-Identifier: Apache-2.0 */
/* Runs cosine, sine and Hartley transforms and transforms of halfcomplex data. A line has real
 * numbers on both sides: it is a transform of fft1d.h with a pass over the data before it and one
 * after it. Internal. */
#ifndef STET_LINES_R2R_H
#define STET_LINES_R2R_H

#include "graph/r2r.h"
#include "lines/fft1d.h"

/* Runs items begin .. end - 1 of a pass. Before the transform inside, x is the caller's line and y
 * goes into the transform; after it, x comes from the transform and y is the caller's line. Numbers
 * of the caller's line are `step` apart. */
typedef void stet_r2r_pass(const stet_r2r *r, const void *x, void *y, ptrdiff_t step, double scale,
                           ptrdiff_t begin, ptrdiff_t end);

/* The passes by way: STET_R2R_WAYS of graph/r2r.h. */
typedef struct stet_r2r_passes {
    stet_r2r_pass *before[STET_R2R_WAYS], *after[STET_R2R_WAYS];
} stet_r2r_passes;

/* The passes of an instruction set are made from isa/r2r32.c.in and isa/r2r64.c.in. */
typedef struct stet_r2r_kernels {
    int lanes;
    stet_r2r_passes across; /* one line, step = 1; NULL: nothing to do */
    stet_r2r_passes alone;  /* one line in one lane, any step */
    /* Runs `lanes` lines that are neighbours in all arrays: each number of a line is `lanes`
     * numbers. */
    stet_r2r_passes beside;
} stet_r2r_kernels;

/* Makes the lists of f, for lines.c. */
void stet_r2r_list(stet_fft1d *f);

#endif
