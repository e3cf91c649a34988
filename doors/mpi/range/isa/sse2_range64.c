/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_sse2_range64
#include "vec/sse2.h"

#include "range/kernel.h"
