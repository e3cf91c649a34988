/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_trig
#include "cudatrig/vec/scalar.h"

#include "cudatrig/kernel.h"
