/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_r2rdd
#include "vec/scalar.h"

#include "graph/double_word.h"

#include "lines/methods/r2r_kernel.h"
