/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan-instr IN.bc -o OUT.bc: the command line, and the order of steps over a module. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "instr.h"

static const char HELP[] =
    "usage: fpsan-instr IN.bc -o OUT.bc [options]\n"
    "Rewrite the floating-point operations of LLVM bitcode (or .ll) into those of an algebra.\n"
    "  --algebra=ring|field  Z/2^w, compatible with Triton's FPSan, or F_p [field]\n"
    "  --promote             inline wrappers and promote locals first: for unoptimised input\n"
    "  --strict              what would stay native is an error\n"
    "  --exact-zero          ring: a literal -0.0 is 2^(w-1), as phi has it, not 0\n"
    "  --treat=NAME=FUNCTION calls of NAME are those of a mathematical function: "
    "--treat=my_fma=fma\n"
    "  --quiet               do not list what stays native\n"
    "  -h, --help            this text\n"
    "What stays native is listed on standard error with file and line (compile with -g).\n"
    "Example: clang-19 -O2 -g -emit-llvm -c sum.c -o sum.bc &&\n"
    "         fpsan-instr sum.bc -o sum.fpsan.bc --algebra=ring\n"
    "Usually fpsan-cc does all this.\n";

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
        else if (strcmp(a, "--quiet") == 0)
            o->quiet = 1;
        else if (strncmp(a, "--treat=", 8) == 0 && o->treated < 16)
            o->treat[o->treated++] = a + 8;
        else if (a[0] == '-' && a[1])
            die("unknown option (fpsan-instr --help lists them)", a);
        else if (f->in)
            die("one input at a time; this is a second one", a);
        else
            f->in = a;
    }
    if (!f->in || !f->out)
        die("an input and -o OUTPUT are needed (fpsan-instr --help)", NULL);
}

/* Errors of the reader come by the return value; others are printed by LLVM and end us. */
static void ignore(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info;
    (void)context;
}

static void parse(struct instr *s, const char *path)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    s->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(s->context, ignore, NULL);
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
        die(path, message);
    if (LLVMGetBufferSize(buffer) == 0)
        die(path, "the file is empty");
    if (LLVMParseIRInContext(s->context, buffer, &s->module, &message))
        die(path, message ? message : "not LLVM bitcode of a version that can be read");
    if (LLVMVerifyModule(s->module, LLVMReturnStatusAction, &message))
        die(path, message);
    LLVMDisposeMessage(message);
    if (LLVMGetNamedFunction(s->module, "fpsan.constructor"))
        die(path, "has been instrumented already");
}

/* Steps that touch no floating-point operation, but take values out of memory. */
static const char PROMOTE[] =
    "always-inline,function(sroa,simplifycfg,loop(loop-rotate,indvars,loop-unroll-full),sroa,"
    "simplifycfg,break-crit-edges)";

static void run_passes(struct instr *s, const char *passes)
{
    const LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    const LLVMErrorRef error = LLVMRunPasses(s->module, passes, NULL, options);
    if (error)
        die("LLVM's passes", LLVMGetErrorMessage(error));
    LLVMDisposePassBuilderOptions(options);
}

static int too_wide(V function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (V i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (kind_of(LLVMTypeOf(i)) >= 0 && lanes_of(LLVMTypeOf(i)) > MOST_LANES)
                return 1;
    return 0;
}

static void instrument(struct instr *s)
{
    /* Collected first: helpers are added while walking. */
    size_t count = 0;
    for (V f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
        count++;
    V *all = calloc(count + 1, sizeof *all);
    if (!all)
        die("out of memory", NULL);
    count = 0;
    for (V f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            all[count++] = f;
    place_markers(s);
    for (size_t i = 0; i < count; i++) {
        if (too_wide(all[i]))
            die("a vector of more than 64 elements is not supported, in function",
                LLVMGetValueName2(all[i], &(size_t){0}));
        walk_function(s, all[i]);
    }
    free(all);
    constructor_add(s);
}

/* LLVM ends the program on some damaged files. */
static void on_crash(int signal)
{
    static const char text[] = "fpsan-instr: LLVM crashed on this input: is the bitcode damaged?\n";
    (void)signal;
    if (write(2, text, sizeof text - 1) >= 0)
        _exit(2);
    _exit(2);
}

int main(int argc, char **argv)
{
    struct instr s = {.options = {.field = 1}};
    struct files files = {NULL, NULL};
    read_options(argc, argv, &s.options, &files);
#if LLVM_VERSION_MAJOR < 15 /* pointers had types, but for this option */
    LLVMParseCommandLineOptions(2, (const char *const[]){"fpsan-instr", "-opaque-pointers"}, NULL);
#endif
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    parse(&s, files.in);
    size_t length;
    s.source = LLVMGetSourceFileName(s.module, &length);
    /* An invoke's result is made into a payload on its own edge. */
    run_passes(&s, s.options.promote ? PROMOTE : "function(break-crit-edges)");
    s.b = LLVMCreateBuilderInContext(s.context);
    instrument(&s);
    char *message = NULL;
    if (LLVMVerifyModule(s.module, LLVMReturnStatusAction, &message)) {
        if (getenv("FPSAN_DUMP"))
            LLVMDumpModule(s.module);
        die("internal error, the result is not valid LLVM; please report it", message);
    }
    LLVMDisposeMessage(message);
    if (s.options.strict && s.listed)
        die("--strict, and what is listed above would stay native", NULL);
    if (LLVMWriteBitcodeToFile(s.module, files.out))
        die(files.out, "cannot be written");
    map_clear(&s.literals);
    free(s.literal_table);
    LLVMDisposeBuilder(s.b);
    LLVMDisposeModule(s.module);
    LLVMContextDispose(s.context);
    return 0;
}
