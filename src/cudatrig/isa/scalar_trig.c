/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_trig
#include "vec/trig_scalar.h"

#include "cudatrig/kernel.h"
