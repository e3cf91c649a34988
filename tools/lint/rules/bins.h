/* SPDX-License-Identifier: Apache-2.0 */
/* Which elements of an array a spectrum has. */
#ifndef STET_LINT_BINS_H
#define STET_LINT_BINS_H

#include "plans.h"

/* FFT208, of a subscript x[n / 2]: real in half-complex order (r0, r1, ..., i2, i1), where x[k] and
 * x[n - k] stand beside it, for even n only. */
void lint_check_half_complex(struct lint_context *c, uint32_t subscript);

#endif
