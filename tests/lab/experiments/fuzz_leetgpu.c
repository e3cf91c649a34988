/* SPDX-License-Identifier: Apache-2.0 */
/* Any N, strategy and signal: a status and nothing written, or 2 N numbers and nothing beyond. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stet_lab.h"

#define MOST 128

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

/* data[0]: which function; 1: its first, 2: its second argument; 3, 4: N. */
static stet_status call(const uint8_t *data, const float *signal, float *spectrum, int N)
{
    int64_t uncertain;
    switch (data[0] % 4) {
    case 0: return stet_leetgpu_solve_level((stet_level)(data[1] % 6), signal, spectrum, N);
    case 1:
        return stet_leetgpu_radix2((stet_leetgpu_twiddle)(data[1] % 6),
                                   (stet_leetgpu_arithmetic)(data[2] % 5), signal, spectrum, N);
    case 2: return stet_leetgpu_direct(signal, spectrum, N, data[1] % 130 - 1, data[2] % 130 - 1);
    default: return stet_leetgpu_exact(signal, spectrum, N, &uncertain);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    float signal[2 * MOST] = {0}, *spectrum, before[2 * MOST + 1];
    if (size < 5)
        return 0;
    int N = data[3] % (MOST + 1);
    if (data[4] == 1)
        N = -N;
    if (data[4] == 2)
        N = STET_LEETGPU_MAX + 1 + N;
    const size_t bytes = size - 5 < sizeof signal ? size - 5 : sizeof signal;
    memcpy(signal, data + 5, bytes);
    spectrum = malloc(sizeof before);
    require(spectrum != NULL);
    for (int i = 0; i <= 2 * MOST; i++)
        spectrum[i] = before[i] = 42;
    const stet_status status = call(data, signal, spectrum, N);
    const int written = status == STET_OK ? 2 * N : 0;
    require(memcmp(spectrum + written, before + written,
                   (size_t)(2 * MOST + 1 - written) * sizeof *before) == 0);
    free(spectrum);
    return 0;
}
