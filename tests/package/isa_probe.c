/* SPDX-License-Identifier: Apache-2.0 */
/* isa_probe NAME: execute one instruction of that set. Exit 0: it ran. SIGILL: the CPU, or the
 * model of it that an emulator was told to be, lacks it. Plain x86-64 otherwise. */
#include <stdio.h>
#include <string.h>

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

int main(int argc, char **argv)
{
    const char *name = argc == 2 ? argv[1] : "";
    if (is(name, "sse2"))
        __asm__ volatile("paddq %%xmm0, %%xmm0" ::: "xmm0");
    else if (is(name, "ssse3"))
        __asm__ volatile("pshufb %%xmm0, %%xmm0" ::: "xmm0");
    else if (is(name, "sse4"))
        __asm__ volatile("pmulld %%xmm0, %%xmm0" ::: "xmm0");
    else if (is(name, "avx"))
        __asm__ volatile("vaddps %%xmm0, %%xmm0, %%xmm0" ::: "xmm0");
    else if (is(name, "fma"))
        __asm__ volatile("vfmadd231ps %%xmm0, %%xmm0, %%xmm0" ::: "xmm0");
    else if (is(name, "avx2"))
        __asm__ volatile("vpaddd %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
    else if (is(name, "bmi2"))
        __asm__ volatile("shlx %%rax, %%rax, %%rax" ::: "rax");
    else if (is(name, "avx512"))
        __asm__ volatile("vaddps %%zmm0, %%zmm0, %%zmm0" ::: "xmm0");
    else {
        fputs("usage: isa_probe sse2|ssse3|sse4|avx|fma|avx2|bmi2|avx512\n", stderr);
        return 2;
    }
    return 0;
}
