/* SPDX-License-Identifier: Apache-2.0 */
/* Sources of frequencies, in Python. */
#ifndef STET_LINT_GRIDS_H
#define STET_LINT_GRIDS_H

#include "common.h"

/* Returns the call of fftfreq that an expression comes from, through shifts and factors, or 0. */
uint32_t lint_frequencies_in(const struct lint_context *c, uint32_t n);

#endif
