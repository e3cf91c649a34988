/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_avx512_convert
#include "vec/avx512.h"

#include "vec/convert_avx512.h"

#include "half/convert_kernel.h"
