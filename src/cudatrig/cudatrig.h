/* SPDX-License-Identifier: Apache-2.0 */
/* The instances of the sines and cosines, and which of them runs. */
#ifndef STET_CUDATRIG_CUDATRIG_H
#define STET_CUDATRIG_CUDATRIG_H

#include "base/isa.h"
#include "stet.h"

/* CUDA13: y[i] = f(x[i]); if z is not NULL the function is a sine, and z gets the cosines. y and z
 * may be x, not one another. */
typedef void stet_trig_kernel(stet_trig_function function, ptrdiff_t n, const float *x, float *y,
                              float *z);

/* CORRECT, without z. */
typedef void stet_trig_exact_kernel(stet_trig_function function, ptrdiff_t n, const float *x,
                                    float *y);

typedef struct stet_trig_isa {
    stet_isa_row row;
    stet_trig_kernel *kernel;
} stet_trig_isa;

/* The instances of this build, from the lowest to the highest. */
extern const stet_trig_isa stet_trig_instances[];
extern const int stet_trig_instance_count;

/* What runs now. */
const stet_trig_isa *stet_trig_isa_in_use(void);
stet_trig_exact_kernel *stet_trig_exact_in_use(void);

/* Each wrapper file kernels_<isa>.c defines one kernel; those with one lane the other. */
stet_trig_kernel stet_trig_soft, stet_trig_scalar, stet_trig_fma128, stet_trig_avx2,
    stet_trig_avx512;
stet_trig_exact_kernel stet_trig_exact_soft, stet_trig_exact_scalar;

#endif
