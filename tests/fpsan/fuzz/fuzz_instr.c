/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan-instr on hostile modules. The first byte is options, the rest is bitcode or LLVM's text,
 * read, instrumented and verified as the command does it. LLVM's reader is known to crash on
 * damaged bitcode, which the command says and ends with status 2: here what crashes before the
 * verifier has passed the module counts as rejected. After that every crash is ours, and so is a
 * result that is not valid.
 *
 * Half of the mutations are of bytes; the others are of the program (mutate.c), so that it stays
 * one that the verifier lets pass. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/ErrorHandling.h>
#include <sanitizer/allocator_interface.h>
#include <sanitizer/lsan_interface.h>

#include "module.h"

#include "mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* So that the reader sees what a large machine would not give it. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

static sigjmp_buf reader;
static volatile sig_atomic_t reading;

static void on_crash(int signal)
{
    (void)signal;
    if (reading)
        siglongjmp(reader, 1);
    abort();
}

/* A damaged count makes the reader ask for all memory there is, a piece at a time. */
static void on_malloc(const volatile void *p, size_t size)
{
    enum { MOST = 1 << 28 };
    static size_t total;
    (void)p;
    total = reading ? total + size : 0;
    if (total > MOST)
        siglongjmp(reader, 1);
}

static void on_free(const volatile void *p) { (void)p; }

static void on_fatal_error(const char *reason)
{
    if (reading)
        siglongjmp(reader, 1);
    fprintf(stderr, "fuzz_instr: LLVM: %s\n", reason);
    abort();
}

/* What a crashed reader had allocated is lost, and no leak of ours. */
static int survives_reading(struct instr *s, const uint8_t *data, size_t size)
{
    static int installed;
    struct sigaction ours = {.sa_handler = on_crash, .sa_flags = SA_NODEFER}, segv, abrt;
    if (!installed) {
        LLVMInstallFatalErrorHandler(on_fatal_error);
        __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    }
    installed = 1;
    sigaction(SIGSEGV, &ours, &segv);
    sigaction(SIGABRT, &ours, &abrt);
    volatile int good = 0;
    __lsan_disable();
    if (sigsetjmp(reader, 1) == 0) {
        reading = 1;
        good = !module_read(
            s, LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)data, size, "fuzz"));
    } else {
        memset(s, 0, sizeof *s);
    }
    reading = 0;
    __lsan_enable();
    sigaction(SIGSEGV, &segv, NULL);
    sigaction(SIGABRT, &abrt, NULL);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char treat[] = "plus=fma";
    if (size < 2)
        return 0;
    struct instr s = {.options = {.field = data[0] & 1,
                                  .exact_zero = data[0] >> 1 & 1,
                                  .promote = data[0] >> 2 & 1,
                                  .strict = data[0] >> 3 & 1,
                                  .quiet = 1,
                                  .no_copy = 1, /* LLVM's linker is not what is tested */
                                  .treat = {treat},
                                  .treated = 1}};
    if (survives_reading(&s, data + 1, size - 1)) {
        const char *wrong = module_instrument(&s);
        if (wrong && s.internal_error) {
            fprintf(stderr, "fuzz_instr: the result is not valid: %s\n", wrong);
            abort();
        }
    }
    module_free(&s);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    struct instr s = {0};
    size_t result = 0;
    if (seed % 4 && size >= 2 && survives_reading(&s, data + 1, size - 1))
        result = mutate_module(&s, data + 1, most - 1, seed / 4);
    module_free(&s);
    if (result == 0)
        return LLVMFuzzerMutate(data, size, most);
    data[0] ^= seed % 64 == 1 ? (uint8_t)(1u << (seed >> 8) % 4) : 0;
    return result + 1;
}
