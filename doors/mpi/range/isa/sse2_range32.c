/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_sse2_range32
#include "vec/sse2.h"

#include "range/kernel.h"
