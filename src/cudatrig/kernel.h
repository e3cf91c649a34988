/* SPDX-License-Identifier: Apache-2.0 */
/* The loops over arrays. isa/trig.c.in defines KERNELS and includes a vector type and this file. */
#include <string.h>

#include "cudatrig/cudatrig.h"
#include "cudatrig/reduce.h"

#include "cudatrig/cuda13.h"

typedef V function_of_one(V x);
typedef void function_of_both(V x, V *sine, V *cosine);

INLINE void map(function_of_one *f, ptrdiff_t n, const float *x, float *y)
{
    ptrdiff_t i = 0;
    for (; i + VL <= n; i += VL)
        STORE(y + i, f(LOAD(x + i)));
    if (i < n) {
        float rest[VL] = {0};
        const size_t bytes = (size_t)(n - i) * sizeof *rest;
        memcpy(rest, x + i, bytes);
        STORE(rest, f(LOAD(rest)));
        memcpy(y + i, rest, bytes);
    }
}

INLINE void map_both(function_of_both *f, ptrdiff_t n, const float *x, float *y, float *z)
{
    ptrdiff_t i = 0;
    V sine, cosine;
    for (; i + VL <= n; i += VL) {
        f(LOAD(x + i), &sine, &cosine);
        STORE(y + i, sine);
        STORE(z + i, cosine);
    }
    if (i < n) {
        float rest[VL] = {0};
        const size_t bytes = (size_t)(n - i) * sizeof *rest;
        memcpy(rest, x + i, bytes);
        f(LOAD(rest), &sine, &cosine);
        STORE(rest, sine);
        memcpy(y + i, rest, bytes);
        STORE(rest, cosine);
        memcpy(z + i, rest, bytes);
    }
}

INLINE void cuda13_sincospi(V x, V *sine, V *cosine)
{
    *sine = cuda13_sinpi(x);
    *cosine = cuda13_cospi(x);
}

/* Each function is named in its own branch, because a pointer chosen at run time would be called,
 * not inlined. */
static void map_all(stet_trig_function function, ptrdiff_t n, const float *x, float *y, float *z)
{
    if (z && function == STET_TRIG_SIN) {
        map_both(cuda13_sincos, n, x, y, z);
        return;
    }
    if (z) {
        map_both(cuda13_sincospi, n, x, y, z);
        return;
    }
    switch (function) {
    case STET_TRIG_SIN: map(cuda13_sin, n, x, y); break;
    case STET_TRIG_COS: map(cuda13_cos, n, x, y); break;
    case STET_TRIG_SINPI: map(cuda13_sinpi, n, x, y); break;
    case STET_TRIG_COSPI: map(cuda13_cospi, n, x, y); break;
    }
}

const struct stet_trig_kernels KERNELS = {map_all};
