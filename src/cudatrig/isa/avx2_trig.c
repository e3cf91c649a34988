/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_trig
#include "vec/trig_avx2.h"

#include "cudatrig/kernel.h"
