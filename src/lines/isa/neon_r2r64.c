/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_neon_r2r64
#include "vec/neon.h"

#include "lines/methods/r2r_kernel.h"
