/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_neon_range64
#include "vec/neon.h"

#include "range/kernel.h"
