/* SPDX-License-Identifier: Apache-2.0 */
#define NATIVE stet_native_neonfp16
#define NATIVE_LARGEST stet_native_largest_neonfp16
#include "vec/f16_neonfp16.h"

#include "half/native.h"
