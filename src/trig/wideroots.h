/* SPDX-License-Identifier: Apache-2.0 */
/* Computes roots of unity in as many limbs as the caller asks for: cosines and sines of the first
 * octant. */
#ifndef STET_TRIG_WIDEROOTS_H
#define STET_TRIG_WIDEROOTS_H

#include <stdint.h>

#include "stet.h"

/* Each fraction of the table is within this many units of the truth. */
#define STET_WIDEROOTS_ERROR 2

/* The table is for angles (pi/4) y/h, 0 <= y <= h: the cosine is at 2 w y, the sine w limbs
 * further. */
struct stet_wideroots {
    int w;
    uint64_t h;
    uint64_t *table;
};

/* Makes the table by h + 1 complex products, h < 2^40, 2 <= w <= STET_LIMBS_MAX. Returns STET_OK or
 * STET_E_MEMORY. */
stet_status stet_wideroots_open(struct stet_wideroots *roots, uint64_t h, int w);
void stet_wideroots_close(struct stet_wideroots *roots);

static inline const uint64_t *stet_wideroots_cos(const struct stet_wideroots *roots, uint64_t y)
{
    return roots->table + 2 * (uint64_t)roots->w * y;
}

/* Computes pi/4 in w limbs, less than 2^11 w units (of 2^(-64 w)) off. scratch has 2 w limbs. */
void stet_wide_quarter_pi(uint64_t *x, uint64_t *scratch, int w);

/* Computes r = 1/sqrt(f) for 2 <= f < 2^62, within STET_WIDEROOTS_ERROR units. */
stet_status stet_wide_rsqrt(uint64_t *r, uint64_t f, int w);

#endif
