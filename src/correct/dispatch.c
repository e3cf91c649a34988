/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance runs: that of the transforms. */
#include <string.h>

#include "correct/kernels.h"

extern const stet_correct_kernels stet_correct_soft, stet_correct_sse2, stet_correct_scalar,
    stet_correct_fma128, stet_correct_avx2, stet_correct_avx512, stet_correct_neon;

static const stet_correct_kernels *const instances[] = {
    &stet_correct_soft,
#ifdef STET_HAVE_SSE2
    &stet_correct_sse2,
#endif
#ifdef STET_HAVE_SCALAR
    &stet_correct_scalar,
#endif
#ifdef STET_HAVE_FMA128
    &stet_correct_fma128,
#endif
#ifdef STET_HAVE_NEON
    &stet_correct_neon,
#endif
#ifdef STET_HAVE_AVX2
    &stet_correct_avx2,
#endif
#ifdef STET_HAVE_AVX512
    &stet_correct_avx512,
#endif
};

const stet_correct_kernels *stet_correct_kernels_in_use(void)
{
    for (size_t i = sizeof instances / sizeof *instances; i-- > 1;)
        if (strcmp(instances[i]->isa, stet_isa_name()) == 0)
            return instances[i];
    return instances[0];
}
