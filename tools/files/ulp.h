/* SPDX-License-Identifier: Apache-2.0 */
/* Computes distances of floating-point numbers, in steps from one number to the next. */
#ifndef STET_FILES_ULP_H
#define STET_FILES_ULP_H

#include "files/dtype.h"

/* Returns the number of steps from a to b among the numbers of the format c, after rounding both to
 * it: the difference of their bit patterns as ordered integers (Dawson 2012). -0 and +0 are 0 steps
 * apart; the largest finite number is one step from infinity. Neither may be NaN. c is a
 * floating-point format, here and below. */
uint64_t ulp_distance(double a, double b, enum component c);

/* Returns the bits of x in the format c as a number. */
uint64_t component_bits(double x, enum component c);

#endif
