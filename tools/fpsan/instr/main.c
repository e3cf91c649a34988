/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan-instr IN.bc -o OUT.bc reads its command line here. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Support.h>

#include "module.h"

static const char HELP[] =
    "fpsan-instr: replace the floating-point operations of LLVM bitcode by those of an algebra\n"
    "\n"
    "usage: fpsan-instr IN.bc -o OUT.bc [OPTION...]\n"
    "\n"
    "IN is bitcode or text (.ll). Operations that stay native are listed on standard error,\n"
    "with file and line if it was compiled with -g. Usually fpsan-cc runs this program.\n"
    "\n"
    "Options:\n"
    "  --algebra=ring|field   Z/2^w, compatible with Triton's FPSan, or F_p [field]\n"
    "  --promote              inline wrappers and promote locals first, for unoptimised input\n"
    "  --strict               an operation that would stay native is an error\n"
    "  --exact-zero           ring: a literal -0.0 is 2^(w-1), as phi has it, not 0\n"
    "  --treat=NAME=FUNCTION  treat calls of NAME as those of a mathematical function, such as\n"
    "                         my_fma=fma\n"
    "  --no-copy              leave out the copy without instrumentation, which FPSAN_NATIVE=1\n"
    "                         runs\n"
    "  --quiet                do not list operations that stay native, and no remarks\n"
    "  -h, --help             print this help\n"
    "\n"
    "Environment:\n"
    "  FPSAN_DUMP=1           print the module if it is not valid after the rewriting\n"
    "\n"
    "Example:\n"
    "  $ clang-19 -O2 -g -emit-llvm -c sum.c -o sum.bc\n"
    "  $ fpsan-instr sum.bc -o sum.fpsan.bc --algebra=ring\n";

static _Noreturn void die(const char *what, const char *detail)
{
    fprintf(stderr, "fpsan-instr: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
    exit(2);
}

struct files {
    const char *in, *out;
};

static void read_options(int argc, char **argv, struct options *o, struct files *f)
{
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (strcmp(a, "-h") == 0 || strcmp(a, "--help") == 0) {
            fputs(HELP, stdout);
            exit(0);
        } else if (strcmp(a, "-o") == 0 && i + 1 < argc)
            f->out = argv[++i];
        else if (strcmp(a, "--algebra=ring") == 0)
            o->field = 0;
        else if (strcmp(a, "--algebra=field") == 0)
            o->field = 1;
        else if (strcmp(a, "--promote") == 0)
            o->promote = 1;
        else if (strcmp(a, "--strict") == 0)
            o->strict = 1;
        else if (strcmp(a, "--exact-zero") == 0)
            o->exact_zero = 1;
        else if (strcmp(a, "--no-copy") == 0)
            o->no_copy = 1;
        else if (strcmp(a, "--quiet") == 0)
            o->quiet = 1;
        else if (strncmp(a, "--treat=", 8) == 0 && o->treated < 16)
            o->treat[o->treated++] = a + 8;
        else if (a[0] == '-' && a[1])
            die("unknown option (fpsan-instr --help lists them)", a);
        else if (f->in)
            die("there is one input already; this is a second one", a);
        else
            f->in = a;
    }
    if (!f->in || !f->out)
        die("an input and -o OUT.bc are needed: fpsan-instr --help", NULL);
}

/* These steps say what LLVM is doing if it ends the program, as on damaged files and after bugs in
 * passes. */
#define AS_TEXT(x) #x
#define TEXT(x) AS_TEXT(x)
#define LLVM_IS "LLVM " TEXT(LLVM_VERSION_MAJOR)
enum step { READING, INSTRUMENTING, OPTIMISING, WRITING };
static const char *const CRASHES[] = {
    "fpsan-instr: " LLVM_IS " crashed while it read this file: is the bitcode damaged, or of a "
    "newer LLVM?\n",
    "fpsan-instr: " LLVM_IS " crashed while this file was instrumented. That is a bug of ours: "
    "please report it.\n",
    "fpsan-instr: " LLVM_IS " crashed in its optimiser, on the instrumented module. That is a bug "
    "of LLVM's or ours: please report it. FPSAN_WHEN=after or another version of LLVM (cmake "
    "-DSTET_LLVM=...) may do.\n",
    "fpsan-instr: " LLVM_IS " crashed while it wrote the result. Please report it.\n"};
static volatile sig_atomic_t step; /* an enum step */

static void on_crash(int signal)
{
    (void)signal;
    if (write(2, CRASHES[step], strlen(CRASHES[step])) >= 0)
        _exit(2);
    _exit(2);
}

int main(int argc, char **argv)
{
    struct instr s = {.options = {.field = 1}};
    struct files files = {NULL, NULL};
    read_options(argc, argv, &s.options, &files);
#if LLVM_VERSION_MAJOR < 15 /* LLVM 14 has opaque pointers only with this option */
    LLVMParseCommandLineOptions(2, (const char *const[]){"fpsan-instr", "-opaque-pointers"}, NULL);
#endif
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(files.in, &buffer, &message))
        die(files.in, message);
    const char *wrong = module_read(&s, buffer);
    step = INSTRUMENTING;
    wrong = wrong ? wrong : module_instrument(&s);
    step = OPTIMISING;
    wrong = wrong ? wrong : module_optimise(&s);
    step = WRITING;
    if (wrong && s.internal_error)
        die("internal error, the result is not valid LLVM; please report it", wrong);
    if (wrong)
        die(files.in, wrong);
    if (s.options.strict && s.listed)
        die("--strict: the operations listed above would stay native", NULL);
    if (LLVMWriteBitcodeToFile(s.module, files.out))
        die(files.out, "cannot be written");
    module_free(&s);
    return 0;
}
