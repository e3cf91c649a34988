/* SPDX-License-Identifier: Apache-2.0 */
/* Any flavor, function, length and floats: a status, or results that the single call gives too, and
 * nothing written beyond them; both kernels the same bits. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/kernels.h"

#define MOST 100

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

static int same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    float x[MOST], y[MOST + 1], one, soft[MOST];
    if (size < 3)
        return 0;
    const stet_experiment_flavor flavor =
        (stet_experiment_flavor)(STET_EXPERIMENT_ARTICLE + data[0] % 2);
    const stet_trig_function function = (stet_trig_function)(data[1] % 6);
    const int n = (int)((size - 3) / sizeof *x < MOST ? (size - 3) / sizeof *x : MOST);
    memcpy(x, data + 3, (size_t)n * sizeof *x);
    y[n] = 42;
    const stet_status status = stet_experiment_trig(function, flavor, data[2] % 16 ? n : -n, x, y);
    require(y[n] == 42);
    if (status != STET_OK)
        return 0;
    if (flavor == STET_EXPERIMENT_ARTICLE)
        stet_experiments_soft.article_f32(function, n, x, soft);
    else
        stet_experiments_soft.article_f64(function, n, x, soft);
    for (int i = 0; i < n; i++) {
        require(stet_experiment_trig(function, flavor, 1, &x[i], &one) == STET_OK);
        require(same(y[i], one) && same(y[i], soft[i]));
    }
    return 0;
}
