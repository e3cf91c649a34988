/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance of direct.h takes a length. */
#include "fft/dispatch.h"
#include "fft/method.h"
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

/* Not what goes as-complex, which is quicker even with passes before and behind it. */
static int takes(const stet_fft1d *f)
{
    const stet_method *method = (f->half ? f->half : f)->schedule.method;
    if (f->half)
        return method == &stet_method_wide ||
               (method == &stet_method_small && f->half->schedule.across.radix[0] >= 8);
    return method == &stet_method_small || method == &stet_method_wide ||
           method == &stet_method_columns;
}

stet_direct_kernel stet_direct_of(const stet_fft1d *f, stet_precision precision,
                                  const stet_isa *isa)
{
    const int widest = stet_isa_lanes(stet_isa_of_f16(isa), STET_F32);
    const stet_schedule *s = f->half ? &f->half->schedule : &f->schedule;
    size_t i = sizeof instances / sizeof *instances - 1;
    while (i > 0 && (s->lanes != instances[i].lanes || widest < instances[i].lanes))
        i--;
    if (!takes(f))
        i = 0;
    return precision == STET_F16 ? instances[i].f16 : instances[i].bf16;
}

stet_direct_kernel stet_direct_widest(stet_precision precision, const stet_isa *isa)
{
    const int lanes = stet_isa_lanes(stet_isa_of_f16(isa), STET_F32);
    size_t i = sizeof instances / sizeof *instances - 1;
    while (i > 0 && lanes < instances[i].lanes)
        i--;
    return precision == STET_F16 ? instances[i].f16 : instances[i].bf16;
}
