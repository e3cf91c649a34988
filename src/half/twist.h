/* SPDX-License-Identifier: Apache-2.0 */
/* Multiplies by the twiddles of store.c element by element: stet_twist of convert.h for elements
 * begin .. end - 1. */
#ifndef STET_FFT_HALF_TWIST_H
#define STET_FFT_HALF_TWIST_H

#include "arith/fma.h"
#include "half/half.h"

static inline void stet_twist_part(float *x, ptrdiff_t begin, ptrdiff_t end, const float *coarse,
                                   const float *fine, int conjugate)
{
    const float sign = conjugate ? 1 : -1;
    for (ptrdiff_t c = begin; c < end; c++) {
        const float *a = coarse + 2 * (c / STET_FINE), *b = fine + 2 * (c % STET_FINE);
        const float a_im = sign * a[1], b_im = sign * b[1], re = x[2 * c], im = x[2 * c + 1];
        const float w_re = stet_fma_f32(a[0], b[0], -(a_im * b_im));
        const float w_im = stet_fma_f32(a_im, b[0], a[0] * b_im);
        x[2 * c] = stet_fma_f32(re, w_re, -(im * w_im));
        x[2 * c + 1] = stet_fma_f32(im, w_re, re * w_im);
    }
}

#endif
