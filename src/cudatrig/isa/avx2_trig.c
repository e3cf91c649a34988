/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_trig
#include "cudatrig/vec/avx2.h"

#include "cudatrig/kernel.h"
