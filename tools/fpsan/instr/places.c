/* SPDX-License-Identifier: Apache-2.0 */
/* Handles places that stay native, and places where a payload decides something. The compiler lists
 * them with file and line, and the running program counts them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instr.h"

/* Reports whether a function with floating-point arguments or results may stay native: it prints,
 * or makes literals. */
int place_is_harmless_call(const char *name)
{
    static const char *const names[] = {"printf",          "fprintf",         "sprintf",
                                        "snprintf",        "vprintf",         "dprintf",
                                        "strtod",          "strtof",          "atof",
                                        "drand48",         "erand48",         "difftime",
                                        "__printf_chk",    "__fprintf_chk",   "__sprintf_chk",
                                        "__snprintf_chk",  "__isoc99_sscanf", "sscanf",
                                        "fscanf",          "__isoc99_fscanf", "scanf",
                                        "__isoc23_strtod", "g_strtod",        NULL};
    for (size_t i = 0; names[i]; i++)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return strncmp(name, "fpsan_", 6) == 0 || strncmp(name, "llvm.", 5) == 0;
}

static const char *file_of(V instruction, unsigned *length)
{
    const char *file = LLVMGetDebugLocFilename(instruction, length);
    return file && *length ? file : NULL;
}

static V text(struct instr *s, const char *words, unsigned length)
{
    const V value = LLVMConstStringInContext(s->context, words, length, 0);
    const V global = LLVMAddGlobal(s->module, LLVMTypeOf(value), "fpsan.text");
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, 1);
    return global;
}

/* Returns the marker of a function, a byte that modules with an instrumented definition define. In
 * strict mode a missing marker makes the link fail. */
static V marker(struct instr *s, const char *external)
{
    char name[512];
    if (!external)
        return LLVMConstNull(pointer_type(s));
    snprintf(name, sizeof name, "fpsan_instrumented.%s", external);
    const V global = runtime_global(s, name, LLVMInt8TypeInContext(s->context));
    if (!LLVMGetInitializer(global))
        LLVMSetLinkage(global, s->options.strict ? LLVMExternalLinkage : LLVMExternalWeakLinkage);
    return global;
}

V place_site(struct instr *s, V instruction, enum fpsan_site_kind kind, const char *what,
             const char *external)
{
    unsigned length = 0;
    const char *file = file_of(instruction, &length);
    if (!file)
        file = s->source, length = (unsigned)strlen(file);
    const Type word = int_type(s, 32, 0), wide = int_type(s, 64, 0), p = pointer_type(s);
    V members[7] = {text(s, what, (unsigned)strlen(what)),
                    text(s, file, length),
                    marker(s, external),
                    LLVMConstNull(p),
                    LLVMConstInt(wide, 0, 0),
                    LLVMConstInt(word, LLVMGetDebugLocLine(instruction), 0),
                    LLVMConstInt(word, kind, 0)};
    const V value = LLVMConstStructInContext(s->context, members, 7, 0);
    const V site = LLVMAddGlobal(s->module, LLVMTypeOf(value), "fpsan.site");
    LLVMSetInitializer(site, value);
    LLVMSetLinkage(site, LLVMInternalLinkage);
    return site;
}

void place_reached(struct instr *s, V site)
{
    Type type = pointer_type(s);
    const V function =
        runtime_function(s, "fpsan_site_reached", LLVMVoidTypeInContext(s->context), &type, 1);
    LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, &site, 1, "");
}

/* Prints a message about an instruction at compile time. */
static void tell(struct instr *s, V instruction, const char *kind, const char *what,
                 const char *end)
{
    unsigned length = 0;
    const char *file = file_of(instruction, &length);
    if (!s->options.quiet)
        fprintf(stderr, "fpsan: %.*s:%u: %s: %s%s\n", file ? (int)length : 1000,
                file ? file : s->source, LLVMGetDebugLocLine(instruction), kind, what, end);
}

void place_remark(struct instr *s, V instruction, const char *what, uint64_t key)
{
    const unsigned line = LLVMGetDebugLocLine(instruction);
    for (size_t i = 0; i < s->remark_count; i++)
        if (s->remarks[i].line == line && s->remarks[i].key == key)
            return;
    struct remark *larger = realloc(s->remarks, (s->remark_count + 1) * sizeof *larger);
    if (!larger) {
        fputs("fpsan-instr: out of memory\n", stderr);
        exit(2);
    }
    tell(s, instruction, "remark", what, "");
    s->remarks = larger;
    s->remarks[s->remark_count++] =
        (struct remark){place_site(s, instruction, FPSAN_SITE_REMARK, what, NULL), line, key};
}

void place_native(struct instr *s, V instruction, const char *what, const char *external)
{
    tell(s, instruction, s->options.strict && !external ? "error" : "note", what,
         external ? ", unless its definition is instrumented" : " stays native");
    s->listed += !external;
    LLVMPositionBuilderBefore(s->b, instruction);
    place_reached(s, place_site(s, instruction, FPSAN_SITE_NATIVE, what, external));
}

static int mentions_float(Type function)
{
    Type types[256];
    const unsigned count = LLVMCountParamTypes(function);
    if (kind_of(LLVMGetReturnType(function)) >= 0)
        return 1;
    if (count > 256)
        return 0;
    LLVMGetParamTypes(function, types);
    for (unsigned i = 0; i < count; i++)
        if (kind_of(types[i]) >= 0)
            return 1;
    return 0;
}

/* Defines the markers of the functions with floating-point arguments that this module
 * instruments. */
void place_markers(struct instr *s)
{
    for (V f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        const LLVMLinkage linkage = LLVMGetLinkage(f);
        char marked[512];
        if (LLVMIsDeclaration(f) || linkage == LLVMInternalLinkage ||
            linkage == LLVMPrivateLinkage || linkage == LLVMAvailableExternallyLinkage ||
            !mentions_float(LLVMGlobalGetValueType(f)) || length > 400)
            continue;
        snprintf(marked, sizeof marked, "fpsan_instrumented.%s", name);
        const Type byte = LLVMInt8TypeInContext(s->context);
        const V global = runtime_global(s, marked, byte);
        LLVMSetInitializer(global, LLVMConstInt(byte, 1, 0));
        LLVMSetLinkage(global, LLVMWeakAnyLinkage);
    }
}

/* Adds our constructor to the module's list, before all others. */
void constructor_add(struct instr *s)
{
    const Type nothing = LLVMVoidTypeInContext(s->context), word = int_type(s, 32, 0);
    const V function =
        LLVMAddFunction(s->module, "fpsan.constructor", LLVMFunctionType(nothing, NULL, 0, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(s->b, LLVMAppendBasicBlockInContext(s->context, function, ""));
    LLVMSetCurrentDebugLocation2(s->b, NULL);
    literals_finish(s);
    for (size_t i = 0; i < s->remark_count; i++)
        place_reached(s, s->remarks[i].site);
    if (!s->copy) {
        const V none = runtime_function(s, "fpsan_no_copy", nothing, NULL, 0);
        LLVMBuildCall2(s->b, LLVMGlobalGetValueType(none), none, NULL, 0, "");
    }
    Type type = word;
    V classes = LLVMConstInt(word, s->classes, 0);
    const V tell = runtime_function(s, "fpsan_tell", nothing, &type, 1);
    LLVMBuildCall2(s->b, LLVMGlobalGetValueType(tell), tell, &classes, 1, "");
    LLVMBuildRetVoid(s->b);

    const V old = LLVMGetNamedGlobal(s->module, "llvm.global_ctors");
    const V list = old ? LLVMGetInitializer(old) : NULL;
    const unsigned count = list ? (unsigned)LLVMGetNumOperands(list) : 0;
    V *all = (V *)calloc(count + 1, sizeof *all);
    if (!all) {
        fputs("fpsan-instr: out of memory\n", stderr);
        exit(2);
    }
    V members[3] = {LLVMConstInt(word, 1, 0), function, LLVMConstNull(pointer_type(s))};
    all[0] = LLVMConstStructInContext(s->context, members, 3, 0);
    for (unsigned i = 0; i < count; i++)
        all[i + 1] = LLVMGetOperand(list, i);
    const Type entry = LLVMTypeOf(all[0]);
    if (old)
        LLVMDeleteGlobal(old);
    const V global = LLVMAddGlobal(s->module, LLVMArrayType(entry, count + 1), "llvm.global_ctors");
    LLVMSetInitializer(global, LLVMConstArray(entry, all, count + 1));
    LLVMSetLinkage(global, LLVMAppendingLinkage);
    free((void *)all);
}
