/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define STET_BF16_LINES
#define DIRECT stet_direct_bf16_avx512
#define SPLIT stet_split_bf16_avx512
#define ALL_FINITE stet_all_finite_bf16_avx512
#include "vec/avx512.h"

#include "vec/half_avx512.h"

#include "half/direct.h"

#include "half/split.h"
