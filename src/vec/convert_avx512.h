/* SPDX-License-Identifier: Apache-2.0 */
/* Converts between arrays of 16-bit numbers and floats, with the vectors of float of vec/avx512.h.
 * README.md has the contract. */
#include <stdint.h>

typedef __m256i Words;

INLINE Words LOAD_WORDS(const uint16_t *p) { return _mm256_loadu_si256((const Words *)p); }
INLINE void STORE_WORDS(uint16_t *p, Words a) { _mm256_storeu_si256((Words *)p, a); }
INLINE Words NO_WORDS(void) { return _mm256_setzero_si256(); }
INLINE Words LARGER_SIZE(Words most, Words a)
{
    return _mm256_max_epu16(most, _mm256_and_si256(a, _mm256_set1_epi16(0x7fff)));
}
INLINE unsigned LARGEST_WORD(Words a)
{
    return (unsigned)_mm512_reduce_max_epi32(_mm512_cvtepu16_epi32(a));
}

INLINE V FROM_F16(Words a) { return _mm512_cvtph_ps(a); }
INLINE V FROM_BF16(Words a)
{
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(a), 16));
}
INLINE Words TO_F16(V a) { return _mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT); }

/* Adds to the bits a number that makes the upper half round to nearest, ties to even, and takes the
 * upper half. NaN keep their upper half, made quiet. */
INLINE Words TO_BF16(V x)
{
    const __m512i bits = _mm512_castps_si512(x), high = _mm512_srli_epi32(bits, 16);
    const __m512i odd = _mm512_and_si512(high, _mm512_set1_epi32(1));
    __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, odd), _mm512_set1_epi32(0x7fff));
    rounded = _mm512_srli_epi32(rounded, 16);
    const __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    rounded = _mm512_mask_or_epi32(rounded, nan, high, _mm512_set1_epi32(0x40));
    return _mm512_cvtepi32_epi16(rounded);
}

INLINE V SET1_PAIR(const float *p)
{
    double pair;
    __builtin_memcpy(&pair, p, sizeof pair);
    return _mm512_castpd_ps(_mm512_set1_pd(pair));
}
INLINE V CONJUGATED(int conjugate, V a)
{
    const __m512i sign = _mm512_set1_epi64(conjugate ? 0 : INT64_MIN);
    return _mm512_castsi512_ps(_mm512_xor_si512(_mm512_castps_si512(a), sign));
}

/* fmaddsub subtracts in the even lanes and adds in the odd ones. */
INLINE V TIMES_PAIRS(V a, V b)
{
    const V cross = _mm512_mul_ps(_mm512_permute_ps(a, 0xb1), _mm512_movehdup_ps(b));
    return _mm512_fmaddsub_ps(a, _mm512_moveldup_ps(b), cross);
}
