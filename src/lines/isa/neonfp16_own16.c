/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_neonfp16_own16
#include "vec/f16_neonfp16.h"

#include "graph/odd_constants_f16.h"

#include "lines/kernel.h"
