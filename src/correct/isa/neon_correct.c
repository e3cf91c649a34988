/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_neon_correct
#include "vec/neon.h"

#include "correct/kernel.h"
