/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance runs: the best that was built, that this CPU can run, and that is not above the
 * one named in STET_ISA. */
#include <stdatomic.h>
#include <stdlib.h>
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

static const stet_trig_isa *choose(void)
{
    const unsigned has = stet_cpu_features();
    const char *limit = getenv("STET_ISA");
    const stet_trig_isa *best = stet_trig_instances;
    for (int i = 0; i < stet_trig_instance_count; i++) {
        if ((stet_trig_instances[i].needs & ~has) == 0)
            best = &stet_trig_instances[i];
        if (limit && strcmp(limit, stet_trig_instances[i].name) == 0)
            break;
    }
    return best;
}

const stet_trig_isa *stet_trig_isa_in_use(void)
{
    /* Every thread that comes here first finds the same answer. */
    static _Atomic(const stet_trig_isa *) cached;
    const stet_trig_isa *isa = atomic_load_explicit(&cached, memory_order_acquire);
    if (!isa) {
        isa = choose();
        atomic_store_explicit(&cached, isa, memory_order_release);
    }
    return isa;
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
