/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define STET_SOFT_FMA_KERNELS
#define KERNELS stet_soft_r2r32
#include "vec/scalar.h"

#include "lines/methods/r2r_kernel.h"
