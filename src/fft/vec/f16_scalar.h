/* SPDX-License-Identifier: Apache-2.0 */
/* Binary16 by portable arithmetic, one lane: a number is held in a float. See vec/scalar.h. */
#include "arith/round16.h"
#include "fft/odd_constants_f16.h"

typedef float T;
#define PRECISION f16
#define INLINE static inline __attribute__((always_inline))

typedef T V;
#define VL 1

static inline V LOAD(const T *p) { return *p; }
static inline void STORE(T *p, V a) { *p = a; }
static inline V SET1(T a) { return a; }
static inline V ADD(V a, V b) { return stet_add16(a, b); }
static inline V SUB(V a, V b) { return stet_sub16(a, b); }
static inline V MUL(V a, V b) { return stet_mul16(a, b); }
static inline V FMA(V a, V b, V c) { return stet_fma16(a, b, c); }
static inline V FNMA(V a, V b, V c) { return stet_fma16(-a, b, c); }
