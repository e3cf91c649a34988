/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_correct
#include "vec/avx2.h"

#include "vec/narrow_avx2.h"

#include "correct/kernel.h"
