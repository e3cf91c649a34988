/* SPDX-License-Identifier: Apache-2.0 */
#define STET_F32_KERNELS
#define STET_HAS_CODELETS
#define KERNELS stet_scalar_f32
#include "vec/scalar.h"

#include "lines/kernel.h"
