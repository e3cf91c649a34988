/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_avx512_direct_f16
#define NUMBERS stet_avx512_f32
#include "vec/avx512.h"

#include "vec/half_avx512.h"

#include "half/direct.h"

#include "half/split.h"
