/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fpenv.h"

#if defined(__x86_64__) || defined(__i386__)

/* A write that changes MXCSR drains the pipeline of some CPUs, which takes some 70 ns: as long as
 * three transforms of 64 points. Flags change no result, so only other modes need a write, here and
 * at the end. */
uint64_t stet_fpenv_enter(void)
{
    stet_fpcontrol caller;
    stet_fpcontrol_read(&caller);
    if (!stet_fpcontrol_is_default(&caller))
        __builtin_ia32_ldmxcsr(STET_MXCSR_DEFAULT);
    return caller;
}

/* Modes that differ from the default come back with the flags that the caller had. */
void stet_fpenv_leave(uint64_t caller)
{
    const stet_fpcontrol modes = (stet_fpcontrol)caller;
    if (!stet_fpcontrol_is_default(&modes))
        __builtin_ia32_ldmxcsr(modes);
}

#elif defined(__aarch64__)

uint64_t stet_fpenv_enter(void)
{
    stet_fpcontrol caller;
    stet_fpcontrol_read(&caller);
    if (!stet_fpcontrol_is_default(&caller))
        __asm__ __volatile__("msr fpcr, %0" : : "r"((uint64_t)0));
    return caller;
}

void stet_fpenv_leave(uint64_t caller)
{
    if (!stet_fpcontrol_is_default(&caller))
        __asm__ __volatile__("msr fpcr, %0" : : "r"(caller));
}

#elif defined(__wasm__)

uint64_t stet_fpenv_enter(void) { return 0; }
void stet_fpenv_leave(uint64_t caller) { (void)caller; }

#endif
