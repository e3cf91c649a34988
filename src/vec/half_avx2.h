/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes 16-bit numbers with the vectors of vec/avx2.h: see vec/half_avx512.h. */
#include <stdint.h>

#define AS_FLOATS(a) _mm256_castsi256_ps(a)
#define AS_PAIRS(a) _mm256_castps_si256(a)

typedef __m256i Pairs, Most;
#define NOTHING_YET(most) _mm256_setzero_si256()
#define LARGER(a, b) _mm256_max_epu16(a, b)

#ifdef STET_BF16_LINES
#define INFINITE 0x7f80
#else
#define INFINITE 0x7c00
#endif

INLINE int IS_FINITE(Most most)
{
    const __m256i least = _mm256_set1_epi16((short)(2 * INFINITE));
    return _mm256_movemask_epi8(_mm256_cmpeq_epi16(LARGER(most, least), most)) == 0;
}

INLINE V FMS(V a, V b, V c) { return _mm256_fmsub_ps(a, b, c); }
INLINE Pairs load_pairs(const uint16_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
INLINE void store_pairs(uint16_t *p, Pairs a) { _mm256_storeu_si256((__m256i *)p, a); }

INLINE void note(Pairs pairs, Most *most) { *most = LARGER(*most, _mm256_add_epi16(pairs, pairs)); }

#ifdef STET_BF16_LINES

INLINE void widen_pairs(Pairs pairs, V *re, V *im)
{
    *re = _mm256_castsi256_ps(_mm256_slli_epi32(pairs, 16));
    *im = _mm256_castsi256_ps(_mm256_and_si256(pairs, _mm256_set1_epi32((int)0xffff0000)));
}

INLINE float read_one(const uint16_t *p)
{
    return _mm_cvtss_f32(_mm_castsi128_ps(_mm_cvtsi32_si128((int)((uint32_t)*p << 16))));
}

INLINE V read_reals(const uint16_t *p)
{
    const __m256i x = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)p));
    return _mm256_castsi256_ps(_mm256_slli_epi32(x, 16));
}

INLINE __m256i round_upper(V x)
{
    const __m256i bits = _mm256_castps_si256(x);
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    return _mm256_add_epi32(_mm256_add_epi32(bits, odd), _mm256_set1_epi32(0x7fff));
}

INLINE Pairs narrow_pairs(V re, V im)
{
    return _mm256_blend_epi16(_mm256_srli_epi32(round_upper(re), 16), round_upper(im), 0xaa);
}

#else

INLINE void widen_pairs(Pairs pairs, V *re, V *im)
{
    const __m256i parts = _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15, 0,
                                           1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
    const __m256i apart = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(pairs, parts), 0xd8);
    *re = _mm256_cvtph_ps(_mm256_castsi256_si128(apart));
    *im = _mm256_cvtph_ps(_mm256_extracti128_si256(apart, 1));
}

INLINE float read_one(const uint16_t *p)
{
    return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(*p)));
}

INLINE V read_reals(const uint16_t *p)
{
    return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p));
}

INLINE Pairs narrow_pairs(V re, V im)
{
    const __m128i a = _mm256_cvtps_ph(re, _MM_FROUND_TO_NEAREST_INT);
    const __m128i b = _mm256_cvtps_ph(im, _MM_FROUND_TO_NEAREST_INT);
    return _mm256_set_m128i(_mm_unpackhi_epi16(a, b), _mm_unpacklo_epi16(a, b));
}

#endif

INLINE V read_real_columns(const uint16_t *p) { return read_reals(p); }
INLINE void read_columns(const uint16_t *p, V *re, V *im) { widen_pairs(load_pairs(p), re, im); }

INLINE void read_lanes(const uint16_t *p, V *re, V *im)
{
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    widen_pairs(_mm256_permutevar8x32_epi32(load_pairs(p), order), re, im);
}

INLINE void write_pairs(uint16_t *p, V re, V im, Most *most)
{
    const Pairs pairs = narrow_pairs(re, im);
    note(pairs, most);
    store_pairs(p, pairs);
}

INLINE void write_lanes(uint16_t *p, V re, V im, Most *most)
{
    const Pairs pairs = narrow_pairs(re, im);
    note(pairs, most);
    store_pairs(p, _mm256_permute4x64_epi64(pairs, 0xd8));
}
