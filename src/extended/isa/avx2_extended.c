/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_extended
#define NUMBERS stet_avx2_f64
#include "vec/avx2.h"

#include "vec/narrow_avx2.h"

#include "extended/fused_lines.h"
