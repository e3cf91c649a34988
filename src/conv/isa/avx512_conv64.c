/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512_conv64
#include "vec/avx512.h"

#include "vec/narrow_avx512.h"

#include "conv/kernel.h"
