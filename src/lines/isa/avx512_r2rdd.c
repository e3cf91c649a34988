/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512_r2rdd
#include "vec/avx512.h"

#include "graph/double_word.h"

#include "lines/methods/r2r_kernel.h"
