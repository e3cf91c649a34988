/* SPDX-License-Identifier: Apache-2.0 */
/* Correct rounding where a double does not decide: once in some millions of arguments. */
#ifndef STET_CUDATRIG_UNDECIDED_H
#define STET_CUDATRIG_UNDECIDED_H

#include <stdint.h>

#include "stet.h"

/* |x| >= 2^-12 finite: x = i pi/2 + phi. Returns i (modulo 4) and |phi| in units of pi/2 in
 * f[0..w-1], a fraction of w limbs, lowest first (trig/fixed.h), that is off by less than 2^26
 * of its last place; *flip says whether phi is negative. 2 <= w <= 3. */
unsigned stet_exact_quadrants(uint64_t *f, float x, int w, unsigned *flip);

/* The function at x, correctly rounded, where value is a double close to it. */
float stet_exact_undecided(stet_trig_function function, float x, double value);

#endif
