/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type with one lane. A source of kernels chooses the number before inclusion:
 * STET_F32_KERNELS gives float, nothing gives double. README.md has the contract. The kernels of
 * one lane do all their arithmetic with it. */
#include "arith/fma.h"

#ifdef STET_F32_KERNELS
typedef float T;
#define PRECISION f32
#define SCALAR_FMA stet_fma_f32
#else
typedef double T;
#define PRECISION f64
#define SCALAR_FMA stet_fma_f64
#endif

#define INLINE static inline __attribute__((always_inline))

typedef T V;
#define VL 1

static inline V LOAD(const T *p) { return *p; }
static inline void STORE(T *p, V a) { *p = a; }
static inline V SET1(T a) { return a; }
static inline V ADD(V a, V b) { return a + b; }
static inline V SUB(V a, V b) { return a - b; }
static inline V MUL(V a, V b) { return a * b; }
static inline V FMA(V a, V b, V c) { return SCALAR_FMA(a, b, c); }
static inline V FNMA(V a, V b, V c) { return SCALAR_FMA(-a, b, c); }
#ifndef STET_F32_KERNELS
static inline V SQRT(V a) { return __builtin_sqrt(a); }
static inline V MAX(V a, V b) { return a > b ? a : b; }
#endif
