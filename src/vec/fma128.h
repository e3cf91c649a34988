/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of FMA3 on 128 bits: 4 floats or 2 doubles. README.md has the
 * contract. */
#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

#define STREAM_END() _mm_sfence()

#ifdef STET_F32_KERNELS

typedef float T;
typedef __m128 V;
#define PRECISION f32
#define PRECISION_BITS STET_F32
#define VL 4
#define LOG2_VL 2
#define ROWS 4
#define LOG2_ROWS 2
#define SCALAR_FMA __builtin_fmaf

INLINE V LOAD(const T *p) { return _mm_loadu_ps(p); }
INLINE void STORE(T *p, V a) { _mm_storeu_ps(p, a); }
INLINE void STREAM(T *p, V a) { _mm_stream_ps(p, a); }
INLINE V SET1(T a) { return _mm_set1_ps(a); }
INLINE V ADD(V a, V b) { return _mm_add_ps(a, b); }
INLINE V SUB(V a, V b) { return _mm_sub_ps(a, b); }
INLINE V MUL(V a, V b) { return _mm_mul_ps(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm_fmadd_ps(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return _mm_fnmadd_ps(a, b, c); }
INLINE V SELECT(V mask, V a, V b) { return _mm_blendv_ps(a, b, mask); }

INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const V a = LOAD(p), b = LOAD(p + VL);
    *re = _mm_shuffle_ps(a, b, 0x88);
    *im = _mm_shuffle_ps(a, b, 0xdd);
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    *low = _mm_unpacklo_ps(re, im);
    *high = _mm_unpackhi_ps(re, im);
}
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    V low, high;
    INTERLEAVE(re, im, &low, &high);
    STORE(p, low);
    STORE(p + VL, high);
}

INLINE V REVERSE(V a) { return _mm_shuffle_ps(a, a, 0x1b); }
#define REVERSE_RUNS REVERSE
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    if (h == 2) {
        *a = _mm_movelh_ps(x, y);
        *b = _mm_movehl_ps(y, x);
    } else {
        *a = _mm_blend_ps(x, _mm_moveldup_ps(y), 0xa);
        *b = _mm_blend_ps(_mm_movehdup_ps(x), y, 0xa);
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
    return _mm_shuffle_ps(a, a, 0xd8);
}
#define STORE_LANES STORE_PAIRS

#else

typedef double T;
typedef __m128d V;
#define PRECISION f64
#define PRECISION_BITS STET_F64
#define VL 2
#define LOG2_VL 1
#define ROWS 2
#define LOG2_ROWS 1
#define SCALAR_FMA __builtin_fma

INLINE V LOAD(const T *p) { return _mm_loadu_pd(p); }
INLINE void STORE(T *p, V a) { _mm_storeu_pd(p, a); }
INLINE void STREAM(T *p, V a) { _mm_stream_pd(p, a); }
INLINE V SET1(T a) { return _mm_set1_pd(a); }
INLINE V ADD(V a, V b) { return _mm_add_pd(a, b); }
INLINE V SUB(V a, V b) { return _mm_sub_pd(a, b); }
INLINE V MUL(V a, V b) { return _mm_mul_pd(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm_fmadd_pd(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return _mm_fnmadd_pd(a, b, c); }
INLINE V SELECT(V mask, V a, V b) { return _mm_blendv_pd(a, b, mask); }
INLINE V SQRT(V a) { return _mm_sqrt_pd(a); }
INLINE V MAX(V a, V b) { return _mm_max_pd(a, b); }

INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const V a = LOAD(p), b = LOAD(p + VL);
    *re = _mm_unpacklo_pd(a, b);
    *im = _mm_unpackhi_pd(a, b);
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    *low = _mm_unpacklo_pd(re, im);
    *high = _mm_unpackhi_pd(re, im);
}
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    V low, high;
    INTERLEAVE(re, im, &low, &high);
    STORE(p, low);
    STORE(p + VL, high);
}

INLINE V REVERSE(V a) { return _mm_shuffle_pd(a, a, 1); }
#define REVERSE_RUNS REVERSE
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    (void)h;
    *a = _mm_unpacklo_pd(x, y);
    *b = _mm_unpackhi_pd(x, y);
}

#define LOAD_LANES LOAD_PAIRS
#define LOAD_REAL_LANES LOAD
#define STORE_LANES STORE_PAIRS

#endif
