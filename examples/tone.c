/* SPDX-License-Identifier: Apache-2.0
 * A program that was written for FFTW: the bin of a tone. It knows nothing of stet, and runs on it
 * by `stet run -- ./tone`.
 */
#include <complex.h> /* before fftw3.h: its complex numbers are then C's */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>

enum { POINTS = 64 };

int main(void)
{
    fftw_complex *x = fftw_alloc_complex(POINTS);
    if (!x)
        return 1;
    fftw_plan plan = fftw_plan_dft_1d(POINTS, x, x, FFTW_FORWARD, FFTW_ESTIMATE);
    for (int j = 0; j < POINTS; j++)
        x[j] = cexp(2.0 * 3.141592653589793 * 5.0 * I * j / POINTS);
    fftw_execute(plan);
    int loudest = 0;
    for (int k = 1; k < POINTS; k++)
        if (cabs(x[k]) > cabs(x[loudest]))
            loudest = k;
    printf("the tone is in bin %d of %d\n", loudest, POINTS);
    fftw_destroy_plan(plan);
    fftw_free(x);
    return 0;
}
