/* SPDX-License-Identifier: Apache-2.0 */
/* Converts single numbers between the caller's arrays and the precision inside a transform. */
#ifndef STET_MPI_LAYOUT_CONVERT_H
#define STET_MPI_LAYOUT_CONVERT_H

#include <stdint.h>

#include "base/precision.h"
#include "graph/norm.h"
#include "native/native.h"

/* Stores x as element i of an array. 16-bit formats are rounded from float, and x is exactly a
 * float then. Returns 0 if a 16-bit result is not finite, otherwise 1. */
static inline int stet_mpi_store_number(stet_precision p, double x, void *to, ptrdiff_t i)
{
    uint16_t *half = (uint16_t *)to + i;
    switch (p) {
    case STET_F64: ((double *)to)[i] = x; return 1;
    case STET_F32: ((float *)to)[i] = (float)x; return 1;
    case STET_F16: *half = stet_f16_from_f32((float)x); return (*half & 0x7c00) != 0x7c00;
    default: *half = stet_bf16_from_f32((float)x); return (*half & 0x7f80) != 0x7f80;
    }
}

/* Returns element i of an array; the conversion to double is exact. */
static inline double stet_mpi_load_number(stet_precision p, const void *from, ptrdiff_t i)
{
    switch (p) {
    case STET_F64: return ((const double *)from)[i];
    case STET_F32: return (double)((const float *)from)[i];
    case STET_F16: return (double)stet_f16_to_f32(((const uint16_t *)from)[i]);
    default: return (double)stet_bf16_to_f32(((const uint16_t *)from)[i]);
    }
}

/* Returns element i of an array in the precision inside a transform, rounded to double. STET_DD
 * numbers are multiplied by 1 + rest (stet_norm_factor()) first. */
static inline double stet_mpi_load_inside(stet_precision inside, double rest, const void *from,
                                          ptrdiff_t i)
{
    const double *x = (const double *)from;
    if (inside == STET_F32)
        return (double)((const float *)from)[i];
    return inside == STET_DD ? stet_norm_narrow(x[2 * i], x[2 * i + 1], rest) : x[i];
}

#endif
