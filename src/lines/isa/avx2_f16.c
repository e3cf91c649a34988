/* SPDX-License-Identifier: Apache-2.0 */
#define STET_NO_WIDE
#define KERNELS stet_avx2_f16
#include "vec/f16_avx2.h"

#include "graph/odd_constants_f16.h"

#include "lines/kernel.h"
