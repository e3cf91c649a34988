/* What the tests of arithmetic share: cmocka, a random generator, comparisons.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_TESTS_ARITH_TEST_H
#define STET_TESTS_ARITH_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arith/bits.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/* The CPU's control register of floating point: rounding, subnormals (and on x86 the flags). */
static inline uint64_t get_control(void)
{
#if defined(__x86_64__)
    return _mm_getcsr();
#elif defined(__aarch64__)
    uint64_t fpcr;
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(fpcr));
    return fpcr;
#else
    return 0;
#endif
}

static inline void set_control(uint64_t control)
{
#if defined(__x86_64__)
    _mm_setcsr((unsigned)control);
#elif defined(__aarch64__)
    __asm__ __volatile__("msr fpcr, %0" : : "r"(control));
#else
    (void)control;
#endif
}

/* Make the CPU treat subnormals as zeros. Returns the control register as it was. */
static inline uint64_t flush_subnormals(void)
{
    uint64_t control = get_control();
#if defined(__x86_64__)
    set_control(control | 0x8040);
#elif defined(__aarch64__)
    set_control(control | 1 << 24);
#endif
    return control;
}

/* Equal bits, or both NaN. */
static inline int same_f64(double x, double y)
{
    return stet_bits_f64(x) == stet_bits_f64(y) || (x != x && y != y);
}

static inline int same_f32(float x, float y)
{
    return stet_bits_f32(x) == stet_bits_f32(y) || (x != x && y != y);
}

/* SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014). A test seeds its own and so repeats. */
struct rng {
    uint64_t state;
};

static inline uint64_t rng_u64(struct rng *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* In 0..n-1. */
static inline uint64_t rng_below(struct rng *r, uint64_t n) { return rng_u64(r) % n; }

/* In lo..hi. */
static inline int rng_int(struct rng *r, int lo, int hi)
{
    return lo + (int)rng_below(r, (uint64_t)(hi - lo) + 1);
}

/* A significand that finds mistakes: random, few bits set, or runs of ones and zeros.
 * Here and in every test, two draws never share an expression: C does not order them. */
static inline uint64_t rng_pattern(struct rng *r, int bits)
{
    uint64_t mask = ((uint64_t)1 << bits) - 1;
    uint64_t random = rng_u64(r);
    uint64_t power = (uint64_t)1 << rng_below(r, (uint64_t)bits);
    switch (rng_below(r, 4)) {
    case 0: return power;
    case 1: return -power & mask;
    case 2: return random & (power - 1);
    default: return random & mask;
    }
}

/* A double with an exponent field of lo..hi (0 for subnormals) and either sign. */
static inline double rng_f64(struct rng *r, int lo, int hi)
{
    uint64_t field = (uint64_t)rng_int(r, lo, hi);
    uint64_t sign = rng_u64(r) & ((uint64_t)1 << 63);
    return stet_from_bits_f64(sign | field << 52 | rng_pattern(r, 52));
}

static inline float rng_f32(struct rng *r, int lo, int hi)
{
    uint32_t field = (uint32_t)rng_int(r, lo, hi);
    uint32_t sign = (uint32_t)rng_u64(r) & 0x80000000u;
    return stet_from_bits_f32(sign | field << 23 | (uint32_t)rng_pattern(r, 23));
}

#endif
