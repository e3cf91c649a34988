/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions check arguments, set the environment and call an instance. */
#include "base/fpenv.h"
#include "base/size.h"
#include "cudatrig/cudatrig.h"

/* Reports whether two different arrays of n floats share an element. */
static int overlap(const float *a, const float *b, ptrdiff_t n)
{
    const size_t size = (size_t)n * sizeof *a;
    return a != b && stet_overlap(a, size, b, size);
}

static stet_status check(stet_trig_function function, stet_trig_flavor flavor, ptrdiff_t n,
                         const float *x, const float *y)
{
    if (function < STET_TRIG_SIN || function > STET_TRIG_COSPI)
        return STET_E_FUNCTION;
    if (flavor != STET_TRIG_CORRECT && flavor != STET_TRIG_CUDA13)
        return STET_E_FLAVOR;
    if (n < 0)
        return STET_E_LENGTH;
    if (n > PTRDIFF_MAX / (ptrdiff_t)sizeof *x)
        return STET_E_OVERFLOW;
    if (n > 0 && (!x || !y))
        return STET_E_NULL;
    return overlap(x, y, n) ? STET_E_OVERLAP : STET_OK;
}

stet_status stet_trig(stet_trig_function function, stet_trig_flavor flavor, ptrdiff_t n,
                      const float *x, float *y)
{
    const stet_status status = check(function, flavor, n, x, y);
    if (status != STET_OK)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    if (flavor == STET_TRIG_CUDA13)
        stet_isa_in_use()->trig->map(function, n, x, y, NULL);
    else
        stet_isa_in_use()->exact->map(function, n, x, y);
    stet_fpenv_leave(caller);
    return STET_OK;
}

/* function is the sine; the cosine has the next number. */
static stet_status both(stet_trig_function function, stet_trig_flavor flavor, ptrdiff_t n,
                        const float *x, float *sine, float *cosine)
{
    stet_status status = check(function, flavor, n, x, sine);
    if (status == STET_OK)
        status = check(function, flavor, n, x, cosine);
    if (status != STET_OK)
        return status;
    if (n > 0 && (sine == cosine || overlap(sine, cosine, n)))
        return STET_E_OVERLAP;
    const uint64_t caller = stet_fpenv_enter();
    if (flavor == STET_TRIG_CUDA13) {
        stet_isa_in_use()->trig->map(function, n, x, sine, cosine);
    } else {
        stet_trig_exact_kernel *kernel = stet_isa_in_use()->exact->map;
        for (ptrdiff_t i = 0; i < n; i++) { /* one at a time, because x may be sine or cosine */
            const float angle = x[i];
            kernel(function, 1, &angle, &sine[i]);
            kernel((stet_trig_function)(function + 1), 1, &angle, &cosine[i]);
        }
    }
    stet_fpenv_leave(caller);
    return STET_OK;
}

stet_status stet_trig_sincos(stet_trig_flavor flavor, ptrdiff_t n, const float *x, float *sine,
                             float *cosine)
{
    return both(STET_TRIG_SIN, flavor, n, x, sine, cosine);
}

stet_status stet_trig_sincospi(stet_trig_flavor flavor, ptrdiff_t n, const float *x, float *sine,
                               float *cosine)
{
    return both(STET_TRIG_SINPI, flavor, n, x, sine, cosine);
}
