/* SPDX-License-Identifier: Apache-2.0
 * A program that was written for FFTW: it prints the loudest frequency of the numbers on standard
 * input. It knows nothing of stet, and runs on it by `stet run -- ./tone < signal.txt`.
 */
#include <complex.h> /* before fftw3.h: its complex numbers are then C's */
#include <fftw3.h>
#include <stdio.h>

enum { MOST = 1 << 20 };

int main(void)
{
    double *x = fftw_alloc_real(MOST);
    fftw_complex *y = fftw_alloc_complex(MOST / 2 + 1);
    int n = 0, loudest = 1;
    while (x && y && n < MOST && scanf("%lf", &x[n]) == 1)
        n++;
    if (n < 2) {
        fputs("tone: give at least 2 numbers on standard input\n", stderr);
        return 1;
    }
    fftw_plan plan = fftw_plan_dft_r2c_1d(n, x, y, FFTW_ESTIMATE);
    fftw_execute(plan);
    for (int k = 1; k <= n / 2; k++)
        if (cabs(y[k]) > cabs(y[loudest]))
            loudest = k;
    printf("the loudest frequency is bin %d of %d points\n", loudest, n);
    fftw_destroy_plan(plan);
    fftw_free(x);
    fftw_free(y);
    return 0;
}
