/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this room share: kernels for floats around a transform in double. */
#ifndef STET_EXTENDED_FUSED_H
#define STET_EXTENDED_FUSED_H

#include "lines/lines.h"

/* Of an instruction set: isa/<isa>_extended.c. */
struct stet_extended_kernels {
    int lanes; /* of its vectors of doubles */
    /* Contiguous lines of floats: the first pass widens what it reads, the last one rounds what it
     * writes. work is that of f, and so are the phases of a share. */
    stet_line_kernel *lines;
    /* y[i] = x[i], i < count: exactly; rounded. */
    void (*widen)(const float *x, ptrdiff_t count, double *y);
    void (*narrow)(const double *x, ptrdiff_t count, float *y);
    /* The same between doubles and pairs of them: lines.c has what they compute. */
    void (*widen_pairs)(const double *x, ptrdiff_t count, double *y);
    void (*narrow_pairs)(const double *x, ptrdiff_t count, double rest, double *y);
};

/* The kernel for f; NULL: there is none. */
stet_line_kernel *stet_extended_fused_of(const stet_fft1d *f);

/* Whether that shares out a line as f does. */
int stet_extended_fused_divides(const stet_fft1d *f);

#endif
