/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_range64
#include "vec/scalar.h"

#include "range/kernel.h"
