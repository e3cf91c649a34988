/* SPDX-License-Identifier: Apache-2.0 */
/* Converts arrays of binary16 and bfloat16 to floats, exactly, and back, rounded once to nearest
 * even: each element has the value of stet_f16_to_f32() and its kin. Internal. */
#ifndef STET_FFT_HALF_CONVERT_H
#define STET_FFT_HALF_CONVERT_H

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

/* Both functions return the largest 16-bit pattern without its sign, which is at least that of
 * infinity if a number is not finite. They need the environment of stet_fpenv_enter(); NaN may keep
 * its payload. stet_widen multiplies by scale, a power of two. */
typedef unsigned stet_widen(const uint16_t *x, ptrdiff_t n, float scale, float *y);
typedef unsigned stet_narrow(const float *x, ptrdiff_t n, uint16_t *y);

/* Computes x[c] *= w^c for c < n, with complex numbers as pairs. w^c is coarse[c / 32] fine[c %
 * 32], or its conjugate if `conjugate` is 1. A product of a and b is
 *     re = fma(a.re, b.re, -(a.im b.im)),    im = fma(a.im, b.re, a.re b.im)
 * with a = coarse, b = fine for w^c, and a = x, b = w^c. Tables hold cos and sin, w = cos - i sin.
 */
typedef void stet_twist(float *x, ptrdiff_t n, const float *coarse, const float *fine,
                        int conjugate);

/* Transposes 16 by 16 elements of 4 bytes, 16-bit pairs: to[16 b + a] = from[16 a + b] for strides
 * of 16. Rows are from_step and to_step elements apart. */
typedef void stet_transpose(const uint16_t *from, ptrdiff_t from_step, uint16_t *to,
                            ptrdiff_t to_step);
enum { STET_TRANSPOSED = 16 };

typedef struct stet_half_convert {
    stet_widen *widen;
    stet_narrow *narrow;
    stet_twist *twist;
    stet_transpose *transpose;
    unsigned infinity;
} stet_half_convert;

/* The kernels of an instruction set are made from isa/convert.c.in, those of `soft` are in
 * isa/soft_convert.c. */
struct stet_convert_kernels {
    stet_half_convert f16, bf16;
};

/* Reports whether all numbers are finite. */
typedef int stet_all_finite(const uint16_t *x, ptrdiff_t n);

#endif
