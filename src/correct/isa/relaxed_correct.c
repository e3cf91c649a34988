/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_relaxed_correct
#include "vec/simd128.h"

#include "correct/kernel.h"
