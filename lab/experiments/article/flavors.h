/* SPDX-License-Identifier: Apache-2.0 */
/* Applies the article's two flavors to arrays. Part of the template kernels_table.h. */
#include "vec/trig_scalar.h"

#include "experiments/article/article_f32.h"
#include "experiments/article/article_f64.h"
#include "experiments/kernels.h"

static void article_f32(stet_trig_function function, ptrdiff_t n, const float *x, float *y)
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = function == STET_TRIG_SIN ? article_sin(x[i]) : article_cos(x[i]);
}

static void article_f64(stet_trig_function function, ptrdiff_t n, const float *x, float *y)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        double sine, cosine;
        article_f64_sincos((double)x[i], &sine, &cosine);
        y[i] = (float)(function == STET_TRIG_SIN ? sine : cosine);
    }
}
