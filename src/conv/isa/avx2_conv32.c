/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_avx2_conv32
#include "vec/avx2.h"

#include "conv/kernel.h"
