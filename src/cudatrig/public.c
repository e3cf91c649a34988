/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions: arguments checked, the environment set, an instance called. */
#include <string.h>

#include "base/fpenv.h"
#include "cudatrig/cudatrig.h"

/* The article has no sinpi and cospi. */
static stet_status check(stet_trig_flavor flavor, stet_trig_function function, ptrdiff_t n,
                         const void *x, const void *y)
{
    if (flavor < STET_TRIG_CUDA13 || flavor > STET_TRIG_CORRECT)
        return STET_E_FLAVOR;
    if (function < STET_TRIG_SIN || function > STET_TRIG_COSPI)
        return STET_E_FUNCTION;
    if ((flavor == STET_TRIG_ARTICLE || flavor == STET_TRIG_ARTICLE_F64) &&
        function > STET_TRIG_COS)
        return STET_E_FUNCTION;
    if (n < 0)
        return STET_E_LENGTH;
    return n > 0 && (!x || !y) ? STET_E_NULL : STET_OK;
}

static void run(stet_trig_flavor flavor, stet_trig_function function, ptrdiff_t n, const float *x,
                float *y)
{
    if (flavor == STET_TRIG_CUDA13 || flavor == STET_TRIG_ARTICLE)
        stet_isa_in_use()->trig->map(flavor, function, n, x, y, NULL);
    else
        stet_isa_in_use()->exact->map(flavor, function, n, x, y);
}

stet_status stet_trig_array(stet_trig_flavor flavor, stet_trig_function function, ptrdiff_t n,
                            const float *x, float *y)
{
    const stet_status status = check(flavor, function, n, x, y);
    if (status != STET_OK)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    run(flavor, function, n, x, y);
    stet_fpenv_leave(caller);
    return STET_OK;
}

/* function is the sine; the cosine is the next one. */
static stet_status both(stet_trig_flavor flavor, stet_trig_function function, ptrdiff_t n,
                        const float *x, float *sine, float *cosine)
{
    const stet_status status = check(flavor, function, n, x, sine);
    if (status != STET_OK)
        return status;
    if (n > 0 && !cosine)
        return STET_E_NULL;
    if (n > 0 && sine == cosine)
        return STET_E_OVERLAP;
    const uint64_t caller = stet_fpenv_enter();
    if (flavor == STET_TRIG_CUDA13 || flavor == STET_TRIG_ARTICLE) {
        stet_isa_in_use()->trig->map(flavor, function, n, x, sine, cosine);
    } else {
        stet_trig_exact_kernel *kernel = stet_isa_in_use()->exact->map;
        for (ptrdiff_t i = 0; i < n; i++) { /* one by one: x may be sine or cosine */
            const float angle = x[i];
            kernel(flavor, function, 1, &angle, &sine[i]);
            kernel(flavor, (stet_trig_function)(function + 1), 1, &angle, &cosine[i]);
        }
    }
    stet_fpenv_leave(caller);
    return STET_OK;
}

stet_status stet_cuda_sinf_array(stet_trig_flavor flavor, ptrdiff_t n, const float *x, float *y)
{
    return stet_trig_array(flavor, STET_TRIG_SIN, n, x, y);
}

stet_status stet_cuda_cosf_array(stet_trig_flavor flavor, ptrdiff_t n, const float *x, float *y)
{
    return stet_trig_array(flavor, STET_TRIG_COS, n, x, y);
}

stet_status stet_cuda_sinpif_array(stet_trig_flavor flavor, ptrdiff_t n, const float *x, float *y)
{
    return stet_trig_array(flavor, STET_TRIG_SINPI, n, x, y);
}

stet_status stet_cuda_cospif_array(stet_trig_flavor flavor, ptrdiff_t n, const float *x, float *y)
{
    return stet_trig_array(flavor, STET_TRIG_COSPI, n, x, y);
}

stet_status stet_cuda_sincosf_array(stet_trig_flavor flavor, ptrdiff_t n, const float *x,
                                    float *sine, float *cosine)
{
    return both(flavor, STET_TRIG_SIN, n, x, sine, cosine);
}

stet_status stet_cuda_sincospif_array(stet_trig_flavor flavor, ptrdiff_t n, const float *x,
                                      float *sine, float *cosine)
{
    return both(flavor, STET_TRIG_SINPI, n, x, sine, cosine);
}

stet_status stet_cuda_sinf(stet_trig_flavor flavor, float x, float *y)
{
    return stet_cuda_sinf_array(flavor, 1, &x, y);
}

stet_status stet_cuda_cosf(stet_trig_flavor flavor, float x, float *y)
{
    return stet_cuda_cosf_array(flavor, 1, &x, y);
}

stet_status stet_cuda_sinpif(stet_trig_flavor flavor, float x, float *y)
{
    return stet_cuda_sinpif_array(flavor, 1, &x, y);
}

stet_status stet_cuda_cospif(stet_trig_flavor flavor, float x, float *y)
{
    return stet_cuda_cospif_array(flavor, 1, &x, y);
}

stet_status stet_cuda_sincosf(stet_trig_flavor flavor, float x, float *sine, float *cosine)
{
    return stet_cuda_sincosf_array(flavor, 1, &x, sine, cosine);
}

stet_status stet_cuda_sincospif(stet_trig_flavor flavor, float x, float *sine, float *cosine)
{
    return stet_cuda_sincospif_array(flavor, 1, &x, sine, cosine);
}

void stet_trig_report_init(stet_trig_report *report)
{
    if (report)
        *report = (stet_trig_report){0};
}

#define BLOCK 512

stet_status stet_trig_check(stet_trig_flavor flavor, stet_trig_function function, uint32_t first,
                            uint64_t count, stet_trig_report *report)
{
    float x[BLOCK], y[BLOCK];
    const stet_status status = check(flavor, function, 1, report, report);
    if (status != STET_OK)
        return status;
    if (count > ((uint64_t)1 << 32) - first)
        return STET_E_LENGTH;
    const uint64_t caller = stet_fpenv_enter();
    for (uint64_t done = 0; done < count;) {
        const uint64_t n = count - done < BLOCK ? count - done : BLOCK;
        for (uint64_t i = 0; i < n; i++) {
            const uint32_t bits = first + (uint32_t)(done + i);
            memcpy(&x[i], &bits, sizeof bits);
        }
        run(flavor, function, (ptrdiff_t)n, x, y);
        stet_isa_in_use()->exact->compare(function, (ptrdiff_t)n, x, y, report);
        done += n;
    }
    stet_fpenv_leave(caller);
    return STET_OK;
}
