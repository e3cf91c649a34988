/* SPDX-License-Identifier: Apache-2.0 */
#define RANGE stet_neon_range64
#include "vec/neon.h"

#include "fft/range.h"
