/* SPDX-License-Identifier: Apache-2.0 */
#include "cudatrig/reduce.h"

#include "arith/bits.h"

/* floor(2^192 2/pi), lowest word first:
 *   BC_LINE_LENGTH=0 bc -l <<< 'scale=200; x=2^192/(2*a(1)); scale=0; obase=16; x/1' */
static const uint32_t two_over_pi[6] = {0x3c439041, 0xdb629599, 0xf534ddc0,
                                        0xfc2757d1, 0x4e441529, 0xa2f9836e};

/* 2^-64 pi/2, one place above the nearest double: CUDA has it so. */
#define SCALE 0x1.921fb54442d19p-64

/* The 64 bits from 2^1 downwards of x 2/pi, for x = m 2^(e - 31), 1 < m 2^-31 < 2: the integer
 * part modulo 4 in the two highest, the fraction below. */
static uint64_t quadrants(uint32_t m, unsigned e)
{
    uint32_t w[7];
    uint64_t carry = 0;
    for (int i = 0; i < 6; i++) {
        carry += (uint64_t)m * two_over_pi[i];
        w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    w[6] = (uint32_t)carry;
    const unsigned d = e >> 5, s = e & 31; /* here 0 <= d <= 3 */
    const uint64_t high = (uint64_t)w[6 - d] << 32 | w[5 - d];
    return s == 0 ? high : high << s | w[4 - d] >> (32 - s);
}

float stet_cuda_reduce_large(float x, int32_t *q)
{
    const uint32_t bits = stet_bits_f32(x), field = bits >> 23 & 0xff;
    *q = 0;
    if (field == 0xff)
        return x * 0.0f;
    const uint64_t turns = quadrants(bits << 8 | 0x80000000u, field - 128);
    uint64_t fraction = turns << 2, flip = fraction >> 63;
    const int32_t quarter = (int32_t)(turns >> 62) + (int32_t)flip;
    *q = bits >> 31 ? -quarter : quarter;
    /* CUDA complements the fraction where one would negate it: one unit of 2^-64 less. */
    const int64_t rest = (int64_t)(flip ? ~fraction : fraction);
    const float r = (float)((double)rest * SCALE);
    return stet_from_bits_f32(stet_bits_f32(r) ^ (uint32_t)(flip ^ bits >> 31) << 31);
}
