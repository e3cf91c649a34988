/* SPDX-License-Identifier: Apache-2.0 */
/* Computes elementary functions whose bits depend on the argument alone: without libm, in one order
 * of operations.
 *
 * Each function has two forms. The form in double is for results in float: the relative error is at
 * most STET_FUNC_ULPS u, u = 2^-53. The form in two words (arith/dd.h) is for results in double
 * that are rounded once and for levels that carry two words: the relative error is at most
 * STET_FUNC_WIDE_ERROR; below 2^-960, where low words are cut off (arith/dw.h), an absolute error
 * of 2^-1072 is added. (Where exp(-x^2) is small, an error of 4 u^2 in x^2 counts up to 745 times;
 * functions without it stay below 2^-102.) Both bounds hold for any finite argument if the result
 * neither overflows nor is below 2^-1022; below that the error is within one unit of 2^-1074. For
 * sin x and cos x, x in two words, the error may be 2^-198 absolute. This is below the bound unless
 * x is as close as 2^-104 to a zero, which no double but 0 is.
 *
 * The bounds are measured against MPFR, with a margin (tests/func), not proved; only the truncation
 * of the series is proved (wide.h). Functions with odd symmetry have it bit for bit.
 *
 * The table shows the results of special arguments.
 *             exp    log    sin   cos   tanh   erf   erfc   gelu (both)
 *   NaN       NaN    NaN    NaN   NaN   NaN    NaN   NaN    NaN
 *   +inf      +inf   +inf   NaN   NaN   1      1     0      +inf
 *   -inf      0      NaN    NaN   NaN   -1     -1    2      -0, the limit
 *   +-0       1      -inf   +-0   1     +-0    +-0   1      +-0
 *   x < 0            NaN
 *
 * Call these between stet_fpenv_enter() and stet_fpenv_leave(). Threads may call them at once. */
#ifndef STET_FUNC_FUNC_H
#define STET_FUNC_FUNC_H

#include <stddef.h>

#include "arith/dd.h"
#include "base/isa.h"

/* GELU_ERF is x (1 + erf(x/sqrt 2))/2, GELU_TANH x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))/2 with
 * the exact numbers sqrt(2/pi) and 0.044715: no rounded constant. x < 0 uses a form without
 * cancellation. */
typedef enum stet_func {
    STET_FUNC_EXP,
    STET_FUNC_LOG,
    STET_FUNC_SIN,
    STET_FUNC_COS,
    STET_FUNC_TANH,
    STET_FUNC_ERF,
    STET_FUNC_ERFC,
    STET_FUNC_GELU_ERF,
    STET_FUNC_GELU_TANH,
    STET_FUNC_COUNT
} stet_func;

#define STET_FUNC_ULPS 8
#define STET_FUNC_WIDE_ERROR 0x1p-94

/* The kernels of an instruction set are made from isa/func.c.in. In map_f32 and map_f64 y may be x;
 * map_f32 rounds the form in double to float, map_f64 the one in two words to double. */
struct stet_func_kernels {
    double (*in_double[STET_FUNC_COUNT])(double x);
    stet_dd (*in_two_words[STET_FUNC_COUNT])(stet_dd x);
    void (*map_f32[STET_FUNC_COUNT])(ptrdiff_t n, const float *x, float *y);
    void (*map_f64[STET_FUNC_COUNT])(ptrdiff_t n, const double *x, double *y);
};

static inline double stet_func_in_double(stet_func f, double x)
{
    return stet_isa_in_use()->func->in_double[f](x);
}

static inline stet_dd stet_func_in_two_words(stet_func f, stet_dd x)
{
    return stet_isa_in_use()->func->in_two_words[f](x);
}

static inline void stet_func_f32(stet_func f, ptrdiff_t n, const float *x, float *y)
{
    stet_isa_in_use()->func->map_f32[f](n, x, y);
}

static inline void stet_func_f64(stet_func f, ptrdiff_t n, const double *x, double *y)
{
    stet_isa_in_use()->func->map_f64[f](n, x, y);
}

#endif
