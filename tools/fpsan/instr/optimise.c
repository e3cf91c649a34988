/* SPDX-License-Identifier: Apache-2.0 */
/* The instrumented module is optimised here and not by the compiler that makes it an object.
 *
 * Instrumented before the optimiser, scalar loops are to become vectors as they would natively. But
 * a sequence with a branch (the embedding of what may be no box) ends that, and so does a call,
 * unless the call says which function does the same for a vector (LLVM's Vector Function ABI). So
 * helpers stay calls with that note until the vectoriser has run, and are inlined then.
 *
 * Instrumented after it, large functions are left as they are: the optimiser has seen them, what is
 * new are calls, and running it again takes four times what code generation does. */
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

/* LLVM 14 has opaque pointers by an option, and its analysis of a loop's memory accesses, which the
 * vectoriser and the elimination of loads use, asks them what they point to and crashes (so does
 * opt-14 -opaque-pointers on what clang-14 made). What goes before ThinLTO is O2 without these. */
#if LLVM_VERSION_MAJOR >= 15
static const char PIPELINE[] = "default<O2>";
#else
static const char PIPELINE[] = "thinlto-pre-link<O2>,function(slp-vectorizer)";
#endif

/* What inlined helpers leave: values of the runtime to hoist, and repetitions. */
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

/* Takes the note off, and says whether it was there. */
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

/* optnone is for the time of the passes, and asks for noinline. */
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

/* Vector helpers have no callers yet and would be removed: an external symbol has some. */
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

/* The machine tells the optimiser how wide vectors are; its features are those of each function.
 * NULL if this LLVM cannot make code for it: then there are no vectors. */
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
