/* SPDX-License-Identifier: Apache-2.0 */
#define OPS ops16_soft
#include "vec/f16_scalar.h"

#include "ops16.h"
