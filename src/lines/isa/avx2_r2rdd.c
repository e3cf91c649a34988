/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_r2rdd
#include "vec/avx2.h"

#include "graph/double_word.h"

#include "lines/methods/r2r_kernel.h"
