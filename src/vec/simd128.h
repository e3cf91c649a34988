/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of WebAssembly's 128 bits: 4 floats or 2 doubles. README.md has the
 * contract.
 *
 * If relaxed operations are allowed, fma is one instruction. Otherwise it is a function
 * (fma_simd128.h) that is not inlined, because the kernels call it in thousands of places. */
#include <stddef.h>

#include <wasm_simd128.h>

#include "arith/fma.h"
#include "vec/fma_simd128.h"

#define INLINE static inline __attribute__((always_inline))

/* WebAssembly has no stores past the caches. */
#define STREAM STORE
#define NO_STREAM
#define STREAM_END() ((void)0)

typedef v128_t V;

INLINE V SELECT(V mask, V a, V b) { return wasm_v128_bitselect(b, a, mask); }

#ifdef STET_F32_KERNELS

typedef float T;
#define PRECISION f32
#define PRECISION_BITS STET_F32
#define VL 4
#define LOG2_VL 2
#define ROWS 4
#define LOG2_ROWS 2
#define SCALAR_FMA stet_fma_f32

INLINE V LOAD(const T *p) { return wasm_v128_load(p); }
INLINE void STORE(T *p, V a) { wasm_v128_store(p, a); }
INLINE V SET1(T a) { return wasm_f32x4_splat(a); }
INLINE V ADD(V a, V b) { return wasm_f32x4_add(a, b); }
INLINE V SUB(V a, V b) { return wasm_f32x4_sub(a, b); }
INLINE V MUL(V a, V b) { return wasm_f32x4_mul(a, b); }
#ifdef __wasm_relaxed_simd__
INLINE V FMA(V a, V b, V c) { return wasm_f32x4_relaxed_madd(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return wasm_f32x4_relaxed_nmadd(a, b, c); }
#else
static __attribute__((noinline)) V FMA(V a, V b, V c) { return stet_simd128_fma_f32(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return FMA(wasm_f32x4_neg(a), b, c); }
#define OWN_BUTTERFLY
static __attribute__((noinline)) void BUTTERFLY(V m, V t, V *a, V *b)
{
    stet_simd128_butterfly_f32(0, m, t, a, b);
}
static __attribute__((noinline)) void BUTTERFLY_TURNED(V m, V t, V *a, V *b)
{
    stet_simd128_butterfly_f32(1, m, t, a, b);
}
#endif

INLINE void DEINTERLEAVE(V low, V high, V *re, V *im)
{
    *re = wasm_i32x4_shuffle(low, high, 0, 2, 4, 6);
    *im = wasm_i32x4_shuffle(low, high, 1, 3, 5, 7);
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    *low = wasm_i32x4_shuffle(re, im, 0, 4, 1, 5);
    *high = wasm_i32x4_shuffle(re, im, 2, 6, 3, 7);
}

INLINE V REVERSE(V a) { return wasm_i32x4_shuffle(a, a, 3, 2, 1, 0); }

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    if (h == 2) {
        *a = wasm_i32x4_shuffle(x, y, 0, 1, 4, 5);
        *b = wasm_i32x4_shuffle(x, y, 2, 3, 6, 7);
    } else {
        *a = wasm_i32x4_shuffle(x, y, 0, 4, 2, 6);
        *b = wasm_i32x4_shuffle(x, y, 1, 5, 3, 7);
    }
}

INLINE void LOAD_LANES(const T *p, V *re, V *im)
{
    *re = LOAD(p);
    *im = LOAD(p + VL);
    TRANSPOSE(1, re, im);
}
INLINE V LOAD_REAL_LANES(const T *p)
{
    const V a = LOAD(p);
    return wasm_i32x4_shuffle(a, a, 0, 2, 1, 3);
}

/* Loads by pairs that are one instruction each on x86; the one with lanes 0 4 2 6 is three in
 * V8. */
#define OWN_TRANSPOSED
INLINE void LOAD_TRANSPOSED(const T *p, ptrdiff_t step, V *z)
{
    const V a = LOAD(p), b = LOAD(p + step), c = LOAD(p + 2 * step), d = LOAD(p + 3 * step);
    const V low[2] = {wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), wasm_i32x4_shuffle(c, d, 0, 4, 1, 5)};
    const V high[2] = {wasm_i32x4_shuffle(a, b, 2, 6, 3, 7), wasm_i32x4_shuffle(c, d, 2, 6, 3, 7)};
    z[0] = wasm_i64x2_shuffle(low[0], low[1], 0, 2);
    z[1] = wasm_i64x2_shuffle(low[0], low[1], 1, 3);
    z[2] = wasm_i64x2_shuffle(high[0], high[1], 0, 2);
    z[3] = wasm_i64x2_shuffle(high[0], high[1], 1, 3);
}

#else

typedef double T;
#define PRECISION f64
#define PRECISION_BITS STET_F64
#define VL 2
#define LOG2_VL 1
#define ROWS 2
#define LOG2_ROWS 1
#define SCALAR_FMA stet_fma_f64

INLINE V LOAD(const T *p) { return wasm_v128_load(p); }
INLINE void STORE(T *p, V a) { wasm_v128_store(p, a); }
INLINE V SET1(T a) { return wasm_f64x2_splat(a); }
INLINE V ADD(V a, V b) { return wasm_f64x2_add(a, b); }
INLINE V SUB(V a, V b) { return wasm_f64x2_sub(a, b); }
INLINE V MUL(V a, V b) { return wasm_f64x2_mul(a, b); }
#ifdef __wasm_relaxed_simd__
INLINE V FMA(V a, V b, V c) { return wasm_f64x2_relaxed_madd(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return wasm_f64x2_relaxed_nmadd(a, b, c); }
#else
static __attribute__((noinline)) V FMA(V a, V b, V c) { return stet_simd128_fma_f64(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return FMA(wasm_f64x2_neg(a), b, c); }
#endif
INLINE V SQRT(V a) { return wasm_f64x2_sqrt(a); }
INLINE V MAX(V a, V b) { return wasm_f64x2_pmax(a, b); }

INLINE void DEINTERLEAVE(V low, V high, V *re, V *im)
{
    *re = wasm_i64x2_shuffle(low, high, 0, 2);
    *im = wasm_i64x2_shuffle(low, high, 1, 3);
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    *low = wasm_i64x2_shuffle(re, im, 0, 2);
    *high = wasm_i64x2_shuffle(re, im, 1, 3);
}

INLINE V REVERSE(V a) { return wasm_i64x2_shuffle(a, a, 1, 0); }

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    (void)h;
    *a = wasm_i64x2_shuffle(x, y, 0, 2);
    *b = wasm_i64x2_shuffle(x, y, 1, 3);
}

#define LOAD_LANES LOAD_PAIRS
#define LOAD_REAL_LANES LOAD

#endif

INLINE void LOAD_PAIRS(const T *p, V *re, V *im) { DEINTERLEAVE(LOAD(p), LOAD(p + VL), re, im); }
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    V low, high;
    INTERLEAVE(re, im, &low, &high);
    STORE(p, low);
    STORE(p + VL, high);
}

#define REVERSE_RUNS REVERSE
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD
#define STORE_LANES STORE_PAIRS
