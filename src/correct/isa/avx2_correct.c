/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_correct_avx2
#define ISA_NAME "avx2"
#include "vec/avx2.h"

#include "correct/kernel.h"
