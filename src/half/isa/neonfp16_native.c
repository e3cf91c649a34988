/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_neonfp16_native
#include "vec/f16_neonfp16.h"

#include "half/native.h"
