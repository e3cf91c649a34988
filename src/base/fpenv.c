/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fpenv.h"

#if defined(__x86_64__) || defined(__i386__)

#include <xmmintrin.h>

/* MXCSR: all six exceptions masked, nearest, FTZ and DAZ off, no flag raised. */
#define MXCSR_DEFAULT 0x1f80u
#define MXCSR_FLAGS 0x3fu

/* A write that changes MXCSR drains the pipeline, some 70 ns: as long as three transforms of
 * 64 points. Flags raised before change no result, so only other modes need a write. */
uint64_t stet_fpenv_enter(void)
{
    const unsigned caller = _mm_getcsr();
    if ((caller & ~MXCSR_FLAGS) != MXCSR_DEFAULT)
        _mm_setcsr(MXCSR_DEFAULT);
    return caller;
}

void stet_fpenv_leave(uint64_t caller)
{
    if (_mm_getcsr() != (unsigned)caller)
        _mm_setcsr((unsigned)caller);
}

#elif defined(__aarch64__)

/* FPCR 0: nearest, FZ and FZ16 off, no traps, default NaN off. FPSR holds the
 * exception flags; both fit in 32 bits. */
uint64_t stet_fpenv_enter(void)
{
    uint64_t fpcr, fpsr;
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(fpcr));
    __asm__ __volatile__("mrs %0, fpsr" : "=r"(fpsr));
    __asm__ __volatile__("msr fpcr, %0" : : "r"((uint64_t)0));
    return fpcr << 32 | (fpsr & 0xffffffffu);
}

void stet_fpenv_leave(uint64_t caller)
{
    __asm__ __volatile__("msr fpcr, %0" : : "r"(caller >> 32));
    __asm__ __volatile__("msr fpsr, %0" : : "r"(caller & 0xffffffffu));
}

#else
#error "stet: teach base/fpenv.c to set the floating-point environment of this CPU"
#endif
