/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of AVX-512F: 16 floats or 8 doubles. README.md has the contract. */
#include <immintrin.h>
#include <stddef.h>

#define INLINE static inline __attribute__((always_inline))

#define STREAM_END() _mm_sfence()
#define KEEP(a) __asm__("" : "+v"(a))

#ifdef STET_F32_KERNELS

typedef float T;
typedef __m512 V;
#define PRECISION f32
#define PRECISION_BITS STET_F32
#define VL 16
#define LOG2_VL 4
#define ROWS 8
#define LOG2_ROWS 3
#define SCALAR_FMA __builtin_fmaf

INLINE V LOAD(const T *p) { return _mm512_loadu_ps(p); }
INLINE void STORE(T *p, V a) { _mm512_storeu_ps(p, a); }
INLINE void STREAM(T *p, V a) { _mm512_stream_ps(p, a); }
INLINE V SET1(T a) { return _mm512_set1_ps(a); }
INLINE V ADD(V a, V b) { return _mm512_add_ps(a, b); }
INLINE V SUB(V a, V b) { return _mm512_sub_ps(a, b); }
INLINE V MUL(V a, V b) { return _mm512_mul_ps(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return _mm512_fnmadd_ps(a, b, c); }

/* Returns the lanes of b where the bits of mask are set, those of a elsewhere. */
INLINE V SELECT(V mask, V a, V b)
{
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(
        _mm512_castps_si512(mask), _mm512_castps_si512(b), _mm512_castps_si512(a), 0xca));
}

/* In the last part (lines/methods/last.h) lanes with the same l / 2 are a row. So the moves of a
 * pass stay within 16 bytes, except those of TRANSPOSED, which Zen 5 does half as fast. No move has
 * three sources, because Zen 5 cannot do that beside a store. */
#define OWN_ROWS
INLINE void LOAD_PACKED(const T *p, V *a, V *b)
{
    *a = _mm512_moveldup_ps(LOAD(p));
    *b = _mm512_movehdup_ps(LOAD(p));
}
INLINE void PACK_ROWS(T *to, const T *p, const T *q)
{
    const __m512i order = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    STORE(to, _mm512_permutex2var_ps(_mm512_castps256_ps512(_mm256_loadu_ps(p)), order,
                                     _mm512_castps256_ps512(_mm256_loadu_ps(q))));
}

/* Converts VL complex numbers from (real, imaginary) pairs in memory. */
INLINE void DEINTERLEAVE(V low, V high, V *re, V *im)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd =
        _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    *re = _mm512_permutex2var_ps(low, even, high);
    *im = _mm512_permutex2var_ps(low, odd, high);
}
INLINE void LOAD_PAIRS(const T *p, V *re, V *im) { DEINTERLEAVE(LOAD(p), LOAD(p + VL), re, im); }
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i second =
        _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    *low = _mm512_permutex2var_ps(re, first, im);
    *high = _mm512_permutex2var_ps(re, second, im);
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
    const __m512i back = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm512_permutexvar_ps(back, a);
}

/* Loads VL columns in the order of last.h. */
INLINE void LOAD_COLUMNS(const T *p, V *re, V *im)
{
    const V a = LOAD(p), b = LOAD(p + VL);
    *re = _mm512_shuffle_ps(a, b, 0x88);
    *im = _mm512_shuffle_ps(a, b, 0xdd);
}
INLINE V LOAD_REAL_COLUMNS(const T *p)
{
    const __m512i order = _mm512_setr_epi32(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    return _mm512_permutexvar_ps(order, LOAD(p));
}

/* Reverses each run of lanes. */
INLINE V REVERSE_RUNS(V a)
{
    const __m512i back = _mm512_setr_epi32(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
    return _mm512_permutexvar_ps(back, a);
}

/* Transposes two by two blocks of h lanes: a = a0 a1 a2 a3 .., b = b0 b1 .. become a = a0 b0 a2 b2
 * .. and b = a1 b1 a3 b3 .. */
INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    if (h == 8) {
        *a = _mm512_shuffle_f32x4(x, y, 0x44);
        *b = _mm512_shuffle_f32x4(x, y, 0xee);
    } else if (h == 4) {
        const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
        const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
        const __m512d u = _mm512_castps_pd(x), v = _mm512_castps_pd(y);
        *a = _mm512_castpd_ps(_mm512_permutex2var_pd(u, low, v));
        *b = _mm512_castpd_ps(_mm512_permutex2var_pd(u, high, v));
    } else if (h == 2) {
        const __m512d u = _mm512_castps_pd(x), v = _mm512_castps_pd(y);
        *a = _mm512_castpd_ps(_mm512_unpacklo_pd(u, v));
        *b = _mm512_castpd_ps(_mm512_unpackhi_pd(u, v));
    } else {
        *a = _mm512_mask_moveldup_ps(x, 0xaaaa, y);
        *b = _mm512_mask_movehdup_ps(y, 0x5555, x);
    }
}

/* Stores the even lanes as complex numbers at p, the others at q. */
INLINE void STORE_RUNS(T *p, T *q, V re, V im)
{
    TRANSPOSE(1, &re, &im);
    STORE(p, re);
    STORE(q, im);
}
#define STORE_BACK STORE_BACK
INLINE void STORE_BACK(T *p, T *q, V re, V im)
{
    const __m512i even =
        _mm512_setr_epi32(14, 30, 12, 28, 10, 26, 8, 24, 6, 22, 4, 20, 2, 18, 0, 16);
    const __m512i odd =
        _mm512_setr_epi32(15, 31, 13, 29, 11, 27, 9, 25, 7, 23, 5, 21, 3, 19, 1, 17);
    STORE(p, _mm512_permutex2var_ps(re, even, im));
    STORE(q, _mm512_permutex2var_ps(re, odd, im));
}

/* z[i] becomes block i of 16 bytes of each of the four vectors a, i < 4. */
INLINE void TRANSPOSE_BLOCKS(const V *a, V *z)
{
    const V p = _mm512_shuffle_f32x4(a[0], a[1], 0x44), q = _mm512_shuffle_f32x4(a[0], a[1], 0xee);
    const V r = _mm512_shuffle_f32x4(a[2], a[3], 0x44), s = _mm512_shuffle_f32x4(a[2], a[3], 0xee);
    z[0] = _mm512_shuffle_f32x4(p, r, 0x88);
    z[1] = _mm512_shuffle_f32x4(p, r, 0xdd);
    z[2] = _mm512_shuffle_f32x4(q, s, 0x88);
    z[3] = _mm512_shuffle_f32x4(q, s, 0xdd);
}
INLINE void LOAD_TRANSPOSED(const T *p, ptrdiff_t step, V *z)
{
    V low[4], high[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        low[k] = LOAD(p + 2 * k * step);
        high[k] = LOAD(p + (2 * k + 1) * step);
        TRANSPOSE(2, &low[k], &high[k]);
    }
    TRANSPOSE_BLOCKS(low, z);
    TRANSPOSE_BLOCKS(high, z + 4);
}

INLINE void LOAD_LANES(const T *p, V *re, V *im)
{
    const __m512i even =
        _mm512_setr_epi32(0, 16, 2, 18, 8, 24, 10, 26, 4, 20, 6, 22, 12, 28, 14, 30);
    const __m512i odd =
        _mm512_setr_epi32(1, 17, 3, 19, 9, 25, 11, 27, 5, 21, 7, 23, 13, 29, 15, 31);
    const V a = LOAD(p), b = LOAD(p + VL);
    *re = _mm512_permutex2var_ps(a, even, b);
    *im = _mm512_permutex2var_ps(a, odd, b);
}
INLINE V LOAD_REAL_LANES(const T *p)
{
    const __m512i order = _mm512_setr_epi32(0, 8, 1, 9, 4, 12, 5, 13, 2, 10, 3, 11, 6, 14, 7, 15);
    return _mm512_permutexvar_ps(order, LOAD(p));
}
INLINE void STORE_LANES(T *p, V re, V im)
{
    STORE(p, _mm512_unpacklo_ps(re, im));
    STORE(p + VL, _mm512_unpackhi_ps(re, im));
}

#else

typedef double T;
typedef __m512d V;
#define PRECISION f64
#define PRECISION_BITS STET_F64
#define VL 8
#define LOG2_VL 3
#define ROWS 8
#define LOG2_ROWS 3
#define SCALAR_FMA __builtin_fma

INLINE V LOAD(const T *p) { return _mm512_loadu_pd(p); }
INLINE void STORE(T *p, V a) { _mm512_storeu_pd(p, a); }
INLINE void STREAM(T *p, V a) { _mm512_stream_pd(p, a); }
INLINE V SET1(T a) { return _mm512_set1_pd(a); }
INLINE V ADD(V a, V b) { return _mm512_add_pd(a, b); }
INLINE V SUB(V a, V b) { return _mm512_sub_pd(a, b); }
INLINE V MUL(V a, V b) { return _mm512_mul_pd(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm512_fmadd_pd(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return _mm512_fnmadd_pd(a, b, c); }

INLINE V SELECT(V mask, V a, V b)
{
    return _mm512_castsi512_pd(_mm512_ternarylogic_epi64(
        _mm512_castpd_si512(mask), _mm512_castpd_si512(b), _mm512_castpd_si512(a), 0xca));
}
INLINE V SQRT(V a) { return _mm512_sqrt_pd(a); }
INLINE V MAX(V a, V b) { return _mm512_max_pd(a, b); }

/* The lanes have rows in the order 0 4 1 5 2 6 3 7, which is also that of columns. */
#define OWN_ROWS
INLINE V IN_ROW_ORDER(V a)
{
    return _mm512_permutexvar_pd(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), a);
}
INLINE void LOAD_PACKED(const T *p, V *a, V *b)
{
    *a = LOAD(p);
    *b = LOAD(p + VL);
}
INLINE void PACK_ROWS(T *to, const T *p, const T *q)
{
    STORE(to, IN_ROW_ORDER(LOAD(p)));
    STORE(to + VL, IN_ROW_ORDER(LOAD(q)));
}

INLINE void DEINTERLEAVE(V low, V high, V *re, V *im)
{
    const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
    const __m512i odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
    *re = _mm512_permutex2var_pd(low, even, high);
    *im = _mm512_permutex2var_pd(low, odd, high);
}
INLINE void LOAD_PAIRS(const T *p, V *re, V *im) { DEINTERLEAVE(LOAD(p), LOAD(p + VL), re, im); }
INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    const __m512i first = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    const __m512i second = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    *low = _mm512_permutex2var_pd(re, first, im);
    *high = _mm512_permutex2var_pd(re, second, im);
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
    return _mm512_permutexvar_pd(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), a);
}
#define REVERSE_RUNS REVERSE
INLINE void LOAD_COLUMNS(const T *p, V *re, V *im)
{
    const V a = LOAD(p), b = LOAD(p + VL);
    *re = _mm512_unpacklo_pd(a, b);
    *im = _mm512_unpackhi_pd(a, b);
}
INLINE V LOAD_REAL_COLUMNS(const T *p) { return IN_ROW_ORDER(LOAD(p)); }

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const V x = *a, y = *b;
    if (h == 4) {
        *a = _mm512_shuffle_f64x2(x, y, 0x44);
        *b = _mm512_shuffle_f64x2(x, y, 0xee);
    } else if (h == 2) {
        const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
        const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
        *a = _mm512_permutex2var_pd(x, low, y);
        *b = _mm512_permutex2var_pd(x, high, y);
    } else {
        *a = _mm512_unpacklo_pd(x, y);
        *b = _mm512_unpackhi_pd(x, y);
    }
}

/* Loads half a vector from p, and half from p + step. A half that is inserted from memory does not
 * need the one port that moves lanes of 512 bits in Intel's CPUs. With it lines of 2048 to 32768
 * points take 0.97 to 0.99 of the time, lines of floats no less (Emerald Rapids). */
INLINE V LOAD_HALVES(const T *p, ptrdiff_t step)
{
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(p)), _mm256_loadu_pd(p + step),
                              1);
}
INLINE void LOAD_TRANSPOSED(const T *p, ptrdiff_t step, V *z)
{
#pragma GCC unroll 2
    for (int h = 0; h < 2; h++) {
        V a[4];
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++)
            a[k] = LOAD_HALVES(p + (k / 2 * 2 + k % 2 * 4) * step + h * VL / 2, step);
        TRANSPOSE(1, &a[0], &a[1]);
        TRANSPOSE(1, &a[2], &a[3]);
#pragma GCC unroll 2
        for (int k = 0; k < 2; k++) {
            z[4 * k + 2 * h] = _mm512_shuffle_f64x2(a[k], a[k + 2], 0x88);
            z[4 * k + 2 * h + 1] = _mm512_shuffle_f64x2(a[k], a[k + 2], 0xdd);
        }
    }
}

INLINE void LOAD_LANES(const T *p, V *re, V *im)
{
    const __m512i even = _mm512_setr_epi64(0, 2, 8, 10, 4, 6, 12, 14);
    const __m512i odd = _mm512_setr_epi64(1, 3, 9, 11, 5, 7, 13, 15);
    const V a = LOAD(p), b = LOAD(p + VL);
    *re = _mm512_permutex2var_pd(a, even, b);
    *im = _mm512_permutex2var_pd(a, odd, b);
}
INLINE V LOAD_REAL_LANES(const T *p)
{
    const V a = LOAD(p);
    return _mm512_shuffle_f64x2(a, a, 0xd8);
}
INLINE void STORE_LANES(T *p, V re, V im)
{
    STORE(p, _mm512_unpacklo_pd(re, im));
    STORE(p + VL, _mm512_unpackhi_pd(re, im));
}
#define STORE_BACK STORE_BACK
INLINE void STORE_BACK(T *p, T *q, V re, V im)
{
    STORE(p, _mm512_permutex2var_pd(re, _mm512_setr_epi64(7, 15, 5, 13, 3, 11, 1, 9), im));
    STORE(q, _mm512_permutex2var_pd(re, _mm512_setr_epi64(6, 14, 4, 12, 2, 10, 0, 8), im));
}

#endif
