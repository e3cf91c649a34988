/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps a copy of the original program beside the instrumented one. With FPSAN_NATIVE=1 in the
 * environment main() calls the copy, so that `fpsan check` can report how far apart two programs
 * are on ordinary numbers.
 *
 * The copy of an external function f is fpsan_native.f. If another file defines f, its copy is
 * called, if it exists: a weak definition here calls f itself. Both programs share the variables,
 * since only one of them runs at a time. Constants are copied, because they may hold addresses of
 * functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>

#include "instr.h"

static const char COPY[] = "fpsan_native.";

static int is_local(V global)
{
    const LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* Stores the name of the copy. Returns 0 if it is too long. */
static int name_of_copy(V global, char *name, size_t size)
{
    size_t length;
    return snprintf(name, size, "%s%s", COPY, LLVMGetValueName2(global, &length)) < (int)size;
}

static void rename_copy(V global)
{
    char name[1024];
    if (name_of_copy(global, name, sizeof name))
        LLVMSetValueName2(global, name, strlen(name));
    LLVMSetComdat(global, NULL);
    if (LLVMGetLinkage(global) == LLVMAvailableExternallyLinkage)
        LLVMSetLinkage(global, LLVMLinkOnceODRLinkage);
}

static void copy_attributes(V from, V to, int is_call)
{
    for (unsigned i = 0; i <= LLVMCountParams(from); i++) {
        LLVMAttributeRef all[32];
        const unsigned count = LLVMGetAttributeCountAtIndex(from, i);
        if (count > 32)
            continue;
        LLVMGetAttributesAtIndex(from, i, all);
        for (unsigned k = 0; k < count; k++)
            if (is_call)
                LLVMAddCallSiteAttribute(to, i, all[k]);
            else
                LLVMAddAttributeAtIndex(to, i, all[k]);
    }
}

static int is_returns_twice(V function)
{
    const unsigned id = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, id) != NULL;
}

/* Adds the weak copy of a function that is defined elsewhere: it calls the original. */
static void call_through(struct instr *s, LLVMModuleRef copy, V function)
{
    size_t length;
    const char *called = LLVMGetValueName2(function, &length);
    const Type type = LLVMGlobalGetValueType(function);
    char name[1024];
    V parameters[64];
    if (!LLVMGetFirstUse(function) || LLVMIsFunctionVarArg(type) || is_returns_twice(function) ||
        place_is_harmless_call(called) || strncmp(called, "mem", 3) == 0 ||
        rule_knows_function(called) || LLVMCountParams(function) > 64 ||
        !name_of_copy(function, name, sizeof name))
        return;
    const V through = LLVMAddFunction(copy, name, type);
    LLVMSetLinkage(through, LLVMWeakAnyLinkage);
    LLVMSetFunctionCallConv(through, LLVMGetFunctionCallConv(function));
    LLVMReplaceAllUsesWith(function, through);
    copy_attributes(function, through, 0);
    LLVMPositionBuilderAtEnd(s->b, LLVMAppendBasicBlockInContext(s->context, through, ""));
    LLVMGetParams(through, parameters);
    const V call = LLVMBuildCall2(s->b, type, function, parameters, LLVMCountParams(function), "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
    copy_attributes(function, call, 1);
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(s->b);
    else
        LLVMBuildRet(s->b, call);
}

/* Makes a main() that calls the copy or the instrumented main. */
static void choose_main(struct instr *s)
{
    const V instrumented = LLVMGetNamedFunction(s->module, "main");
    if (!instrumented || LLVMIsDeclaration(instrumented))
        return;
    static const char own[] = "fpsan.main";
    const Type type = LLVMGlobalGetValueType(instrumented), word = int_type(s, 32, 0);
    V parameters[8];
    LLVMSetValueName2(instrumented, own, sizeof own - 1);
    LLVMSetLinkage(instrumented, LLVMInternalLinkage);
    const V start = LLVMAddFunction(s->module, "main", type);
    const V copy = LLVMAddFunction(s->module, "fpsan_native.main", type);
    LLVMBasicBlockRef blocks[3];
    for (int i = 0; i < 3; i++)
        blocks[i] = LLVMAppendBasicBlockInContext(s->context, start, "");
    LLVMSetCurrentDebugLocation2(s->b, NULL);
    LLVMPositionBuilderAtEnd(s->b, blocks[0]);
    const V asked = runtime_function(s, "fpsan_is_native", word, NULL, 0);
    const V native = LLVMBuildCall2(s->b, LLVMGlobalGetValueType(asked), asked, NULL, 0, "");
    LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntNE, native, LLVMConstNull(word), ""),
                    blocks[1], blocks[2]);
    LLVMGetParams(start, parameters);
    for (int i = 1; i < 3; i++) {
        LLVMPositionBuilderAtEnd(s->b, blocks[i]);
        LLVMBuildRet(s->b, LLVMBuildCall2(s->b, type, i == 1 ? copy : instrumented, parameters,
                                          LLVMCountParams(start), ""));
    }
}

static int is_plain_main(V main)
{
    const Type type = LLVMGlobalGetValueType(main);
    return LLVMCountParams(main) <= 3 && !LLVMIsFunctionVarArg(type) &&
           LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMIntegerTypeKind;
}

/* Reports whether the module can be copied. Constructors would run twice, and an alias names a
 * function that has another name in the copy. */
static int can_copy(LLVMModuleRef m)
{
    const V main = LLVMGetNamedFunction(m, "main");
    return !LLVMGetNamedGlobal(m, "llvm.global_ctors") &&
           !LLVMGetNamedGlobal(m, "llvm.global_dtors") && !LLVMGetFirstGlobalAlias(m) &&
           !LLVMGetFirstGlobalIFunc(m) && (!main || is_plain_main(main));
}

void native_copy(struct instr *s)
{
    if (!s->options.no_copy && can_copy(s->module))
        s->copy = LLVMCloneModule(s->module);
}

const char *native_join(struct instr *s)
{
    LLVMModuleRef copy = s->copy;
    s->copy = NULL;
    if (!copy)
        return NULL;
    LLVMStripModuleDebugInfo(copy);
    LLVMSetModuleInlineAsm2(copy, "", 0);
    LLVMSetCurrentDebugLocation2(s->b, NULL);
    choose_main(s);
    const V last = LLVMGetLastFunction(copy);
    for (V f = LLVMGetFirstFunction(copy), next = f; next; f = LLVMGetNextFunction(f)) {
        next = f == last ? NULL : f; /* call_through() appends functions after `last` */
        if (LLVMIsDeclaration(f))
            call_through(s, copy, f);
        else if (!is_local(f))
            rename_copy(f);
        if (!LLVMIsDeclaration(f) && !s->options.promote && walk_count(s, f) > s->large_from)
            optimise_not_again(s, f);
    }
    for (V g = LLVMGetFirstGlobal(copy); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMGetInitializer(g) || is_local(g) || LLVMGetLinkage(g) == LLVMAppendingLinkage)
            continue;
        if (LLVMIsGlobalConstant(g)) {
            rename_copy(g);
        } else {
            LLVMSetComdat(g, NULL);
            LLVMSetInitializer(g, NULL);
            LLVMSetLinkage(g, LLVMExternalLinkage);
        }
    }
    return LLVMLinkModules2(s->module, copy) ? "the native copy cannot be linked in" : NULL;
}
