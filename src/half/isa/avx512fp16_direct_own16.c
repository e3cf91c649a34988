/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512fp16_direct_own16
#define NUMBERS stet_avx512fp16_own16
#include "vec/f16_avx512fp16.h"

#include "vec/half_avx512fp16.h"

#include "half/own16.h"
