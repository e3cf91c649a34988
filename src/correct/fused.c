/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fused.h"

#include "fft/method.h"

/* By the lanes of the schedules that they run. */
stet_fused_kernel *stet_fused_of(const stet_fft1d *f)
{
    const stet_schedule *s = &f->schedule;
    if (f->precision != STET_F64 ||
        (s->method != &stet_method_small && s->method != &stet_method_wide))
        return NULL;
#ifdef STET_HAVE_AVX2_FUSED
    if (s->lanes == 4)
        return stet_fused_avx2;
#endif
#ifdef STET_HAVE_AVX512_FUSED
    if (s->lanes == 8)
        return stet_fused_avx512;
#endif
    return NULL;
}

size_t stet_fused_work(const stet_fft1d *f) { return f->lone_work; }
