/* The software fma on WebAssembly's vectors computes the bits of the fma instruction, lane by lane.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * The algorithms are those of softfma.c, which has their sources ([BM]) and proofs. fma_sse2.h has
 * the same operations and explains the differences. The bits are the same for all inputs; NaN gives
 * some NaN. */
#ifndef STET_VEC_FMA_SIMD128_H
#define STET_VEC_FMA_SIMD128_H

#include <stdint.h>
#include <wasm_simd128.h>

#include "arith/fma.h"

static inline v128_t stet_simd128_two_sum(v128_t a, v128_t b, v128_t *e)
{
    const v128_t s = wasm_f64x2_add(a, b);
    const v128_t b_part = wasm_f64x2_sub(s, a), a_part = wasm_f64x2_sub(s, b_part);
    *e = wasm_f64x2_add(wasm_f64x2_sub(a, a_part), wasm_f64x2_sub(b, b_part));
    return s;
}

/* Does the work of add_odd() of softfma.c. */
static inline v128_t stet_simd128_add_odd(v128_t a, v128_t b)
{
    const v128_t zero = wasm_f64x2_const_splat(0);
    v128_t e;
    const v128_t s = stet_simd128_two_sum(a, b, &e);
    const v128_t inexact = wasm_v128_or(wasm_f64x2_lt(e, zero), wasm_f64x2_gt(e, zero));
    const v128_t opposite = wasm_v128_and(wasm_v128_xor(s, e), inexact);
    const v128_t towards_zero = wasm_i64x2_sub(s, wasm_u64x2_shr(opposite, 63));
    return wasm_v128_or(towards_zero, wasm_u64x2_shr(inexact, 63));
}

/* Returns the upper two lanes of floats. */
static inline v128_t stet_simd128_upper(v128_t a) { return wasm_i64x2_shuffle(a, a, 1, 1); }
static inline v128_t stet_simd128_wide(v128_t a) { return wasm_f64x2_promote_low_f32x4(a); }
static inline v128_t stet_simd128_wide_upper(v128_t a)
{
    return stet_simd128_wide(stet_simd128_upper(a));
}

/* Rounds two pairs of doubles to four floats. */
static inline v128_t stet_simd128_narrow(v128_t low, v128_t high)
{
    return wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high),
                              0, 2);
}

/* Computes all lanes as stet_soft_fma_f32() does. */
static inline v128_t stet_simd128_fma_f32_by_odd(v128_t a, v128_t b, v128_t c)
{
    const v128_t p0 = wasm_f64x2_mul(stet_simd128_wide(a), stet_simd128_wide(b));
    const v128_t p1 = wasm_f64x2_mul(stet_simd128_wide_upper(a), stet_simd128_wide_upper(b));
    return stet_simd128_narrow(stet_simd128_add_odd(p0, stet_simd128_wide(c)),
                               stet_simd128_add_odd(p1, stet_simd128_wide_upper(c)));
}

/* Returns zero in a 32-bit lane if a number of s0 or s1 ends in 28 zeros. Rounding that number to
 * float may then differ from rounding a b + c once. */
static inline v128_t stet_simd128_last28(v128_t s0, v128_t s1)
{
    return wasm_i32x4_shl(wasm_i32x4_shuffle(s0, s1, 0, 2, 4, 6), 4);
}

/* Reports whether rounding a number of s0 or s1 to float may differ from rounding once. It does not
 * differ if the number is a float, or zero. A midpoint of normal floats ends in a one and 28 zeros;
 * all numbers that are subnormal as floats count as midpoints. */
static inline int stet_simd128_may_differ(v128_t s0, v128_t s1)
{
    const v128_t low = wasm_i32x4_shuffle(s0, s1, 0, 2, 4, 6);
    const v128_t high =
        wasm_v128_and(wasm_i32x4_shuffle(s0, s1, 1, 3, 5, 7), wasm_i32x4_const_splat(0x7fffffff));
    const v128_t midpoint =
        wasm_i32x4_eq(wasm_i32x4_shl(low, 3), wasm_i32x4_const_splat(INT32_MIN));
    const v128_t subnormal = wasm_i32x4_lt(high, wasm_i32x4_const_splat((1023 - 126) << 20));
    const v128_t zero = wasm_i32x4_eq(wasm_v128_or(high, low), wasm_i32x4_const_splat(0));
    return wasm_v128_any_true(wasm_v128_or(midpoint, wasm_v128_andnot(subnormal, zero)));
}

/* Returns a b + c. fma_sse2.h proves that a sum in double that does not end in 28 zeros may be
 * rounded again. */
static inline v128_t stet_simd128_fma_f32(v128_t a, v128_t b, v128_t c)
{
    const v128_t p0 = wasm_f64x2_mul(stet_simd128_wide(a), stet_simd128_wide(b));
    const v128_t p1 = wasm_f64x2_mul(stet_simd128_wide_upper(a), stet_simd128_wide_upper(b));
    const v128_t s0 = wasm_f64x2_add(p0, stet_simd128_wide(c));
    const v128_t s1 = wasm_f64x2_add(p1, stet_simd128_wide_upper(c));
    if (__builtin_expect(!wasm_i32x4_all_true(stet_simd128_last28(s0, s1)), 0) &&
        stet_simd128_may_differ(s0, s1))
        return stet_simd128_fma_f32_by_odd(a, b, c);
    return stet_simd128_narrow(s0, s1);
}

/* -------------------------------------------------------- a butterfly of floats -- */

/* Four floats are held as doubles. */
typedef struct {
    v128_t low, high;
} stet_simd128_four;

static inline stet_simd128_four stet_simd128_widen(v128_t a)
{
    return (stet_simd128_four){stet_simd128_wide(a), stet_simd128_wide_upper(a)};
}

/* Returns c + p, or c - p. *least becomes its minimum with stet_simd128_last28() of the result. */
static inline stet_simd128_four stet_simd128_sum(stet_simd128_four c, stet_simd128_four p,
                                                 int minus, v128_t *least)
{
    const stet_simd128_four s = {
        minus ? wasm_f64x2_sub(c.low, p.low) : wasm_f64x2_add(c.low, p.low),
        minus ? wasm_f64x2_sub(c.high, p.high) : wasm_f64x2_add(c.high, p.high)};
    *least = wasm_u32x4_min(*least, stet_simd128_last28(s.low, s.high));
    return s;
}

static inline stet_simd128_four stet_simd128_times(stet_simd128_four a, stet_simd128_four b)
{
    return (stet_simd128_four){wasm_f64x2_mul(a.low, b.low), wasm_f64x2_mul(a.high, b.high)};
}

static inline v128_t stet_simd128_floats(stet_simd128_four a)
{
    return stet_simd128_narrow(a.low, a.high);
}

/* Rounds to floats. */
static inline stet_simd128_four stet_simd128_rounded(stet_simd128_four a)
{
    return (stet_simd128_four){stet_simd128_wide(wasm_f32x4_demote_f64x2_zero(a.low)),
                               stet_simd128_wide(wasm_f32x4_demote_f64x2_zero(a.high))};
}

/* Computes the six fma of a radix-2 butterfly of a[0] + i a[1] and b. With u = RN(b[0] + t b[1])
 * and v = RN(b[1] - t b[0]),
 *     a, b = RN(a[0] +- m u), RN(a[1] +- m v);  turned: RN(a[0] +- m v), RN(a[1] -+ m u).
 * Numbers are widened once, products are made once for both signs, and one test of all sums says
 * whether all of them may be rounded. If not, it computes one fma after the other. */
static inline void stet_simd128_butterfly_f32(const int turned, v128_t m, v128_t t, v128_t *a,
                                              v128_t *b)
{
    const stet_simd128_four a0 = stet_simd128_widen(a[0]), a1 = stet_simd128_widen(a[1]);
    const stet_simd128_four b0 = stet_simd128_widen(b[0]), b1 = stet_simd128_widen(b[1]);
    const stet_simd128_four factor = stet_simd128_widen(m), tangent = stet_simd128_widen(t);
    v128_t least = wasm_i32x4_const_splat(-1);
    const stet_simd128_four u = stet_simd128_sum(b0, stet_simd128_times(tangent, b1), 0, &least);
    const stet_simd128_four v = stet_simd128_sum(b1, stet_simd128_times(tangent, b0), 1, &least);
    const stet_simd128_four mu = stet_simd128_times(factor, stet_simd128_rounded(u));
    const stet_simd128_four mv = stet_simd128_times(factor, stet_simd128_rounded(v));
    const stet_simd128_four re = turned ? mv : mu, im = turned ? mu : mv;
    const stet_simd128_four s0 = stet_simd128_sum(a0, re, 0, &least);
    const stet_simd128_four s1 = stet_simd128_sum(a1, im, turned, &least);
    const stet_simd128_four d0 = stet_simd128_sum(a0, re, 1, &least);
    const stet_simd128_four d1 = stet_simd128_sum(a1, im, !turned, &least);
    if (__builtin_expect(wasm_i32x4_all_true(least), 1)) {
        a[0] = stet_simd128_floats(s0);
        a[1] = stet_simd128_floats(s1);
        b[0] = stet_simd128_floats(d0);
        b[1] = stet_simd128_floats(d1);
        return;
    }
    const v128_t minus_t = wasm_f32x4_neg(t), minus_m = wasm_f32x4_neg(m), x = a[0], y = a[1];
    const v128_t p = stet_simd128_fma_f32(t, b[1], b[0]),
                 q = stet_simd128_fma_f32(minus_t, b[0], b[1]);
    a[0] = stet_simd128_fma_f32(m, turned ? q : p, x);
    b[0] = stet_simd128_fma_f32(minus_m, turned ? q : p, x);
    a[1] = stet_simd128_fma_f32(turned ? minus_m : m, turned ? p : q, y);
    b[1] = stet_simd128_fma_f32(turned ? m : minus_m, turned ? p : q, y);
}

/* Does the work of upper_half() of softfma.c. */
static inline v128_t stet_simd128_upper_half(v128_t a)
{
    const v128_t half = wasm_i64x2_const_splat((int64_t)1 << 26);
    const v128_t mask = wasm_i64x2_const_splat(-(1 << 27));
    return wasm_v128_and(wasm_i64x2_add(a, half), mask);
}

static inline v128_t stet_simd128_fma_fast_f64(v128_t a, v128_t b, v128_t c, v128_t p)
{
    const v128_t a_hi = stet_simd128_upper_half(a), b_hi = stet_simd128_upper_half(b);
    const v128_t a_lo = wasm_f64x2_sub(a, a_hi), b_lo = wasm_f64x2_sub(b, b_hi);
    v128_t e = wasm_f64x2_sub(wasm_f64x2_mul(a_hi, b_hi), p);
    e = wasm_f64x2_add(e, wasm_f64x2_mul(a_hi, b_lo));
    e = wasm_f64x2_add(e, wasm_f64x2_mul(a_lo, b_hi));
    e = wasm_f64x2_add(e, wasm_f64x2_mul(a_lo, b_lo));
    v128_t t_lo, v_lo;
    const v128_t t = stet_simd128_two_sum(c, e, &t_lo);
    const v128_t v = stet_simd128_two_sum(p, t, &v_lo);
    return wasm_f64x2_add(v, stet_simd128_add_odd(t_lo, v_lo));
}

static inline v128_t stet_simd128_fma_f64_by_lane(v128_t a, v128_t b, v128_t c)
{
    const double low =
        stet_soft_fma_f64(wasm_f64x2_extract_lane(a, 0), wasm_f64x2_extract_lane(b, 0),
                          wasm_f64x2_extract_lane(c, 0));
    const double high =
        stet_soft_fma_f64(wasm_f64x2_extract_lane(a, 1), wasm_f64x2_extract_lane(b, 1),
                          wasm_f64x2_extract_lane(c, 1));
    return wasm_f64x2_make(low, high);
}

/* Returns a b + c. Lanes are of three sorts: fma_sse2.h lists them, and says why a finite result of
 * the fast path is right. */
static inline v128_t stet_simd128_fma_f64(v128_t a, v128_t b, v128_t c)
{
    const v128_t infinity = wasm_f64x2_const_splat(__builtin_inf());
    const v128_t smaller = wasm_f64x2_pmin(wasm_f64x2_abs(a), wasm_f64x2_abs(b));
    const v128_t is_zero = wasm_f64x2_eq(smaller, wasm_f64x2_const_splat(0));
    const v128_t p = wasm_f64x2_mul(a, b);
    const v128_t fast = stet_simd128_fma_fast_f64(a, b, c, p), plain = wasm_f64x2_add(p, c);
    const v128_t r = wasm_v128_bitselect(plain, fast, is_zero);
    const v128_t suits =
        wasm_v128_or(is_zero, wasm_f64x2_ge(smaller, wasm_f64x2_const_splat(0x1p-450)));
    const v128_t finite = wasm_f64x2_lt(wasm_f64x2_abs(r), infinity);
    if (__builtin_expect(!wasm_i64x2_all_true(wasm_v128_and(suits, finite)), 0))
        return stet_simd128_fma_f64_by_lane(a, b, c);
    return r;
}

#endif
