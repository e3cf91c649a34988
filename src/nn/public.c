/* SPDX-License-Identifier: Apache-2.0 */
#include "func/func.h"
#include "nn/check.h"

/* Describes the bytes of input, weights, bias and output. The output may share no memory with the
 * others. */
typedef struct arrays {
    const void *x, *w, *b;
    void *y;
    ptrdiff_t x_bytes, w_bytes, b_bytes, y_bytes;
} arrays;

static stet_status check_arrays(const arrays *a)
{
    if (!a->x || !a->w || !a->y)
        return STET_E_NULL;
    return stet_overlap(a->x, a->x_bytes, a->y, a->y_bytes) ||
                   stet_overlap(a->w, a->w_bytes, a->y, a->y_bytes) ||
                   stet_overlap(a->b, a->b_bytes, a->y, a->y_bytes)
               ? STET_E_OVERLAP
               : STET_OK;
}

stet_status stet_depthwise3(stet_precision precision, stet_layer_mode mode,
                            stet_alignment alignment, ptrdiff_t batch, ptrdiff_t channels,
                            ptrdiff_t length, const void *x, const void *w, const void *b, void *y)
{
    arrays a = {.x = x, .w = w, .b = b, .y = y};
    stet_status status = stet_layer_kind(precision, mode);
    if (!status && (alignment < STET_ALIGN_CAUSAL || alignment > STET_ALIGN_ANTICAUSAL))
        status = STET_E_METHOD;
    if (!status)
        status = stet_layer_bytes(precision, batch, channels, length, &a.y_bytes);
    if (!status)
        status = stet_layer_bytes(precision, channels, 3, 1, &a.w_bytes);
    a.x_bytes = a.y_bytes;
    a.b_bytes = a.w_bytes / 3;
    if (!status)
        status = check_arrays(&a);
    if (status)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    stet_layer_loops_of(precision, mode)
        ->depthwise(mode != STET_LAYER_STRICT, (ptrdiff_t)alignment - 3, batch, channels, length, x,
                    w, b, y);
    stet_fpenv_leave(caller);
    return STET_OK;
}

stet_status stet_linear(stet_precision precision, stet_layer_mode mode, ptrdiff_t rows,
                        ptrdiff_t in, ptrdiff_t out, const void *x, const void *w, const void *b,
                        void *y)
{
    arrays a = {.x = x, .w = w, .b = b, .y = y};
    stet_status status = stet_layer_kind(precision, mode);
    if (!status)
        status = stet_layer_bytes(precision, rows, in, 1, &a.x_bytes);
    if (!status)
        status = stet_layer_bytes(precision, in, out, 1, &a.w_bytes);
    if (!status)
        status = stet_layer_bytes(precision, rows, out, 1, &a.y_bytes);
    if (!status) {
        a.b_bytes = a.y_bytes / rows;
        status = check_arrays(&a);
    }
    if (status)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    stet_layer_loops_of(precision, mode)
        ->linear(mode != STET_LAYER_STRICT, rows, in, out, x, w, b, y);
    stet_fpenv_leave(caller);
    return STET_OK;
}

stet_status stet_layer_norm(stet_precision precision, stet_layer_mode mode, ptrdiff_t rows,
                            ptrdiff_t n, double eps, const void *x, const void *gamma,
                            const void *beta, void *y)
{
    /* In place is allowed: a row is read before it is written. */
    arrays a = {.x = x == y ? gamma : x, .w = gamma, .b = beta, .y = y};
    stet_status status = stet_layer_kind(precision, mode);
    if (!status)
        status = stet_layer_bytes(precision, rows, n, 1, &a.y_bytes);
    if (!status && (!x || !beta))
        status = STET_E_NULL;
    if (!status) {
        a.w_bytes = a.b_bytes = a.y_bytes / rows;
        a.x_bytes = x == y ? a.w_bytes : a.y_bytes;
        status = check_arrays(&a);
    }
    if (!status && !(eps >= 0 && eps - eps == 0))
        status = STET_E_ACCURACY;
    if (status)
        return status;
    const uint64_t caller = stet_fpenv_enter();
    stet_layer_loops_of(precision, mode)
        ->norm(mode != STET_LAYER_STRICT, rows, n, eps, x, gamma, beta, y);
    stet_fpenv_leave(caller);
    return STET_OK;
}

stet_status stet_gelu(stet_precision precision, stet_conv_gelu gelu, ptrdiff_t n, const void *x,
                      void *y)
{
    ptrdiff_t bytes = 0;
    if (precision != STET_F32 && precision != STET_F64)
        return STET_E_PRECISION;
    if (gelu != STET_CONV_GELU_ERF && gelu != STET_CONV_GELU_TANH)
        return STET_E_GELU;
    if (n == 0)
        return STET_OK;
    const stet_status status = stet_layer_bytes(precision, n, 1, 1, &bytes);
    if (status)
        return status;
    if (!x || !y)
        return STET_E_NULL;
    if (x != y && stet_overlap(x, bytes, y, bytes))
        return STET_E_OVERLAP;
    const stet_func f = gelu == STET_CONV_GELU_ERF ? STET_FUNC_GELU_ERF : STET_FUNC_GELU_TANH;
    const uint64_t caller = stet_fpenv_enter();
    if (precision == STET_F32)
        stet_func_f32(f, n, (const float *)x, (float *)y);
    else
        stet_func_f64(f, n, (const double *)x, (double *)y);
    stet_fpenv_leave(caller);
    return STET_OK;
}
