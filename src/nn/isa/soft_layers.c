/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#define KERNELS stet_soft_layers
#include "nn/kernel.h"
