/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_conv64
#include "vec/scalar.h"

#include "conv/kernel.h"
