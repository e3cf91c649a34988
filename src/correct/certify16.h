/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1 of binary16 and bfloat16: certify. A template, as certify.h. is_f16 tells them
 * apart and is a constant wherever it is used. */

/* stet_to_16() of the lanes, each in 64 bits. */
#if defined(__AVX512F__) && VL == 8
INLINE __m512i to_16(const int is_f16, __m512d y)
{
    const int cut = STET_CUT(is_f16);
    const __m512i bits = _mm512_castpd_si512(y);
    const __m512i size = _mm512_and_si512(bits, _mm512_set1_epi64(INT64_MAX));
    const __m512i odd = _mm512_and_si512(_mm512_srli_epi64(size, cut), _mm512_set1_epi64(1));
    const __m512i up = _mm512_add_epi64(size, _mm512_set1_epi64(((int64_t)1 << (cut - 1)) - 1));
    __m512i number = _mm512_srli_epi64(_mm512_add_epi64(up, odd), cut);
    number = _mm512_sub_epi64(number, _mm512_set1_epi64((int64_t)STET_BIAS(is_f16)));
    number = _mm512_min_epi64(number, _mm512_set1_epi64(STET_INFINITY(is_f16)));
    const __m512d a = _mm512_castsi512_pd(size), magic = _mm512_set1_pd(STET_MAGIC(is_f16));
    const __m512i small =
        _mm512_sub_epi64(_mm512_castpd_si512(_mm512_add_pd(a, magic)), _mm512_castpd_si512(magic));
    const __mmask8 is_small = _mm512_cmp_pd_mask(a, _mm512_set1_pd(STET_LEAST(is_f16)), _CMP_LT_OQ);
    number = _mm512_mask_blend_epi64(is_small, number, small);
    return _mm512_or_si512(number, _mm512_slli_epi64(_mm512_srli_epi64(bits, 63), 15));
}

/* Eight numbers y with the bound e: out, and the indices of those that are not decided. */
INLINE ptrdiff_t certify_eight_16(const int is_f16, __m512d y, __m512d e, ptrdiff_t first,
                                  uint16_t *out, ptrdiff_t *undecided)
{
    const __m512i low = to_16(is_f16, _mm512_sub_pd(y, e)),
                  high = to_16(is_f16, _mm512_add_pd(y, e));
    const __mmask8 differ = _mm512_cmpneq_epi64_mask(low, high);
    const __m512i index =
        _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
    _mm_storeu_si128((__m128i *)out, _mm512_cvtepi64_epi16(low));
    _mm512_storeu_si512(undecided, _mm512_maskz_compress_epi64(differ, index));
    return __builtin_popcount(differ);
}

/* The 16-bit numbers nearest to floats. */
INLINE __m256i nearest_16(const int is_f16, __m512 x)
{
    if (is_f16)
        return _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __m512i bits = _mm512_castps_si512(x);
    const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
    const __m512i up = _mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff));
    return _mm512_cvtepi32_epi16(_mm512_srli_epi32(_mm512_add_epi32(up, odd), 16));
}

/* The ends of sixteen intervals, moved outwards to floats and then rounded. */
INLINE __m256i end_of_16(const int is_f16, const int high, __m512d a, __m512d b)
{
    const __m256 low_half =
        high ? _mm512_cvt_roundpd_ps(a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)
             : _mm512_cvt_roundpd_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    const __m256 high_half =
        high ? _mm512_cvt_roundpd_ps(b, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)
             : _mm512_cvt_roundpd_ps(b, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    return nearest_16(is_f16, _mm512_insertf32x8(_mm512_castps256_ps512(low_half), high_half, 1));
}
#endif

/* One interval, by way of float where that decides. The float nearest to an end is off by half a
 * unit in its last place at most. If both floats are further than that from any point where
 * rounding to 16 bits changes, and none lies between them, the ends themselves round to one
 * number. */
static inline int certify_one_16(const int is_f16, double y, double e, uint16_t *out)
{
    const int cut = STET_CUT(is_f16) - 29; /* bits of a float that go */
    const uint32_t half = (uint32_t)1 << (cut - 1), below = 2 * half - 1;
    const uint32_t low = stet_bits_f32((float)(y - e)) + half;
    const uint32_t high = stet_bits_f32((float)(y + e)) + half;
    const uint32_t size = low & INT32_MAX, least = 0x38800000 + half, top = 0x477fe000 + half;
    const int is_usual = !is_f16 || size - least < top - least; /* from 2^-14 to 65504 */
    if (is_usual && low >> cut == high >> cut && ((low + 1) & below) > 2 &&
        ((high + 1) & below) > 2) {
        *out = (uint16_t)(is_f16 ? (low >> 31 << 15) + ((size >> cut) - (112 << 10)) : low >> cut);
        return 1;
    }
    *out = stet_to_16(is_f16, y - e);
    return *out == stet_to_16(is_f16, y + e);
}

#if defined(__AVX2__) && VL == 4
INLINE __m256i floats_plus(__m256d a, __m256d b, uint32_t half)
{
    const __m256 x = _mm256_set_m128(_mm256_cvtpd_ps(b), _mm256_cvtpd_ps(a));
    return _mm256_add_epi32(_mm256_castps_si256(x), _mm256_set1_epi32((int)half));
}

/* Whether numbers with `half` added are off a multiple of it by more than two units. */
INLINE __m256i is_inside(__m256i x, uint32_t below)
{
    const __m256i next = _mm256_add_epi32(x, _mm256_set1_epi32(1));
    return _mm256_cmpgt_epi32(_mm256_and_si256(next, _mm256_set1_epi32((int)below)),
                              _mm256_set1_epi32(2));
}

/* The first half of certify_one_16() for eight numbers; the lanes that it decides, as a set. */
INLINE unsigned certify_eight_16(const int is_f16, __m256d a, __m256d b, __m256d e, uint16_t *out)
{
    const int cut = STET_CUT(is_f16) - 29;
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
    _mm_storeu_si128((__m128i *)out, _mm_packus_epi32(_mm256_castsi256_si128(number),
                                                      _mm256_extracti128_si256(number, 1)));
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(good));
}
#endif

/* certify_row() of certify.h for 16 bits: the ends are rounded once, from double. AVX-512 first
 * moves them outwards to floats, which are rounded faster: if those agree, so do the ends between
 * them. */
INLINE ptrdiff_t certify_row_16(const int is_f16, const double *y, ptrdiff_t first, ptrdiff_t count,
                                double scale, double e, double *sums, uint16_t *out,
                                ptrdiff_t *undecided)
{
    ptrdiff_t i = 0, found = 0;
#if defined(__AVX512F__) && VL == 8
    const __m512d s = _mm512_set1_pd(scale), bound = _mm512_set1_pd(e);
    for (; i + 16 <= count; i += 16) {
        const __m512d ya = _mm512_loadu_pd(y + i), yb = _mm512_loadu_pd(y + i + 8);
        const __m512d a = _mm512_mul_pd(ya, s), b = _mm512_mul_pd(yb, s);
        const __m256i low = end_of_16(is_f16, 0, _mm512_sub_pd(a, bound), _mm512_sub_pd(b, bound));
        const __m256i high = end_of_16(is_f16, 1, _mm512_add_pd(a, bound), _mm512_add_pd(b, bound));
        _mm256_storeu_si256((__m256i *)(out + i), low);
        add_to_sums(ya, sums, i);
        add_to_sums(yb, sums, i + 8);
        if (_mm256_cmpneq_epi16_mask(low, high)) {
            found += certify_eight_16(is_f16, a, bound, first + i, out + i, undecided + found);
            found +=
                certify_eight_16(is_f16, b, bound, first + i + 8, out + i + 8, undecided + found);
        }
    }
#elif defined(__AVX2__) && VL == 4
    const __m256d s = _mm256_set1_pd(scale), bound = _mm256_set1_pd(e);
    for (; i + 8 <= count; i += 8) {
        const __m256d ya = _mm256_loadu_pd(y + i), yb = _mm256_loadu_pd(y + i + 4);
        const __m256d a = _mm256_mul_pd(ya, s), b = _mm256_mul_pd(yb, s);
        unsigned left = certify_eight_16(is_f16, a, b, bound, out + i) ^ 0xff;
        add_to_sums(ya, sums, i);
        add_to_sums(yb, sums, i + 4);
        for (; left; left &= left - 1) {
            const ptrdiff_t at = i + __builtin_ctz(left);
            if (!certify_one_16(is_f16, y[at] * scale, e, out + at))
                undecided[found++] = first + at;
        }
    }
#endif
    for (; i < count; i++) {
        if (sums)
            sums[i] = stet_fma_f64(y[i], y[i], sums[i]);
        if (!certify_one_16(is_f16, y[i] * scale, e, out + i))
            undecided[found++] = first + i;
    }
    return found;
}
