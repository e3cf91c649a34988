/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_avx2_r2r32
#include "vec/avx2.h"

#include "lines/methods/r2r_kernel.h"
