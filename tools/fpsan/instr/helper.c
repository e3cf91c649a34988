/* SPDX-License-Identifier: Apache-2.0 */
/* Makes helper functions for sequences that are too long to repeat at every operation. Functions
 * with few operations inline them. Large ones (an unrolled FFT kernel of 512-bit vectors) call
 * them; otherwise the back end takes minutes. Each set of target features has its own helper,
 * because it passes vectors in its own way. */
#include <stdio.h>
#include <string.h>

#include "instr.h"

static const char *const COPIED[] = {"target-cpu", "target-features", "tune-cpu",
                                     "min-legal-vector-width", "prefer-vector-width"};

static LLVMAttributeRef string_attribute(V function, const char *name)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name));
}

static uint32_t features_hash(V function)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < sizeof COPIED / sizeof *COPIED; i++) {
        LLVMAttributeRef a = string_attribute(function, COPIED[i]);
        unsigned length = 0;
        const char *text = a ? LLVMGetStringAttributeValue(a, &length) : "";
        for (unsigned k = 0; k < length; k++)
            h = (h ^ (unsigned char)text[k]) * 16777619u;
        h = (h ^ i) * 16777619u;
    }
    return h;
}

static void copy_features(V from, V to)
{
    for (size_t i = 0; i < sizeof COPIED / sizeof *COPIED; i++) {
        LLVMAttributeRef a = string_attribute(from, COPIED[i]);
        if (a)
            LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, a);
    }
}

/* Lets the optimiser remove unused calls: the tables are written once, before main, and the caches
 * are invisible. memory(read) is 0x15; before LLVM 16 it was called readonly. */
static void mark_pure(struct instr *s, V function)
{
    mark(s, function, "nounwind", 0);
    mark(s, function, "willreturn", 0);
    if (!mark(s, function, "memory", 0x15))
        mark(s, function, "readonly", 0);
}

static V make(struct instr *s, const struct helper *h, const char *name, Type *types,
              unsigned count)
{
    const V outer = s->fn;
    const Type native = float_type(s, h->kind, lanes_of(types[0]));
    const Type result = h->native ? native : payload_type(s, native);
    const V function = LLVMAddFunction(s->module, name, LLVMFunctionType(result, types, count, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    copy_features(outer, function);
    mark_pure(s, function);
    if (s->large || h->never_inline)
        mark(s, function, "noinline", 0);
    else if (s->options.promote)
        optimise_late(s, function);
    else
        mark(s, function, "alwaysinline", 0);
    V arguments[4];
    for (unsigned i = 0; i < count; i++)
        arguments[i] = LLVMGetParam(function, i);
    s->fn = function;
    LLVMPositionBuilderAtEnd(s->b, LLVMAppendBasicBlockInContext(s->context, function, ""));
    LLVMSetCurrentDebugLocation2(s->b, NULL);
    LLVMBuildRet(s->b, h->body(s, h, arguments));
    s->fn = outer;
    return function;
}

/* Returns the helper for arguments of these types. */
static V find_or_make(struct instr *s, const struct helper *h, Type *types, unsigned count)
{
    char name[128];
    snprintf(name, sizeof name, "fpsan.%s.%u.%d.%u.%08x%s", h->name, h->operation, h->kind,
             lanes_of(types[0]), features_hash(s->fn), s->large ? ".far" : "");
    V function = LLVMGetNamedFunction(s->module, name);
    if (!function) {
        /* The body gets its own builder, so that the current one keeps its place. */
        LLVMBuilderRef here = s->b;
        s->b = LLVMCreateBuilderInContext(s->context);
        function = make(s, h, name, types, count);
        LLVMDisposeBuilder(s->b);
        s->b = here;
    }
    return function;
}

V helper_call(struct instr *s, const struct helper *h, V *arguments, unsigned count)
{
    Type types[4] = {LLVMTypeOf(arguments[0])};
    for (unsigned i = 1; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    const V function = find_or_make(s, h, types, count);
    const V call =
        LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, arguments, count, "");
    if (s->large || h->never_inline || !s->options.promote || lanes_of(types[0]))
        return call;
    for (unsigned lanes = 2; lanes <= 16; lanes *= 2) {
        Type wide[4] = {LLVMVectorType(types[0], lanes)};
        for (unsigned i = 1; i < count; i++)
            wide[i] = LLVMVectorType(types[i], lanes);
        optimise_vector_variant(s, call, function, find_or_make(s, h, wide, count), lanes);
    }
    return call;
}
