/* SPDX-License-Identifier: Apache-2.0 */
/* Types, constants and declarations. */
#include <stdio.h>
#include <string.h>

#include "instr.h"

Type element_of(Type type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

int kind_of(Type type)
{
    switch (LLVMGetTypeKind(element_of(type))) {
    case LLVMHalfTypeKind: return FPSAN_F16;
    case LLVMBFloatTypeKind: return FPSAN_BF16;
    case LLVMFloatTypeKind: return FPSAN_F32;
    case LLVMDoubleTypeKind: return FPSAN_F64;
    default: return -1;
    }
}

int is_other_float(Type type)
{
    if (LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind)
        return kind_of(LLVMGetElementType(type)) >= 0;
    const LLVMTypeKind kind = LLVMGetTypeKind(element_of(type));
    return kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind ||
           kind == LLVMPPC_FP128TypeKind;
}

unsigned lanes_of(Type type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 0;
}

unsigned bits_of_kind(int kind) { return kind == FPSAN_F64 ? 64 : kind == FPSAN_F32 ? 32 : 16; }

static Type of_lanes(Type scalar, unsigned lanes)
{
    return lanes ? LLVMVectorType(scalar, lanes) : scalar;
}

Type int_type(struct instr *s, unsigned bits, unsigned lanes)
{
    return of_lanes(LLVMIntTypeInContext(s->context, bits), lanes);
}

Type float_type(struct instr *s, int kind, unsigned lanes)
{
    return of_lanes(kind == FPSAN_F16    ? LLVMHalfTypeInContext(s->context)
                    : kind == FPSAN_BF16 ? LLVMBFloatTypeInContext(s->context)
                    : kind == FPSAN_F32  ? LLVMFloatTypeInContext(s->context)
                                         : LLVMDoubleTypeInContext(s->context),
                    lanes);
}

Type pointer_type(struct instr *s) { return LLVMPointerType(LLVMInt8TypeInContext(s->context), 0); }

Type payload_type(struct instr *s, Type type)
{
    return int_type(s, s->options.field ? 32 : bits_of_kind(kind_of(type)), lanes_of(type));
}

V int_constant(struct instr *s, Type type, uint64_t value)
{
    (void)s;
    const unsigned lanes = lanes_of(type);
    const V scalar = LLVMConstInt(element_of(type), value, 0);
    V all[MOST_LANES];
    for (unsigned i = 0; i < lanes; i++)
        all[i] = scalar;
    return lanes ? LLVMConstVector(all, lanes) : scalar;
}

V constant_element(V vector, unsigned i)
{
#if LLVM_VERSION_MAJOR >= 15
    return LLVMGetAggregateElement(vector, i);
#else
    return LLVMGetElementAsConstant(vector, i);
#endif
}

V splat(struct instr *s, V scalar, unsigned lanes)
{
    if (!lanes)
        return scalar;
    const Type type = LLVMVectorType(LLVMTypeOf(scalar), lanes);
    const Type index = int_type(s, 32, 0);
    const V one =
        LLVMBuildInsertElement(s->b, LLVMGetPoison(type), scalar, LLVMConstInt(index, 0, 0), "");
    return LLVMBuildShuffleVector(s->b, one, LLVMGetPoison(type),
                                  LLVMConstNull(LLVMVectorType(index, lanes)), "");
}

V lane(struct instr *s, V value, unsigned i)
{
    if (!lanes_of(LLVMTypeOf(value)))
        return value;
    return LLVMBuildExtractElement(s->b, value, LLVMConstInt(int_type(s, 32, 0), i, 0), "");
}

V call_intrinsic(struct instr *s, const char *name, Type type, V *arguments, unsigned count)
{
    const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    const V function = LLVMGetIntrinsicDeclaration(s->module, id, &type, 1);
    const Type function_type = LLVMIntrinsicGetType(s->context, id, &type, 1);
    return LLVMBuildCall2(s->b, function_type, function, arguments, count, "");
}

V runtime_function(struct instr *s, const char *name, Type result, Type *parameters, unsigned count)
{
    const V old = LLVMGetNamedFunction(s->module, name);
    return old ? old
               : LLVMAddFunction(s->module, name, LLVMFunctionType(result, parameters, count, 0));
}

V runtime_global(struct instr *s, const char *name, Type type)
{
    const V old = LLVMGetNamedGlobal(s->module, name);
    return old ? old : LLVMAddGlobal(s->module, type, name);
}

V runtime_word(struct instr *s, struct word word, unsigned bits, unsigned lanes)
{
    const Type byte = int_type(s, 8, 0), type = int_type(s, word.bits, 0);
    const V base = runtime_global(s, word.global, LLVMArrayType(byte, word.size));
    V index = LLVMConstInt(int_type(s, 64, 0), word.offset, 0);
    V at = LLVMConstInBoundsGEP2(byte, base, &index, 1);
    V value = LLVMBuildLoad2(s->b, type, at, "");
    LLVMSetMetadata(value, LLVMGetMDKindIDInContext(s->context, "invariant.load", 14),
                    LLVMMetadataAsValue(s->context, LLVMMDNodeInContext2(s->context, NULL, 0)));
    if (word.bits > bits)
        value = LLVMBuildTrunc(s->b, value, int_type(s, bits, 0), "");
    if (word.bits < bits)
        value = LLVMBuildZExt(s->b, value, int_type(s, bits, 0), "");
    return splat(s, value, lanes);
}

int mark(struct instr *s, V function, const char *attribute, uint64_t value)
{
    const unsigned id = LLVMGetEnumAttributeKindForName(attribute, strlen(attribute));
    if (id)
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(s->context, id, value));
    return id != 0;
}
