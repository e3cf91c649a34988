/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_relaxed_r2r32
#include "vec/simd128.h"

#include "lines/methods/r2r_kernel.h"
