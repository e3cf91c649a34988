/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_simd128_range32
#include "vec/simd128.h"

#include "fft/range.h"
