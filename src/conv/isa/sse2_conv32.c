/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_sse2_conv32
#include "vec/sse2.h"

#include "conv/kernel.h"
