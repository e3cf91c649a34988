/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_f64
#include "vec/avx2.h"

#include "lines/kernel.h"
