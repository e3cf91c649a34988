/* SPDX-License-Identifier: Apache-2.0 */
/* Optimises the instrumented module, before the compiler turns it into an object.
 *
 * If the input is not optimised yet, scalar loops should become vectors, as they do natively. But
 * the vectoriser gives up at a sequence with a branch (the embedding of a value that may be no
 * box), and at a call, unless the call names a function that does the same for a vector (LLVM's
 * Vector Function ABI). So helpers stay calls with that note until the vectoriser has run, and are
 * inlined then.
 *
 * If the input is optimised, large functions are left unchanged: only calls are new in them, and to
 * run the optimiser again takes four times as long as code generation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "module.h"

static const char LATE[] = "fpsan-inline-late", DONE[] = "fpsan-optimised",
                  MAY_INLINE[] = "fpsan-may-inline";

/* LLVM 14 has opaque pointers by an option. Its analysis of a loop's memory accesses, which the
 * vectoriser and the elimination of loads use, asks for their pointee and crashes (so does opt-14
 * -opaque-pointers on the output of clang-14). The passes before ThinLTO are O2 without these. */
#if LLVM_VERSION_MAJOR >= 15
static const char PIPELINE[] = "default<O2>";
#else
static const char PIPELINE[] = "thinlto-pre-link<O2>,function(slp-vectorizer)";
#endif

/* Cleans up after inlined helpers: hoists values of the runtime, and removes repetitions. */
static const char TIDY[] =
    "always-inline,function(simplifycfg,early-cse<memssa>,loop-simplify,lcssa,loop-mssa(licm),"
    "instcombine,simplifycfg,early-cse),globaldce";

static unsigned attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void note(struct instr *s, V function, const char *name)
{
    LLVMAddAttributeAtIndex(
        function, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(s->context, name, (unsigned)strlen(name), "", 0));
}

/* Removes the note and returns whether it was there. */
static int had(V function, const char *name)
{
    const unsigned length = (unsigned)strlen(name);
    if (!LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, length))
        return 0;
    LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, length);
    return 1;
}

void optimise_late(struct instr *s, V helper)
{
    note(s, helper, LATE);
    mark(s, helper, "noinline", 0);
}

static int is(V function, const char *attribute)
{
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                       attribute_kind(attribute)) != NULL;
}

/* Marks a function that is optimised already. optnone holds during the passes, and requires
 * noinline. */
void optimise_not_again(struct instr *s, V function)
{
    if (is(function, "alwaysinline") || is(function, "optnone") || is(function, "optsize") ||
        is(function, "minsize"))
        return;
    note(s, function, DONE);
    if (!is(function, "noinline"))
        note(s, function, MAY_INLINE);
    mark(s, function, "noinline", 0);
    mark(s, function, "optnone", 0);
}

void optimise_vector_variant(struct instr *s, V call, V scalar, V vector, unsigned lanes)
{
    static const char name[] = "vector-function-abi-variant";
    char text[1200];
    size_t used = 0, length;
    LLVMAttributeRef old =
        LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, name, sizeof name - 1);
    if (old) {
        unsigned size;
        const char *before = LLVMGetStringAttributeValue(old, &size);
        used = (size_t)snprintf(text, sizeof text, "%.*s,", (int)size, before);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "_ZGV_LLVM_N%u", lanes);
    for (unsigned i = 0; i < LLVMCountParams(scalar) && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "v");
    if (used < sizeof text)
        used += (size_t)snprintf(text + used, sizeof text - used, "_%s(%s)",
                                 LLVMGetValueName2(scalar, &length),
                                 LLVMGetValueName2(vector, &length));
    if (used >= sizeof text)
        return;
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(s->context, name, sizeof name - 1, text, (unsigned)used));
}

static V next_late(V function)
{
    while (function && !LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, LATE,
                                                      sizeof LATE - 1))
        function = LLVMGetNextFunction(function);
    return function;
}

/* Changes the linkage of late helpers. Vector helpers have no callers yet, and only external
 * linkage keeps the optimiser from removing them. */
static void set_linkage_of_late(struct instr *s, LLVMLinkage linkage)
{
    for (V f = next_late(LLVMGetFirstFunction(s->module)); f; f = next_late(LLVMGetNextFunction(f)))
        LLVMSetLinkage(f, linkage);
}

static void drop(V function, const char *attribute)
{
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute_kind(attribute));
}

static void inline_late(struct instr *s)
{
    set_linkage_of_late(s, LLVMInternalLinkage);
    for (V f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
        if (had(f, LATE)) {
            drop(f, "noinline");
            mark(s, f, "alwaysinline", 0);
        }
}

static void take_notes_off(struct instr *s)
{
    for (V f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f)) {
        if (had(f, DONE))
            drop(f, "optnone");
        if (had(f, MAY_INLINE))
            drop(f, "noinline");
    }
}

/* Returns the target machine, which tells the optimiser the width of vectors; each function has its
 * own features. NULL if this LLVM has no code generator for it: then there are no vectors. */
static LLVMTargetMachineRef machine_of(struct instr *s)
{
    const char *triple = LLVMGetTarget(s->module);
    LLVMTargetRef target;
    char *message = NULL;
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    if (!*triple || LLVMGetTargetFromTriple(triple, &target, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    return LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                   LLVMCodeModelDefault);
}

static const char *run(struct instr *s, const char *passes, LLVMTargetMachineRef machine)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
    LLVMPassBuilderOptionsSetSLPVectorization(options, 1);
    LLVMErrorRef error = LLVMRunPasses(s->module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    return error ? s->message = LLVMGetErrorMessage(error) : NULL;
}

const char *module_optimise(struct instr *s)
{
    LLVMTargetMachineRef machine = machine_of(s);
    set_linkage_of_late(s, LLVMExternalLinkage);
    const char *wrong = run(s, PIPELINE, machine);
    inline_late(s);
    if (!wrong)
        wrong = run(s, TIDY, machine);
    take_notes_off(s);
    if (machine)
        LLVMDisposeTargetMachine(machine);
    return wrong;
}
