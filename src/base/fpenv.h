/* SPDX-License-Identifier: Apache-2.0 */
/* The floating-point environment that every computation runs in: round to
 * nearest, subnormals on, exceptions masked. */
#ifndef STET_BASE_FPENV_H
#define STET_BASE_FPENV_H

#include "base/ieee.h"

#include <stdint.h>

/* Set it and return the caller's. */
uint64_t stet_fpenv_enter(void);

/* Give the caller his modes back. Exception flags that were raised before are raised still; what
 * happened in between may have raised others. */
void stet_fpenv_leave(uint64_t caller);

#endif
