/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_correct_sse2
#define ISA_NAME "sse2"
#include "vec/sse2.h"

#include "correct/kernel.h"
