/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_correct_scalar
#define ISA_NAME "scalar"
#include "vec/scalar.h"

#include "correct/kernel.h"
