/* SPDX-License-Identifier: Apache-2.0 */
#define KERNEL stet_lines_scalar_f64
#include "vec/scalar.h"

#include "fft/kernel.h"
