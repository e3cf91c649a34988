/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1: numbers of a narrow format become doubles, and the sum of their squares on the way. A
 * template over the vector type of doubles; `format` is a constant wherever it is used. */

/* Sums of squares go in so many parts whatever the vectors are: the same number everywhere. */
enum { PARTS = 32 };

/* In the order of halves. */
INLINE double sum_of_parts(V *parts)
{
    double lanes[VL];
#pragma GCC unroll 16
    for (int count = PARTS / VL / 2; count > 0; count /= 2)
#pragma GCC unroll 16
        for (int p = 0; p < count; p++)
            parts[p] = ADD(parts[p], parts[p + count]);
#if defined(__AVX512F__) && VL == 8
    return _mm512_reduce_add_pd(parts[0]);
#endif
    STORE(lanes, parts[0]);
#pragma GCC unroll 4
    for (int count = VL / 2; count > 0; count /= 2)
#pragma GCC unroll 4
        for (int l = 0; l < count; l++)
            lanes[l] += lanes[l + count];
    return lanes[0];
}

/* Add the squares of the numbers to sums, if not NULL. */
INLINE void add_to_sums(V y, double *sums, ptrdiff_t i)
{
    if (sums)
        STORE(sums + i, FMA(y, y, LOAD(sums + i)));
}

/* VL numbers from x[i] on. What is not finite stays so. */
#if defined(__AVX512F__) && VL == 8
#define HAVE_DOUBLES_OF
INLINE V doubles_of(const int format, const void *x, ptrdiff_t i)
{
    if (format == STET_F32)
        return _mm512_cvtps_pd(_mm256_loadu_ps((const float *)x + i));
    const __m128i v = _mm_loadu_si128((const __m128i *)((const uint16_t *)x + i));
    if (format == STET_F16)
        return _mm512_cvtps_pd(_mm512_castps512_ps256(
            _mm512_cvtph_ps(_mm256_inserti128_si256(_mm256_setzero_si256(), v, 0))));
    return _mm512_cvtps_pd(_mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(v), 16)));
}
#elif defined(__AVX2__) && VL == 4
#define HAVE_DOUBLES_OF
/* binary16 as stet_from_16() has it, without F16C, which is a feature of its own; an exponent of
 * ones becomes float's. */
INLINE V doubles_of(const int format, const void *x, ptrdiff_t i)
{
    if (format == STET_F32)
        return _mm256_cvtps_pd(_mm_loadu_ps((const float *)x + i));
    const __m128i v = _mm_loadl_epi64((const __m128i *)((const uint16_t *)x + i));
    const __m128i wide = _mm_cvtepu16_epi32(v);
    if (format == STET_BF16)
        return _mm256_cvtps_pd(_mm_castsi128_ps(_mm_slli_epi32(wide, 16)));
    const __m128i size = _mm_and_si128(wide, _mm_set1_epi32(0x7fff));
    const __m128i sign = _mm_slli_epi32(_mm_xor_si128(wide, size), 16);
    const __m128i moved = _mm_or_si128(_mm_slli_epi32(size, 13), sign);
    const __m128 value = _mm_mul_ps(_mm_castsi128_ps(moved), _mm_set1_ps(0x1p112f));
    const __m128i ones =
        _mm_and_si128(_mm_cmpgt_epi32(size, _mm_set1_epi32(0x7bff)), _mm_set1_epi32(0x7f800000));
    return _mm256_cvtps_pd(_mm_or_ps(value, _mm_castsi128_ps(ones)));
}
#endif

/* Number i < count of y, or of x, which then go to y. */
INLINE V widened(const int format, const void *x, double *y, ptrdiff_t i, ptrdiff_t count)
{
#ifdef HAVE_DOUBLES_OF
    if (x && i + VL <= count) {
        const V a = doubles_of(format, x, i);
        STORE(y + i, a);
        return a;
    }
#endif
    if (i + VL > count) {
        double lanes[VL];
        for (int l = 0; l < VL; l++) {
            if (x && i + l < count)
                y[i + l] = stet_number_at((stet_precision)format, x, i + l);
            lanes[l] = i + l < count ? y[i + l] : 0;
        }
        return LOAD(lanes);
    }
    for (int l = 0; l < VL && x; l++)
        y[i + l] = stet_number_at((stet_precision)format, x, i + l);
    return LOAD(y + i);
}

INLINE double add_squares(const int format, const void *x, double *y, ptrdiff_t count)
{
    V parts[PARTS / VL];
    ptrdiff_t i = 0;
#pragma GCC unroll 32
    for (int p = 0; p < PARTS / VL; p++)
        parts[p] = SET1(0);
    for (; i + PARTS <= count; i += PARTS) {
#pragma GCC unroll 32
        for (int p = 0; p < PARTS / VL; p++) {
            const V a = widened(format, x, y, i + p * VL, i + PARTS);
            parts[p] = FMA(a, a, parts[p]);
        }
    }
#pragma GCC unroll 32
    for (int p = 0; p < PARTS / VL; p++)
        if (i + p * VL < count) {
            const V a = widened(format, x, y, i + p * VL, count);
            parts[p] = FMA(a, a, parts[p]);
        }
    return sum_of_parts(parts);
}

INLINE void add_squares_of_lines(const int format, const void *x, ptrdiff_t step, double *y,
                                 ptrdiff_t numbers, ptrdiff_t lines, double *sums)
{
    const ptrdiff_t number = format == STET_F32 ? sizeof(float) : sizeof(uint16_t);
    for (ptrdiff_t l = 0; l < lines; l++)
        sums[l] =
            add_squares(format, (const char *)x + l * step * number, y + l * numbers, numbers);
}

static double squares(double *y, ptrdiff_t count) { return add_squares(STET_F32, NULL, y, count); }
