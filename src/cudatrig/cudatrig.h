/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the sines and cosines. */
#ifndef STET_CUDATRIG_CUDATRIG_H
#define STET_CUDATRIG_CUDATRIG_H

#include "base/isa.h"
#include "stet.h"

/* Flavor CUDA13: y[i] = f(x[i]). If z is not NULL, the function is a sine, and z gets the cosines.
 * y and z may be x, but not each other. */
typedef void stet_trig_kernel(stet_trig_function function, ptrdiff_t n, const float *x, float *y,
                              float *z);

/* Flavor CORRECT, without z. */
typedef void stet_trig_exact_kernel(stet_trig_function function, ptrdiff_t n, const float *x,
                                    float *y);

/* The kernels of an instruction set are made from isa/trig.c.in, and those of one lane from
 * isa/exact.c.in. */
struct stet_trig_kernels {
    stet_trig_kernel *map;
};
struct stet_exact_kernels {
    stet_trig_exact_kernel *map;
};

#endif
