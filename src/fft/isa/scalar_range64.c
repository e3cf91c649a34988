/* SPDX-License-Identifier: Apache-2.0 */
#define RANGE stet_range_scalar_f64
#include "vec/scalar.h"

#include "fft/range.h"
