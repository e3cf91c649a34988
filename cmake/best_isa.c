/* SPDX-License-Identifier: Apache-2.0 */
/* For STET_ISAS=best: the name of the instance that new plans get on this machine. */
#include <stdio.h>

#include "base/cpu.c"

int main(void)
{
    const unsigned has = stet_cpu_features();
#if defined(__aarch64__)
    fputs(has & STET_CPU_FMA ? "neon" : "soft", stdout);
#else
    fputs(has & STET_CPU_AVX512 ? "avx512"
          : has & STET_CPU_AVX2 ? "avx2"
          : has & STET_CPU_FMA  ? "fma128"
                                : "sse2",
          stdout);
#endif
    return 0;
}
