/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

#include <stdatomic.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

/* Leaf 7, EDX bit 23 says so; no builtin of gcc 12 knows it. The registers are those of AVX-512. */
static int has_avx512_fp16(void)
{
    unsigned a, b, c, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d >> 23 & 1);
}

/* Leaf 1, ECX bit 29 says so. The registers are those of AVX2. */
static int has_f16c(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c >> 29 & 1);
}
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>

/* from asm/hwcap.h */
#ifndef HWCAP_ASIMDHP
#define HWCAP_ASIMDHP (1ul << 10)
#endif
#endif

static unsigned ask(void)
{
    unsigned features = 0;
#if defined(__x86_64__) || defined(__i386__)
    /* These builtins also ask XGETBV whether the operating system saves the registers. */
    __builtin_cpu_init();
    if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx"))
        features |= STET_CPU_FMA;
    if (__builtin_cpu_supports("avx2"))
        features |= STET_CPU_AVX2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        features |= STET_CPU_AVX512;
    if ((features & STET_CPU_AVX512) && has_avx512_fp16())
        features |= STET_CPU_FP16;
    if ((features & STET_CPU_AVX2) && has_f16c())
        features |= STET_CPU_F16C;
#elif defined(__wasm_relaxed_simd__)
    /* A module with relaxed operations is tested before it is loaded: doors/web/package/stet.js. */
    features |= STET_CPU_FMA;
#elif defined(__aarch64__)
    features |= STET_CPU_FMA | STET_CPU_NEON;
#if defined(__linux__)
    if (getauxval(AT_HWCAP) & HWCAP_ASIMDHP)
        features |= STET_CPU_FP16;
#endif
#endif
    return features;
}

/* CPUID stops a virtual machine for tens of microseconds, so it is asked once. Threads that ask at
 * the same time get the same answer. */
unsigned stet_cpu_features(void)
{
    enum { KNOWN = 1 << 30 };
    static atomic_uint known;
    unsigned features = atomic_load_explicit(&known, memory_order_relaxed);
    if (!features) {
        features = ask() | KNOWN;
        atomic_store_explicit(&known, features, memory_order_relaxed);
    }
    return features & ~(unsigned)KNOWN;
}

/* -------------------------------------------------------------- families -- */

#if defined(__x86_64__) || defined(__i386__)
/* The builtins know the vendor and some types of CPUs; CPUID leaf 1 has the family. */
static stet_cpu_family ask_family(void)
{
    unsigned a = 0, b, c, d;
    const unsigned features = stet_cpu_features();
    __builtin_cpu_init();
    if (__builtin_cpu_is("intel"))
        return (features & STET_CPU_AVX2) ? STET_CPU_INTEL : STET_CPU_OTHER;
    if (!__builtin_cpu_is("amd") || !__get_cpuid(1, &a, &b, &c, &d))
        return STET_CPU_OTHER;
    const unsigned family = (a >> 8 & 15) + (a >> 20 & 255);
    if (family == 0x1a)
        return STET_CPU_ZEN5;
    return family == 0x19 && (features & STET_CPU_AVX512) ? STET_CPU_ZEN4 : STET_CPU_OTHER;
}

/* Leaves 0x80000002 to 4 have 48 characters. */
static void ask_name(char name[49])
{
    unsigned word[12] = {0};
    for (unsigned i = 0; i < 3; i++)
        __get_cpuid(0x80000002u + i, &word[4 * i], &word[4 * i + 1], &word[4 * i + 2],
                    &word[4 * i + 3]);
    memcpy(name, word, sizeof word);
    name[sizeof word] = 0;
}
#else
static stet_cpu_family ask_family(void) { return STET_CPU_OTHER; }
static void ask_name(char name[49]) { memcpy(name, "Arm or other", 13); }
#endif

stet_cpu_family stet_cpu_family_of(void)
{
    enum { KNOWN = 1 << 30 };
    static atomic_int known;
    int family = atomic_load_explicit(&known, memory_order_relaxed);
    if (!family) {
        family = (int)ask_family() | KNOWN;
        atomic_store_explicit(&known, family, memory_order_relaxed);
    }
    return (stet_cpu_family)(family & ~KNOWN);
}

void stet_cpu_name(char *text, size_t size)
{
    char name[49];
    size_t used = 0;
    ask_name(name);
    for (const char *p = name; *p && used + 1 < size; p++)
        if (*p > ' ' ? *p <= '~' && *p != '"' && *p != '\\' : used > 0 && text[used - 1] != ' ')
            text[used++] = *p;
    while (used > 0 && text[used - 1] == ' ')
        used--;
    if (size > 0)
        text[used] = 0;
}
