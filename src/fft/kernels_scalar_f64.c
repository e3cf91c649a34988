/* SPDX-License-Identifier: Apache-2.0 */
#define KERNEL stet_lines_scalar_f64
#include "fft/vec/scalar.h"

#include "fft/kernel.h"
