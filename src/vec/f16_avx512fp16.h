/* SPDX-License-Identifier: Apache-2.0 */
/* Binary16 by AVX512-FP16: 32 numbers, every operation the CPU's own. See vec/avx512.h. */
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

__extension__ typedef _Float16 T;
typedef __m512h V;
#define PRECISION f16
#define VL 32
#define ROWS VL
#define STET_F16_NUMBER T

INLINE __m512i bits_of(V a) { return _mm512_castph_si512(a); }
INLINE V of_bits(__m512i a) { return _mm512_castsi512_ph(a); }

INLINE V LOAD(const T *p) { return _mm512_loadu_ph(p); }
INLINE void STORE(T *p, V a) { _mm512_storeu_ph(p, a); }
INLINE V SET1(T a) { return _mm512_set1_ph(a); }
INLINE V ADD(V a, V b) { return _mm512_add_ph(a, b); }
INLINE V SUB(V a, V b) { return _mm512_sub_ph(a, b); }
INLINE V MUL(V a, V b) { return _mm512_mul_ph(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm512_fmadd_ph(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return _mm512_fnmadd_ph(a, b, c); }

/* The lanes of b where the bits of mask are set, of a elsewhere. */
INLINE V SELECT(V mask, V a, V b)
{
    return of_bits(_mm512_ternarylogic_epi32(bits_of(mask), bits_of(b), bits_of(a), 0xca));
}

/* 16-bit lanes 0 2 4 .. of two vectors, and 1 3 5 ..: a truncation of 32-bit ones each. */
INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const __m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(p + VL);
    *re = of_bits(_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(a)),
                                     _mm512_cvtepi32_epi16(b), 1));
    *im = of_bits(
        _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(_mm512_srli_epi32(a, 16))),
                           _mm512_cvtepi32_epi16(_mm512_srli_epi32(b, 16)), 1));
}
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    const __m512i low = _mm512_unpacklo_epi16(bits_of(re), bits_of(im));
    const __m512i high = _mm512_unpackhi_epi16(bits_of(re), bits_of(im));
    const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    _mm512_storeu_si512(p, _mm512_permutex2var_epi64(low, first, high));
    _mm512_storeu_si512(p + VL, _mm512_permutex2var_epi64(low, second, high));
}
#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const __m512i x = bits_of(*a), y = bits_of(*b);
    __m512i u, v;
    if (h == 16) {
        u = _mm512_shuffle_i64x2(x, y, 0x44);
        v = _mm512_shuffle_i64x2(x, y, 0xee);
    } else if (h == 8) {
        u = _mm512_permutex2var_epi64(x, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), y);
        v = _mm512_permutex2var_epi64(x, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), y);
    } else if (h == 4) {
        u = _mm512_unpacklo_epi64(x, y);
        v = _mm512_unpackhi_epi64(x, y);
    } else if (h == 2) {
        u = _mm512_mask_blend_epi32(0xaaaa, x, _mm512_slli_epi64(y, 32));
        v = _mm512_mask_blend_epi32(0x5555, y, _mm512_srli_epi64(x, 32));
    } else {
        u = _mm512_mask_blend_epi16(0xaaaaaaaa, x, _mm512_slli_epi32(y, 16));
        v = _mm512_mask_blend_epi16(0x55555555, y, _mm512_srli_epi32(x, 16));
    }
    *a = of_bits(u);
    *b = of_bits(v);
}

/* n is a multiple of VL. */
INLINE unsigned LARGEST(const T *p, ptrdiff_t n)
{
    __m512i most = _mm512_setzero_si512();
    for (ptrdiff_t i = 0; i < n; i += VL)
        most = _mm512_max_epu16(
            most, _mm512_and_si512(_mm512_loadu_si512(p + i), _mm512_set1_epi16(0x7fff)));
    const __m512i low = _mm512_and_si512(most, _mm512_set1_epi32(0xffff));
    return _mm512_reduce_max_epu32(_mm512_max_epu32(low, _mm512_srli_epi32(most, 16)));
}
