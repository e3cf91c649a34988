/* SPDX-License-Identifier: Apache-2.0 */
#define KERNEL stet_trig_scalar
#define EXACT_KERNEL stet_trig_exact_scalar
#include "cudatrig/vec/scalar.h"

#include "cudatrig/kernel.h"

#include "cudatrig/exact_kernel.h"
