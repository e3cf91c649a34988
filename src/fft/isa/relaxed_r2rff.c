/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_relaxed_r2rff
#include "vec/simd128.h"

#include "vec/double_word.h"

#include "fft/r2r_kernel.h"
