/* SPDX-License-Identifier: Apache-2.0 */
/* Computes exp(-2 pi i j/n), 0 <= j < n/2, from each source. */
#ifndef STET_EXPERIMENTS_LEETGPU_TWIDDLES_H
#define STET_EXPERIMENTS_LEETGPU_TWIDDLES_H

#include "arith/dd.h"
#include "stet_lab.h"

/* n is a power of two, at least 2. The table is that of the last stage. Stage m < n takes every
 * (n/m)-th entry: angles of two stages differ by a power of two, a factor that is exact in every
 * source. Returns STET_OK or STET_E_MEMORY. */
stet_status stet_leetgpu_twiddles_f32(stet_leetgpu_twiddle source, int n, float *re, float *im);
stet_status stet_leetgpu_twiddles_f64(stet_leetgpu_twiddle source, int n, double *re, double *im);
stet_status stet_leetgpu_twiddles_dd(int n, stet_ddc *w);

#endif
