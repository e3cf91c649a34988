/* SPDX-License-Identifier: Apache-2.0 */
/* A fraction in [0, 1) has w limbs of 64 bits: x = sum x[i] 2^(64 (i - w)), x[0] lowest.
 *
 * One unit is 2^(-64 w). The number 1 does not fit and is written as all ones, one unit less; in
 * the same way the complement ~x is 1 - x within one unit. All operations are on integers, so
 * neither the compiler nor the rounding mode can change a bit. */
#ifndef STET_TRIG_FIXED_H
#define STET_TRIG_FIXED_H

#include "arith/limbs.h"

/* 512 bits; trig/direct.h says why that is enough. */
#define STET_FIXED_MAX 8

/* Computes r = floor(a b), in units; the error is in [0, 1) below. r may be a or b. */
void stet_fixed_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, int w);

#endif
