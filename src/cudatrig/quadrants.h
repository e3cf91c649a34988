/* SPDX-License-Identifier: Apache-2.0 */
/* Reduces x modulo pi/2 for the correctly rounded sine, in integers, to any precision (Payne and
 * Hanek 1983). */
#ifndef STET_CUDATRIG_QUADRANTS_H
#define STET_CUDATRIG_QUADRANTS_H

#include "arith/bits.h"

/* 2^64 times the digits of 2/pi, highest word first: one word before the binary point.
 *   BC_LINE_LENGTH=0 bc -l <<< 'scale=200; x=2^320/(2*a(1)); scale=0; obase=16; x/1' */
static const uint64_t stet_two_over_pi[6] = {0,
                                             0xa2f9836e4e441529,
                                             0xfc2757d1f534ddc0,
                                             0xdb6295993c439041,
                                             0xfe5163abdebbc561,
                                             0xb7246e3a424dd2e0};

/* Reduces x = i pi/2 + phi, for |x| >= 2^-12 finite. Returns i (modulo 4), and in f[0..w-1] |phi|
 * in units of pi/2, a fraction of w limbs, lowest first (trig/fixed.h), with an error below 2^26 of
 * its last place; *flip says whether phi is negative. 2 <= w <= 3.
 *
 * x = m 2^e. Bits of 2/pi whose weight times 2^e is 4 or more change no quadrant, and the w limbs
 * below them are enough: the truncated part is below m < 2^24 units of the product, which are 2^26
 * units of the fraction after the two bits before the point are shifted out. */
static inline __attribute__((always_inline)) unsigned stet_exact_quadrants(uint64_t *f, float x,
                                                                           int w, unsigned *flip)
{
    const uint32_t bits = stet_bits_f32(x), m = (bits & 0x7fffff) | 0x800000;
    const unsigned first =
        (bits >> 23 & 0xff) - 150 + 62; /* 27 to 166: the bit of weight 2^(1 - e) */
    const unsigned skip = first / 64, shift = first % 64;
    uint64_t carry = 0;
    for (int i = 0; i < w; i++) {
        const uint64_t *at = &stet_two_over_pi[skip + (unsigned)(w - 1 - i)];
        const uint64_t limb = shift == 0 ? at[0] : at[0] << shift | at[1] >> (64 - shift);
        const stet_u128 product = (stet_u128)limb * m + carry;
        f[i] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    unsigned i = (unsigned)(f[w - 1] >> 62);
    for (int k = w - 1; k > 0; k--)
        f[k] = f[k] << 2 | f[k - 1] >> 62;
    f[0] <<= 2;
    *flip = (unsigned)(f[w - 1] >> 63);
    i += *flip;
    for (int k = 0; k < w; k++)
        f[k] ^= -(uint64_t)*flip; /* one unit less than the negative */
    *flip ^= bits >> 31;
    return bits >> 31 ? -i : i;
}

#endif
