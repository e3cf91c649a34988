/* SPDX-License-Identifier: Apache-2.0 */
/* Brings an angle 2 pi k/n into the first octant, by integers alone. */
#ifndef STET_TRIG_ANGLE_H
#define STET_TRIG_ANGLE_H

#include <stdint.h>

/* The largest order of a root: products by 8 fit in 64 bits with bits to spare. */
#define STET_ORDER_MAX ((uint64_t)1 << 40)

/* The angle lies in octant 0..7, that is in [octant, octant + 1) pi/4. Its distance from the
 * nearest multiple of pi/2 is phi = (pi/4) y/h, 0 <= y <= h; it lies phi above that multiple
 * in an even octant and phi below it in an odd one. */
typedef struct stet_angle {
    uint64_t y, h;
    unsigned octant;
} stet_angle;

/* Returns the angle 2 pi units / (8 h), units < 8 h. */
static inline stet_angle stet_angle_of_units(uint64_t units, uint64_t h)
{
    if (units < h) /* tables need no other octant, and no division */
        return (stet_angle){units, h, 0};
    unsigned octant = (unsigned)(units / h);
    uint64_t x = units % h;
    return (stet_angle){octant & 1 ? h - x : x, h, octant};
}

/* Returns how many units of 1/(8 h) turn make 1/n turn, for the smallest h that makes this number
 * whole: 1, 2, 4 or 8. Then h = units n / 8. */
static inline uint64_t stet_angle_units(uint64_t n)
{
    return n % 8 == 0 ? 1 : n % 4 == 0 ? 2 : n % 2 == 0 ? 4 : 8;
}

/* Returns the angle 2 pi k/n, k < n <= STET_ORDER_MAX. */
static inline stet_angle stet_angle_of(uint64_t k, uint64_t n)
{
    uint64_t units = stet_angle_units(n);
    return stet_angle_of_units(k * units, n * units / 8);
}

#endif
