/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance of direct.h takes a length. */
#include "fft/dispatch.h"
#include "fft/fft1d.h"
#include "half/half.h"

/* Each by the lanes of the schedules that it runs. */
static const struct {
    int lanes;
    stet_direct_kernel f16, bf16;
} instances[] = {
    {0, {NULL, NULL, NULL, 0}, {NULL, NULL, NULL, 0}},
#ifdef STET_HAVE_AVX2_DIRECT_F16
    {8,
     {stet_direct_f16_avx2, stet_all_finite_f16_avx2, stet_split_f16_avx2, 8},
     {stet_direct_bf16_avx2, stet_all_finite_bf16_avx2, stet_split_bf16_avx2, 8}},
#endif
#ifdef STET_HAVE_AVX512_DIRECT_F16
    {16,
     {stet_direct_f16_avx512, stet_all_finite_f16_avx512, stet_split_f16_avx512, 16},
     {stet_direct_bf16_avx512, stet_all_finite_bf16_avx512, stet_split_bf16_avx512, 16}},
#endif
};

stet_direct_kernel stet_direct_of(const stet_fft1d *f, stet_precision precision,
                                  const stet_isa *isa)
{
    const stet_isa *used = stet_isa_of_f16(isa);
    const stet_fft1d *complex = f->half ? f->half : f;
    size_t i = sizeof instances / sizeof *instances - 1;
    while (i > 0 && (complex->lanes != instances[i].lanes || used->lanes_f32 < instances[i].lanes))
        i--;
    const int whole = f->kind == STET_C2C && (f->small.log2_vectors > 0 || f->wide_step_count > 0);
    const int half = f->half && (f->half->wide_step_count > 0 || f->half->small.log2_vectors >= 3);
    const int has = f->half ? half : whole || f->column_step_count > 0;
    if (!has || f->as_complex) /* the latter is quicker even with passes before and behind it */
        i = 0;
    return precision == STET_F16 ? instances[i].f16 : instances[i].bf16;
}

stet_direct_kernel stet_direct_widest(stet_precision precision, const stet_isa *isa)
{
    const int lanes = stet_isa_of_f16(isa)->lanes_f32;
    size_t i = sizeof instances / sizeof *instances - 1;
    while (i > 0 && lanes < instances[i].lanes)
        i--;
    return precision == STET_F16 ? instances[i].f16 : instances[i].bf16;
}
