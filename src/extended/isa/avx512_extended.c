/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512_extended
#define NUMBERS stet_avx512_f64
#include "vec/avx512.h"

#include "vec/narrow_avx512.h"

#include "extended/fused_lines.h"
