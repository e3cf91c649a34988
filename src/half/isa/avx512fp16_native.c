/* SPDX-License-Identifier: Apache-2.0 */
#define NATIVE stet_native_avx512fp16
#define NATIVE_LARGEST stet_native_largest_avx512fp16
#include "vec/f16_avx512fp16.h"

#include "half/native.h"
