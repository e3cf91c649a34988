/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes 16-bit numbers with the vectors of vec/avx512.h: binary16, or bfloat16 if
 * STET_BF16_LINES is defined. Most is twice the largest pattern so far, which drops its sign, lane
 * by lane. There are few constants, because the kernels need the 32 registers for data. */
#include <stdint.h>

#define AS_FLOATS(a) _mm512_castsi512_ps(a)
#define AS_PAIRS(a) _mm512_castps_si512(a)

/* VL complex numbers of 16 bits. */
typedef __m512i Pairs, Most;
#define NOTHING_YET(most) _mm512_setzero_si512()
#define LARGER(a, b) _mm512_max_epu16(a, b)

#ifdef STET_BF16_LINES
#define INFINITE 0x7f80
#else
#define INFINITE 0x7c00
#endif

INLINE int IS_FINITE(Most most)
{
    return _mm512_cmpge_epu16_mask(most, _mm512_set1_epi16((short)(2 * INFINITE))) == 0;
}

INLINE V FMS(V a, V b, V c) { return _mm512_fmsub_ps(a, b, c); }
INLINE Pairs load_pairs(const uint16_t *p) { return _mm512_loadu_si512(p); }
INLINE void store_pairs(uint16_t *p, Pairs a) { _mm512_storeu_si512(p, a); }

INLINE void note(Pairs pairs, Most *most)
{
    *most = _mm512_max_epu16(*most, _mm512_add_epi16(pairs, pairs));
}

/* Says which lanes go to an array: in their order, or in that of STORE_RUNS or STORE_LANES. */
#define WRITTEN_IN_ORDER 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define WRITTEN_AS_RUNS 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15
#define WRITTEN_AS_LANES 0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15

/* Makes 16-bit lanes in pairs: the numbers u(i) and v(i), with i in this order. */
#define TWO_EACH(...) TWO_EACH_(__VA_ARGS__)
#define TWO_EACH_(u, v, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                            \
    _mm512_set_epi16(v(p), u(p), v(o), u(o), v(n), u(n), v(m), u(m), v(l), u(l), v(k), u(k), v(j), \
                     u(j), v(i), u(i), v(h), u(h), v(g), u(g), v(f), u(f), v(e), u(e), v(d), u(d), \
                     v(c), u(c), v(b), u(b), v(a), u(a))

#ifdef STET_BF16_LINES

/* A bfloat16 is the upper half of a float. */
INLINE void widen_pairs(__m512i pairs, V *re, V *im)
{
    *re = _mm512_castsi512_ps(_mm512_slli_epi32(pairs, 16));
    *im = _mm512_castsi512_ps(_mm512_and_si512(pairs, _mm512_set1_epi32((int)0xffff0000)));
}

INLINE void read_columns(const uint16_t *p, V *re, V *im)
{
    const __m512i order = _mm512_setr_epi32(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    widen_pairs(_mm512_permutexvar_epi32(order, load_pairs(p)), re, im);
}

INLINE float read_one(const uint16_t *p)
{
    return _mm_cvtss_f32(_mm_castsi128_ps(_mm_cvtsi32_si128((int)((uint32_t)*p << 16))));
}

INLINE V read_reals(const uint16_t *p)
{
    const __m512i x = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)p));
    return _mm512_castsi512_ps(_mm512_slli_epi32(x, 16));
}

INLINE void read_lanes(const uint16_t *p, V *re, V *im)
{
    const __m512i order = _mm512_setr_epi32(0, 8, 1, 9, 4, 12, 5, 13, 2, 10, 3, 11, 6, 14, 7, 15);
    widen_pairs(_mm512_permutexvar_epi32(order, load_pairs(p)), re, im);
}

/* After this the upper half is x rounded to nearest, ties to even: see vec/convert_avx512.h. NaN
 * stay NaN: those of the input are quiet, those of invalid operations too, and the lower halves of
 * both are zero. */
INLINE __m512i round_upper(V x)
{
    const __m512i bits = _mm512_castps_si512(x);
    const __mmask16 odd = _mm512_test_epi32_mask(bits, _mm512_set1_epi32(0x10000));
    const __m512i down = _mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff));
    return _mm512_mask_add_epi32(down, odd, bits, _mm512_set1_epi32(0x8000));
}

/* The upper halves of the floats re have numbers from 0 on, those of im from 32 on. */
#define UPPER_OF_RE(i) (2 * (i) + 1)
#define UPPER_OF_IM(i) (2 * (i) + 33)
#define NARROWED(re, im, order)                                                                    \
    _mm512_permutex2var_epi16(round_upper(re), TWO_EACH(UPPER_OF_RE, UPPER_OF_IM, order),          \
                              round_upper(im))

#else

INLINE void widen_pairs(__m512i pairs, V *re, V *im)
{
    *re = _mm512_cvtph_ps(_mm512_cvtepi32_epi16(pairs));
    *im = _mm512_cvtph_ps(_mm512_cvtepi32_epi16(_mm512_srli_epi32(pairs, 16)));
}

INLINE float read_one(const uint16_t *p)
{
    return _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(*p)));
}

INLINE V read_reals(const uint16_t *p)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p));
}

/* Numbers are chosen before they are widened, but after it in columns: each way is the faster one
 * there. */
INLINE V chosen(const uint16_t *p, __m256i order)
{
    return _mm512_cvtph_ps(_mm512_castsi512_si256(
        _mm512_permutexvar_epi16(_mm512_castsi256_si512(order), load_pairs(p))));
}

INLINE void read_lanes(const uint16_t *p, V *re, V *im)
{
    const __m256i order =
        _mm256_setr_epi16(0, 16, 2, 18, 8, 24, 10, 26, 4, 20, 6, 22, 12, 28, 14, 30);
    *re = chosen(p, order);
    *im = chosen(p, _mm256_add_epi16(order, _mm256_set1_epi16(1)));
}

INLINE void read_columns(const uint16_t *p, V *re, V *im)
{
    const V a = _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p));
    const V b = _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(p + VL)));
    *re = _mm512_shuffle_ps(a, b, 0x88);
    *im = _mm512_shuffle_ps(a, b, 0xdd);
}

INLINE Pairs narrowed(V re, V im, __m512i order)
{
    const __m256i a = _mm512_cvtps_ph(re, _MM_FROUND_TO_NEAREST_INT);
    const __m256i b = _mm512_cvtps_ph(im, _MM_FROUND_TO_NEAREST_INT);
    return _mm512_permutex2var_epi16(_mm512_castsi256_si512(a), order, _mm512_castsi256_si512(b));
}

/* The 16-bit numbers of re are counted from 0 on, those of im from 32 on. */
#define OF_RE(i) (i)
#define OF_IM(i) ((i) + 32)
#define NARROWED(re, im, order) narrowed(re, im, TWO_EACH(OF_RE, OF_IM, order))

#endif

/* Reads in the order of read_columns(). */
INLINE V read_real_columns(const uint16_t *p)
{
    const __m512i order = _mm512_setr_epi32(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    return _mm512_permutexvar_ps(order, read_reals(p));
}

INLINE Pairs narrow_pairs(V re, V im) { return NARROWED(re, im, WRITTEN_IN_ORDER); }

INLINE void write_lanes(uint16_t *p, V re, V im, Most *most)
{
    const Pairs pairs = NARROWED(re, im, WRITTEN_AS_LANES);
    note(pairs, most);
    store_pairs(p, pairs);
}

INLINE void write_pairs(uint16_t *p, V re, V im, Most *most)
{
    const Pairs pairs = narrow_pairs(re, im);
    note(pairs, most);
    store_pairs(p, pairs);
}

INLINE void write_runs(uint16_t *p, uint16_t *q, V re, V im, Most *most)
{
    const Pairs pairs = NARROWED(re, im, WRITTEN_AS_RUNS);
    note(pairs, most);
    _mm256_storeu_si256((__m256i *)p, _mm512_castsi512_si256(pairs));
    _mm256_storeu_si256((__m256i *)q, _mm512_extracti64x4_epi64(pairs, 1));
}
