/* SPDX-License-Identifier: Apache-2.0 */
/* ------------------------------------------------------------------------- solve -- */

/* SOLVE selects at compile time what solve() does:
 *   0  N a power of two: bit reversal and one launch for each level, with the bits of stet's
 *      level native; other N: as 1
 *   1  the definition as sums in double-double, rounded once: N^2 products
 *   2  the definition as sums of floats, as in an article */
#ifndef SOLVE
#define SOLVE 0
#endif

typedef void Kernel(ARGUMENTS);

static void launch(Kernel *kernel, u64 threads, const void *in, void *out, const void *table,
                   const void *roots, void *pairs, i64 a, i64 b)
{
    const unsigned blocks = (unsigned)((threads + THREADS_OF_ARTICLE - 1) / THREADS_OF_ARTICLE);
    LAUNCH(kernel, blocks, (char *)in, (char *)out, (const char *)table, (const char *)roots,
           (const char *)roots, (char *)pairs, 0, 0, 0, 0, 0, 0, a, b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
           0, 0, 0, 0);
}

static void solve_by_levels(const float *signal, float *spectrum, int log2)
{
    void *table = 0;
    const u64 n = (u64)1 << log2;
    if (cudaMalloc(&table, n * sizeof(T2)) != cudaSuccess)
        return;
    if (log2 > 0)
        launch(make_twiddles, n, 0, table, 0, 0, 0, log2, 0);
    launch(stet_bit_reversal, n, signal, spectrum, 0, 0, 0, log2, 0);
    for (int level = 0; level < log2; level++)
        launch(stet_stage, n / 2, 0, spectrum, table, 0, 0, log2, level);
    cudaFree(table);
}

static void solve_by_sums(const float *signal, float *spectrum, int n)
{
    void *roots = 0, *pairs = 0;
    if (cudaMalloc(&roots, (u64)n * sizeof(T2)) != cudaSuccess)
        return;
    if (cudaMalloc(&pairs, (u64)n * 2 * sizeof(Pair)) == cudaSuccess) {
        launch(make_roots, (u64)n, 0, roots, 0, 0, pairs, n, 0);
        if (SOLVE == 2)
            launch(stet_sum_of_definition, (u64)n, signal, spectrum, 0, roots, pairs, n, 0);
        else
            launch(sum_in_pairs, (u64)n, signal, spectrum, 0, roots, pairs, n, 0);
        cudaFree(pairs);
    }
    cudaFree(roots);
}

/* Transforms N complex numbers, pairs of floats in device memory, forward, without a factor.
 * spectrum is another array. */
#ifdef __cplusplus
extern "C"
#endif
    void
    solve(const float *signal, float *spectrum, int N)
{
    int log2 = 0;
    while (N > 1 << log2)
        log2++;
    if (SOLVE == 0 && N == 1 << log2)
        solve_by_levels(signal, spectrum, log2);
    else if (N > 0)
        solve_by_sums(signal, spectrum, N);
    cudaDeviceSynchronize();
}
