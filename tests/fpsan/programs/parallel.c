/* SPDX-License-Identifier: Apache-2.0 */
/* Sums by threads and functions of complex numbers, the way chosen as in claims.c: 0 as they are, 1
 * by plain operations, -1 with a mistake. WHOLE adds reductions, for which OpenMP's library is
 * needed. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpsan.h"

enum { N = 16 };

static float sum;
static double wide;

static void add(const float *x, int n)
{
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        sum += x[i];
#pragma omp atomic
        wide -= (double)x[i];
    }
}

#ifdef WHOLE
float reduced(const float *x, int n);
float reduced(const float *x, int n)
{
    float total = 0, largest = x[0];
    double product = 1;
#pragma omp parallel for reduction(+ : total) reduction(* : product) reduction(max : largest)
    for (int i = 0; i < n; i++) {
        total += x[i];
        product *= (double)x[i];
        largest = largest < x[i] ? x[i] : largest;
    }
    return total + (float)product + largest;
}
#endif

int main(int argc, char **argv)
{
    float x[N], y[5] = {0};
    const char *at = argc > 0 ? strrchr(argv[0], '@') : NULL;
    const int variant = at ? atoi(at + 1) : 0;
    fpsan_input_f32(x, N);
    if (variant == 1) {
        for (int i = N; i-- > 0;)
            sum += x[i], wide -= (double)x[i];
        y[2] = expf(x[0]) * cosf(x[1]), y[3] = expf(x[0]) * sinf(x[1]);
        y[4] = hypotf(x[0], x[1]) + atan2f(x[1], x[0]);
    } else {
        const float complex z = x[0] + I * x[1], w = cexpf(z);
        add(x, variant < 0 ? N - 1 : N);
        y[2] = crealf(w), y[3] = cimagf(w), y[4] = cabsf(z) + cargf(z);
    }
    y[0] = sum;
    y[1] = (float)wide;
    fpsan_output_f32(y, 5);
    return 0;
}
