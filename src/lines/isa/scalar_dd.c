/* SPDX-License-Identifier: Apache-2.0 */
#define STET_NO_WIDE
#define KERNELS stet_scalar_dd
#include "vec/scalar.h"

#include "graph/double_word.h"

#include "graph/odd_constants_dw.h"

#include "lines/kernel.h"
