/* SPDX-License-Identifier: Apache-2.0 */
/* Shifts of arrays of pairs. */
#ifndef STET_LINT_SHIFTS_H
#define STET_LINT_SHIFTS_H

#include "common.h"

/* Checks FFT207 for fftshift(view_as_real(X), axes) with the last axis among the axes. Returns true
 * if it has a finding. */
bool lint_check_pairs(struct lint_context *c, uint32_t call);

#endif
