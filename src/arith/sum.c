/* Has the sums and dot products of stet.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * Results are stored before the caller's floating-point environment comes back. The
 * store keeps the compiler from moving the last operations behind stet_fpenv_leave(),
 * because that function might read the memory. */
#include "stet.h"

#include "arith/eft.h"
#include "arith/superacc.h"
#include "base/fpenv.h"

#define SUM_REAL double
#define SUM(name) name##_f64
#define SUM_EFT(name) stet_##name##_f64
#define SUM_ABS(x) __builtin_fabs(x)
#include "arith/sum_real.h"

#define SUM_REAL float
#define SUM(name) name##_f32
#define SUM_EFT(name) stet_##name##_f32
#define SUM_ABS(x) __builtin_fabsf(x)
#include "arith/sum_real.h"

static double exact_f64(ptrdiff_t n, const double *x, ptrdiff_t stride)
{
    if (n == 0)
        return 0;
    struct stet_superacc acc;
    stet_superacc_clear(&acc);
    for (ptrdiff_t i = 0; i < n; i++)
        stet_superacc_add(&acc, x[i * stride]);
    return stet_superacc_round_f64(&acc);
}

/* Adds floats as doubles, which need no other accumulator. */
static float exact_f32(ptrdiff_t n, const float *x, ptrdiff_t stride)
{
    if (n == 0)
        return 0;
    struct stet_superacc acc;
    stet_superacc_clear(&acc);
    for (ptrdiff_t i = 0; i < n; i++)
        stet_superacc_add(&acc, (double)x[i * stride]);
    return stet_superacc_round_f32(&acc);
}

static double exact_dot_f64(ptrdiff_t n, const double *x, ptrdiff_t x_stride, const double *y,
                            ptrdiff_t y_stride)
{
    if (n == 0)
        return 0;
    struct stet_superacc acc;
    stet_superacc_clear(&acc);
    for (ptrdiff_t i = 0; i < n; i++)
        stet_superacc_add_product(&acc, x[i * x_stride], y[i * y_stride]);
    return stet_superacc_round_f64(&acc);
}

/* Adds products of floats, which are exact in double, and never subnormal or infinite there. */
static float exact_dot_f32(ptrdiff_t n, const float *x, ptrdiff_t x_stride, const float *y,
                           ptrdiff_t y_stride)
{
    if (n == 0)
        return 0;
    struct stet_superacc acc;
    stet_superacc_clear(&acc);
    for (ptrdiff_t i = 0; i < n; i++)
        stet_superacc_add(&acc, (double)x[i * x_stride] * (double)y[i * y_stride]);
    return stet_superacc_round_f32(&acc);
}

static stet_status check_sum(stet_sum_method method, ptrdiff_t n, const void *x, const void *sum)
{
    if (n < 0)
        return STET_E_LENGTH;
    if (sum == NULL || (x == NULL && n > 0))
        return STET_E_NULL;
    if (method != STET_SUM_EXACT && method != STET_SUM_PAIRWISE && method != STET_SUM_COMPENSATED)
        return STET_E_METHOD;
    return STET_OK;
}

stet_status stet_sum_f64(stet_sum_method method, ptrdiff_t n, const double *x, ptrdiff_t stride,
                         double *sum)
{
    stet_status status = check_sum(method, n, x, sum);
    if (status != STET_OK)
        return status;
    uint64_t caller = stet_fpenv_enter();
    if (method == STET_SUM_EXACT)
        *sum = exact_f64(n, x, stride);
    else if (method == STET_SUM_PAIRWISE)
        *sum = pairwise_f64(n, x, stride);
    else
        *sum = compensated_f64(n, x, stride);
    stet_fpenv_leave(caller);
    return STET_OK;
}

stet_status stet_sum_f32(stet_sum_method method, ptrdiff_t n, const float *x, ptrdiff_t stride,
                         float *sum)
{
    stet_status status = check_sum(method, n, x, sum);
    if (status != STET_OK)
        return status;
    uint64_t caller = stet_fpenv_enter();
    if (method == STET_SUM_EXACT)
        *sum = exact_f32(n, x, stride);
    else if (method == STET_SUM_PAIRWISE)
        *sum = pairwise_f32(n, x, stride);
    else
        *sum = compensated_f32(n, x, stride);
    stet_fpenv_leave(caller);
    return STET_OK;
}

static stet_status check_dot(ptrdiff_t n, const void *x, const void *y, const void *dot)
{
    if (n < 0)
        return STET_E_LENGTH;
    if (dot == NULL || ((x == NULL || y == NULL) && n > 0))
        return STET_E_NULL;
    return STET_OK;
}

stet_status stet_dot_f64(ptrdiff_t n, const double *x, ptrdiff_t x_stride, const double *y,
                         ptrdiff_t y_stride, double *dot)
{
    stet_status status = check_dot(n, x, y, dot);
    if (status != STET_OK)
        return status;
    uint64_t caller = stet_fpenv_enter();
    *dot = exact_dot_f64(n, x, x_stride, y, y_stride);
    stet_fpenv_leave(caller);
    return STET_OK;
}

stet_status stet_dot_f32(ptrdiff_t n, const float *x, ptrdiff_t x_stride, const float *y,
                         ptrdiff_t y_stride, float *dot)
{
    stet_status status = check_dot(n, x, y, dot);
    if (status != STET_OK)
        return status;
    uint64_t caller = stet_fpenv_enter();
    *dot = exact_dot_f32(n, x, x_stride, y, y_stride);
    stet_fpenv_leave(caller);
    return STET_OK;
}
