/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_relaxed_r2rdd
#include "vec/simd128.h"

#include "vec/double_word.h"

#include "fft/r2r_kernel.h"
