/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols that Debian's compiler-rt for WebAssembly needs and wasi-libc lacks. */
#include <stdint.h>

uintptr_t __stack_chk_guard = 0x57e7;
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
