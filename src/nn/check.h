/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_NN_CHECK_H
#define STET_NN_CHECK_H

#include "base/fpenv.h"
#include "base/size.h"
#include "nn/layers.h"

/* Checks precision and mode. */
static inline stet_status stet_layer_kind(stet_precision precision, stet_layer_mode mode)
{
    if (precision != STET_F32 && precision != STET_F64)
        return STET_E_PRECISION;
    return mode >= STET_LAYER_FUSED && mode <= STET_LAYER_EXTENDED ? STET_OK : STET_E_METHOD;
}

static inline stet_number stet_layer_number(stet_precision precision, stet_layer_mode mode)
{
    if (mode == STET_LAYER_EXTENDED)
        return precision == STET_F32 ? STET_NUMBER_F32_IN_F64 : STET_NUMBER_F64_IN_DD;
    return precision == STET_F32 ? STET_NUMBER_F32 : STET_NUMBER_F64;
}

static inline const stet_layer_loops *stet_layer_loops_of(stet_precision precision,
                                                          stet_layer_mode mode)
{
    return &stet_layers_in_use()->of[stet_layer_number(precision, mode)];
}

/* Computes the bytes of an array of a b c numbers; returns STET_E_LENGTH or STET_E_OVERFLOW. */
static inline stet_status stet_layer_bytes(stet_precision precision, ptrdiff_t a, ptrdiff_t b,
                                           ptrdiff_t c, ptrdiff_t *bytes)
{
    if (a < 1 || b < 1 || c < 1)
        return STET_E_LENGTH;
    const ptrdiff_t size = precision == STET_F32 ? 4 : 8;
    if (__builtin_mul_overflow(a, b, bytes) || __builtin_mul_overflow(*bytes, c, bytes) ||
        __builtin_mul_overflow(*bytes, size, bytes))
        return STET_E_OVERFLOW;
    return STET_OK;
}

#endif
