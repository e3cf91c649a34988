/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of one instruction set; the including file defines KERNELS. */
#include "func/func.h"
#include "func/narrow.h"

#define EACH(F)                                                                                    \
    F(EXP, exp)                                                                                    \
    F(LOG, log)                                                                                    \
    F(SIN, sin)                                                                                    \
    F(COS, cos)                                                                                    \
    F(TANH, tanh)                                                                                  \
    F(ERF, erf)                                                                                    \
    F(ERFC, erfc)                                                                                  \
    F(GELU_ERF, gelu_erf)                                                                          \
    F(GELU_TANH, gelu_tanh)

#define DEFINE(NAME, name)                                                                         \
    static double in_double_##name(double x) { return stet_narrow_##name(x); }                     \
    static stet_dd in_two_words_##name(stet_dd x) { return stet_wide_##name(x); }                  \
    static void map_f32_##name(ptrdiff_t n, const float *x, float *y)                              \
    {                                                                                              \
        for (ptrdiff_t i = 0; i < n; i++)                                                          \
            y[i] = (float)stet_narrow_##name((double)x[i]);                                        \
    }                                                                                              \
    static void map_f64_##name(ptrdiff_t n, const double *x, double *y)                            \
    {                                                                                              \
        for (ptrdiff_t i = 0; i < n; i++)                                                          \
            y[i] = stet_wide_##name(stet_dd_from(x[i])).hi;                                        \
    }
EACH(DEFINE)

#define IN_DOUBLE(NAME, name) [STET_FUNC_##NAME] = in_double_##name,
#define IN_TWO_WORDS(NAME, name) [STET_FUNC_##NAME] = in_two_words_##name,
#define MAP_F32(NAME, name) [STET_FUNC_##NAME] = map_f32_##name,
#define MAP_F64(NAME, name) [STET_FUNC_##NAME] = map_f64_##name,

extern const struct stet_func_kernels KERNELS;
const struct stet_func_kernels KERNELS = {
    .in_double = {EACH(IN_DOUBLE)},
    .in_two_words = {EACH(IN_TWO_WORDS)},
    .map_f32 = {EACH(MAP_F32)},
    .map_f64 = {EACH(MAP_F64)},
};
