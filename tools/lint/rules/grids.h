/* SPDX-License-Identifier: Apache-2.0 */
/* Where frequencies come from, in Python. */
#ifndef STET_LINT_GRIDS_H
#define STET_LINT_GRIDS_H

#include "common.h"

/* The call of fftfreq that an expression comes from, shifts and factors aside. 0: none. */
uint32_t lint_frequencies_in(const struct lint_context *c, uint32_t n);

#endif
