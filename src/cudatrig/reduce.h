/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA reduces large arguments x = q pi/2 + r by integers (Payne and Hanek, "Radian reduction for
 * trigonometric functions", SIGNUM Newsletter 18(1), 1983). */
#ifndef STET_CUDATRIG_REDUCE_H
#define STET_CUDATRIG_REDUCE_H

#include "arith/bits.h"

/* Arguments below this use the three-part reduction of Cody and Waite, the others this one. */
#define STET_CUDA_LARGE 105615.0f

/* floor(2^192 2/pi), lowest word first:
 *   BC_LINE_LENGTH=0 bc -l <<< 'scale=200; x=2^192/(2*a(1)); scale=0; obase=16; x/1' */
static const uint64_t stet_cuda_two_over_pi[3] = {0xdb6295993c439041, 0xfc2757d1f534ddc0,
                                                  0xa2f9836e4e441529};

/* 2^-64 pi/2, one unit above the nearest double, as in CUDA. */
#define STET_CUDA_SCALE 0x1.921fb54442d19p-64

/* Returns the 64 bits from 2^1 downwards of x 2/pi, for x = m 2^(e - 31), 1 < m 2^-31 < 2, e < 128:
 * the integer part modulo 4 is in the two highest, the fraction below. The whole product has 256
 * bits with m 2^32; its bits are taken from number e on. No carry from lower bits may be lost,
 * because CUDA loses none. */
static inline uint64_t stet_cuda_quadrants(uint64_t m, unsigned e)
{
    const uint64_t high_m = m << 32;
    stet_u128 p = (stet_u128)high_m * stet_cuda_two_over_pi[0];
    p = (stet_u128)high_m * stet_cuda_two_over_pi[1] + (uint64_t)(p >> 64);
    const uint64_t third = (uint64_t)p;
    p = (stet_u128)high_m * stet_cuda_two_over_pi[2] + (uint64_t)(p >> 64);
    const uint64_t second = (uint64_t)p, first = (uint64_t)(p >> 64);
    const uint64_t high = e < 64 ? first : second, low = e < 64 ? second : third;
    return high << (e & 63) | low >> 1 >> (63 - (e & 63));
}

/* Reduces |x| >= STET_CUDA_LARGE, or NaN. Returns r in about [-pi/4, pi/4], NaN for an infinity or
 * NaN (*q is then 0), and *q. Only the last two bits of *q are used. */
static inline float stet_cuda_reduce_large(float x, int32_t *q)
{
    const uint32_t bits = stet_bits_f32(x), field = bits >> 23 & 0xff;
    *q = 0;
    if (field == 0xff)
        return x * 0.0f;
    const uint64_t turns = stet_cuda_quadrants(bits << 8 | 0x80000000u, field - 128);
    uint64_t fraction = turns << 2, flip = fraction >> 63;
    const int32_t quarter = (int32_t)(turns >> 62) + (int32_t)flip;
    *q = bits >> 31 ? -quarter : quarter;
    /* CUDA complements the fraction instead of negating it: one unit of 2^-64 less. */
    const int64_t rest = (int64_t)(flip ? ~fraction : fraction);
    const float r = (float)((double)rest * STET_CUDA_SCALE);
    return stet_from_bits_f32(stet_bits_f32(r) ^ (uint32_t)(flip ^ bits >> 31) << 31);
}

#endif
