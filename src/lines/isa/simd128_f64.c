/* SPDX-License-Identifier: Apache-2.0 */
#define STET_NO_WIDE
#define KERNELS stet_simd128_f64
#include "vec/simd128.h"

#include "lines/kernel.h"
