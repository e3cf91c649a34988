/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_r2r64
#include "vec/scalar.h"

#include "lines/methods/r2r_kernel.h"
