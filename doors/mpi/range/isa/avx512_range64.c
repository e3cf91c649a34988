/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512_range64
#include "vec/avx512.h"

#include "range/kernel.h"
