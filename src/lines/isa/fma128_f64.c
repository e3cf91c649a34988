/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_fma128_f64
#include "vec/fma128.h"

#include "lines/kernel.h"
