/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_neon_conv32
#include "vec/neon.h"

#include "conv/kernel.h"
