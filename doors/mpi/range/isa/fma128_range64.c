/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_fma128_range64
#include "vec/fma128.h"

#include "range/kernel.h"
