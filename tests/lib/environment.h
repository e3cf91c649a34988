/* SPDX-License-Identifier: Apache-2.0 */
/* The register that holds the modes and flags of floating point, as one number. */
#ifndef STET_TESTS_LIB_ENVIRONMENT_H
#define STET_TESTS_LIB_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)
#define FLUSH_TO_ZERO 0x8040u /* FTZ and DAZ */
#define UNMASK (~0x1f80u)     /* every exception traps */
#define FLAGS 0x3fu
static inline uint64_t get_environment(void) { return __builtin_ia32_stmxcsr(); }
static inline void set_environment(uint64_t e) { __builtin_ia32_ldmxcsr((unsigned)e); }
#elif defined(__aarch64__)
#define FLUSH_TO_ZERO (UINT64_C(1) << 24)
#define FLAGS (UINT64_C(0x9f) << 32)
static inline uint64_t get_environment(void)
{
    uint64_t control, status;
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(control));
    __asm__ __volatile__("mrs %0, fpsr" : "=r"(status));
    return control | status << 32;
}
static inline void set_environment(uint64_t e)
{
    __asm__ __volatile__("msr fpcr, %0" : : "r"(e & 0xffffffffu));
    __asm__ __volatile__("msr fpsr, %0" : : "r"(e >> 32));
}
#endif

/* Modes as before; flags may be raised, not lowered. */
static inline bool environment_is_kept(uint64_t before, uint64_t after)
{
    return ((before ^ after) & ~(uint64_t)FLAGS) == 0 && (before & ~after & FLAGS) == 0;
}

#endif
