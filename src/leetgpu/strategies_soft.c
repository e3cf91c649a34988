/* SPDX-License-Identifier: Apache-2.0 */
#define STET_SOFT_FMA_KERNELS
#include "leetgpu/strategies.h"

const stet_leetgpu_kernels stet_leetgpu_soft = {direct, stages_f32, stages_f64, exact};
