/* SPDX-License-Identifier: Apache-2.0 */
/* The table of one wrapper file, which sets its name and chooses the fma: a template. */
#include "experiments/article/flavors.h"
#include "experiments/article/report.h"
#include "experiments/leetgpu/strategies.h"

const stet_experiments_kernels KERNELS = {
    .article_f32 = article_f32,
    .article_f64 = article_f64,
    .compare = compare,
    .direct = direct,
    .stages_f32 = stages_f32,
    .stages_f64 = stages_f64,
    .exact = exact,
};
