/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx512_trig
#include "cudatrig/vec/avx512.h"

#include "cudatrig/kernel.h"
