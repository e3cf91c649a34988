/* SPDX-License-Identifier: Apache-2.0 */
/* The transforms by their definition. -DREAL_ONLY: the real one alone. */
#include <math.h>

#include "project.h"

static void dft(int n, int sign, const float *x, int stride, float *y, int count)
{
    for (int k = 0; k < count; k++) {
        float re = 0, im = 0;
        for (int j = 0; j < n; j++) {
            const double angle = sign * 2 * 3.14159265358979323846 * ((long)j * k % n) / n;
            const float c = (float)cos(angle), s = (float)sin(angle);
            const float a = x[j * stride], b = stride == 2 ? x[j * stride + 1] : 0;
            re += a * c - b * s;
            im += a * s + b * c;
        }
        y[2 * k] = re;
        y[2 * k + 1] = im;
    }
}

int main(int argc, char **argv)
{
    static float x[2 * MOST], y[2 * MOST + 2];
    const int n = length(argc, argv);
#ifndef REAL_ONLY
    fpsan_input_f32(x, 2 * (size_t)n);
    dft(n, -1, x, 2, y, n);
    fpsan_output_f32(y, 2 * (size_t)n);
    dft(n, 1, x, 2, y, n);
    fpsan_output_f32(y, 2 * (size_t)n);
#endif
    fpsan_input_f32(x, (size_t)n);
    dft(n, -1, x, 1, y, n / 2 + 1);
    fpsan_output_f32(y, (size_t)n + 2);
    return 0;
}
