/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_neon_f32
#include "vec/neon.h"

#include "lines/kernel.h"
