/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_range64
#include "vec/avx2.h"

#include "range/kernel.h"
