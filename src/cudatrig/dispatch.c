/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance runs: that of stet_isa_name(), or the next lower one. */
#include <string.h>

#include "base/cpu.h"
#include "cudatrig/cudatrig.h"

const stet_trig_isa stet_trig_instances[] = {
    {"soft", 0, stet_trig_soft},
#ifdef STET_HAVE_SCALAR
    {"scalar", STET_CPU_FMA, stet_trig_scalar},
#endif
#ifdef STET_HAVE_FMA128
    {"fma128", STET_CPU_FMA, stet_trig_fma128},
#endif
#ifdef STET_HAVE_AVX2
    {"avx2", STET_CPU_FMA | STET_CPU_AVX2, stet_trig_avx2},
#endif
#ifdef STET_HAVE_AVX512
    {"avx512", STET_CPU_AVX512, stet_trig_avx512},
#endif
};
const int stet_trig_instance_count = sizeof stet_trig_instances / sizeof *stet_trig_instances;

const stet_trig_isa *stet_trig_isa_in_use(void)
{
    /* That of the transforms has no instance here if it is sse2 or neon: then the next lower one
     * that runs. */
    const char *limit = stet_isa_name(), *name;
    int best = stet_trig_instance_count - 1;
    if (strcmp(limit, stet_trig_instances[best].name) == 0)
        return &stet_trig_instances[best];
    best = 0;
    for (int i = 0; (name = stet_isa_built(i, NULL)) != NULL; i++) {
        for (int k = 0; k < stet_trig_instance_count; k++)
            if (strcmp(name, stet_trig_instances[k].name) == 0 &&
                (stet_trig_instances[k].needs & ~stet_cpu_features()) == 0)
                best = k;
        if (strcmp(name, limit) == 0)
            break;
    }
    return &stet_trig_instances[best];
}

stet_trig_exact_kernel *stet_trig_exact_in_use(void)
{
#ifdef STET_HAVE_SCALAR
    if (stet_trig_isa_in_use() != stet_trig_instances)
        return stet_trig_exact_scalar;
#endif
    return stet_trig_exact_soft;
}

stet_trig_compare_kernel *stet_trig_compare_in_use(void)
{
#ifdef STET_HAVE_SCALAR
    if (stet_trig_isa_in_use() != stet_trig_instances)
        return stet_trig_compare_scalar;
#endif
    return stet_trig_compare_soft;
}
