/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_fma128_correct
#include "vec/fma128.h"

#include "correct/kernel.h"
