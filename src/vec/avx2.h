/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of AVX2 and FMA3: 8 floats or 4 doubles. README.md has the contract. */
#include <immintrin.h>
#include <stddef.h>

#define INLINE static inline __attribute__((always_inline))

#define STREAM_END() _mm_sfence()
#define REGISTERS 16

#ifdef STET_F32_KERNELS

typedef float T;
typedef __m256 V;
#define PRECISION f32
#define PRECISION_BITS STET_F32
#define VL 8
#define LOG2_VL 3
#define ROWS 8
#define LOG2_ROWS 3
#define SCALAR_FMA __builtin_fmaf

INLINE V LOAD(const T *p) { return _mm256_loadu_ps(p); }
INLINE void STORE(T *p, V a) { _mm256_storeu_ps(p, a); }
INLINE void STREAM(T *p, V a) { _mm256_stream_ps(p, a); }
INLINE V SET1(T a) { return _mm256_set1_ps(a); }
INLINE V ADD(V a, V b) { return _mm256_add_ps(a, b); }
INLINE V SUB(V a, V b) { return _mm256_sub_ps(a, b); }
INLINE V MUL(V a, V b) { return _mm256_mul_ps(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return _mm256_fnmadd_ps(a, b, c); }
INLINE V SELECT(V mask, V a, V b) { return _mm256_blendv_ps(a, b, mask); }

INLINE V LOAD_TWO(const T *p, const T *q)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p)), _mm_loadu_ps(q), 1);
}

INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const V a = LOAD_TWO(p, p + VL), b = LOAD_TWO(p + VL / 2, p + VL + VL / 2);
    *re = _mm256_shuffle_ps(a, b, 0x88);
    *im = _mm256_shuffle_ps(a, b, 0xdd);
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    const V a = _mm256_unpacklo_ps(re, im), b = _mm256_unpackhi_ps(re, im);
    *low = _mm256_permute2f128_ps(a, b, 0x20);
    *high = _mm256_permute2f128_ps(a, b, 0x31);
}
INLINE void DEINTERLEAVE(V low, V high, V *re, V *im)
{
    const V a = _mm256_permute2f128_ps(low, high, 0x20);
    const V b = _mm256_permute2f128_ps(low, high, 0x31);
    *re = _mm256_shuffle_ps(a, b, 0x88);
    *im = _mm256_shuffle_ps(a, b, 0xdd);
}
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    V low, high;
    INTERLEAVE(re, im, &low, &high);
    STORE(p, low);
    STORE(p + VL, high);
}

INLINE V REVERSE(V a)
{
    return _mm256_permutevar8x32_ps(a, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}
#define REVERSE_RUNS REVERSE
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    if (h == 4) {
        *a = _mm256_permute2f128_ps(x, y, 0x20);
        *b = _mm256_permute2f128_ps(x, y, 0x31);
    } else if (h == 2) {
        const __m256d u = _mm256_castps_pd(x), v = _mm256_castps_pd(y);
        *a = _mm256_castpd_ps(_mm256_unpacklo_pd(u, v));
        *b = _mm256_castpd_ps(_mm256_unpackhi_pd(u, v));
    } else {
        *a = _mm256_blend_ps(x, _mm256_moveldup_ps(y), 0xaa);
        *b = _mm256_blend_ps(_mm256_movehdup_ps(x), y, 0xaa);
    }
}

INLINE void LOAD_LANES(const T *p, V *re, V *im)
{
    *re = LOAD(p);
    *im = LOAD(p + VL);
    TRANSPOSE(1, re, im);
}

/* lines/methods/fours.h uses the following. */
#define FOURS_LAST 16
INLINE void LOAD_FOUR(const T *const *cell, ptrdiff_t at, V *z)
{
    const V a = LOAD(cell[0] + at), b = LOAD(cell[1] + at), c = LOAD(cell[2] + at),
            d = LOAD(cell[3] + at);
    V p = _mm256_unpacklo_ps(a, b), q = _mm256_unpacklo_ps(c, d);
    V r = _mm256_unpackhi_ps(a, b), s = _mm256_unpackhi_ps(c, d);
    TRANSPOSE(2, &p, &q);
    TRANSPOSE(2, &r, &s);
    z[0] = p;
    z[1] = q;
    z[2] = r;
    z[3] = s;
}
INLINE void LOAD_SPLATS(const T *p, V *m, V *t)
{
    const V w = LOAD(p);
    m[0] = _mm256_permute_ps(w, 0x00);
    t[0] = _mm256_permute_ps(w, 0x55);
    m[1] = _mm256_permute_ps(w, 0xaa);
    t[1] = _mm256_permute_ps(w, 0xff);
}

INLINE V LOAD_REAL_LANES(const T *p)
{
    return _mm256_permutevar8x32_ps(LOAD(p), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}
INLINE void STORE_LANES(T *p, V re, V im)
{
    STORE(p, _mm256_unpacklo_ps(re, im));
    STORE(p + VL, _mm256_unpackhi_ps(re, im));
}

#else

typedef double T;
typedef __m256d V;
#define PRECISION f64
#define PRECISION_BITS STET_F64
#define VL 4
#define LOG2_VL 2
#define ROWS 4
#define LOG2_ROWS 2
#define SCALAR_FMA __builtin_fma

INLINE V LOAD(const T *p) { return _mm256_loadu_pd(p); }
INLINE void STORE(T *p, V a) { _mm256_storeu_pd(p, a); }
INLINE void STREAM(T *p, V a) { _mm256_stream_pd(p, a); }
INLINE V SET1(T a) { return _mm256_set1_pd(a); }
INLINE V ADD(V a, V b) { return _mm256_add_pd(a, b); }
INLINE V SUB(V a, V b) { return _mm256_sub_pd(a, b); }
INLINE V MUL(V a, V b) { return _mm256_mul_pd(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm256_fmadd_pd(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return _mm256_fnmadd_pd(a, b, c); }
INLINE V SELECT(V mask, V a, V b) { return _mm256_blendv_pd(a, b, mask); }
INLINE V SQRT(V a) { return _mm256_sqrt_pd(a); }
INLINE V MAX(V a, V b) { return _mm256_max_pd(a, b); }

INLINE V LOAD_TWO(const T *p, const T *q)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p)), _mm_loadu_pd(q), 1);
}

INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const V a = LOAD_TWO(p, p + VL), b = LOAD_TWO(p + VL / 2, p + VL + VL / 2);
    *re = _mm256_unpacklo_pd(a, b);
    *im = _mm256_unpackhi_pd(a, b);
}
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    const V a = _mm256_unpacklo_pd(re, im), b = _mm256_unpackhi_pd(re, im);
    *low = _mm256_permute2f128_pd(a, b, 0x20);
    *high = _mm256_permute2f128_pd(a, b, 0x31);
}
INLINE void DEINTERLEAVE(V low, V high, V *re, V *im)
{
    const V a = _mm256_permute2f128_pd(low, high, 0x20);
    const V b = _mm256_permute2f128_pd(low, high, 0x31);
    *re = _mm256_unpacklo_pd(a, b);
    *im = _mm256_unpackhi_pd(a, b);
}
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    V low, high;
    INTERLEAVE(re, im, &low, &high);
    STORE(p, low);
    STORE(p + VL, high);
}

INLINE V REVERSE(V a) { return _mm256_permute4x64_pd(a, 0x1b); }
#define REVERSE_RUNS REVERSE
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    if (h == 2) {
        *a = _mm256_permute2f128_pd(x, y, 0x20);
        *b = _mm256_permute2f128_pd(x, y, 0x31);
    } else {
        *a = _mm256_unpacklo_pd(x, y);
        *b = _mm256_unpackhi_pd(x, y);
    }
}

/* lines/methods/fours.h uses the following. */
#define FOURS_LAST 4
INLINE void LOAD_FOUR(const T *const *cell, ptrdiff_t at, V *z)
{
#pragma GCC unroll 2
    for (int i = 0; i < 4; i += 2) {
        z[i] = LOAD_TWO(cell[0] + at + i, cell[1] + at + i);
        z[i + 1] = LOAD_TWO(cell[2] + at + i, cell[3] + at + i);
        TRANSPOSE(1, &z[i], &z[i + 1]);
    }
}

#define LOAD_LANES LOAD_PAIRS
#define LOAD_REAL_LANES LOAD
INLINE void STORE_LANES(T *p, V re, V im)
{
    STORE(p, _mm256_unpacklo_pd(re, im));
    STORE(p + VL, _mm256_unpackhi_pd(re, im));
}

#endif
