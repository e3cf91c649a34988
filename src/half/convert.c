/* SPDX-License-Identifier: Apache-2.0 */
#include "half/convert.h"

#include <string.h>

#include "base/cpu.h"
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

static const struct {
    stet_isa_row row;
    stet_half_convert f16, bf16;
} instances[] = {
    {{"soft", 0},
     {widen_f16, narrow_f16, twist, transpose, 0x7c00},
     {widen_bf16, narrow_bf16, twist, transpose, 0x7f80}},
#ifdef STET_HAVE_AVX2_CONVERT
    {{"avx2", STET_CPU_AVX2 | STET_CPU_F16C},
     {stet_widen_f16_avx2, stet_narrow_f16_avx2, stet_twist_avx2, stet_transpose_avx2, 0x7c00},
     {stet_widen_bf16_avx2, stet_narrow_bf16_avx2, stet_twist_avx2, stet_transpose_avx2, 0x7f80}},
#endif
#ifdef STET_HAVE_AVX512_CONVERT
    {{"avx512", STET_CPU_AVX512 | STET_CPU_F16C},
     {stet_widen_f16_avx512, stet_narrow_f16_avx512, stet_twist_avx512, stet_transpose_avx512,
      0x7c00},
     {stet_widen_bf16_avx512, stet_narrow_bf16_avx512, stet_twist_avx512, stet_transpose_avx512,
      0x7f80}},
#endif
};

stet_half_convert stet_half_convert_of(stet_precision precision, const stet_isa *isa)
{
    const int i = stet_isa_choose(isa->row.name, isa->row.needs, instances, sizeof *instances,
                                  sizeof instances / sizeof *instances);
    return precision == STET_F16 ? instances[i].f16 : instances[i].bf16;
}
