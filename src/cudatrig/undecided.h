/* SPDX-License-Identifier: Apache-2.0 */
/* Correct rounding where a double does not decide: once in some millions of arguments. */
#ifndef STET_CUDATRIG_UNDECIDED_H
#define STET_CUDATRIG_UNDECIDED_H

#include "stet.h"

/* The function at x, correctly rounded, where value is a double close to it. */
float stet_exact_undecided(stet_trig_function function, float x, double value);

#endif
