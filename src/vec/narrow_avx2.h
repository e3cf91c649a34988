/* SPDX-License-Identifier: Apache-2.0 */
/* Converts between doubles and narrow numbers, with the vectors of double of vec/avx2.h. README.md
 * has the contract. */
#include <stddef.h>
#include <stdint.h>

#define NARROW_VECTORS

INLINE double SUM(V a)
{
    const __m128d halves = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(halves, _mm_unpackhi_pd(halves, halves)));
}

INLINE V WIDEN_F32(const float *p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
#define WIDEN_REAL_COLUMNS WIDEN_F32
#define WIDEN_REAL_LANES WIDEN_F32

/* Widens without F16C, which is a feature of its own. Exponent and fraction move to their places in
 * a float, and a product corrects the bias; an exponent of ones becomes that of float. */
INLINE V WIDEN_F16(const uint16_t *p)
{
    const __m128i wide = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)p));
    const __m128i size = _mm_and_si128(wide, _mm_set1_epi32(0x7fff));
    const __m128i sign = _mm_slli_epi32(_mm_xor_si128(wide, size), 16);
    const __m128i moved = _mm_or_si128(_mm_slli_epi32(size, 13), sign);
    const __m128 value = _mm_mul_ps(_mm_castsi128_ps(moved), _mm_set1_ps(0x1p112f));
    const __m128i ones =
        _mm_and_si128(_mm_cmpgt_epi32(size, _mm_set1_epi32(0x7bff)), _mm_set1_epi32(0x7f800000));
    return _mm256_cvtps_pd(_mm_or_ps(value, _mm_castsi128_ps(ones)));
}
INLINE V WIDEN_BF16(const uint16_t *p)
{
    const __m128i wide = _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)p));
    return _mm256_cvtps_pd(_mm_castsi128_ps(_mm_slli_epi32(wide, 16)));
}

INLINE void WIDEN_PAIRS(const float *p, V *re, V *im)
{
    const __m128 x = _mm_loadu_ps(p), y = _mm_loadu_ps(p + 4);
    *re = _mm256_cvtps_pd(_mm_shuffle_ps(x, y, 0x88));
    *im = _mm256_cvtps_pd(_mm_shuffle_ps(x, y, 0xdd));
}
#define WIDEN_LANES WIDEN_PAIRS
#define WIDEN_COLUMNS WIDEN_PAIRS

INLINE void AS_LANES(V re, V im, V *a, V *b)
{
    *a = _mm256_unpacklo_pd(re, im);
    *b = _mm256_unpackhi_pd(re, im);
}
INLINE void AS_PAIRS(V re, V im, V *a, V *b)
{
    V low, high;
    AS_LANES(re, im, &low, &high);
    *a = _mm256_permute2f128_pd(low, high, 0x20);
    *b = _mm256_permute2f128_pd(low, high, 0x31);
}

INLINE void NARROW_F32(float *p, V a) { _mm_storeu_ps(p, _mm256_cvtpd_ps(a)); }

INLINE unsigned NARROW_BOTH(V low, V high, float *p)
{
    const __m128 a = _mm256_cvtpd_ps(low), b = _mm256_cvtpd_ps(high);
    _mm_storeu_ps(p, a);
    const __m128i same = _mm_cmpeq_epi32(_mm_castps_si128(a), _mm_castps_si128(b));
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same)) ^ 0xf;
}

/* Puts numbers in order as floats. */
INLINE void store_ordered(const int lanes, __m128 x, __m128 y, float *p)
{
    const __m128 low = _mm_unpacklo_ps(x, y), high = _mm_unpackhi_ps(x, y);
    _mm_storeu_ps(p, lanes ? _mm_movelh_ps(low, high) : low);
    _mm_storeu_ps(p + 4, lanes ? _mm_movehl_ps(high, low) : high);
}
INLINE void NARROW_PAIRS_F32(float *p, V re, V im)
{
    store_ordered(0, _mm256_cvtpd_ps(re), _mm256_cvtpd_ps(im), p);
}
INLINE void NARROW_LANES_F32(float *p, V re, V im)
{
    store_ordered(1, _mm256_cvtpd_ps(re), _mm256_cvtpd_ps(im), p);
}
INLINE unsigned narrow_ordered(const int lanes, V re, V im, V e, float *p)
{
    const V differ = _mm256_xor_pd(SUB(re, e), ADD(re, e)),
            more = _mm256_xor_pd(SUB(im, e), ADD(im, e));
    const __m256i any = _mm256_castpd_si256(_mm256_or_pd(differ, more));
    store_ordered(lanes, _mm256_cvtpd_ps(re), _mm256_cvtpd_ps(im), p);
    return !_mm256_testz_si256(any, _mm256_set1_epi64x(-((int64_t)1 << 28)));
}
INLINE unsigned NARROW_PAIRS(V re, V im, V e, float *p) { return narrow_ordered(0, re, im, e, p); }
INLINE unsigned NARROW_LANES(V re, V im, V e, float *p) { return narrow_ordered(1, re, im, e, p); }

INLINE ptrdiff_t LIST(unsigned set, ptrdiff_t first, ptrdiff_t *list)
{
    const ptrdiff_t *before = list;
    for (; set; set &= set - 1)
        *list++ = first + __builtin_ctz(set);
    return list - before;
}

INLINE __m256i floats_plus(__m256d a, __m256d b, uint32_t half)
{
    const __m256 x = _mm256_set_m128(_mm256_cvtpd_ps(b), _mm256_cvtpd_ps(a));
    return _mm256_add_epi32(_mm256_castps_si256(x), _mm256_set1_epi32((int)half));
}

/* Reports which numbers, with `half` added, are off a multiple of it by more than two units. */
INLINE __m256i is_inside(__m256i x, uint32_t below)
{
    const __m256i next = _mm256_add_epi32(x, _mm256_set1_epi32(1));
    return _mm256_cmpgt_epi32(_mm256_and_si256(next, _mm256_set1_epi32((int)below)),
                              _mm256_set1_epi32(2));
}

/* Narrows through float: the float nearest to an end is off by at most half a unit in its last
 * place. If both floats are farther than that from where rounding changes, and rounding does not
 * change between them, then the ends round alike. This holds for binary16 from 2^-14 to 65504. */
INLINE unsigned NARROW_16(const int is_f16, V a, V b, V e, uint16_t *p)
{
    const int cut = is_f16 ? 13 : 16; /* bits that a float loses */
    const uint32_t half = (uint32_t)1 << (cut - 1), below = 2 * half - 1;
    const __m256i low = floats_plus(_mm256_sub_pd(a, e), _mm256_sub_pd(b, e), half);
    const __m256i high = floats_plus(_mm256_add_pd(a, e), _mm256_add_pd(b, e), half);
    const __m256i kept = _mm256_srli_epi32(low, cut);
    __m256i good = _mm256_cmpeq_epi32(kept, _mm256_srli_epi32(high, cut)), number = kept;
    good = _mm256_and_si256(good, _mm256_and_si256(is_inside(low, below), is_inside(high, below)));
    if (is_f16) {
        const __m256i size = _mm256_and_si256(low, _mm256_set1_epi32(INT32_MAX));
        const __m256i least = _mm256_set1_epi32((int)(0x38800000 + half - 1));
        const __m256i top = _mm256_set1_epi32((int)(0x477fe000 + half));
        const __m256i sign = _mm256_slli_epi32(_mm256_srli_epi32(low, 31), 15);
        number = _mm256_sub_epi32(_mm256_srli_epi32(size, cut), _mm256_set1_epi32(112 << 10));
        number = _mm256_or_si256(number, sign);
        good = _mm256_and_si256(good, _mm256_cmpgt_epi32(size, least));
        good = _mm256_and_si256(good, _mm256_cmpgt_epi32(top, size));
    }
    _mm_storeu_si128((__m128i *)p, _mm_packus_epi32(_mm256_castsi256_si128(number),
                                                    _mm256_extracti128_si256(number, 1)));
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(good)) ^ 0xff;
}
