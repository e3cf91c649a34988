/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_fma128_trig
#include "vec/trig_fma128.h"

#include "cudatrig/kernel.h"
