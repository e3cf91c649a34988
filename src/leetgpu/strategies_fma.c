/* SPDX-License-Identifier: Apache-2.0 */
#include "leetgpu/strategies.h"

const stet_leetgpu_kernels stet_leetgpu_fma = {direct, stages_f32, stages_f64, exact};
