/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target: bytes become a small transform and its input, of any bits; all algorithms of
 * level `correct` must give the same output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "correct/ways.h"

enum { MOST = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double x[2 * MOST] = {0}, y[CORRECT_WAYS][2 * MOST];
    stet_options options;
    stet_dim dims[2];
    stet_correct_stats stats;
    if (size < 4)
        return 0;
    stet_options_init(&options);
    options.kind = (stet_kind)(1 + data[0] % 3);
    options.precision = (stet_precision)(STET_F32 + data[1] % 4);
    options.norm = (stet_norm)(1 + data[1] / 4 % 3);
    const int inverse = options.kind == STET_C2R || (options.kind == STET_C2C && data[0] & 128);
    options.direction = inverse ? STET_INVERSE : STET_FORWARD;
    options.rank = data[2] % 4 == 3 ? 2 : 1;
    const ptrdiff_t n[2] = {options.rank == 1 ? 1 + data[3] % MOST : 1 + data[3] % 6,
                            1 + data[3] / 6 % 6};
    require(stet_dims_contiguous(options.kind, options.rank, n, dims) == STET_OK, "dims");
    options.dims = dims;
    data += 4;
    size -= 4;
    memcpy(x, data, size < sizeof x ? size : sizeof x);
    for (int way = 0; way < CORRECT_WAYS; way++) {
        memset(y[way], 0, sizeof y[way]);
        stats = (stet_correct_stats){.size = sizeof stats};
        require(correct_run((enum correct_way)way, options, x, y[way], &stats) == STET_OK,
                "status");
        require(memcmp(y[0], y[way], sizeof y[way]) == 0, "two algorithms, two results");
    }
    return 0;
}
