/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_r2rdd
#include "vec/scalar.h"

#include "vec/double_word.h"

#include "lines/r2r_kernel.h"
