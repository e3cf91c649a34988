/* SPDX-License-Identifier: Apache-2.0 */
/* This header has properties of the numbers of a precision. */
#ifndef STET_BASE_PRECISION_H
#define STET_BASE_PRECISION_H

#include <stddef.h>
#include <stdint.h>

#include "stet.h"

static inline int stet_is_half(stet_precision p) { return p == STET_F16 || p == STET_BF16; }

/* Returns the bytes of a number. */
static inline size_t stet_number_size(stet_precision p)
{
    return p == STET_F64 ? sizeof(double) : p == STET_F32 ? sizeof(float) : sizeof(uint16_t);
}

/* Returns the unit roundoff. */
static inline double stet_unit_roundoff(stet_precision p)
{
    switch (p) {
    case STET_F64: return 0x1p-53;
    case STET_F32: return 0x1p-24;
    case STET_F16: return 0x1p-11;
    default: return 0x1p-8;
    }
}

/* Each function returns the bytes of an element of the array that a transform of that kind reads,
 * or writes. */
static inline ptrdiff_t stet_in_element(stet_kind kind, stet_precision p)
{
    return (ptrdiff_t)stet_number_size(p) * (kind == STET_R2C || kind == STET_R2R ? 1 : 2);
}

static inline ptrdiff_t stet_out_element(stet_kind kind, stet_precision p)
{
    return (ptrdiff_t)stet_number_size(p) * (kind == STET_C2R || kind == STET_R2R ? 1 : 2);
}

#endif
