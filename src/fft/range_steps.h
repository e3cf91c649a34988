/* SPDX-License-Identifier: Apache-2.0 */
/* What a stet_range is, and its instances. Private to this room. */
#ifndef STET_FFT_RANGE_STEPS_H
#define STET_FFT_RANGE_STEPS_H

#include "fft/levels.h"

typedef void stet_range_kernel(const stet_range *r, const stet_rows *rows, int swap, double scale,
                               void *work);

struct stet_range {
    ptrdiff_t n, from;
    stet_fft1d *fft; /* of length n: the tables */
    stet_range_kernel *run;
    int steps;
    stet_step step[STET_MAX_STEPS]; /* from `from` on */
};

/* Of an instruction set: isa/<isa>_range32.c and range64. */
struct stet_range_kernels {
    stet_range_kernel *run;
};

#endif
