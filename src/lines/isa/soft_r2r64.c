/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#define KERNELS stet_soft_r2r64
#include "vec/scalar.h"

#include "lines/methods/r2r_kernel.h"
