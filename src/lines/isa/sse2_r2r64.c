/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_sse2_r2r64
#include "vec/sse2.h"

#include "lines/methods/r2r_kernel.h"
