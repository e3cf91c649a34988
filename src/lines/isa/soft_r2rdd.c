/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#define KERNELS stet_soft_r2rdd
#include "vec/scalar.h"

#include "graph/double_word.h"

#include "lines/methods/r2r_kernel.h"
