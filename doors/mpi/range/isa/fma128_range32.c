/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_fma128_range32
#include "vec/fma128.h"

#include "range/kernel.h"
