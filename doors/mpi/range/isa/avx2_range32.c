/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_avx2_range32
#include "vec/avx2.h"

#include "range/kernel.h"
