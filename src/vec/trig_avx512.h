/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of AVX-512F: 16 floats. README.md has the contract. */
#include <immintrin.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

typedef __m512 V;
typedef __m512i I;
typedef __mmask16 M;
#define VL 16

INLINE V LOAD(const float *p) { return _mm512_loadu_ps(p); }
INLINE void STORE(float *p, V a) { _mm512_storeu_ps(p, a); }
INLINE V SET1(float a) { return _mm512_set1_ps(a); }
INLINE V ADD(V a, V b) { return _mm512_add_ps(a, b); }
INLINE V SUB(V a, V b) { return _mm512_sub_ps(a, b); }
INLINE V MUL(V a, V b) { return _mm512_mul_ps(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
INLINE V ROUND(V a)
{
    return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
INLINE I TO_INT(V a) { return _mm512_cvtps_epi32(a); }
INLINE I LOAD_INT(const int32_t *p) { return _mm512_loadu_si512(p); }
INLINE void STORE_INT(int32_t *p, I a) { _mm512_storeu_si512(p, a); }
INLINE I ADD_INT(I a, int32_t b) { return _mm512_add_epi32(a, _mm512_set1_epi32(b)); }
INLINE M BIT(I a, int32_t b) { return _mm512_test_epi32_mask(a, _mm512_set1_epi32(b)); }
INLINE M NOT_BELOW(V a, float b)
{
    return _mm512_cmp_ps_mask(_mm512_abs_ps(a), SET1(b), _CMP_NLT_UQ);
}
INLINE M EQUAL(V a, V b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
INLINE V SELECT(M m, V a, V b) { return _mm512_mask_blend_ps(m, b, a); }
INLINE int ANY(M m) { return m != 0; }
