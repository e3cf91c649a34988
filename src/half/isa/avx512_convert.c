/* SPDX-License-Identifier: Apache-2.0 */
#include <immintrin.h>
#include <string.h>

#include "half/convert.h"
#include "half/twist.h"

typedef __m256i words;
enum { LANES = 16 };

static inline words load(const uint16_t *x, ptrdiff_t n)
{
    return n >= LANES ? _mm256_loadu_si256((const words *)x)
                      : _mm256_maskz_loadu_epi16((__mmask16)((1u << n) - 1), x);
}
static inline void store(uint16_t *y, ptrdiff_t n, words a)
{
    if (n >= LANES)
        _mm256_storeu_si256((words *)y, a);
    else
        _mm256_mask_storeu_epi16(y, (__mmask16)((1u << n) - 1), a);
}
static inline __m512 load_floats(const float *x, ptrdiff_t n)
{
    return n >= LANES ? _mm512_loadu_ps(x) : _mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), x);
}
static inline void store_floats(float *y, ptrdiff_t n, __m512 a)
{
    if (n >= LANES)
        _mm512_storeu_ps(y, a);
    else
        _mm512_mask_storeu_ps(y, (__mmask16)((1u << n) - 1), a);
}

static inline words magnitude(words a) { return _mm256_and_si256(a, _mm256_set1_epi16(0x7fff)); }
static inline unsigned largest(words max)
{
    return (unsigned)_mm512_reduce_max_epi32(_mm512_cvtepu16_epi32(max));
}

static inline __m512 bf16_to_floats(words a)
{
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(a), 16));
}

/* The upper half after adding what rounds to nearest, ties to even; of NaN the upper half, quiet. */
static inline words floats_to_bf16(__m512 x)
{
    const __m512i bits = _mm512_castps_si512(x), high = _mm512_srli_epi32(bits, 16);
    const __m512i odd = _mm512_and_si512(high, _mm512_set1_epi32(1));
    __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, odd), _mm512_set1_epi32(0x7fff));
    rounded = _mm512_srli_epi32(rounded, 16);
    const __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    rounded = _mm512_mask_or_epi32(rounded, nan, high, _mm512_set1_epi32(0x40));
    return _mm512_cvtepi32_epi16(rounded);
}

/* Two vectors at a time, then what is left. */
#define WIDEN(name, convert)                                                                       \
    static unsigned name(const uint16_t *x, ptrdiff_t n, float scale, float *y)                    \
    {                                                                                              \
        const __m512 s = _mm512_set1_ps(scale);                                                    \
        words max = _mm256_setzero_si256(), other = max;                                           \
        ptrdiff_t i = 0;                                                                           \
        for (; i + 2 * LANES <= n; i += 2 * LANES) {                                               \
            const words a = load(x + i, LANES), b = load(x + i + LANES, LANES);                    \
            max = _mm256_max_epu16(max, magnitude(a));                                             \
            other = _mm256_max_epu16(other, magnitude(b));                                         \
            _mm512_storeu_ps(y + i, _mm512_mul_ps(convert(a), s));                                 \
            _mm512_storeu_ps(y + i + LANES, _mm512_mul_ps(convert(b), s));                         \
        }                                                                                          \
        for (; i < n; i += LANES) {                                                                \
            const words a = load(x + i, n - i);                                                    \
            max = _mm256_max_epu16(max, magnitude(a));                                             \
            store_floats(y + i, n - i, _mm512_mul_ps(convert(a), s));                              \
        }                                                                                          \
        return largest(_mm256_max_epu16(max, other));                                              \
    }

#define NARROW(name, convert)                                                                      \
    static unsigned name(const float *x, ptrdiff_t n, uint16_t *y)                                 \
    {                                                                                              \
        words max = _mm256_setzero_si256(), other = max;                                           \
        ptrdiff_t i = 0;                                                                           \
        for (; i + 2 * LANES <= n; i += 2 * LANES) {                                               \
            const words a = convert(_mm512_loadu_ps(x + i));                                       \
            const words b = convert(_mm512_loadu_ps(x + i + LANES));                               \
            max = _mm256_max_epu16(max, magnitude(a));                                             \
            other = _mm256_max_epu16(other, magnitude(b));                                         \
            store(y + i, LANES, a);                                                                \
            store(y + i + LANES, LANES, b);                                                        \
        }                                                                                          \
        for (; i < n; i += LANES) {                                                                \
            const words a = convert(load_floats(x + i, n - i));                                    \
            max = _mm256_max_epu16(max, magnitude(a));                                             \
            store(y + i, n - i, a);                                                                \
        }                                                                                          \
        return largest(_mm256_max_epu16(max, other));                                              \
    }

#define FLOATS_TO_F16(a) _mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT)

WIDEN(widen_f16, _mm512_cvtph_ps)
WIDEN(widen_bf16, bf16_to_floats)
NARROW(narrow_f16, FLOATS_TO_F16)
NARROW(narrow_bf16, floats_to_bf16)

/* (re, im) pairs of a times (re, im) pairs of b: fmaddsub subtracts in the even lanes. */
static inline __m512 product(__m512 a, __m512 b)
{
    const __m512 cross = _mm512_mul_ps(_mm512_permute_ps(a, 0xb1), _mm512_movehdup_ps(b));
    return _mm512_fmaddsub_ps(a, _mm512_moveldup_ps(b), cross);
}

static void twist(float *x, ptrdiff_t n, const float *coarse, const float *fine, int conjugate)
{
    const __m512 sign =
        _mm512_castsi512_ps(_mm512_set1_epi64(conjugate ? 0 : (long long)0x8000000000000000));
    const ptrdiff_t whole = n / STET_FINE * STET_FINE;
    for (ptrdiff_t c = 0; c < whole; c += STET_FINE, x += 2 * STET_FINE, coarse += 2) {
        double pair;
        memcpy(&pair, coarse, sizeof pair);
        const __m512 a = _mm512_xor_ps(_mm512_castpd_ps(_mm512_set1_pd(pair)), sign);
#pragma GCC unroll 4
        for (int i = 0; i < 2 * STET_FINE; i += LANES) {
            const __m512 w = product(a, _mm512_xor_ps(_mm512_loadu_ps(fine + i), sign));
            _mm512_storeu_ps(x + i, product(_mm512_loadu_ps(x + i), w));
        }
    }
    stet_twist_part(x, 0, n - whole, coarse, fine, conjugate);
}

/* Four rounds: blocks of 8, 4, 2 and 1 lanes change places. */
static void transpose(const uint16_t *from, ptrdiff_t from_step, uint16_t *to, ptrdiff_t to_step)
{
    __m512i r[16];
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++)
        r[i] = _mm512_loadu_si512(from + 2 * i * from_step);
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        const __m512i a = r[i], b = r[i + 8];
        r[i] = _mm512_shuffle_i64x2(a, b, 0x44);
        r[i + 8] = _mm512_shuffle_i64x2(a, b, 0xee);
    }
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        const int i = k / 4 * 8 + k % 4;
        const __m512i a = r[i], b = r[i + 4];
        r[i] = _mm512_permutex2var_epi64(a, low, b);
        r[i + 4] = _mm512_permutex2var_epi64(a, high, b);
    }
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) {
        const int i = k / 2 * 4 + k % 2;
        const __m512i a = r[i], b = r[i + 2];
        r[i] = _mm512_unpacklo_epi64(a, b);
        r[i + 2] = _mm512_unpackhi_epi64(a, b);
    }
#pragma GCC unroll 8
    for (int i = 0; i < 16; i += 2) {
        const __m512i a = r[i], b = r[i + 1];
        r[i] = _mm512_mask_shuffle_epi32(a, 0xaaaa, b, _MM_PERM_CCAA);
        r[i + 1] = _mm512_mask_shuffle_epi32(b, 0x5555, a, _MM_PERM_DDBB);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++)
        _mm512_storeu_si512(to + 2 * i * to_step, r[i]);
}

const struct stet_convert_kernels stet_avx512_convert = {
    {widen_f16, narrow_f16, twist, transpose, 0x7c00},
    {widen_bf16, narrow_bf16, twist, transpose, 0x7f80}};
