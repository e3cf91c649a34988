/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_scalar_r2rff
#include "vec/scalar.h"

#include "graph/double_word.h"

#include "lines/methods/r2r_kernel.h"
