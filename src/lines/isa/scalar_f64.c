/* SPDX-License-Identifier: Apache-2.0 */
#define STET_HAS_CODELETS
#define KERNELS stet_scalar_f64
#include "vec/scalar.h"

#include "lines/kernel.h"
