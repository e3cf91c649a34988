/* SPDX-License-Identifier: Apache-2.0 */
/* Loops whose accesses to memory have to be told apart before they can become vectors. */
#include "fpsan.h"

enum { N = 64 };

static __attribute__((noinline)) void copy(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i];
}

int main(void)
{
    float x[N], sums[4] = {0};
    double z[N], w[N];
    fpsan_input_f32(x, N);
    fpsan_input_f64(z, N);
    for (int i = 0; i < N; i++)
        sums[i & 3] += x[i];
    copy(z, w, N);
    fpsan_output_f32(sums, 4);
    fpsan_output_f64(w, N);
    return 0;
}
