/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_relaxed_range32
#include "vec/simd128.h"

#include "fft/range.h"
