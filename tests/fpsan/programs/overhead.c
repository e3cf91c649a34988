/* SPDX-License-Identifier: Apache-2.0 */
/* What instrumentation costs: the processor time of KERNEL, the best of several runs, in ns.
 * Natively and by fpsan-cc the same program; overhead.sh sets one beside the other. */
#include <math.h>
#include <stdio.h>
#include <time.h>
#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

#include "fpsan.h"

#if KERNEL == 1 || KERNEL == 2 /* c = a b, 256 x 256 */

enum { N = 256, SIZE = N * N };

static float a[SIZE], b[SIZE], y[SIZE];

static void prepare(void)
{
    fpsan_input_f32(a, SIZE);
    fpsan_input_f32(b, SIZE);
}

#if KERNEL == 1 && defined(__AVX2__) && defined(__FMA__) /* tiles of 4 x 16, by intrinsics */

static void run(void)
{
    for (int i = 0; i < N; i += 4)
        for (int j = 0; j < N; j += 16) {
            __m256 sum[4][2];
            for (int r = 0; r < 4; r++)
                sum[r][0] = sum[r][1] = _mm256_setzero_ps();
            for (int k = 0; k < N; k++) {
                const __m256 b0 = _mm256_loadu_ps(b + k * N + j);
                const __m256 b1 = _mm256_loadu_ps(b + k * N + j + 8);
                for (int r = 0; r < 4; r++) {
                    const __m256 x = _mm256_set1_ps(a[(i + r) * N + k]);
                    sum[r][0] = _mm256_fmadd_ps(x, b0, sum[r][0]);
                    sum[r][1] = _mm256_fmadd_ps(x, b1, sum[r][1]);
                }
            }
            for (int r = 0; r < 4; r++) {
                _mm256_storeu_ps(y + (i + r) * N + j, sum[r][0]);
                _mm256_storeu_ps(y + (i + r) * N + j + 8, sum[r][1]);
            }
        }
}

#else /* three loops, for the compiler's vectoriser */

static void run(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            y[i * N + j] = 0;
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                y[i * N + j] += a[i * N + k] * b[k * N + j];
    }
}

#endif

#else /* a radix-2 FFT of 4096 points, decimation in frequency, in place */

enum { N = 4096, SIZE = 2 * N };

static float x[SIZE], y[SIZE], w[N];

static void prepare(void)
{
    fpsan_input_f32(x, SIZE);
    for (int k = 0; k < N / 2; k++) {
        const double angle = 2 * 3.14159265358979323846 * k / N;
        w[2 * k] = (float)cos(angle);
        w[2 * k + 1] = (float)-sin(angle);
    }
}

static void run(void)
{
    for (int i = 0; i < SIZE; i++)
        y[i] = x[i];
    for (int half = N / 2; half > 0; half /= 2)
        for (int block = 0; block < N; block += 2 * half)
            for (int k = 0; k < half; k++) {
                float *p = y + 2 * (block + k), *q = p + 2 * half;
                const float c = w[k * (N / half)], s = w[k * (N / half) + 1];
                const float re = p[0] - q[0], im = p[1] - q[1];
                p[0] += q[0];
                p[1] += q[1];
                q[0] = re * c - im * s;
                q[1] = re * s + im * c;
            }
}

#endif

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

int main(void)
{
    long best = 0;
    prepare();
    for (int i = 0; i < 12; i++) {
        const long begin = now();
        run();
        const long took = now() - begin;
        best = best == 0 || took < best ? took : best;
    }
    fpsan_output_f32(y, SIZE);
    printf("%ld\n", best);
    return 0;
}
