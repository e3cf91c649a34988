/* SPDX-License-Identifier: Apache-2.0 */
/* Expands atomic sums, differences, minima and maxima of floating-point numbers, which `omp atomic`
 * and the reductions of OpenMP use, into a loop that compares and exchanges bits. The loop is then
 * instrumented like other code. In an algebra the order of the threads does not matter. */
#include <stdio.h>
#include <string.h>

#include "instr.h"

struct operation {
    LLVMAtomicRMWBinOp atomic;
    const char *name;
    LLVMOpcode opcode;
    const char *intrinsic; /* replaces the instruction */
};

static const struct operation OPERATIONS[] = {
    {LLVMAtomicRMWBinOpFAdd, "add", LLVMFAdd, NULL},
    {LLVMAtomicRMWBinOpFSub, "sub", LLVMFSub, NULL},
#if LLVM_VERSION_MAJOR >= 15
    {LLVMAtomicRMWBinOpFMax, "max", 0, "llvm.maxnum"},
    {LLVMAtomicRMWBinOpFMin, "min", 0, "llvm.minnum"},
#endif
};

static const struct operation *operation_of(V instruction)
{
    if (LLVMGetInstructionOpcode(instruction) != LLVMAtomicRMW ||
        kind_of(LLVMTypeOf(instruction)) < 0 || lanes_of(LLVMTypeOf(instruction)))
        return NULL;
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS; i++)
        if (OPERATIONS[i].atomic == LLVMGetAtomicRMWBinOp(instruction))
            return &OPERATIONS[i];
    return NULL;
}

/* Makes a function `type f(pointer, type by)` with the loop, which returns the old value. */
static V make(struct instr *s, const struct operation *o, const char *name, Type type)
{
    Type types[2] = {pointer_type(s), type};
    const Type bits = int_type(s, bits_of_kind(kind_of(type)), 0);
    const V function = LLVMAddFunction(s->module, name, LLVMFunctionType(type, types, 2, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(s->context, function, "");
    LLVMBasicBlockRef again = LLVMAppendBasicBlockInContext(s->context, function, "");
    LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(s->context, function, "");
    const V at = LLVMGetParam(function, 0);
    LLVMSetCurrentDebugLocation2(s->b, NULL);
    LLVMPositionBuilderAtEnd(s->b, entry);
    V first = LLVMBuildLoad2(s->b, bits, at, "");
    LLVMSetOrdering(first, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(first, bits_of_kind(kind_of(type)) / 8);
    LLVMBuildBr(s->b, again);
    LLVMPositionBuilderAtEnd(s->b, again);
    const V old = LLVMBuildPhi(s->b, bits, "");
    V both[2] = {LLVMBuildBitCast(s->b, old, type, ""), LLVMGetParam(function, 1)};
    const V result = o->intrinsic ? call_intrinsic(s, o->intrinsic, type, both, 2)
                                  : LLVMBuildBinOp(s->b, o->opcode, both[0], both[1], "");
    const V pair = LLVMBuildAtomicCmpXchg(s->b, at, old, LLVMBuildBitCast(s->b, result, bits, ""),
                                          LLVMAtomicOrderingSequentiallyConsistent,
                                          LLVMAtomicOrderingSequentiallyConsistent, 0);
    V from[2] = {first, LLVMBuildExtractValue(s->b, pair, 0, "")};
    LLVMBasicBlockRef blocks[2] = {entry, again};
    LLVMAddIncoming(old, from, blocks, 2);
    LLVMBuildCondBr(s->b, LLVMBuildExtractValue(s->b, pair, 1, ""), done, again);
    LLVMPositionBuilderAtEnd(s->b, done);
    LLVMBuildRet(s->b, both[0]);
    return function;
}

static void replace(struct instr *s, V instruction, const struct operation *o)
{
    const Type type = LLVMTypeOf(instruction);
    char name[64];
    snprintf(name, sizeof name, "fpsan.atomic.%s.%d", o->name, kind_of(type));
    V function = LLVMGetNamedFunction(s->module, name);
    if (!function)
        function = make(s, o, name, type);
    V arguments[2] = {LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1)};
    LLVMPositionBuilderBefore(s->b, instruction);
    const V call =
        LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, arguments, 2, "");
    LLVMReplaceAllUsesWith(instruction, call);
    LLVMInstructionEraseFromParent(instruction);
}

void atomics_expand(struct instr *s)
{
    for (V f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (V i = LLVMGetFirstInstruction(b), next; i; i = next) {
                const struct operation *o = operation_of(i);
                next = LLVMGetNextInstruction(i);
                if (o)
                    replace(s, i, o);
            }
}
