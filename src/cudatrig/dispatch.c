/* SPDX-License-Identifier: Apache-2.0 */
/* Which instance runs: that of the transforms, or the highest below it. */
#include "base/cpu.h"
#include "cudatrig/cudatrig.h"

const stet_trig_isa stet_trig_instances[] = {
    {{"soft", 0}, stet_trig_soft},
#ifdef STET_HAVE_SCALAR_TRIG
    {{"scalar", STET_CPU_FMA}, stet_trig_scalar},
#endif
#ifdef STET_HAVE_FMA128_TRIG
    {{"fma128", STET_CPU_FMA}, stet_trig_fma128},
#endif
#ifdef STET_HAVE_AVX2_TRIG
    {{"avx2", STET_CPU_FMA | STET_CPU_AVX2}, stet_trig_avx2},
#endif
#ifdef STET_HAVE_AVX512_TRIG
    {{"avx512", STET_CPU_AVX512}, stet_trig_avx512},
#endif
};
const int stet_trig_instance_count = sizeof stet_trig_instances / sizeof *stet_trig_instances;

/* Two instances of the transforms have none of their name: "sse2" has no fma, and runs "soft"; "neon"
 * has no vectors here, and runs "scalar". */
const stet_trig_isa *stet_trig_isa_in_use(void)
{
    return &stet_trig_instances[stet_isa_choose(stet_isa_name(), stet_cpu_features(),
                                                stet_trig_instances, sizeof *stet_trig_instances,
                                                stet_trig_instance_count)];
}

stet_trig_exact_kernel *stet_trig_exact_in_use(void)
{
#ifdef STET_HAVE_SCALAR_TRIG
    if (stet_trig_isa_in_use() != stet_trig_instances)
        return stet_trig_exact_scalar;
#endif
    return stet_trig_exact_soft;
}
