/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define KERNELS stet_scalar_range32
#include "vec/scalar.h"

#include "range/kernel.h"
