/* SPDX-License-Identifier: Apache-2.0 */
#define KERNEL stet_lines_avx512_f64
#include "vec/avx512.h"

#include "fft/kernel.h"
