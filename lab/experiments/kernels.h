/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the numeric parts, which are compiled twice: with the software and with the hardware
 * fma. */
#ifndef STET_EXPERIMENTS_KERNELS_H
#define STET_EXPERIMENTS_KERNELS_H

#include "arith/dd.h"
#include "stet_lab.h"

/* Sets y[i] = f(x[i]), f the sine or cosine of the article; y may be x. */
typedef void stet_article_kernel(stet_trig_function function, ptrdiff_t n, const float *x,
                                 float *y);
/* Compares n results y of any flavor with the correct ones and adds to the report. */
typedef void stet_trig_compare_kernel(stet_trig_function function, ptrdiff_t n, const float *x,
                                      const float *y, stet_trig_report *report);

typedef void stet_leetgpu_direct_kernel(const float *signal, float *spectrum, int n, int first,
                                        int count);
/* Computes in place on n complex numbers in bit-reversed order; twiddles.h describes w. */
typedef void stet_leetgpu_stages_f32(float *x, const float *w_re, const float *w_im, int n,
                                     int fused);
typedef void stet_leetgpu_stages_f64(double *x, const double *w_re, const double *w_im, int n);
/* Computes the rounded spectrum. Returns how many of its numbers are not proved to be correctly
 * rounded. */
typedef int64_t stet_leetgpu_exact_kernel(stet_ddc *x, const stet_ddc *w, int n, float *spectrum);

typedef struct stet_experiments_kernels {
    stet_article_kernel *article_f32, *article_f64;
    stet_trig_compare_kernel *compare;
    stet_leetgpu_direct_kernel *direct;
    stet_leetgpu_stages_f32 *stages_f32;
    stet_leetgpu_stages_f64 *stages_f64;
    stet_leetgpu_exact_kernel *exact;
} stet_experiments_kernels;

/* Each wrapper file kernels_<fma>.c defines one. */
extern const stet_experiments_kernels stet_experiments_soft, stet_experiments_fma;

/* Returns the kernels that run on this CPU under the instruction set in use (stet_isa_name()). */
const stet_experiments_kernels *stet_experiments_in_use(void);

#endif
