/* SPDX-License-Identifier: Apache-2.0 */
#include "experiments/leetgpu/twiddles.h"

#include "base/alloc.h"
#include "trig/roots.h"

/* pi as a float literal. */
#define PI_F32 0x1.921fb6p+1f

/* Computes the angle in float arithmetic: -2 pi j is rounded. */
static void float_angles(int n, float *x)
{
    for (int j = 0; j < n / 2; j++)
        x[j] = -2.0f * PI_F32 * (float)j / (float)n;
}

/* Computes the angle in half turns, which are exact. */
static void half_turns(int n, float *x)
{
    for (int j = 0; j < n / 2; j++)
        x[j] = -2.0f * (float)j / (float)n;
}

static stet_status correct_f32(int n, float *re, float *im)
{
    stet_roots *roots = stet_roots_create((uint64_t)n);
    if (!roots)
        return STET_E_MEMORY;
    for (int j = 0; j < n / 2; j++) {
        stet_roots_f32(roots, (uint64_t)j, &re[j], &im[j]);
        im[j] = -im[j];
    }
    stet_roots_destroy(roots);
    return STET_OK;
}

stet_status stet_leetgpu_twiddles_f32(stet_leetgpu_twiddle source, int n, float *re, float *im)
{
    if (source == STET_TWIDDLE_CORRECT)
        return correct_f32(n, re, im);
    if (source == STET_TWIDDLE_CUDA13_PI) {
        half_turns(n, im);
        return stet_trig_sincospi(STET_TRIG_CUDA13, n / 2, im, im, re);
    }
    float_angles(n, im);
    if (source == STET_TWIDDLE_CUDA13)
        return stet_trig_sincos(STET_TRIG_CUDA13, n / 2, im, im, re);
    stet_experiment_trig(STET_TRIG_COS, STET_EXPERIMENT_ARTICLE, n / 2, im, re);
    return stet_experiment_trig(STET_TRIG_SIN, STET_EXPERIMENT_ARTICLE, n / 2, im, im);
}

static stet_status correct_f64(int n, double *re, double *im)
{
    stet_roots *roots = stet_roots_create((uint64_t)n);
    if (!roots)
        return STET_E_MEMORY;
    for (int j = 0; j < n / 2; j++) {
        stet_roots_f64(roots, (uint64_t)j, &re[j], &im[j]);
        im[j] = -im[j];
    }
    stet_roots_destroy(roots);
    return STET_OK;
}

/* Uses the article's double functions, CUDA's floats exactly, or correctly rounded doubles. */
stet_status stet_leetgpu_twiddles_f64(stet_leetgpu_twiddle source, int n, double *re, double *im)
{
    if (source == STET_TWIDDLE_CORRECT)
        return correct_f64(n, re, im);
    if (source == STET_TWIDDLE_ARTICLE) {
        for (int j = 0; j < n / 2; j++)
            stet_article_sincos_f64(-2.0 * 3.14159265358979323846 * (double)j / (double)n, &im[j],
                                    &re[j]);
        return STET_OK;
    }
    float *narrow = stet_alloc_array((size_t)n, sizeof *narrow);
    if (!narrow)
        return STET_E_MEMORY;
    const stet_status status = stet_leetgpu_twiddles_f32(source, n, narrow, narrow + n / 2);
    for (int j = 0; j < n / 2 && status == STET_OK; j++) {
        re[j] = (double)narrow[j];
        im[j] = (double)narrow[n / 2 + j];
    }
    stet_free(narrow);
    return status;
}

stet_status stet_leetgpu_twiddles_dd(int n, stet_ddc *w)
{
    stet_roots *roots = stet_roots_create((uint64_t)n);
    if (!roots)
        return STET_E_MEMORY;
    for (int j = 0; j < n / 2; j++) {
        double c[2], s[2];
        stet_roots_dd(roots, (uint64_t)j, c, s);
        w[j] = (stet_ddc){{c[0], c[1]}, {-s[0], -s[1]}};
    }
    stet_roots_destroy(roots);
    return STET_OK;
}
