/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#define KERNELS stet_soft_correct
#include "vec/scalar.h"

#include "correct/kernel.h"
