/* SPDX-License-Identifier: Apache-2.0 */
/* Binary16 on AVX2, FMA3 and F16C: a vector has 8 numbers, each held in a float. See
 * vec/f16_avx512.h. */
#define STET_F32_KERNELS
#define ADD ADD_F32
#define SUB SUB_F32
#define MUL MUL_F32
#define FMA FMA_F32
#define FNMA FNMA_F32
#include "vec/avx2.h"
#undef ADD
#undef SUB
#undef MUL
#undef FMA
#undef FNMA
#undef PRECISION
#define PRECISION f16
#define SCALAR_ROUND stet_round16_f32

#include "arith/round16.h"

INLINE V round16(V x) { return _mm256_cvtph_ps(_mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT)); }

INLINE V ADD(V a, V b) { return round16(ADD_F32(a, b)); }
INLINE V SUB(V a, V b) { return round16(SUB_F32(a, b)); }
INLINE V MUL(V a, V b) { return round16(MUL_F32(a, b)); }

/* Returns a b + c rounded to odd and then to binary16; s is its float. The product is exact in
 * float (22 bits, a multiple of 2^-48), and two_sum (eft.h) gives the error of s. If that is not 0
 * and the last bit of s is even, the odd neighbour on the side of the exact value takes the place
 * of s. */
static __attribute__((noinline)) V round_odd(V a, V b, V c, V s)
{
    const V p = _mm256_mul_ps(a, b);
    const V c_part = _mm256_sub_ps(s, p), p_part = _mm256_sub_ps(s, c_part);
    const V e = _mm256_add_ps(_mm256_sub_ps(p, p_part), _mm256_sub_ps(c, c_part));
    const __m256i bits = _mm256_castps_si256(s), one = _mm256_set1_epi32(1);
    const __m256i inexact = _mm256_castps_si256(_mm256_cmp_ps(e, _mm256_setzero_ps(), _CMP_NEQ_OQ));
    const __m256i even = _mm256_cmpeq_epi32(_mm256_and_si256(bits, one), _mm256_setzero_si256());
    /* +1 goes away from zero if the signs of e and s agree, -1 towards zero if not. */
    const __m256i side =
        _mm256_or_si256(_mm256_srai_epi32(_mm256_xor_si256(bits, _mm256_castps_si256(e)), 31), one);
    const __m256i step = _mm256_and_si256(side, _mm256_and_si256(inexact, even));
    return round16(_mm256_castsi256_ps(_mm256_add_epi32(bits, step)));
}

/* Returns 0 if no float is a midpoint of two numbers of binary16. Then rounding it is rounding the
 * exact value, because midpoints are floats. From 2^-14 on midpoints end in 1 0000 0000 0000;
 * below, any number but zero counts as one. */
INLINE int may_be_midpoint(V s)
{
    const __m256i bits = _mm256_castps_si256(s);
    const __m256i size = _mm256_and_si256(bits, _mm256_set1_epi32(0x7fffffff));
    const __m256i half = _mm256_cmpeq_epi32(_mm256_and_si256(bits, _mm256_set1_epi32(0x1fff)),
                                            _mm256_set1_epi32(0x1000));
    const __m256i tiny = _mm256_and_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(0x38800000), size),
                                          _mm256_cmpgt_epi32(size, _mm256_setzero_si256()));
    const __m256i any = _mm256_or_si256(half, tiny);
    return !_mm256_testz_si256(any, any);
}
/* These are functions: inline, they would add two minutes to the compilation of the kernels. */
static __attribute__((noinline)) V FMA(V a, V b, V c)
{
    const V s = FMA_F32(a, b, c);
    return __builtin_expect(may_be_midpoint(s), 0) ? round_odd(a, b, c, s) : round16(s);
}
INLINE V FNMA(V a, V b, V c) { return FMA(_mm256_xor_ps(a, SET1(-0.0f)), b, c); }
