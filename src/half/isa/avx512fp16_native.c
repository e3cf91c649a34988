/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512fp16_native
#include "vec/f16_avx512fp16.h"

#include "half/native.h"
