/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of two words for the checks of graph/double_word.h: its operations, one number at a time,
 * as arith/eft.h has their parts. */
#ifndef STET_TESTS_VEC_DOUBLE_WORD_H
#define STET_TESTS_VEC_DOUBLE_WORD_H

#include "arith/bits.h"
#include "arith/fma.h"
#include "vec/check.h"

static word high(T a) { return ((const word *)&a)[0]; }
static word low(T a) { return ((const word *)&a)[1]; }
static T two_words(word h, word l)
{
    const word w[2] = {h, l};
    T a;
    __builtin_memcpy(&a, w, sizeof a);
    return a;
}
static word soft_fma(word a, word b, word c)
{
    return sizeof(word) == sizeof(float) ? (word)stet_soft_fma_f32((float)a, (float)b, (float)c)
                                         : (word)stet_soft_fma_f64((double)a, (double)b, (double)c);
}

/* Words of any bits, the low one at most half an ulp of the high one; or of few bits near 1. */
static T random_words(void)
{
    const word h = sizeof(word) == sizeof(float)
                       ? (word)stet_from_bits_f32((uint32_t)vec_number(32, 23))
                       : (word)stet_from_bits_f64(vec_number(64, 52));
    const double part = (double)(int64_t)vec_random() * 0x1p-64; /* within 1/2 */
    const word ulp = sizeof(word) == sizeof(float) ? (word)0x1p-24 : (word)0x1p-53;
    const word l = h - h != 0 ? h : vec_random() >> 62 == 0 ? 0 : (word)(h * ulp * (word)part);
    return two_words(h, l);
}

static word error_of_sum(word a, word b)
{
    const word s = a + b, t = s - a;
    return (a - (s - t)) + (b - t);
}
static T normal(word s, word l)
{
    const word h = s + l;
    return two_words(h, l - (h - s));
}
static T sum(T a, T b)
{
    const word e = error_of_sum(high(a), high(b));
    return normal(high(a) + high(b), (low(a) + low(b)) + e);
}
static T difference(T a, T b)
{
    const word s = high(a) - high(b), t = s - high(a);
    const word e = (high(a) - (s - t)) - (high(b) + t);
    return normal(s, (low(a) - low(b)) + e);
}
static T product(T a, T b)
{
    const word p = high(a) * high(b), e = soft_fma(-high(a), high(b), p); /* signs are of zeros */
    const word n = soft_fma(-low(a), high(b), soft_fma(-high(a), low(b), e));
    return two_words(p - n, (p - (p - n)) - n);
}
static T product_sum(T a, T b, T c)
{
    const word p = high(a) * high(b), s = high(c) + p, z = high(c) - s;
    const word t = (high(c) - (s + z)) + soft_fma(high(a), high(b), z);
    const word cross = soft_fma(high(a), low(b), low(a) * high(b));
    return normal(s, (low(c) + cross) + t);
}
/* c - a b: product_sum(-a, b, c) but for signs of zeros. */
static T product_difference(T a, T b, T c)
{
    const word p = high(a) * high(b), s = high(c) - p, z = high(c) - s;
    const word t = (high(c) - (s + z)) + soft_fma(-high(a), high(b), z);
    const word cross = soft_fma(high(a), low(b), low(a) * high(b));
    return normal(s, (low(c) - cross) + t);
}

/* An infinity may come with any low word. */
#define IS_NAN(a) (high(a) - high(a) != 0 || low(a) - low(a) != 0)
#define HALF_ULP (sizeof(word) == sizeof(float) ? 0x1p-24 : 0x1p-53)
#define NUMBER random_words()
#define REF_ADD(a, b) sum(a, b)
#define REF_SUB(a, b) difference(a, b)
#define REF_MUL(a, b) product(a, b)
#define REF_FMA(a, b, c) product_sum(a, b, c)
#define REF_FNMA(a, b, c) product_difference(a, b, c)

#endif
