/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_scalar_r2r32
#include "vec/scalar.h"

#include "lines/methods/r2r_kernel.h"
