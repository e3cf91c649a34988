/* SPDX-License-Identifier: Apache-2.0 */
/* Fixed-point numbers of any width, made only of integers, for values for which double-double has
 * too few bits. They share neither code nor roots of unity with the library, whose results they
 * judge. A number consists of limbs of 64 bits, the lowest first, in two's complement; the highest
 * limb is its integer part. One unit is 2^-(64 (limbs - 1)). The caller ensures that no value
 * reaches 2^62. */
#ifndef STET_VERIFY_FIXED_H
#define STET_VERIFY_FIXED_H

#include "verify/dd.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FIXED_LIMBS_MAX 17 /* includes the extra limb for pi */

/* These are exact. r may be a or b. */
void fixed_add(uint64_t *r, const uint64_t *a, const uint64_t *b, int limbs);
void fixed_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, int limbs);
void fixed_neg(uint64_t *r, const uint64_t *a, int limbs);

/* Rounds towards zero, within one unit. r may be a or b. */
void fixed_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, int limbs);
/* Returns a num / den within one unit, rounded towards zero. The product must be below 2^62. */
void fixed_scale(uint64_t *r, const uint64_t *a, uint64_t num, uint64_t den, int limbs);
/* Stores x within one unit, rounded towards zero; exact if x is a multiple of the unit. */
void fixed_set(uint64_t *r, double x, int limbs);

/* Returns the number in double-double with a relative error of at most 16 u^2. */
struct dd fixed_get(const uint64_t *a, int limbs);

/* Stores pi/4 within two units. */
void fixed_quarter_pi(uint64_t *r, int limbs);
/* Stores exp(-2 pi i k/n), k < n <= 2^40. The error of each part is at most fixed_root_error()
 * units. */
void fixed_root(uint64_t *re, uint64_t *im, uint64_t k, uint64_t n, const uint64_t *quarter_pi,
                int limbs);
double fixed_root_error(int limbs);

#endif
