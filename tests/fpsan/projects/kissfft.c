/* SPDX-License-Identifier: Apache-2.0 */
/* The transforms by KISS FFT. */
#include "_kiss_fft_guts.h"
#include "kiss_fft.h"
#include "kiss_fftr.h"

#include "project.h"

static void complex_transform(int n, int inverse, int bug, const float *x, float *y)
{
    kiss_fft_cfg plan = kiss_fft_alloc(n, inverse, NULL, NULL);
    if (!plan)
        exit(2);
    if (bug)
        plan->twiddles[1] = plan->twiddles[2];
    kiss_fft(plan, (const kiss_fft_cpx *)x, (kiss_fft_cpx *)y);
    kiss_fft_free(plan);
    fpsan_output_f32(y, 2 * (size_t)n);
}

int main(int argc, char **argv)
{
    static float x[2 * MOST], y[2 * MOST + 2];
    const int n = length(argc, argv), bug = argc > 2;
    fpsan_input_f32(x, 2 * (size_t)n);
    complex_transform(n, 0, bug, x, y);
    complex_transform(n, 1, 0, x, y);

    kiss_fftr_cfg plan = kiss_fftr_alloc(n, 0, NULL, NULL);
    if (!plan)
        exit(2);
    fpsan_input_f32(x, (size_t)n);
    kiss_fftr(plan, x, (kiss_fft_cpx *)y);
    kiss_fftr_free(plan);
    fpsan_output_f32(y, (size_t)n + 2);
    return 0;
}
