/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_r2r64
#include "vec/avx2.h"

#include "lines/methods/r2r_kernel.h"
