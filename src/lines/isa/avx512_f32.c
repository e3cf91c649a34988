/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_avx512_f32
#include "vec/avx512.h"

#include "lines/kernel.h"
