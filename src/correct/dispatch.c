/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance runs: that of the transforms, or the highest below it. */
#include "base/cpu.h"
#include "correct/kernels.h"
#include "fft/dispatch.h"

extern const stet_correct_kernels stet_correct_soft, stet_correct_sse2, stet_correct_scalar,
    stet_correct_fma128, stet_correct_avx2, stet_correct_avx512, stet_correct_neon;

static const struct {
    stet_isa_row row;
    const stet_correct_kernels *kernels;
} instances[] = {
    {{"soft", 0}, &stet_correct_soft},
#ifdef STET_HAVE_SSE2_CORRECT
    {{"sse2", 0}, &stet_correct_sse2},
#endif
#ifdef STET_HAVE_SCALAR_CORRECT
    {{"scalar", STET_CPU_FMA}, &stet_correct_scalar},
#endif
#ifdef STET_HAVE_FMA128_CORRECT
    {{"fma128", STET_CPU_FMA}, &stet_correct_fma128},
#endif
#ifdef STET_HAVE_NEON_CORRECT
    {{"neon", STET_CPU_FMA}, &stet_correct_neon},
#endif
#ifdef STET_HAVE_AVX2_CORRECT
    {{"avx2", STET_CPU_FMA | STET_CPU_AVX2}, &stet_correct_avx2},
#endif
#ifdef STET_HAVE_AVX512_CORRECT
    {{"avx512", STET_CPU_FMA | STET_CPU_AVX512}, &stet_correct_avx512},
#endif
};

const stet_correct_kernels *stet_correct_kernels_in_use(void)
{
    const stet_isa_row *row = &stet_isa_in_use()->row;
    return instances[stet_isa_choose(row->name, row->needs, instances, sizeof *instances,
                                     sizeof instances / sizeof *instances)]
        .kernels;
}
