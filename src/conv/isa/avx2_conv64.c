/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_conv64
#include "vec/avx2.h"

#include "vec/narrow_avx2.h"

#include "conv/kernel.h"
