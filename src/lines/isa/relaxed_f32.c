/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_relaxed_f32
#include "vec/simd128.h"

#include "lines/kernel.h"
