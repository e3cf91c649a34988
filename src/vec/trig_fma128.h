/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of FMA3 on 128 bits: 4 floats. README.md has the contract. */
#include <immintrin.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

typedef __m128 V;
typedef __m128i I;
typedef __m128 M; /* all bits of a lane, or none */
#define VL 4

INLINE V LOAD(const float *p) { return _mm_loadu_ps(p); }
INLINE void STORE(float *p, V a) { _mm_storeu_ps(p, a); }
INLINE V SET1(float a) { return _mm_set1_ps(a); }
INLINE V ADD(V a, V b) { return _mm_add_ps(a, b); }
INLINE V SUB(V a, V b) { return _mm_sub_ps(a, b); }
INLINE V MUL(V a, V b) { return _mm_mul_ps(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm_fmadd_ps(a, b, c); }
INLINE V ROUND(V a) { return _mm_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
INLINE I TO_INT(V a) { return _mm_cvtps_epi32(a); }
INLINE I LOAD_INT(const int32_t *p) { return _mm_loadu_si128((const __m128i *)p); }
INLINE void STORE_INT(int32_t *p, I a) { _mm_storeu_si128((__m128i *)p, a); }
INLINE I ADD_INT(I a, int32_t b) { return _mm_add_epi32(a, _mm_set1_epi32(b)); }
INLINE M BIT(I a, int32_t b)
{
    const I bit = _mm_set1_epi32(b);
    return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(a, bit), bit));
}
INLINE M NOT_BELOW(V a, float b)
{
    const V size = _mm_andnot_ps(SET1(-0.0f), a);
    return _mm_cmp_ps(size, SET1(b), _CMP_NLT_UQ);
}
INLINE M EQUAL(V a, V b) { return _mm_cmp_ps(a, b, _CMP_EQ_OQ); }
INLINE V SELECT(M m, V a, V b) { return _mm_blendv_ps(b, a, m); }
INLINE int ANY(M m) { return _mm_movemask_ps(m); }
