/* SPDX-License-Identifier: Apache-2.0 */
/* The flavor CORRECT has one lane on every instruction set. A template like kernel.h. */
#include "cudatrig/exact.h"

static void map_exact(stet_trig_function function, ptrdiff_t n, const float *x, float *y)
{
    double value;
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = exact_float(function, x[i], &value);
}

const struct stet_exact_kernels KERNELS = {map_exact};
