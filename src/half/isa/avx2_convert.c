/* SPDX-License-Identifier: Apache-2.0 */
#include <immintrin.h>
#include <string.h>

#include "half/convert.h"
#include "half/twist.h"

typedef __m128i words;
enum { LANES = 8 };

static inline words magnitude(words a) { return _mm_and_si128(a, _mm_set1_epi16(0x7fff)); }

/* phminposuw finds the smallest of eight. */
static inline unsigned largest(words max)
{
    const words ones = _mm_set1_epi16(-1);
    return 0xffffu ^ (unsigned)_mm_extract_epi16(_mm_minpos_epu16(_mm_xor_si128(max, ones)), 0);
}

static inline __m256 bf16_to_floats(words a)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(a), 16));
}

/* See avx512_convert.c. */
static inline words floats_to_bf16(__m256 x)
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

#define WIDEN(name, convert)                                                                       \
    static unsigned name(const uint16_t *x, ptrdiff_t n, float scale, float *y)                    \
    {                                                                                              \
        const __m256 s = _mm256_set1_ps(scale);                                                    \
        words max = _mm_setzero_si128();                                                           \
        ptrdiff_t i = 0;                                                                           \
        for (; i + LANES <= n; i += LANES) {                                                       \
            const words a = _mm_loadu_si128((const words *)(x + i));                               \
            max = _mm_max_epu16(max, magnitude(a));                                                \
            _mm256_storeu_ps(y + i, _mm256_mul_ps(convert(a), s));                                 \
        }                                                                                          \
        if (i < n) {                                                                               \
            uint16_t part[LANES] = {0};                                                            \
            float wide[LANES];                                                                     \
            memcpy(part, x + i, (size_t)(n - i) * sizeof *x);                                      \
            const words a = _mm_loadu_si128((const words *)part);                                  \
            max = _mm_max_epu16(max, magnitude(a));                                                \
            _mm256_storeu_ps(wide, _mm256_mul_ps(convert(a), s));                                  \
            memcpy(y + i, wide, (size_t)(n - i) * sizeof *y);                                      \
        }                                                                                          \
        return largest(max);                                                                       \
    }

#define NARROW(name, convert)                                                                      \
    static unsigned name(const float *x, ptrdiff_t n, uint16_t *y)                                 \
    {                                                                                              \
        words max = _mm_setzero_si128();                                                           \
        ptrdiff_t i = 0;                                                                           \
        for (; i + LANES <= n; i += LANES) {                                                       \
            const words a = convert(_mm256_loadu_ps(x + i));                                       \
            max = _mm_max_epu16(max, magnitude(a));                                                \
            _mm_storeu_si128((words *)(y + i), a);                                                 \
        }                                                                                          \
        if (i < n) {                                                                               \
            float part[LANES] = {0};                                                               \
            uint16_t narrow[LANES];                                                                \
            memcpy(part, x + i, (size_t)(n - i) * sizeof *x);                                      \
            const words a = convert(_mm256_loadu_ps(part));                                        \
            max = _mm_max_epu16(max, magnitude(a));                                                \
            _mm_storeu_si128((words *)narrow, a);                                                  \
            memcpy(y + i, narrow, (size_t)(n - i) * sizeof *y);                                    \
        }                                                                                          \
        return largest(max);                                                                       \
    }

#define FLOATS_TO_F16(a) _mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT)

WIDEN(widen_f16, _mm256_cvtph_ps)
WIDEN(widen_bf16, bf16_to_floats)
NARROW(narrow_f16, FLOATS_TO_F16)
NARROW(narrow_bf16, floats_to_bf16)

static inline __m256 product(__m256 a, __m256 b)
{
    const __m256 cross = _mm256_mul_ps(_mm256_permute_ps(a, 0xb1), _mm256_movehdup_ps(b));
    return _mm256_fmaddsub_ps(a, _mm256_moveldup_ps(b), cross);
}

static void twist(float *x, ptrdiff_t n, const float *coarse, const float *fine, int conjugate)
{
    const __m256 sign =
        _mm256_castsi256_ps(_mm256_set1_epi64x(conjugate ? 0 : (long long)0x8000000000000000));
    const ptrdiff_t whole = n / STET_FINE * STET_FINE;
    for (ptrdiff_t c = 0; c < whole; c += STET_FINE, x += 2 * STET_FINE, coarse += 2) {
        double pair;
        memcpy(&pair, coarse, sizeof pair);
        const __m256 a = _mm256_xor_ps(_mm256_castpd_ps(_mm256_set1_pd(pair)), sign);
#pragma GCC unroll 8
        for (int i = 0; i < 2 * STET_FINE; i += LANES) {
            const __m256 w = product(a, _mm256_xor_ps(_mm256_loadu_ps(fine + i), sign));
            _mm256_storeu_ps(x + i, product(_mm256_loadu_ps(x + i), w));
        }
    }
    stet_twist_part(x, 0, n - whole, coarse, fine, conjugate);
}

/* 8 by 8: rounds of 1, 2 and 4 lanes. */
static inline void transpose8(const uint16_t *from, ptrdiff_t from_step, uint16_t *to,
                              ptrdiff_t to_step)
{
    __m256 r[8], s[8];
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++)
        r[i] = _mm256_castsi256_ps(_mm256_loadu_si256((const __m256i *)(from + 2 * i * from_step)));
#pragma GCC unroll 4
    for (int i = 0; i < 8; i += 2) {
        s[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
        s[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }
#pragma GCC unroll 2
    for (int i = 0; i < 8; i += 4) {
        r[i] = _mm256_shuffle_ps(s[i], s[i + 2], 0x44);
        r[i + 1] = _mm256_shuffle_ps(s[i], s[i + 2], 0xee);
        r[i + 2] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0x44);
        r[i + 3] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0xee);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        const __m256 low = _mm256_permute2f128_ps(r[i], r[i + 4], 0x20);
        const __m256 high = _mm256_permute2f128_ps(r[i], r[i + 4], 0x31);
        _mm256_storeu_si256((__m256i *)(to + 2 * i * to_step), _mm256_castps_si256(low));
        _mm256_storeu_si256((__m256i *)(to + 2 * (i + 4) * to_step), _mm256_castps_si256(high));
    }
}

static void transpose(const uint16_t *from, ptrdiff_t from_step, uint16_t *to, ptrdiff_t to_step)
{
    for (int a = 0; a < 16; a += 8)
        for (int b = 0; b < 16; b += 8)
            transpose8(from + 2 * (a * from_step + b), from_step, to + 2 * (b * to_step + a),
                       to_step);
}

const struct stet_convert_kernels stet_avx2_convert = {
    {widen_f16, narrow_f16, twist, transpose, 0x7c00},
    {widen_bf16, narrow_bf16, twist, transpose, 0x7f80}};
