/* SPDX-License-Identifier: Apache-2.0 */
#define KERNEL stet_lines_neon_f64
#include "fft/vec/neon.h"

#include "fft/kernel.h"
