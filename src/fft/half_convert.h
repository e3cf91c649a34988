/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of binary16 and bfloat16 to floats, exactly, and back, rounded once to nearest even: the
 * values of stet_f16_to_f32() and its kin for each element. Internal. */
#ifndef STET_FFT_HALF_CONVERT_H
#define STET_FFT_HALF_CONVERT_H

#include <stddef.h>
#include <stdint.h>

#include "fft/dispatch.h"

/* Both return the largest of the 16-bit patterns without its sign: it is at least that of infinity
 * if a number is not finite. The environment of stet_fpenv_enter(); NaN may keep its payload. */
typedef unsigned stet_widen(const uint16_t *x, ptrdiff_t n, float *y);
typedef unsigned stet_narrow(const float *x, ptrdiff_t n, uint16_t *y);

/* x[c] *= w^c for c < n, complex numbers as pairs, w^c being coarse[c / 32] fine[c % 32], its
 * conjugate if conjugate is 1. A product of a and b is
 *     re = fma(a.re, b.re, -(a.im b.im)),    im = fma(a.im, b.re, a.re b.im)
 * with a = coarse, b = fine for w^c, and a = x, b = w^c. Tables hold cos and sin, w = cos - i sin. */
typedef void stet_twist(float *x, ptrdiff_t n, const float *coarse, const float *fine,
                        int conjugate);

typedef struct stet_half_convert {
    stet_widen *widen;
    stet_narrow *narrow;
    stet_twist *twist;
    unsigned infinity;
} stet_half_convert;

/* precision: STET_F16 or STET_BF16; isa: of stet_isa_of_f16(). */
stet_half_convert stet_half_convert_of(stet_precision precision, const stet_isa *isa);

/* The instances besides the portable one. */
stet_widen stet_widen_f16_avx2, stet_widen_bf16_avx2, stet_widen_f16_avx512, stet_widen_bf16_avx512;
stet_narrow stet_narrow_f16_avx2, stet_narrow_bf16_avx2;
stet_narrow stet_narrow_f16_avx512, stet_narrow_bf16_avx512;
stet_twist stet_twist_avx2, stet_twist_avx512;

#endif
