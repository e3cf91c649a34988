/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fpenv.h"

#if defined(__x86_64__) || defined(__i386__)

#include <xmmintrin.h>

/* MXCSR: all six exceptions masked, nearest, FTZ and DAZ off, no flag raised. */
#define MXCSR_DEFAULT 0x1f80u
#define MXCSR_FLAGS 0x3fu

static int has_other_modes(unsigned mxcsr) { return (mxcsr & ~MXCSR_FLAGS) != MXCSR_DEFAULT; }

/* A write that changes MXCSR drains the pipeline, some 70 ns: as long as three transforms of
 * 64 points. Flags change no result, so only other modes need a write, now and at the end. */
uint64_t stet_fpenv_enter(void)
{
    const unsigned caller = _mm_getcsr();
    if (has_other_modes(caller))
        _mm_setcsr(MXCSR_DEFAULT);
    return caller;
}

/* With the flags that he came with, if he gets other modes. */
void stet_fpenv_leave(uint64_t caller)
{
    if (has_other_modes((unsigned)caller))
        _mm_setcsr((unsigned)caller);
}

#elif defined(__aarch64__)

/* FPCR 0: nearest, FZ and FZ16 off, no traps, default NaN off. The exception flags are in FPSR,
 * which is left alone. */
uint64_t stet_fpenv_enter(void)
{
    uint64_t caller;
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(caller));
    if (caller != 0)
        __asm__ __volatile__("msr fpcr, %0" : : "r"((uint64_t)0));
    return caller;
}

void stet_fpenv_leave(uint64_t caller)
{
    if (caller != 0)
        __asm__ __volatile__("msr fpcr, %0" : : "r"(caller));
}

#else
#error "stet: teach base/fpenv.c to set the floating-point environment of this CPU"
#endif
