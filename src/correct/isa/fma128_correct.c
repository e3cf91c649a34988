/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_correct_fma128
#define ISA_NAME "fma128"
#include "vec/fma128.h"

#include "correct/kernel.h"
