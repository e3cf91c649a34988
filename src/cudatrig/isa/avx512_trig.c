/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512_trig
#include "vec/trig_avx512.h"

#include "cudatrig/kernel.h"
