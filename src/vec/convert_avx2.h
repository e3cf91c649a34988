/* SPDX-License-Identifier: Apache-2.0 */
/* Converts between arrays of 16-bit numbers and floats, with the vectors of float of vec/avx2.h.
 * README.md has the contract. */
#include <stdint.h>

typedef __m128i Words;

INLINE Words LOAD_WORDS(const uint16_t *p) { return _mm_loadu_si128((const Words *)p); }
INLINE void STORE_WORDS(uint16_t *p, Words a) { _mm_storeu_si128((Words *)p, a); }
INLINE Words NO_WORDS(void) { return _mm_setzero_si128(); }
INLINE Words LARGER_SIZE(Words most, Words a)
{
    return _mm_max_epu16(most, _mm_and_si128(a, _mm_set1_epi16(0x7fff)));
}
/* phminposuw finds the smallest of eight words. */
INLINE unsigned LARGEST_WORD(Words a)
{
    const Words ones = _mm_set1_epi16(-1);
    return 0xffffu ^ (unsigned)_mm_extract_epi16(_mm_minpos_epu16(_mm_xor_si128(a, ones)), 0);
}

INLINE V FROM_F16(Words a) { return _mm256_cvtph_ps(a); }
INLINE V FROM_BF16(Words a)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(a), 16));
}
INLINE Words TO_F16(V a) { return _mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT); }

/* Rounds as in vec/convert_avx512.h. */
INLINE Words TO_BF16(V x)
{
    const __m256i bits = _mm256_castps_si256(x), high = _mm256_srli_epi32(bits, 16);
    const __m256i odd = _mm256_and_si256(high, _mm256_set1_epi32(1));
    __m256i rounded = _mm256_add_epi32(_mm256_add_epi32(bits, odd), _mm256_set1_epi32(0x7fff));
    rounded = _mm256_srli_epi32(rounded, 16);
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_UNORD_Q));
    const __m256i quiet = _mm256_or_si256(high, _mm256_set1_epi32(0x40));
    rounded = _mm256_blendv_epi8(rounded, quiet, nan);
    return _mm_packus_epi32(_mm256_castsi256_si128(rounded), _mm256_extracti128_si256(rounded, 1));
}

INLINE V SET1_PAIR(const float *p)
{
    double pair;
    __builtin_memcpy(&pair, p, sizeof pair);
    return _mm256_castpd_ps(_mm256_set1_pd(pair));
}
INLINE V CONJUGATED(int conjugate, V a)
{
    const __m256i sign = _mm256_set1_epi64x(conjugate ? 0 : INT64_MIN);
    return _mm256_xor_ps(a, _mm256_castsi256_ps(sign));
}

INLINE V TIMES_PAIRS(V a, V b)
{
    const V cross = _mm256_mul_ps(_mm256_permute_ps(a, 0xb1), _mm256_movehdup_ps(b));
    return _mm256_fmaddsub_ps(a, _mm256_moveldup_ps(b), cross);
}
