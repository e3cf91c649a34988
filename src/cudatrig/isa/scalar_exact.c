/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_exact
#include "cudatrig/exact_kernel.h"
