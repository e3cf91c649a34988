/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#define KERNELS stet_experiments_soft
#include "experiments/kernels_table.h"
