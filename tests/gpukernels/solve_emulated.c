/* SPDX-License-Identifier: Apache-2.0 */
/* leetgpu/solve.cu of the build as C: powers of two have the bits of level native, other lengths of
 * level correct. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arith/bits.h"
#include "arith/fma.h"
#include "arith/round16.h"
#include "stet.h"

#define THREADS THREADS_OF_ARTICLE
#define THREAD_AT(i) (i)
#define THREAD thread_now
#define BLOCK block_now
#define DEPTH 1
static int thread_now;
static uint32_t block_now;
#define LAUNCH(kernel, blocks, ...)                                                                \
    for (block_now = 0; block_now < (blocks); block_now++)                                         \
    kernel(__VA_ARGS__)

enum { cudaSuccess = 0 };
static int cudaMalloc(void **p, uint64_t size)
{
    *p = malloc(size);
    return *p ? cudaSuccess : 1;
}
static void cudaFree(void *p) { free(p); }
static int cudaDeviceSynchronize(void) { return 0; }

/* The file is C++, warnings of C are not about it. */
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include "solve.cu"

static int differ(int n, uint64_t seed)
{
    const stet_dim dim = {n, 1, 1};
    stet_options o;
    stet_options_init(&o);
    o.precision = STET_F32, o.rank = 1, o.dims = &dim;
    o.level = n & (n - 1) ? STET_LEVEL_CORRECT : STET_LEVEL_NATIVE;
    float *x = malloc((size_t)n * 8), *y = malloc((size_t)n * 8), *want = malloc((size_t)n * 8);
    for (int i = 0; i < 2 * n; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        x[i] = (float)((double)(int32_t)(seed >> 32) * 0x1p-31);
    }
    memset(y, 0xff, (size_t)n * 8);
    solve(x, y, n);
    if (stet_transform(&o, x, want))
        exit(2);
    int count = 0;
    for (int i = 0; i < 2 * n; i++)
        count += stet_bits_f32(y[i]) != stet_bits_f32(want[i]);
    if (count)
        printf("%d points: %d of %d numbers differ\n", n, count, 2 * n);
    free(x);
    free(y);
    free(want);
    return count;
}

int main(void)
{
    int bad = 0;
    for (int n = 1; n <= 1 << 18; n *= 2)
        bad += differ(n, 1);
    for (int n = 3; n <= 300; n++)
        bad += n & (n - 1) ? differ(n, (uint64_t)n) : 0;
    printf("solve.cu as C: %s\n", bad ? "numbers differ" : "the same bits");
    return bad != 0;
}
