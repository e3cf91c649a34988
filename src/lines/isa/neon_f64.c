/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_neon_f64
#include "vec/neon.h"

#include "lines/kernel.h"
