/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_neon_conv64
#include "vec/neon.h"

#include "conv/kernel.h"
