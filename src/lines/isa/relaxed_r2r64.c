/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_relaxed_r2r64
#include "vec/simd128.h"

#include "lines/methods/r2r_kernel.h"
