/* SPDX-License-Identifier: Apache-2.0 */
/* What a stet_range is, and its instances. Private to this room. */
#ifndef STET_FFT_RANGE_STEPS_H
#define STET_FFT_RANGE_STEPS_H

#include "fft/levels.h"

typedef struct stet_range_kernels {
    /* Rows that are a multiple of lanes. */
    void (*run)(const stet_range *r, const stet_rows *rows, int swap, double scale, void *work);
    int lanes;
} stet_range_kernels;

struct stet_range {
    ptrdiff_t n, from;
    stet_fft1d *fft; /* of length n: the tables */
    /* Those for most rows, and those of one lane for the rest. */
    const stet_range_kernels *wide, *narrow;
    int steps;
    stet_step step[STET_MAX_STEPS]; /* from `from` on */
};

/* Whether `lanes` rows from a multiple of it on can go side by side: no multiple of a quarter of
 * any L, where rho changes and where the tables wrap, is inside them, and no step is odd. */
static inline int stet_range_suits(const stet_range *r, int lanes)
{
    return r->from % (4 * (ptrdiff_t)lanes) == 0;
}

/* The instances, of f32 and f64. */
extern const stet_range_kernels stet_soft_range32, stet_soft_range64;
extern const stet_range_kernels stet_sse2_range32, stet_sse2_range64;
extern const stet_range_kernels stet_scalar_range32, stet_scalar_range64;
extern const stet_range_kernels stet_fma128_range32, stet_fma128_range64;
extern const stet_range_kernels stet_neon_range32, stet_neon_range64;
extern const stet_range_kernels stet_avx2_range32, stet_avx2_range64;
extern const stet_range_kernels stet_avx512_range32, stet_avx512_range64;

#endif
