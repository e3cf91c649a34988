/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_sse2_correct
#include "vec/sse2.h"

#include "correct/kernel.h"
