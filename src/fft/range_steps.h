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

stet_range_kernel stet_range_soft_f32, stet_range_soft_f64;
stet_range_kernel stet_range_scalar_f32, stet_range_scalar_f64;

#endif
