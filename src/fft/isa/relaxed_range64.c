/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_relaxed_range64
#include "vec/simd128.h"

#include "fft/range.h"
