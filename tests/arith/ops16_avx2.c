/* SPDX-License-Identifier: Apache-2.0 */
#define OPS ops16_avx2
#include "vec/f16_avx2.h"

#include "ops16.h"
