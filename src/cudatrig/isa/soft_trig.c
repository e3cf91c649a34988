/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#define KERNEL stet_trig_soft
#define EXACT_KERNEL stet_trig_exact_soft
#include "cudatrig/vec/scalar.h"

#include "cudatrig/kernel.h"

#include "cudatrig/exact_kernel.h"
