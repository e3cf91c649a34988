/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the sines and cosines. */
#ifndef STET_CUDATRIG_CUDATRIG_H
#define STET_CUDATRIG_CUDATRIG_H

#include "base/isa.h"
#include "stet.h"

/* y[i] = f(x[i]) for CUDA13 and ARTICLE; if z is not NULL the function is a sine, and z gets the
 * cosines. y and z may be x, not one another. */
typedef void stet_trig_kernel(stet_trig_flavor flavor, stet_trig_function function, ptrdiff_t n,
                              const float *x, float *y, float *z);

/* The same for ARTICLE_F64 and CORRECT, without z. */
typedef void stet_trig_exact_kernel(stet_trig_flavor flavor, stet_trig_function function,
                                    ptrdiff_t n, const float *x, float *y);

/* Compare n results y of any flavor with the correct ones and add to the report. */
typedef void stet_trig_compare_kernel(stet_trig_function function, ptrdiff_t n, const float *x,
                                      const float *y, stet_trig_report *report);

/* Of an instruction set: isa/<isa>_trig.c, and isa/<isa>_exact.c for those of one lane. */
struct stet_trig_kernels {
    stet_trig_kernel *map;
};
struct stet_exact_kernels {
    stet_trig_exact_kernel *map;
    stet_trig_compare_kernel *compare;
};

#endif
