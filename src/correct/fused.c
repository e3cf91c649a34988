/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fused.h"

#include "fft/fft1d.h"

/* By the lanes of the schedules that they run. */
stet_fused_kernel *stet_fused_of(const stet_fft1d *f)
{
    if (f->kind != STET_C2C || f->precision != STET_F64 ||
        (f->small.log2_vectors == 0 && f->wide_step_count == 0))
        return NULL;
#ifdef STET_HAVE_AVX2_FUSED
    if (f->lanes == 4)
        return stet_fused_avx2;
#endif
#ifdef STET_HAVE_AVX512_FUSED
    if (f->lanes == 8)
        return stet_fused_avx512;
#endif
    return NULL;
}

size_t stet_fused_work(const stet_fft1d *f)
{
    return (size_t)(stet_wide_bank(f) + stet_wide_tile(f)) * sizeof(double);
}
