/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_avx2_convert
#include "vec/avx2.h"

#include "vec/convert_avx2.h"

#include "half/convert_kernel.h"
