/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_scalar_layers
#include "nn/kernel.h"
