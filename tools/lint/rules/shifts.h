/* SPDX-License-Identifier: Apache-2.0 */
/* Shifts of arrays of pairs. */
#ifndef STET_LINT_SHIFTS_H
#define STET_LINT_SHIFTS_H

#include "common.h"

/* FFT207 of fftshift(view_as_real(X), axes) whose axes have the last one; whether it was reported.
 */
bool lint_check_pairs(struct lint_context *c, uint32_t call);

#endif
