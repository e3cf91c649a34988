/* SPDX-License-Identifier: Apache-2.0 */
/* stet_fma_f32() and stet_fma_f64() return a b + c with one rounding, never by libm.
 *
 * They use the fma instruction where the compiler may; elsewhere the software version gives the
 * same bits. STET_SOFT_FMA (a build option) forces the software version everywhere,
 * STET_SOFT_FMA_KERNELS in one file. */
#ifndef STET_ARITH_FMA_H
#define STET_ARITH_FMA_H

#include "base/ieee.h"
#include "base/private.h"

#if !defined(STET_SOFT_FMA) && !defined(STET_SOFT_FMA_KERNELS) &&                                  \
    (defined(__FMA__) || defined(__aarch64__))
#define STET_HARD_FMA 1
#elif !defined(STET_SOFT_FMA) && !defined(STET_SOFT_FMA_KERNELS) && defined(__wasm_relaxed_simd__)
#define STET_HARD_FMA 2 /* only in vectors */
#include <wasm_simd128.h>
#else
#define STET_HARD_FMA 0
#endif

/* Each function returns a b + c, correctly rounded (nearest even) for all inputs, subnormal and
 * infinite ones too, in the environment that stet_fpenv_enter() sets. */
STET_PRIVATE float stet_soft_fma_f32(float a, float b, float c);
STET_PRIVATE double stet_soft_fma_f64(double a, double b, double c);

static inline float stet_fma_f32(float a, float b, float c)
{
#if STET_HARD_FMA == 2
    const v128_t r =
        wasm_f32x4_relaxed_madd(wasm_f32x4_splat(a), wasm_f32x4_splat(b), wasm_f32x4_splat(c));
    return wasm_f32x4_extract_lane(r, 0);
#else
    return STET_HARD_FMA ? __builtin_fmaf(a, b, c) : stet_soft_fma_f32(a, b, c);
#endif
}

static inline double stet_fma_f64(double a, double b, double c)
{
#if STET_HARD_FMA == 2
    const v128_t r =
        wasm_f64x2_relaxed_madd(wasm_f64x2_splat(a), wasm_f64x2_splat(b), wasm_f64x2_splat(c));
    return wasm_f64x2_extract_lane(r, 0);
#else
    return STET_HARD_FMA ? __builtin_fma(a, b, c) : stet_soft_fma_f64(a, b, c);
#endif
}

#endif
