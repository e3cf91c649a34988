/* SPDX-License-Identifier: Apache-2.0 */
/* Every computation runs in this floating-point environment: round to nearest, subnormals on,
 * exceptions masked. */
#ifndef STET_BASE_FPENV_H
#define STET_BASE_FPENV_H

#include "base/ieee.h"
#include "base/private.h"

#include <stdint.h>

/* stet_fpcontrol is the register of the caller's modes. Short transforms do not enter and leave the
 * environment if the modes are the default. The register is read first and tested last: on Zen 5
 * the read takes 14 cycles, of which independent work hides 10, but 21 if the test comes next. */

#if defined(__x86_64__) || defined(__i386__)
/* This MXCSR has all six exceptions masked, nearest, FTZ and DAZ off, no flag raised. */
#define STET_MXCSR_DEFAULT 0x1f80u
#define STET_MXCSR_FLAGS 0x3fu

typedef unsigned stet_fpcontrol;

static inline void stet_fpcontrol_read(stet_fpcontrol *control)
{
    __asm__ __volatile__("stmxcsr %0" : "=m"(*control));
}

/* Ignores the flags, which change no result. */
static inline int stet_fpcontrol_is_default(const stet_fpcontrol *control)
{
    return (*control & ~STET_MXCSR_FLAGS) == STET_MXCSR_DEFAULT;
}
#elif defined(__aarch64__)
/* FPCR 0 is: nearest, FZ and FZ16 off, no traps, default NaN off. The exception flags are in FPSR,
 * which nothing here changes. */
typedef uint64_t stet_fpcontrol;

static inline void stet_fpcontrol_read(stet_fpcontrol *control)
{
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(*control));
}

static inline int stet_fpcontrol_is_default(const stet_fpcontrol *control) { return *control == 0; }
#elif defined(__wasm__)
/* WebAssembly has only the default modes. */
typedef char stet_fpcontrol;

static inline void stet_fpcontrol_read(stet_fpcontrol *control) { *control = 0; }
static inline int stet_fpcontrol_is_default(const stet_fpcontrol *control)
{
    (void)control;
    return 1;
}
#else
#error "stet: teach base/fpenv.h to set the floating-point environment of this CPU"
#endif

/* Sets the environment, and returns the caller's. */
STET_PRIVATE uint64_t stet_fpenv_enter(void);

/* Gives the caller's modes back. Exception flags that were raised before stay raised; the
 * computation may have raised others. */
STET_PRIVATE void stet_fpenv_leave(uint64_t caller);

#endif
