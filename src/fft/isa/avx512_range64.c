/* SPDX-License-Identifier: Apache-2.0 */
#define RANGE stet_avx512_range64
#include "vec/avx512.h"

#include "fft/range.h"
