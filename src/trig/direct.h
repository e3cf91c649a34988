/* SPDX-License-Identifier: Apache-2.0 */
/* Computes roots of unity without a table: this takes about a microsecond each, and always
 * decides. */
#ifndef STET_TRIG_DIRECT_H
#define STET_TRIG_DIRECT_H

#include "trig/rounder.h"

/* Stores in out the results of the rounder for angle. Precision grows from w limbs (2, 3, 5 or 8)
 * until the rounder decides.
 *
 * Does it end? Each value that the rounder decides by an interval is irrational, so some precision
 * decides it. There is no proof that 512 bits are enough: the known bounds, from the degree of
 * cos(2 pi k/n) as an algebraic number, are astronomical. But there are fewer than 2^80 pairs k < n
 * <= 2^40, all values are above 2^-41, and a result takes at most 107 leading bits (53, or two
 * words and one bit each for the rounding), so 350 further bits would all have to be equal: by
 * chance once in 2^270. If that happens the result is the nearest to a value that is right to
 * 2^-500. */
void stet_direct(stet_rounder *rounder, uint64_t *out, const stet_angle *angle, int w, int p);

/* Runs one step: the rounder's decision on w limbs, 2 <= w <= STET_FIXED_MAX, which are taken to be
 * within `error` units of the truth. Error 0 always decides. */
bool stet_direct_try(stet_rounder *rounder, uint64_t *out, const stet_angle *angle, uint64_t error,
                     int w, int p);

#endif
