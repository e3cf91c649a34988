/* SPDX-License-Identifier: Apache-2.0 */
/* Correct rounding where a double does not decide, about once in some million arguments. */
#ifndef STET_CUDATRIG_UNDECIDED_H
#define STET_CUDATRIG_UNDECIDED_H

#include "base/private.h"
#include "stet.h"

/* Returns the function at x, correctly rounded: one of the neighbours inner and outer, between
 * which it lies; inner is nearer to 0. For radians |x| >= 2^-12: a double decides all smaller
 * arguments. */
STET_PRIVATE float stet_exact_undecided(stet_trig_function function, float x, float inner,
                                        float outer);

#endif
