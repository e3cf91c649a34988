/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_correct_avx512
#define ISA_NAME "avx512"
#include "vec/avx512.h"

#include "correct/kernel.h"
