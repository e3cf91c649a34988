/* SPDX-License-Identifier: Apache-2.0 */
#define STET_NO_WIDE
#define STET_F32_KERNELS
#define KERNELS stet_relaxed_ff
#include "vec/simd128.h"

#include "vec/double_word.h"

#include "fft/odd_constants_dw.h"

#include "fft/kernel.h"
