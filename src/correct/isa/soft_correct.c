/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#define KERNELS stet_correct_soft
#define ISA_NAME "soft"
#include "vec/scalar.h"

#include "correct/kernel.h"
