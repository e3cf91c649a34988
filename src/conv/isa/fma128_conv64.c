/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_fma128_conv64
#include "vec/fma128.h"

#include "conv/kernel.h"
