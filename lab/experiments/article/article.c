/* SPDX-License-Identifier: Apache-2.0 */
/* Provides the public functions: the article's sines and cosines, and the distance of any flavor
 * from CORRECT. */
#include <string.h>

#include "base/fpenv.h"
#include "experiments/article/article_f64.h"
#include "experiments/kernels.h"

static stet_status run_article(stet_article_kernel *kernel, stet_trig_function function,
                               ptrdiff_t n, const float *x, float *y)
{
    if (function != STET_TRIG_SIN && function != STET_TRIG_COS)
        return STET_E_FUNCTION;
    if (n < 0)
        return STET_E_LENGTH;
    if (n > 0 && (!x || !y))
        return STET_E_NULL;
    const uint64_t caller = stet_fpenv_enter();
    kernel(function, n, x, y);
    stet_fpenv_leave(caller);
    return STET_OK;
}

stet_status stet_experiment_trig(stet_trig_function function, stet_experiment_flavor flavor,
                                 ptrdiff_t n, const float *x, float *y)
{
    switch (flavor) {
    case STET_EXPERIMENT_ARTICLE:
        return run_article(stet_experiments_in_use()->article_f32, function, n, x, y);
    case STET_EXPERIMENT_ARTICLE_F64:
        return run_article(stet_experiments_in_use()->article_f64, function, n, x, y);
    default: return stet_trig(function, (stet_trig_flavor)flavor, n, x, y);
    }
}

void stet_article_sincos_f64(double x, double *sine, double *cosine)
{
    const uint64_t caller = stet_fpenv_enter();
    article_f64_sincos(x, sine, cosine);
    stet_fpenv_leave(caller);
}

#define BLOCK 512

stet_status stet_trig_check(stet_trig_function function, stet_experiment_flavor flavor,
                            uint32_t first, uint64_t count, stet_trig_report *report)
{
    float x[BLOCK], y[BLOCK];
    stet_status status = stet_experiment_trig(function, flavor, 0, NULL, NULL);
    if (status == STET_OK && !report)
        status = STET_E_NULL;
    if (status == STET_OK && count > ((uint64_t)1 << 32) - first)
        status = STET_E_LENGTH;
    if (status != STET_OK)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    for (uint64_t done = 0; done < count;) {
        const uint64_t n = count - done < BLOCK ? count - done : BLOCK;
        for (uint64_t i = 0; i < n; i++) {
            const uint32_t bits = first + (uint32_t)(done + i);
            memcpy(&x[i], &bits, sizeof bits);
        }
        stet_experiment_trig(function, flavor, (ptrdiff_t)n, x, y);
        stet_experiments_in_use()->compare(function, (ptrdiff_t)n, x, y, report);
        done += n;
    }
    stet_fpenv_leave(caller);
    return STET_OK;
}
