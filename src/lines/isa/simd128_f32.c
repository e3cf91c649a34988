/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define STET_NO_WIDE
#define KERNELS stet_simd128_f32
#include "vec/simd128.h"

#include "lines/kernel.h"
