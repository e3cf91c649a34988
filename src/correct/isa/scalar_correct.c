/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_correct
#include "vec/scalar.h"

#include "correct/kernel.h"
