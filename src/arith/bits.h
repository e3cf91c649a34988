/* Has the bits of floating-point numbers, and 128-bit integers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_ARITH_BITS_H
#define STET_ARITH_BITS_H

#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 stet_u128;
__extension__ typedef __int128 stet_i128;

static inline uint64_t stet_bits_f64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double stet_from_bits_f64(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Returns 2^e, a normal number. */
static inline double stet_power_of_two(int e)
{
    return stet_from_bits_f64((uint64_t)(e + 1023) << 52);
}

/* Returns the power of two above x, which is normal and below 2^1023. */
static inline double stet_power_above(double x)
{
    return stet_from_bits_f64(((stet_bits_f64(x) >> 52) + 1) << 52);
}

static inline uint32_t stet_bits_f32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float stet_from_bits_f32(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
