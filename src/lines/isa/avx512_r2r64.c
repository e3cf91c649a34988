/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512_r2r64
#include "vec/avx512.h"

#include "lines/methods/r2r_kernel.h"
