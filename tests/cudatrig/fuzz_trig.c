/* SPDX-License-Identifier: Apache-2.0 */
/* Any flavor, function, length and floats: a status, or results that the single call gives too, and
 * nothing written beyond them; every instance the same bits. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cudatrig/instances.h"

#define MOST 100

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

static int same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

static void check_instances(stet_trig_function function, int n, const float *x, const float *want)
{
    float y[MOST];
    const stet_isa *isa;
    for (int k = 0; (isa = trig_instance(k)); k++) {
        isa->trig->map(function, n, x, y, NULL);
        for (int i = 0; i < n; i++)
            require(same(y[i], want[i]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    float x[MOST], y[MOST + 1], one;
    if (size < 3)
        return 0;
    const stet_trig_flavor flavor = (stet_trig_flavor)(data[0] % 4);
    const stet_trig_function function = (stet_trig_function)(data[1] % 7);
    const int n = (int)((size - 3) / sizeof *x < MOST ? (size - 3) / sizeof *x : MOST);
    memcpy(x, data + 3, (size_t)n * sizeof *x);
    y[n] = 42;
    const stet_status status = stet_trig(function, flavor, data[2] % 16 ? n : -n, x, y);
    require(y[n] == 42);
    if (status != STET_OK)
        return 0;
    for (int i = 0; i < n; i++) {
        require(stet_trig(function, flavor, 1, &x[i], &one) == STET_OK);
        require(same(y[i], one));
        require(y[i] != y[i] || (y[i] >= -1.01f && y[i] <= 1.01f));
    }
    if (flavor == STET_TRIG_CUDA13)
        check_instances(function, n, x, y);
    return 0;
}
