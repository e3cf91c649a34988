/* SPDX-License-Identifier: Apache-2.0 */
#include "mutate.h"

#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>

enum { MOST_INSTRUCTIONS = 4096 };

static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 33) % below;
}

static unsigned collect(V function, V *all)
{
    unsigned count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (V i = LLVMGetFirstInstruction(b); i && count < MOST_INSTRUCTIONS;
             i = LLVMGetNextInstruction(i))
            all[count++] = i;
    return count;
}

/* A number of the type that a rule might stumble on. */
static V odd_constant(Type type)
{
    static const double numbers[] = {0.0,     -0.0,    1,
                                     -1,      2.5,     3.14159265358979323846,
                                     0x1p-30, 0x1p127, 0.70710678118654752,
                                     1e300,   -4,      0x1p-1074};
    const int is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    const Type scalar = is_vector ? LLVMGetElementType(type) : type;
    V one;
    switch (draw(4)) {
    case 0: return LLVMGetPoison(type);
    case 1: return LLVMGetUndef(type);
    case 2: return LLVMConstNull(type);
    default: break;
    }
    if (kind_of(type) >= 0)
        one = LLVMConstReal(scalar, numbers[draw(sizeof numbers / sizeof *numbers)]);
    else if (LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind)
        one = LLVMConstInt(scalar, draw(70), 0);
    else
        return LLVMConstNull(type);
    if (!is_vector)
        return one;
    V lanes[64];
    const unsigned count = LLVMGetVectorSize(type);
    if (count > 64)
        return LLVMConstNull(type);
    for (unsigned i = 0; i < count; i++)
        lanes[i] = draw(3) ? one : draw(2) ? LLVMGetUndef(scalar) : LLVMConstNull(scalar);
    return LLVMConstVector(lanes, count);
}

/* Any other value of the type: the verifier says whether it dominates. */
static V other_value(V function, V *all, unsigned count, Type type)
{
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind || kind_of(type) >= 0 ||
        LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        if (draw(3) == 0)
            return odd_constant(type);
    for (int tries = 0; tries < 40; tries++) {
        const unsigned parameters = LLVMCountParams(function);
        const uint64_t at = draw(count + parameters);
        const V value = at < count ? all[at] : LLVMGetParam(function, (unsigned)at - count);
        if (LLVMTypeOf(value) == type)
            return value;
    }
    return NULL;
}

static void change_operand(V function, V *all, unsigned count, V i)
{
    const int operands = LLVMGetNumOperands(i);
    if (operands < 1 || LLVMGetInstructionOpcode(i) == LLVMPHI)
        return;
    const unsigned k = (unsigned)draw((unsigned)operands);
    const V old = LLVMGetOperand(i, k);
    const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(old));
    if (kind == LLVMLabelTypeKind || kind == LLVMMetadataTypeKind || LLVMIsAFunction(old) ||
        LLVMIsAGlobalVariable(old))
        return;
    const V value = other_value(function, all, count, LLVMTypeOf(old));
    if (value)
        LLVMSetOperand(i, k, value);
}

static V arithmetic(struct instr *s, V a, V b)
{
    static const LLVMOpcode opcodes[] = {LLVMFAdd, LLVMFSub, LLVMFMul, LLVMFDiv, LLVMFRem};
    switch (draw(4)) {
    case 0: return LLVMBuildFNeg(s->b, a, "");
    case 1: return LLVMBuildFreeze(s->b, a, "");
    case 2: {
        const V c = LLVMBuildFCmp(s->b, (LLVMRealPredicate)draw(16), a, b, "");
        return LLVMBuildSelect(s->b, c, a, b, "");
    }
    default: return LLVMBuildBinOp(s->b, opcodes[draw(5)], a, b, "");
    }
}

/* To integer and back, to another format and back, or lanes moved. */
static V conversion(struct instr *s, V a)
{
    const Type type = LLVMTypeOf(a), narrow = float_type(s, (int)draw(4), lanes_of(type));
    const Type word = int_type(s, 8u << draw(4), lanes_of(type));
    const Type bits = int_type(s, bits_of_kind(kind_of(type)), lanes_of(type));
    V r;
    switch (draw(5)) {
    case 0: r = LLVMBuildFPToSI(s->b, a, word, ""); return LLVMBuildUIToFP(s->b, r, type, "");
    case 1: r = LLVMBuildFPToUI(s->b, a, word, ""); return LLVMBuildSIToFP(s->b, r, type, "");
    case 2: r = LLVMBuildFPCast(s->b, a, narrow, ""); return LLVMBuildFPCast(s->b, r, type, "");
    case 3:
        r = LLVMBuildBitCast(s->b, a, bits, "");
        r = draw(2) ? LLVMBuildXor(s->b, r, odd_constant(bits), "")
                    : LLVMBuildAnd(s->b, r, odd_constant(bits), "");
        return LLVMBuildBitCast(s->b, r, type, "");
    default:
        if (!lanes_of(type))
            return a;
        r = LLVMBuildExtractElement(s->b, a, LLVMConstInt(int_type(s, 32, 0), draw(9), 0), "");
        return LLVMBuildInsertElement(s->b, a, r, LLVMConstInt(int_type(s, 32, 0), draw(9), 0), "");
    }
}

/* x of an instruction becomes an operation on x, for all or for one of its users. */
static void insert_operation(struct instr *s, V function, V *all, unsigned count, V i)
{
    if (kind_of(LLVMTypeOf(i)) < 0 || LLVMIsAPHINode(i) || LLVMIsATerminatorInst(i))
        return;
    V after = LLVMGetNextInstruction(i);
    LLVMPositionBuilderBefore(s->b, after);
    const V b = other_value(function, all, count, LLVMTypeOf(i));
    const V result = draw(2) ? arithmetic(s, i, b ? b : i) : conversion(s, i);
    if (result == i || LLVMIsConstant(result))
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        const V user = LLVMGetUser(u);
        if (user == result || LLVMIsAPHINode(user) || draw(2) || !LLVMIsAInstruction(user))
            continue;
        for (int k = 0; k < LLVMGetNumOperands(user); k++)
            if (LLVMGetOperand(user, (unsigned)k) == i) {
                LLVMSetOperand(user, (unsigned)k, result);
                return;
            }
    }
}

static void mutate_function(struct instr *s, V function)
{
    static V all[MOST_INSTRUCTIONS];
    const unsigned count = collect(function, all);
    if (!count)
        return;
    const V i = all[draw(count)];
    if (draw(2))
        change_operand(function, all, count, i);
    else
        insert_operation(s, function, all, count, i);
}

size_t mutate_module(struct instr *s, uint8_t *data, size_t most, uint64_t seed)
{
    state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    V functions[64];
    unsigned count = 0;
    for (V f = LLVMGetFirstFunction(s->module); f && count < 64; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            functions[count++] = f;
    if (!count)
        return 0;
    s->b = LLVMCreateBuilderInContext(s->context);
    for (uint64_t changes = 1 + draw(4); changes > 0; changes--)
        mutate_function(s, functions[draw(count)]);
    if (LLVMVerifyModule(s->module, LLVMReturnStatusAction, NULL))
        return 0;
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(s->module);
    size_t size = LLVMGetBufferSize(buffer);
    if (size > most)
        size = 0;
    memcpy(data, LLVMGetBufferStart(buffer), size);
    LLVMDisposeMemoryBuffer(buffer);
    return size;
}
