/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define STET_BF16_LINES
#define KERNELS stet_avx2_direct_bf16
#define NUMBERS stet_avx2_f32
#include "vec/avx2.h"

#include "vec/half_avx2.h"

#include "half/direct.h"

#include "half/split.h"
