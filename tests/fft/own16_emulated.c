/* SPDX-License-Identifier: Apache-2.0 */
#include "f16_emulated.h"

#define KERNELS stet_emulated_own16
#include "graph/odd_constants_f16.h"

#include "lines/kernel.h"
