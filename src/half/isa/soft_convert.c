/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "half/convert.h"
#include "half/twist.h"

static void twist(float *x, ptrdiff_t n, const float *coarse, const float *fine, int conjugate)
{
    stet_twist_part(x, 0, n, coarse, fine, conjugate);
}

static void transpose(const uint16_t *from, ptrdiff_t from_step, uint16_t *to, ptrdiff_t to_step)
{
    for (ptrdiff_t a = 0; a < 16; a++)
        for (ptrdiff_t b = 0; b < 16; b++)
            memcpy(to + 2 * (b * to_step + a), from + 2 * (a * from_step + b), 4);
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

static unsigned widen_f16(const uint16_t *x, ptrdiff_t n, float scale, float *y)
{
    unsigned max = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        max = larger(max, x[i] & 0x7fffu);
        y[i] = stet_f16_to_f32(x[i]) * scale;
    }
    return max;
}

static unsigned narrow_f16(const float *x, ptrdiff_t n, uint16_t *y)
{
    unsigned max = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = stet_f16_from_f32(x[i]);
        max = larger(max, y[i] & 0x7fffu);
    }
    return max;
}

static unsigned widen_bf16(const uint16_t *x, ptrdiff_t n, float scale, float *y)
{
    unsigned max = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        max = larger(max, x[i] & 0x7fffu);
        y[i] = stet_bf16_to_f32(x[i]) * scale;
    }
    return max;
}

static unsigned narrow_bf16(const float *x, ptrdiff_t n, uint16_t *y)
{
    unsigned max = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = stet_bf16_from_f32(x[i]);
        max = larger(max, y[i] & 0x7fffu);
    }
    return max;
}

const struct stet_convert_kernels stet_soft_convert = {
    {widen_f16, narrow_f16, twist, transpose, 0x7c00},
    {widen_bf16, narrow_bf16, twist, transpose, 0x7f80}};
