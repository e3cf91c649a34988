/* SPDX-License-Identifier: Apache-2.0 */
/* The numeric parts, each compiled with the software and with the hardware fma. */
#ifndef STET_LEETGPU_LEETGPU_H
#define STET_LEETGPU_LEETGPU_H

#include "arith/dd.h"
#include "stet.h"

typedef void stet_leetgpu_direct_kernel(const float *signal, float *spectrum, int n, int first,
                                        int count);
/* In place, on n complex numbers in bit-reversed order; see twiddles.h for w. */
typedef void stet_leetgpu_stages_f32(float *x, const float *w_re, const float *w_im, int n,
                                     int fused);
typedef void stet_leetgpu_stages_f64(double *x, const double *w_re, const double *w_im, int n);
/* The rounded spectrum, and how many of its numbers are not proved to be correctly rounded. */
typedef int64_t stet_leetgpu_exact_kernel(stet_ddc *x, const stet_ddc *w, int n, float *spectrum);

typedef struct stet_leetgpu_kernels {
    stet_leetgpu_direct_kernel *direct;
    stet_leetgpu_stages_f32 *stages_f32;
    stet_leetgpu_stages_f64 *stages_f64;
    stet_leetgpu_exact_kernel *exact;
} stet_leetgpu_kernels;

extern const stet_leetgpu_kernels stet_leetgpu_soft, stet_leetgpu_fma;

/* Those that run on this CPU and under STET_ISA. */
const stet_leetgpu_kernels *stet_leetgpu_in_use(void);

#endif
