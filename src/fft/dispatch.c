/* SPDX-License-Identifier: Apache-2.0 */
#include "fft/dispatch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"

/* Those of this build, from the lowest to the highest. */
static const stet_isa instances[] = {
    {{"soft", 0}, &stet_soft_f32, &stet_soft_f64, NULL},
#ifdef STET_HAVE_SSE2_F32
    {{"sse2", 0}, &stet_sse2_f32, &stet_sse2_f64, NULL},
#endif
#ifdef STET_HAVE_SCALAR_F32
    {{"scalar", STET_CPU_FMA}, &stet_scalar_f32, &stet_scalar_f64, NULL},
#endif
#ifdef STET_HAVE_FMA128_F32
    {{"fma128", STET_CPU_FMA}, &stet_fma128_f32, &stet_fma128_f64, NULL},
#endif
#ifdef STET_HAVE_NEON_F32
    {{"neon", STET_CPU_FMA}, &stet_neon_f32, &stet_neon_f64, NULL},
#endif
#ifdef STET_HAVE_NEONFP16_NATIVE
    {{"neonfp16", STET_CPU_FMA | STET_CPU_FP16}, &stet_neon_f32, &stet_neon_f64, NULL},
#endif
#ifdef STET_HAVE_AVX2_F32
    {{"avx2", STET_CPU_FMA | STET_CPU_AVX2}, &stet_avx2_f32, &stet_avx2_f64, NULL},
#endif
#ifdef STET_HAVE_AVX512_F32
    {{"avx512", STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_AVX512},
     &stet_avx512_f32,
     &stet_avx512_f64,
     NULL},
#endif
#ifdef STET_HAVE_AVX512FP16_NATIVE
    {{"avx512fp16", STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_AVX512 | STET_CPU_FP16},
     &stet_avx512_f32,
     &stet_avx512_f64,
     NULL},
#endif
};

enum { INSTANCES = sizeof instances / sizeof *instances };

/* The same for binary16, under the names of those that they go with. */
static const stet_isa instances_f16[] = {
    {{"soft", 0}, &stet_soft_f16, &stet_soft_f64, &stet_soft_f16},
#ifdef STET_HAVE_AVX2_F16
    {{"avx2", STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_F16C},
     &stet_avx2_f16,
     &stet_avx2_f64,
     &stet_avx2_f16},
#endif
#ifdef STET_HAVE_AVX512_F16
    {{"avx512", STET_CPU_FMA | STET_CPU_AVX2 | STET_CPU_F16C | STET_CPU_AVX512},
     &stet_avx512_f16,
     &stet_avx512_f64,
     &stet_avx512_f16},
#endif
};

enum { INSTANCES_F16 = sizeof instances_f16 / sizeof *instances_f16 };

static int runs(int i) { return stet_isa_can_run(&instances[i].row, stet_cpu_features()); }

/* NULL: not chosen yet. */
static _Atomic(const stet_isa *) in_use;

const stet_isa *stet_isa_in_use(void)
{
    /* Every thread that comes here first finds the same answer; one that was selected in the
     * meantime stays. */
    const stet_isa *isa = atomic_load_explicit(&in_use, memory_order_acquire);
    if (!isa) {
        const char *limit = getenv("STET_ISA");
        const stet_isa *best = &instances[stet_isa_choose(limit ? limit : "", stet_cpu_features(),
                                                          instances, sizeof *instances, INSTANCES)];
        if (atomic_compare_exchange_strong(&in_use, &isa, best))
            isa = best;
    }
    return isa;
}

stet_status stet_isa_select(const char *name)
{
    if (!name) {
        atomic_store_explicit(&in_use, NULL, memory_order_release);
        return STET_OK;
    }
    if (!stet_isa_is_name(name))
        return STET_E_ISA_NAME;
    for (int i = 0; i < INSTANCES; i++)
        if (strcmp(name, instances[i].row.name) == 0) {
            if (!runs(i))
                return STET_E_ISA_CPU;
            atomic_store_explicit(&in_use, &instances[i], memory_order_release);
            return STET_OK;
        }
    return STET_E_ISA_BUILD;
}

const char *stet_isa_name(void) { return stet_isa_in_use()->row.name; }

const char *stet_isa_built(int index, int *can_run)
{
    const int is_one = index >= 0 && index < INSTANCES;
    if (can_run)
        *can_run = is_one && runs(index);
    return is_one ? instances[index].row.name : NULL;
}

static const stet_fft_kernels *kernels_of(const stet_isa *isa, stet_precision precision)
{
    return precision == STET_F32 ? isa->f32 : isa->f64;
}

int stet_isa_lanes(const stet_isa *isa, stet_precision precision)
{
    return kernels_of(isa, precision)->lanes;
}

const stet_isa *stet_isa_of_f16(const stet_isa *isa)
{
    return &instances_f16[stet_isa_choose(isa->row.name, stet_cpu_features(), instances_f16,
                                          sizeof *instances_f16, INSTANCES_F16)];
}

const stet_fft_kernels *stet_kernels_of_lanes(const stet_isa *isa, stet_precision precision,
                                              int lanes)
{
    const stet_isa *all = isa->f16 ? instances_f16 : instances;
    int i = isa->f16 ? INSTANCES_F16 - 1 : INSTANCES - 1;
    while (i > 0 && isa != &all[i])
        i--;
    while (stet_isa_lanes(&all[i], precision) > lanes && i > 0)
        i--;
    const stet_fft_kernels *kernels = kernels_of(&all[i], precision);
    return kernels->lanes == lanes ? kernels : NULL;
}
