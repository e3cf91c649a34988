/* SPDX-License-Identifier: Apache-2.0 */
/* Computes in binary16 by portable arithmetic, in one lane: the number is held in a float. See
 * vec/scalar.h. */
#include "arith/round16.h"

typedef float T;
#define PRECISION f16
#define INLINE static inline __attribute__((always_inline))

typedef T V;
#define VL 1

static inline V LOAD(const T *p) { return *p; }
static inline void STORE(T *p, V a) { *p = a; }
static inline V SET1(T a) { return a; }
/* These are functions: inline, their branches would add minutes to the compilation of the
 * kernels. */
#define CALLED static __attribute__((noinline))
CALLED V ADD(V a, V b) { return stet_add16(a, b); }
CALLED V MUL(V a, V b) { return stet_mul16(a, b); }
CALLED V FMA(V a, V b, V c) { return stet_fma16(a, b, c); }
static inline V SUB(V a, V b) { return ADD(a, -b); }
static inline V FNMA(V a, V b, V c) { return FMA(-a, b, c); }
