/* SPDX-License-Identifier: Apache-2.0 */
/* Converts between doubles and narrow numbers, with the vectors of double of vec/avx512.h.
 * README.md has the contract. */
#include <stddef.h>
#include <stdint.h>

#define NARROW_VECTORS

INLINE double SUM(V a) { return _mm512_reduce_add_pd(a); }

INLINE V WIDEN_F32(const float *p) { return _mm512_cvtps_pd(_mm256_loadu_ps(p)); }
INLINE V WIDEN_REAL_COLUMNS(const float *p) { return IN_ROW_ORDER(WIDEN_F32(p)); }
INLINE V WIDEN_REAL_LANES(const float *p)
{
    const V a = WIDEN_F32(p);
    return _mm512_shuffle_f64x2(a, a, 0xd8);
}
INLINE V WIDEN_F16(const uint16_t *p)
{
    const __m128i v = _mm_loadu_si128((const __m128i *)p);
    return _mm512_cvtps_pd(_mm512_castps512_ps256(
        _mm512_cvtph_ps(_mm256_inserti128_si256(_mm256_setzero_si256(), v, 0))));
}
INLINE V WIDEN_BF16(const uint16_t *p)
{
    const __m128i v = _mm_loadu_si128((const __m128i *)p);
    return _mm512_cvtps_pd(_mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(v), 16)));
}

/* Chooses from 16 numbers: real parts by an order, imaginary parts by the same order plus 1. */
INLINE void widen_chosen(const float *p, __m512i order, V *re, V *im)
{
    const V a = WIDEN_F32(p), b = WIDEN_F32(p + 8);
    *re = _mm512_permutex2var_pd(a, order, b);
    *im = _mm512_permutex2var_pd(a, _mm512_add_epi64(order, _mm512_set1_epi64(1)), b);
}
INLINE void WIDEN_PAIRS(const float *p, V *re, V *im)
{
    widen_chosen(p, _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), re, im);
}
INLINE void WIDEN_COLUMNS(const float *p, V *re, V *im)
{
    widen_chosen(p, _mm512_setr_epi64(0, 8, 2, 10, 4, 12, 6, 14), re, im);
}
INLINE void WIDEN_LANES(const float *p, V *re, V *im)
{
    widen_chosen(p, _mm512_setr_epi64(0, 2, 8, 10, 4, 6, 12, 14), re, im);
}

INLINE void AS_PAIRS(V re, V im, V *a, V *b)
{
    *a = _mm512_permutex2var_pd(re, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), im);
    *b = _mm512_permutex2var_pd(re, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), im);
}
INLINE void AS_LANES(V re, V im, V *a, V *b)
{
    *a = _mm512_unpacklo_pd(re, im);
    *b = _mm512_unpackhi_pd(re, im);
}

INLINE void NARROW_F32(float *p, V a) { _mm256_storeu_ps(p, _mm512_cvtpd_ps(a)); }

INLINE unsigned NARROW_BOTH(V low, V high, float *p)
{
    const __m256 a = _mm512_cvtpd_ps(low), b = _mm512_cvtpd_ps(high);
    _mm256_storeu_ps(p, a);
    return _mm256_cmpneq_epi32_mask(_mm256_castps_si256(a), _mm256_castps_si256(b));
}

/* Narrows both parts and chooses from the floats, real parts first, in a given order. */
INLINE __m512 both_narrowed(__m512i order, V re, V im)
{
    return _mm512_permutex2var_ps(_mm512_castps256_ps512(_mm512_cvtpd_ps(re)), order,
                                  _mm512_castps256_ps512(_mm512_cvtpd_ps(im)));
}
INLINE __m512i order_of_pairs(void)
{
    return _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
INLINE __m512i order_of_lanes(void)
{
    return _mm512_setr_epi32(0, 16, 2, 18, 4, 20, 6, 22, 1, 17, 3, 19, 5, 21, 7, 23);
}
INLINE void NARROW_PAIRS_F32(float *p, V re, V im)
{
    _mm512_storeu_ps(p, both_narrowed(order_of_pairs(), re, im));
}
INLINE void NARROW_LANES_F32(float *p, V re, V im)
{
    _mm512_storeu_ps(p, both_narrowed(order_of_lanes(), re, im));
}
/* The ternary operation is t | (low ^ high). */
INLINE unsigned narrow_ordered(__m512i order, V re, V im, V e, float *p)
{
    const __m512i differ =
        _mm512_xor_si512(_mm512_castpd_si512(SUB(re, e)), _mm512_castpd_si512(ADD(re, e)));
    const __m512i any = _mm512_ternarylogic_epi64(differ, _mm512_castpd_si512(SUB(im, e)),
                                                  _mm512_castpd_si512(ADD(im, e)), 0xf6);
    _mm512_storeu_ps(p, both_narrowed(order, re, im));
    return _mm512_test_epi64_mask(any, _mm512_set1_epi64(-((int64_t)1 << 28)));
}
INLINE unsigned NARROW_PAIRS(V re, V im, V e, float *p)
{
    return narrow_ordered(order_of_pairs(), re, im, e, p);
}
INLINE unsigned NARROW_LANES(V re, V im, V e, float *p)
{
    return narrow_ordered(order_of_lanes(), re, im, e, p);
}

INLINE ptrdiff_t LIST(unsigned set, ptrdiff_t first, ptrdiff_t *list)
{
    const __m512i index =
        _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
    _mm512_storeu_si512(list, _mm512_maskz_compress_epi64((__mmask8)set, index));
    return __builtin_popcount(set);
}

/* Returns the 16-bit numbers nearest to floats. */
INLINE __m256i nearest_16(const int is_f16, __m512 x)
{
    if (is_f16)
        return _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __m512i bits = _mm512_castps_si512(x);
    const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
    const __m512i up = _mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff));
    return _mm512_cvtepi32_epi16(_mm512_srli_epi32(_mm512_add_epi32(up, odd), 16));
}

#define OUTWARDS(a, direction) _mm512_cvt_roundpd_ps(a, (direction) | _MM_FROUND_NO_EXC)
#define JOINED(a, b) _mm512_insertf32x8(_mm512_castps256_ps512(a), b, 1)

/* Moves the ends outwards to floats, which are rounded faster: if those agree, so do the ends
 * between them. */
INLINE unsigned NARROW_16(const int is_f16, V a, V b, V e, uint16_t *p)
{
    const __m256i low = nearest_16(is_f16, JOINED(OUTWARDS(SUB(a, e), _MM_FROUND_TO_NEG_INF),
                                                  OUTWARDS(SUB(b, e), _MM_FROUND_TO_NEG_INF)));
    const __m256i high = nearest_16(is_f16, JOINED(OUTWARDS(ADD(a, e), _MM_FROUND_TO_POS_INF),
                                                   OUTWARDS(ADD(b, e), _MM_FROUND_TO_POS_INF)));
    _mm256_storeu_si256((__m256i *)p, low);
    return _mm256_cmpneq_epi16_mask(low, high);
}

/* Returns the 16-bit numbers nearest to doubles, each in 64 bits. A normal number is the double's
 * bits cut short, with another bias of the exponent. Below the smallest of those, the sum with a
 * number that has the last place of the format rounds. */
INLINE __m512i doubles_to_16(const int is_f16, V y)
{
    const int cut = is_f16 ? 42 : 45;
    const int64_t bias = is_f16 ? (int64_t)(1023 - 15) << 10 : (int64_t)(1023 - 127) << 7;
    const __m512i bits = _mm512_castpd_si512(y);
    const __m512i size = _mm512_and_si512(bits, _mm512_set1_epi64(INT64_MAX));
    const __m512i odd = _mm512_and_si512(_mm512_srli_epi64(size, cut), _mm512_set1_epi64(1));
    const __m512i up = _mm512_add_epi64(size, _mm512_set1_epi64(((int64_t)1 << (cut - 1)) - 1));
    __m512i number = _mm512_srli_epi64(_mm512_add_epi64(up, odd), cut);
    number = _mm512_sub_epi64(number, _mm512_set1_epi64(bias));
    number = _mm512_min_epi64(number, _mm512_set1_epi64(is_f16 ? 0x7c00 : 0x7f80));
    const __m512d a = _mm512_castsi512_pd(size);
    const __m512d magic = _mm512_set1_pd(is_f16 ? 0x1p-24 * 0x1p52 : 0x1p-133 * 0x1p52);
    const __m512i small =
        _mm512_sub_epi64(_mm512_castpd_si512(_mm512_add_pd(a, magic)), _mm512_castpd_si512(magic));
    const __mmask8 is_small =
        _mm512_cmp_pd_mask(a, _mm512_set1_pd(is_f16 ? 0x1p-14 : 0x1p-126), _CMP_LT_OQ);
    number = _mm512_mask_blend_epi64(is_small, number, small);
    return _mm512_or_si512(number, _mm512_slli_epi64(_mm512_srli_epi64(bits, 63), 15));
}

#define DECIDE_16 DECIDE_16
INLINE unsigned DECIDE_16(const int is_f16, V a, V e, uint16_t *p)
{
    const __m512i low = doubles_to_16(is_f16, SUB(a, e)), high = doubles_to_16(is_f16, ADD(a, e));
    _mm_storeu_si128((__m128i *)p, _mm512_cvtepi64_epi16(low));
    return _mm512_cmpneq_epi64_mask(low, high);
}
