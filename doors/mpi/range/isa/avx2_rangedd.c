/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_avx2_rangedd
#include "vec/avx2.h"

#include "graph/double_word.h"

#include "graph/odd_constants_dw.h"

#include "range/kernel.h"
