/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_correct_neon
#define ISA_NAME "neon"
#include "vec/neon.h"

#include "correct/kernel.h"
