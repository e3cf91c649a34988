/* SPDX-License-Identifier: Apache-2.0 */
/* Finds out which instructions this CPU and its operating system can run. */
#ifndef STET_BASE_CPU_H
#define STET_BASE_CPU_H

#include <stddef.h>

enum {
    STET_CPU_FMA = 1 << 0, /* fused multiply-add in hardware */
    STET_CPU_AVX2 = 1 << 1,
    STET_CPU_AVX512 = 1 << 2, /* the F, DQ, BW and VL parts */
    STET_CPU_F16C = 1 << 3,   /* conversions of binary16 */
    STET_CPU_FP16 = 1 << 4,   /* binary16 arithmetic: AVX512-FP16; Armv8.2 FP16 */
    STET_CPU_NEON = 1 << 5    /* every 64-bit Arm has it */
};

unsigned stet_cpu_features(void);

/* These families of CPUs may need schedules of their own, whatever the instruction set. */
typedef enum stet_cpu_family {
    STET_CPU_OTHER,
    STET_CPU_ZEN4, /* AMD family 0x19 with AVX-512 */
    STET_CPU_ZEN5, /* AMD family 0x1a */
    STET_CPU_INTEL /* with AVX2 */
} stet_cpu_family;

/* Returns the family; it is detected once, as the features are. */
stet_cpu_family stet_cpu_family_of(void);

/* Stores the name that the CPU gives itself, in printable ASCII without quotes, for people. It asks
 * the CPU each time. */
void stet_cpu_name(char *text, size_t size);

#endif
