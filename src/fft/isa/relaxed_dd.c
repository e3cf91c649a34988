/* SPDX-License-Identifier: Apache-2.0 */
#define STET_NO_WIDE
#define KERNELS stet_relaxed_dd
#include "vec/simd128.h"

#include "vec/double_word.h"

#include "fft/odd_constants_dw.h"

#include "fft/kernel.h"
