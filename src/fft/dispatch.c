/* SPDX-License-Identifier: Apache-2.0 */
#include "fft/dispatch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"

/* From the lowest to the highest. */
static const struct {
    stet_isa isa;
    unsigned needs; /* stet_cpu_features() */
} instances[] = {
    {{"soft", stet_lines_soft_f32, stet_lines_soft_f64, 1, 1}, 0},
#ifdef STET_HAVE_SCALAR
    {{"scalar", stet_lines_scalar_f32, stet_lines_scalar_f64, 1, 1}, STET_CPU_FMA},
#endif
#ifdef STET_HAVE_FMA128
    {{"fma128", stet_lines_fma128_f32, stet_lines_fma128_f64, 4, 2}, STET_CPU_FMA},
#endif
#ifdef STET_HAVE_AVX2
    {{"avx2", stet_lines_avx2_f32, stet_lines_avx2_f64, 8, 4}, STET_CPU_FMA | STET_CPU_AVX2},
#endif
#ifdef STET_HAVE_AVX512
    {{"avx512", stet_lines_avx512_f32, stet_lines_avx512_f64, 16, 8}, STET_CPU_AVX512},
#endif
};

static const stet_isa *choose(void)
{
    const unsigned has = stet_cpu_features();
    const char *limit = getenv("STET_ISA");
    const stet_isa *best = &instances[0].isa;
    for (size_t i = 0; i < sizeof instances / sizeof *instances; i++) {
        if ((instances[i].needs & ~has) == 0)
            best = &instances[i].isa;
        if (limit && strcmp(limit, instances[i].isa.name) == 0)
            break;
    }
    return best;
}

const stet_isa *stet_isa_in_use(void)
{
    /* Every thread that comes here first finds the same answer. */
    static _Atomic(const stet_isa *) cached;
    const stet_isa *isa = atomic_load_explicit(&cached, memory_order_acquire);
    if (!isa) {
        isa = choose();
        atomic_store_explicit(&cached, isa, memory_order_release);
    }
    return isa;
}

stet_line_kernel *stet_kernel_of_lanes(stet_precision precision, int lanes)
{
    const stet_isa *isa = stet_isa_in_use();
    for (size_t i = 0; i < sizeof instances / sizeof *instances && isa != &instances[i].isa; i++)
        if (lanes > 1 && lanes == (precision == STET_F32 ? instances[i].isa.lanes_f32
                                                         : instances[i].isa.lanes_f64))
            isa = &instances[i].isa;
    return precision == STET_F32 ? isa->f32 : isa->f64;
}

const char *stet_isa_name(void) { return stet_isa_in_use()->name; }
