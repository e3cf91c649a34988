/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_func
#include "func/kernel.h"
