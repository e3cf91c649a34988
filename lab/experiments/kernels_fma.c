/* SPDX-License-Identifier: Apache-2.0 */
#define KERNELS stet_experiments_fma
#include "experiments/kernels_table.h"
