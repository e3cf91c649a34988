/* SPDX-License-Identifier: Apache-2.0 */
#include "f16_emulated.h"

#define KERNELS stet_emulated_direct_own16
#define NUMBERS stet_emulated_own16
#include "vec/half_avx512fp16.h"

#include "half/own16.h"
