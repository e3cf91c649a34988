/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512_f64
#include "vec/avx512.h"

#include "lines/kernel.h"
