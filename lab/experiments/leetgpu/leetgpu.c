/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions. */
#include "base/alloc.h"
#include "base/fpenv.h"
#include "experiments/kernels.h"
#include "experiments/leetgpu/twiddles.h"

static stet_status check(const float *signal, const float *spectrum, int N)
{
    if (!signal || !spectrum)
        return STET_E_NULL;
    return N < 1 || N > STET_LEETGPU_MAX ? STET_E_LENGTH : STET_OK;
}

static stet_status check_power(const float *signal, const float *spectrum, int N)
{
    const stet_status status = check(signal, spectrum, N);
    return status == STET_OK && (N & (N - 1)) != 0 ? STET_E_LENGTH : status;
}

stet_status stet_leetgpu_solve_level(stet_level level, const float *signal, float *spectrum, int N)
{
    const stet_status status = check(signal, spectrum, N);
    if (status != STET_OK)
        return status;
    const stet_dim dim = {N, 1, 1};
    stet_options options;
    stet_options_init(&options);
    options.precision = STET_F32;
    options.level = level;
    options.rank = 1;
    options.dims = &dim;
    return stet_transform(&options, signal, spectrum);
}

stet_status stet_leetgpu_solve(const float *signal, float *spectrum, int N)
{
    return stet_leetgpu_solve_level(STET_LEVEL_NATIVE, signal, spectrum, N);
}

stet_status stet_leetgpu_direct(const float *signal, float *spectrum, int N, int first, int count)
{
    const stet_status status = check(signal, spectrum, N);
    if (status != STET_OK)
        return status;
    if (first < 0 || count < 0 || first > N - count)
        return STET_E_LENGTH;
    const uintptr_t in = (uintptr_t)signal, out = (uintptr_t)spectrum;
    const size_t pair = 2 * sizeof(float);
    if (in < out + (size_t)count * pair && out < in + (size_t)N * pair)
        return STET_E_OVERLAP;
    const uint64_t caller = stet_fpenv_enter();
    stet_experiments_in_use()->direct(signal, spectrum, N, first, count);
    stet_fpenv_leave(caller);
    return STET_OK;
}

/* Returns the index whose log2(n) bits are reversed, from the previous one. */
static int next_reversed(int reversed, int n)
{
    int bit = n / 2;
    while (reversed & bit) {
        reversed ^= bit;
        bit /= 2;
    }
    return reversed | bit;
}

static stet_status radix2_f32(stet_leetgpu_twiddle twiddle, int fused, const float *signal,
                              float *spectrum, int n)
{
    float *w = stet_alloc_array((size_t)n * 3, sizeof *w);
    if (!w)
        return STET_E_MEMORY;
    float *w_im = w + n / 2, *x = w + n;
    const stet_status status = n > 1 ? stet_leetgpu_twiddles_f32(twiddle, n, w, w_im) : STET_OK;
    if (status == STET_OK) {
        for (int j = 0, r = 0; j < n; j++, r = next_reversed(r, n)) {
            x[2 * j] = signal[2 * r];
            x[2 * j + 1] = signal[2 * r + 1];
        }
        stet_experiments_in_use()->stages_f32(x, w, w_im, n, fused);
        for (int k = 0; k < 2 * n; k++)
            spectrum[k] = x[k];
    }
    stet_free(w);
    return status;
}

static stet_status radix2_f64(stet_leetgpu_twiddle twiddle, const float *signal, float *spectrum,
                              int n)
{
    double *w = stet_alloc_array((size_t)n * 3, sizeof *w);
    if (!w)
        return STET_E_MEMORY;
    double *w_im = w + n / 2, *x = w + n;
    const stet_status status = n > 1 ? stet_leetgpu_twiddles_f64(twiddle, n, w, w_im) : STET_OK;
    if (status == STET_OK) {
        for (int j = 0, r = 0; j < n; j++, r = next_reversed(r, n)) {
            x[2 * j] = (double)signal[2 * r];
            x[2 * j + 1] = (double)signal[2 * r + 1];
        }
        stet_experiments_in_use()->stages_f64(x, w, w_im, n);
        for (int k = 0; k < 2 * n; k++)
            spectrum[k] = (float)x[k];
    }
    stet_free(w);
    return status;
}

stet_status stet_leetgpu_radix2(stet_leetgpu_twiddle twiddle, stet_leetgpu_arithmetic arithmetic,
                                const float *signal, float *spectrum, int N)
{
    stet_status status = check_power(signal, spectrum, N);
    if (status != STET_OK)
        return status;
    if (twiddle < STET_TWIDDLE_ARTICLE || twiddle > STET_TWIDDLE_CORRECT ||
        arithmetic < STET_ARITHMETIC_F32 || arithmetic > STET_ARITHMETIC_F64)
        return STET_E_METHOD;
    const uint64_t caller = stet_fpenv_enter();
    if (arithmetic == STET_ARITHMETIC_F64)
        status = radix2_f64(twiddle, signal, spectrum, N);
    else
        status = radix2_f32(twiddle, arithmetic == STET_ARITHMETIC_F32_FMA, signal, spectrum, N);
    stet_fpenv_leave(caller);
    return status;
}

stet_status stet_leetgpu_exact(const float *signal, float *spectrum, int N, int64_t *uncertain)
{
    stet_status status = check_power(signal, spectrum, N);
    if (status == STET_OK && !uncertain)
        status = STET_E_NULL;
    if (status != STET_OK)
        return status;
    stet_ddc *x = stet_alloc_array((size_t)N * 2, sizeof *x);
    if (!x)
        return STET_E_MEMORY;
    const uint64_t caller = stet_fpenv_enter();
    status = N > 1 ? stet_leetgpu_twiddles_dd(N, x + N) : STET_OK;
    if (status == STET_OK) {
        for (int j = 0, r = 0; j < N; j++, r = next_reversed(r, N))
            x[j] = (stet_ddc){{(double)signal[2 * r], 0}, {(double)signal[2 * r + 1], 0}};
        *uncertain = stet_experiments_in_use()->exact(x, x + N, N, spectrum);
    }
    stet_fpenv_leave(caller);
    stet_free(x);
    return status;
}
