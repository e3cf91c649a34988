/* SPDX-License-Identifier: Apache-2.0 */
/* Elements that a spectrum has. */
#ifndef STET_LINT_BINS_H
#define STET_LINT_BINS_H

#include "plans.h"

/* Checks FFT208 for a subscript x[n / 2]. In half-complex order (r0, r1, ..., i2, i1), which x[k]
 * beside x[n - k] shows, it is a real bin for even n only. */
void lint_check_half_complex(struct lint_context *c, uint32_t subscript);

#endif
