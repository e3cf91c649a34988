/* The software fma on SSE2 vectors computes the bits of the fma instruction, lane by lane.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * The algorithms are those of softfma.c, which has their sources ([BM]) and proofs; the comments
 * here explain the differences. The bits are the same for all inputs; NaN gives some NaN. */
#ifndef STET_VEC_FMA_SSE2_H
#define STET_VEC_FMA_SSE2_H

#include <emmintrin.h>
#include <stdint.h>

#include "arith/fma.h"

static inline __m128d stet_sse2_two_sum(__m128d a, __m128d b, __m128d *e)
{
    const __m128d s = _mm_add_pd(a, b), b_part = _mm_sub_pd(s, a), a_part = _mm_sub_pd(s, b_part);
    *e = _mm_add_pd(_mm_sub_pd(a, a_part), _mm_sub_pd(b, b_part));
    return s;
}

/* Does the work of add_odd() of softfma.c. */
static inline __m128d stet_sse2_add_odd(__m128d a, __m128d b)
{
    const __m128d zero = _mm_setzero_pd();
    __m128d e;
    const __m128d s = stet_sse2_two_sum(a, b, &e);
    const __m128i inexact =
        _mm_castpd_si128(_mm_or_pd(_mm_cmplt_pd(e, zero), _mm_cmpgt_pd(e, zero)));
    const __m128i opposite = _mm_and_si128(_mm_castpd_si128(_mm_xor_pd(s, e)), inexact);
    const __m128i towards_zero = _mm_sub_epi64(_mm_castpd_si128(s), _mm_srli_epi64(opposite, 63));
    return _mm_castsi128_pd(_mm_or_si128(towards_zero, _mm_srli_epi64(inexact, 63)));
}

/* Computes a b + c in double, rounded to odd and then to float, for the lower two lanes. */
static inline __m128 stet_sse2_fma_odd_f32(__m128 a, __m128 b, __m128 c)
{
    const __m128d p = _mm_mul_pd(_mm_cvtps_pd(a), _mm_cvtps_pd(b));
    return _mm_cvtpd_ps(stet_sse2_add_odd(p, _mm_cvtps_pd(c)));
}

/* Computes all lanes as stet_soft_fma_f32() does. */
static inline __m128 stet_sse2_fma_f32_by_odd(__m128 a, __m128 b, __m128 c)
{
    const __m128 low = stet_sse2_fma_odd_f32(a, b, c);
    const __m128 high =
        stet_sse2_fma_odd_f32(_mm_movehl_ps(a, a), _mm_movehl_ps(b, b), _mm_movehl_ps(c, c));
    return _mm_movelh_ps(low, high);
}

/* Returns a b + c. With s = RN(a b + c) in double, RN(s) in float is the result unless s is a
 * midpoint of two floats. For every midpoint m is a double, so a b + c < m makes s <= m by
 * monotonicity, and s < m unless s = m; a number and its s lie on the same side of all other
 * midpoints. The last 28 bits of a midpoint are zeros: where floats are normal it ends in a one and
 * 28 zeros, and where they are not it has fewer bits still (the midpoint between the largest float
 * and infinity is of the first sort). So if no lane ends in 28 zeros, the result is ready; if one
 * does, all lanes are rounded to odd. Infinities and zeros end in zeros; NaN may go either way. */
static inline __m128 stet_sse2_fma_f32(__m128 a, __m128 b, __m128 c)
{
    const __m128d p0 = _mm_mul_pd(_mm_cvtps_pd(a), _mm_cvtps_pd(b));
    const __m128d p1 =
        _mm_mul_pd(_mm_cvtps_pd(_mm_movehl_ps(a, a)), _mm_cvtps_pd(_mm_movehl_ps(b, b)));
    const __m128d s0 = _mm_add_pd(p0, _mm_cvtps_pd(c));
    const __m128d s1 = _mm_add_pd(p1, _mm_cvtps_pd(_mm_movehl_ps(c, c)));
    const __m128 words = _mm_shuffle_ps(_mm_castpd_ps(s0), _mm_castpd_ps(s1), 0x88);
    const __m128i last28 = _mm_slli_epi32(_mm_castps_si128(words), 4);
    if (__builtin_expect(_mm_movemask_epi8(_mm_cmpeq_epi32(last28, _mm_setzero_si128())) != 0, 0))
        return stet_sse2_fma_f32_by_odd(a, b, c);
    return _mm_movelh_ps(_mm_cvtpd_ps(s0), _mm_cvtpd_ps(s1));
}

/* Does the work of upper_half() of softfma.c. */
static inline __m128d stet_sse2_upper_half(__m128d a)
{
    const __m128i half = _mm_set1_epi64x((int64_t)1 << 26), mask = _mm_set1_epi64x(-(1 << 27));
    return _mm_castsi128_pd(_mm_and_si128(_mm_add_epi64(_mm_castpd_si128(a), half), mask));
}

static inline __m128d stet_sse2_fma_fast_f64(__m128d a, __m128d b, __m128d c, __m128d p)
{
    const __m128d a_hi = stet_sse2_upper_half(a), b_hi = stet_sse2_upper_half(b);
    const __m128d a_lo = _mm_sub_pd(a, a_hi), b_lo = _mm_sub_pd(b, b_hi);
    __m128d e = _mm_sub_pd(_mm_mul_pd(a_hi, b_hi), p);
    e = _mm_add_pd(e, _mm_mul_pd(a_hi, b_lo));
    e = _mm_add_pd(e, _mm_mul_pd(a_lo, b_hi));
    e = _mm_add_pd(e, _mm_mul_pd(a_lo, b_lo));
    __m128d t_lo, v_lo;
    const __m128d t = stet_sse2_two_sum(c, e, &t_lo);
    const __m128d v = stet_sse2_two_sum(p, t, &v_lo);
    return _mm_add_pd(v, stet_sse2_add_odd(t_lo, v_lo));
}

static inline __m128d stet_sse2_fma_f64_by_lane(__m128d a, __m128d b, __m128d c)
{
    const double low = stet_soft_fma_f64(_mm_cvtsd_f64(a), _mm_cvtsd_f64(b), _mm_cvtsd_f64(c));
    const double high = stet_soft_fma_f64(_mm_cvtsd_f64(_mm_unpackhi_pd(a, a)),
                                          _mm_cvtsd_f64(_mm_unpackhi_pd(b, b)),
                                          _mm_cvtsd_f64(_mm_unpackhi_pd(c, c)));
    return _mm_set_pd(high, low);
}

/* Returns a b + c. Each lane is one of three sorts.
 *
 * A factor is zero: a b + c in IEEE arithmetic is right, because the product is an exact zero or
 * NaN. This is common: the table of a row 0 has t = 0, and signals have zeros.
 *
 * Both |a| and |b| are at least 2^-450: then the fast path runs, and its result counts if it is
 * finite. The lower limits of softfma.c hold: a and b are normal, |p| >= 2^-900. In place of its
 * upper limits the result is tested. Without an overflow the proofs there hold word for word. An
 * operation that overflows gives an infinity, and each later one that takes an infinity or NaN
 * gives one of the two (add_odd changes neither: its s comes with an e of NaN). Each number that is
 * computed goes into the result, so a finite result had no overflow. That covers infinite and NaN
 * operands too.
 *
 * If any lane is of another sort, stet_soft_fma_f64() computes one lane after the other. */
static inline __m128d stet_sse2_fma_f64(__m128d a, __m128d b, __m128d c)
{
    const __m128d magnitude = _mm_castsi128_pd(_mm_set1_epi64x(INT64_MAX));
    const __m128d infinity = _mm_castsi128_pd(_mm_set1_epi64x((int64_t)0x7ff << 52));
    const __m128d smaller = _mm_min_pd(_mm_and_pd(a, magnitude), _mm_and_pd(b, magnitude));
    const __m128d is_zero = _mm_cmpeq_pd(smaller, _mm_setzero_pd());
    const __m128d p = _mm_mul_pd(a, b);
    const __m128d fast = stet_sse2_fma_fast_f64(a, b, c, p), plain = _mm_add_pd(p, c);
    const __m128d r = _mm_or_pd(_mm_and_pd(is_zero, plain), _mm_andnot_pd(is_zero, fast));
    const __m128d suits = _mm_or_pd(is_zero, _mm_cmpge_pd(smaller, _mm_set1_pd(0x1p-450)));
    const __m128d finite = _mm_cmplt_pd(_mm_and_pd(r, magnitude), infinity);
    if (__builtin_expect(_mm_movemask_pd(_mm_and_pd(suits, finite)) != 3, 0))
        return stet_sse2_fma_f64_by_lane(a, b, c);
    return r;
}

#endif
