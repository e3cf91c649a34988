/* SPDX-License-Identifier: Apache-2.0 */
/* Roots of unity without a table: about a microsecond each, and always decided. */
#ifndef STET_TRIG_DIRECT_H
#define STET_TRIG_DIRECT_H

#include "trig/rounder.h"

/* out = what the rounder makes of angle. Precision grows from w limbs (2, 3, 5 or 8) until it
 * decides.
 *
 * Does it end? Each value that is left to an interval is irrational, so some precision decides
 * it. That 512 bits do is not proved: the known bounds, from the degree of cos(2 pi k/n) as an
 * algebraic number, are astronomical. But there are below 2^80 pairs k < n <= 2^40, all values
 * are above 2^-41, and a result takes 107 leading bits at most (53, or two words and one bit
 * each for the rounding), so that 350 further bits would all have to be equal: by chance once
 * in 2^270. If it happens the result is the nearest to a value that is right to 2^-500. */
void stet_direct(stet_rounder *rounder, uint64_t *out, const stet_angle *angle, int w, int p);

/* One step of it: the rounder's verdict on w limbs, 2 <= w <= STET_FIXED_MAX, taken to be within
 * error units of the truth. Error 0 always decides. */
bool stet_direct_try(stet_rounder *rounder, uint64_t *out, const stet_angle *angle, uint64_t error,
                     int w, int p);

#endif
