/* SPDX-License-Identifier: Apache-2.0 */
#define OPS ops16_avx512
#include "vec/f16_avx512.h"

#include "ops16.h"
