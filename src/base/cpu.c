/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

unsigned stet_cpu_features(void)
{
    unsigned features = 0;
#if defined(__x86_64__) || defined(__i386__)
    /* These builtins ask XGETBV too: the operating system must save the registers. */
    __builtin_cpu_init();
    if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx"))
        features |= STET_CPU_FMA;
    if (__builtin_cpu_supports("avx2"))
        features |= STET_CPU_AVX2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        features |= STET_CPU_AVX512;
    if (__builtin_cpu_supports("f16c") && __builtin_cpu_supports("avx"))
        features |= STET_CPU_F16C;
#elif defined(__aarch64__)
    features |= STET_CPU_FMA;
#endif
    return features;
}
