/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a module, runs all steps on it, and writes it. */
#include "module.h"

#include <stdlib.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* Drops a message of LLVM. The reader returns its errors; other errors LLVM prints itself before it
 * exits. */
static void ignore(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info;
    (void)context;
}

static unsigned lanes_used(V value)
{
    const Type type = LLVMTypeOf(value);
    return kind_of(type) >= 0 ? lanes_of(type) : 0;
}

static int too_wide(V function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (V i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            unsigned most = lanes_used(i);
            for (int k = 0; k < LLVMGetNumOperands(i); k++) {
                const V operand = LLVMGetOperand(i, (unsigned)k);
                const unsigned lanes = operand ? lanes_used(operand) : 0;
                most = lanes > most ? lanes : most;
            }
            if (most > MOST_LANES)
                return 1;
        }
    return 0;
}

/* Returns NULL if the module is valid. */
static const char *verify(struct instr *s)
{
    char *message = NULL;
    if (LLVMVerifyModule(s->module, LLVMReturnStatusAction, &message))
        return s->message = message;
    LLVMDisposeMessage(message);
    return NULL;
}

const char *module_read(struct instr *s, LLVMMemoryBufferRef buffer)
{
    s->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(s->context, ignore, NULL);
    if (LLVMGetBufferSize(buffer) == 0) {
        LLVMDisposeMemoryBuffer(buffer);
        return "the file is empty";
    }
    if (LLVMParseIRInContext(s->context, buffer, &s->module, &s->message)) {
        s->module = NULL;
        return s->message ? s->message : "not LLVM bitcode of a version that can be read";
    }
    if (LLVMGetNamedFunction(s->module, "fpsan.constructor"))
        return "has been instrumented already";
    return verify(s);
}

/* These passes change no floating-point operation but move values out of memory. */
static const char PROMOTE[] =
    "always-inline,function(sroa,simplifycfg,loop(loop-rotate,indvars,loop-unroll-full),sroa,"
    "simplifycfg,break-crit-edges)";

static const char *run_passes(struct instr *s, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(s->module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    return error ? s->message = LLVMGetErrorMessage(error) : NULL;
}

/* Returns the count of operations above which a function calls helpers. In a file of kernels a
 * middle-sized function is one of many, and inlining into all of them takes three quarters of the
 * time. */
static int large_from(struct instr *s)
{
    enum { MANY = 4000, LARGE = 300, LARGE_OF_MANY = 60 };
    int count = 0;
    if (s->options.promote) /* the vectoriser runs later */
        return LARGE;
    for (V f = LLVMGetFirstFunction(s->module); f && count <= MANY; f = LLVMGetNextFunction(f))
        count += walk_count(s, f);
    return count > MANY ? LARGE_OF_MANY : LARGE;
}

static const char *rewrite(struct instr *s)
{
    size_t count = 0;
    const char *wrong = NULL;
    atomics_expand(s);
    /* The list is complete before the walk, which adds helpers. */
    for (V f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
        count++;
    V *all = (V *)calloc(count + 1, sizeof *all);
    if (!all)
        return "out of memory";
    count = 0;
    for (V f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            all[count++] = f;
    literals_of_globals(s);
    place_markers(s);
    s->large_from = large_from(s);
    for (size_t i = 0; i < count && !wrong; i++) {
        if (too_wide(all[i]))
            wrong = "a vector of more than 64 elements is not supported";
        else
            walk_function(s, all[i]);
    }
    free((void *)all);
    if (!wrong)
        constructor_add(s);
    return wrong ? wrong : native_join(s);
}

const char *module_instrument(struct instr *s)
{
    size_t length;
    s->source = LLVMGetSourceFileName(s->module, &length);
    native_copy(s);
    /* A separate edge holds the conversion of an invoke's result to a payload. */
    const char *wrong = run_passes(s, s->options.promote ? PROMOTE : "function(break-crit-edges)");
    if (wrong)
        return wrong;
    s->b = LLVMCreateBuilderInContext(s->context);
    wrong = rewrite(s);
    if (wrong)
        return wrong;
    wrong = verify(s);
    s->internal_error = wrong != NULL;
    if (wrong && getenv("FPSAN_DUMP"))
        LLVMDumpModule(s->module);
    return wrong;
}

void module_free(struct instr *s)
{
    map_clear(&s->payloads);
    map_clear(&s->needs);
    map_clear(&s->literals);
    free(s->literal_table);
    free((void *)s->data);
    free(s->remarks);
    LLVMDisposeMessage(s->message);
    if (s->b)
        LLVMDisposeBuilder(s->b);
    if (s->copy)
        LLVMDisposeModule(s->copy);
    if (s->module)
        LLVMDisposeModule(s->module);
    if (s->context)
        LLVMContextDispose(s->context);
}
