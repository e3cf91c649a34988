/* SPDX-License-Identifier: Apache-2.0 */
/* Computes sine and cosine in fixed point, in as many limbs as the caller asks for. */
#ifndef STET_TRIG_SINCOS_H
#define STET_TRIG_SINCOS_H

#include <stdint.h>

/* Every sine and cosine of this room is within this many units of the truth, unless it is the sum
 * of a longer computation. */
#define STET_SINCOS_ERROR 16

/* Computes c, s = cos, sin of (pi/4) y/h, 0 <= y <= h < 2^63, each within STET_SINCOS_ERROR units
 * (of 2^(-64 w)). 2 <= w <= STET_FIXED_MAX. */
void stet_sincos(uint64_t *c, uint64_t *s, uint64_t y, uint64_t h, int w);

/* Computes cosine and sine of the angle x in [0, pi/4], in radians and taken as exact; c and s are
 * not x. */
void stet_sincos_fixed(uint64_t *c, uint64_t *s, const uint64_t *x, int w);

/* Stores x = pi/4, cut off. */
void stet_quarter_pi(uint64_t *x, int w);

#endif
