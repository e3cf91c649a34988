/* SPDX-License-Identifier: Apache-2.0 */
/* This header has what the files of this room share: kernels for floats around a transform in
 * double. */
#ifndef STET_EXTENDED_FUSED_H
#define STET_EXTENDED_FUSED_H

#include "lines/lines.h"

/* The kernels of an instruction set are made from isa/extended.c.in. */
struct stet_extended_kernels {
    int lanes; /* of its vectors of doubles */
    /* Runs contiguous lines of floats: the first pass widens what it reads, the last one rounds
     * what it writes. work and the phases of a share are the same as for f. */
    stet_line_kernel *lines;
    /* Both compute y[i] = x[i], i < count; widen() is exact, and narrow() rounds. */
    void (*widen)(const float *x, ptrdiff_t count, double *y);
    void (*narrow)(const double *x, ptrdiff_t count, float *y);
    /* These functions convert between doubles and pairs of doubles; lines.c describes them. */
    void (*widen_pairs)(const double *x, ptrdiff_t count, double *y);
    void (*narrow_pairs)(const double *x, ptrdiff_t count, double rest, double *y);
};

/* Returns the kernel for f; NULL if there is none. */
stet_line_kernel *stet_extended_fused_of(const stet_fft1d *f);

/* Reports whether that kernel shares out a line as f does. */
int stet_extended_fused_divides(const stet_fft1d *f);

#endif
