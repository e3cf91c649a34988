/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_soft_f16
#include "vec/f16_scalar.h"

#include "graph/odd_constants_f16.h"

#include "lines/kernel.h"
