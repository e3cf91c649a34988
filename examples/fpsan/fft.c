/* SPDX-License-Identifier: Apache-2.0 */
/* The tutorial of docs/fpsan.md: a DFT by definition and a radix-2 FFT in float, and (-DWRONG) one
 * twiddle of the FFT that is its neighbour. usage: fft [N]; -DDFT makes the DFT. */
#include <math.h>
#include <stdlib.h>

#include "fpsan.h"

static const double TURN = 6.283185307179586477;

static void twiddle(int k, int n, float *c, float *s)
{
    *c = (float)cos(TURN * k / n);
    *s = (float)-sin(TURN * k / n);
}

#ifdef DFT

static void transform(const float *x, float *y, int n, int stride)
{
    for (int k = 0; k < n; k++) {
        float re = 0, im = 0, c, s;
        for (int j = 0; j < n; j++) {
            twiddle((int)((long)j * k % n), n, &c, &s);
            re += x[2 * j * stride] * c - x[2 * j * stride + 1] * s;
            im += x[2 * j * stride] * s + x[2 * j * stride + 1] * c;
        }
        y[2 * k] = re;
        y[2 * k + 1] = im;
    }
}

#else

static void transform(const float *x, float *y, int n, int stride)
{
    if (n == 1) {
        y[0] = x[0];
        y[1] = x[1];
        return;
    }
    float *z = y + n;
    transform(x, y, n / 2, 2 * stride);
    transform(x + 2 * stride, z, n / 2, 2 * stride);
    for (int k = 0; k < n / 2; k++) {
        float c, s;
#ifdef WRONG
        twiddle(stride == 1 && k == 3 ? 4 : k, n, &c, &s);
#else
        twiddle(k, n, &c, &s);
#endif
        const float re = z[2 * k] * c - z[2 * k + 1] * s, im = z[2 * k] * s + z[2 * k + 1] * c;
        z[2 * k] = y[2 * k] - re;
        z[2 * k + 1] = y[2 * k + 1] - im;
        y[2 * k] += re;
        y[2 * k + 1] += im;
    }
}

#endif

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 64;
    float *x = malloc((size_t)n * 2 * sizeof *x), *y = malloc((size_t)n * 2 * sizeof *y);
    if (n < 1 || !x || !y)
        return 2;
    fpsan_input_f32(x, (size_t)n * 2);
    transform(x, y, n, 1);
    fpsan_output_f32(y, (size_t)n * 2);
    free(x);
    free(y);
    return 0;
}
