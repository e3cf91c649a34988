/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_neonfp16_direct_own16
#define NUMBERS stet_neonfp16_own16
#include "vec/f16_neonfp16.h"

#include "vec/half_neonfp16.h"

#include "half/own16.h"
