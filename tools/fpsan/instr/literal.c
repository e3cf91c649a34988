/* SPDX-License-Identifier: Apache-2.0 */
/* Emits floating-point constants. Their payloads depend on the run: in the field on the prime and
 * the seed, in both algebras on the meaning (meaning.h). So the module has a table of patterns, and
 * its constructor lets the runtime fill in the payloads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instr.h"

/* Returns the pattern of element i (of a scalar: of the constant) as a ConstantInt, or NULL if it
 * is undefined or not a plain number. */
V literal_element(V constant, unsigned i)
{
    const Type type = LLVMTypeOf(constant);
    V element = constant;
    if (lanes_of(type)) {
        if (LLVMIsAConstantAggregateZero(constant))
            element = LLVMConstNull(LLVMGetElementType(type));
        else if (LLVMIsAConstantDataVector(constant))
            element = constant_element(constant, i);
        else if (LLVMIsAConstantVector(constant))
            element = LLVMGetOperand(constant, i);
        else
            return NULL;
    }
    if (!LLVMIsAConstantFP(element))
        return NULL;
    const Type bits = LLVMIntTypeInContext(LLVMGetTypeContext(type), bits_of_kind(kind_of(type)));
    const V pattern = LLVMConstBitCast(element, bits);
    return LLVMIsAConstantInt(pattern) ? pattern : NULL;
}

/* Reports whether the payload of a pattern is known at compile time. In the field it is known for
 * integers from 0 to 4, their own residues modulo any prime; in the ring for 0, 1 and -1, the same
 * with all meanings. */
static int is_plain(const struct instr *s, uint64_t bits, int kind, uint64_t *payload)
{
    const double x = fpsan_value(bits, (uint32_t)kind);
    const int plain = x == 0 || x == 1 || (s->options.field ? x == 2 || x == 3 || x == 4 : x == -1);
    if (plain) /* the conversion of another x may be undefined */
        *payload = s->options.exact_zero && bits && x == 0 ? bits : (uint64_t)(int64_t)x;
    return plain;
}

/* Reports whether a double has float precision, most likely neither by chance nor on purpose: it
 * has 17 to 24 significant bits, a fraction, and is no sum or difference of three powers of two (1
 * + 2^-20). 16 bits may be fixed point; one float in 256 has no more. */
static int has_float_precision(double x)
{
    int exponent;
    if (!(fabs(x) > 0x1p-100 && fabs(x) < 0x1p100) || rint(x) == x || (double)(float)x != x)
        return 0;
    const uint64_t bits = (uint64_t)ldexp(frexp(fabs(x), &exponent), 24);
    return bits % 256 != 0 && __builtin_popcountll(bits ^ 3 * bits) > 3; /* NAF digits */
}

/* Calls visit for the doubles, and converted floats, among an instruction's constants. */
static void each_double(V instruction, void (*visit)(void *context, V instruction, double x),
                        void *context)
{
    const int widened = LLVMGetInstructionOpcode(instruction) == LLVMFPExt;
    for (int k = 0; k < LLVMGetNumOperands(instruction); k++) {
        const V operand = LLVMGetOperand(instruction, (unsigned)k);
        if (!LLVMIsConstant(operand) || LLVMIsAConstantExpr(operand))
            continue;
        const int kind = kind_of(LLVMTypeOf(operand));
        const unsigned lanes = lanes_of(LLVMTypeOf(operand));
        if (kind != FPSAN_F64 && !(kind == FPSAN_F32 && widened))
            continue;
        for (unsigned i = 0; i < (lanes ? lanes : 1); i++) {
            const V bits = literal_element(operand, i);
            if (bits)
                visit(context, instruction,
                      fpsan_value(LLVMConstIntGetZExtValue(bits), (uint32_t)kind));
        }
    }
}

static void each_double_of(V function, void (*visit)(void *context, V instruction, double x),
                           void *context)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (V i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            each_double(i, visit, context);
}

enum { MOST_REMARKS = 100 }; /* per module */

/* A constant in two words: the first may be a float, so that products with it are exact. */
struct words {
    double high;
    int has_low;
};

static void look_for_low(void *context, V instruction, double x)
{
    struct words *w = context;
    (void)instruction;
    w->has_low |= fabs(x) <= 0x1p-24 * fabs(w->high) && fabs(x) >= 0x1p-54 * fabs(w->high);
}

static void remark(void *context, V instruction, double x)
{
    struct instr *s = context;
    const union {
        double number;
        uint64_t bits;
    } key = {x};
    char what[120], number[32];
    struct words words = {x, 0};
    if (!has_float_precision(x) || s->remark_count >= MOST_REMARKS)
        return;
    each_double_of(s->fn, look_for_low, &words);
    if (words.has_low)
        return;
    int digits = 1;
    do
        snprintf(number, sizeof number, "%.*g", digits, x);
    while (strtof(number, NULL) != (float)x && digits++ < 9);
    snprintf(what, sizeof what,
             "%sf is a literal of float precision in arithmetic of doubles: %.17g", number, x);
    place_remark(s, instruction, what, key.bits);
}

void literals_remark(struct instr *s) { each_double_of(s->fn, remark, s); }

static uint64_t payload_size(const struct instr *s, int kind)
{
    return fpsan_payload_size(s->options.field ? FPSAN_FIELD : FPSAN_RING, (uint32_t)kind);
}

static void add(struct instr *s, uint64_t bits, int kind)
{
    if (s->literal_count == s->literal_capacity) {
        s->literal_capacity = s->literal_capacity ? 2 * s->literal_capacity : 64;
        void *larger = realloc(s->literal_table, s->literal_capacity * sizeof *s->literal_table);
        if (!larger) {
            fputs("fpsan-instr: out of memory\n", stderr);
            exit(2);
        }
        s->literal_table = larger;
    }
    s->literal_table[s->literal_count++] = (struct fpsan_literal){bits, (uint64_t)kind};
}

/* Returns the payload of a constant if all its elements are plain, or NULL. */
static V plain_literal(struct instr *s, V constant)
{
    const Type type = LLVMTypeOf(constant);
    const int kind = kind_of(type);
    const unsigned lanes = lanes_of(type);
    const Type word = int_type(s, s->options.field ? 32 : bits_of_kind(kind), 0);
    V plain[MOST_LANES];
    for (unsigned i = 0; i < (lanes ? lanes : 1); i++) {
        const V bits = literal_element(constant, i);
        uint64_t value = 0;
        if (bits && !is_plain(s, LLVMConstIntGetZExtValue(bits), kind, &value))
            return NULL;
        plain[i] = LLVMConstInt(word, value, 0);
    }
    return lanes ? LLVMConstVector(plain, lanes) : plain[0];
}

V emit_literal(struct instr *s, V constant)
{
    const Type type = LLVMTypeOf(constant), byte = int_type(s, 8, 0);
    const unsigned lanes = lanes_of(type), count = lanes ? lanes : 1;
    const V plain = plain_literal(s, constant);
    if (plain)
        return plain;
    const uint64_t size = payload_size(s, kind_of(type));
    uintptr_t index = map_get(&s->literals, constant);
    if (!index) {
        index = fpsan_payload_place(s->literal_bytes, size) + 1;
        s->literal_bytes = index - 1 + count * size;
        for (unsigned i = 0; i < count; i++) {
            const V bits = literal_element(constant, i);
            add(s, bits ? LLVMConstIntGetZExtValue(bits) : 0, kind_of(type));
        }
        map_set(&s->literals, constant, index);
    }
    if (!s->literal_values)
        s->literal_values = LLVMAddGlobal(s->module, LLVMArrayType(byte, 0), "fpsan.placeholder");
    V offset = LLVMConstInt(int_type(s, 64, 0), index - 1, 0);
    const V at = LLVMConstInBoundsGEP2(byte, s->literal_values, &offset, 1);
    const V load = LLVMBuildLoad2(s->b, payload_type(s, type), at, "");
    LLVMSetAlignment(load, (unsigned)size);
    LLVMSetMetadata(load, LLVMGetMDKindIDInContext(s->context, "invariant.load", 14),
                    LLVMMetadataAsValue(s->context, LLVMMDNodeInContext2(s->context, NULL, 0)));
    return load;
}

static V internal_array(struct instr *s, const char *name, Type element, V *values, unsigned count)
{
    const V array = LLVMAddGlobal(s->module, LLVMArrayType(element, count), name);
    LLVMSetInitializer(array, values ? LLVMConstArray(element, values, count)
                                     : LLVMConstNull(LLVMArrayType(element, count)));
    LLVMSetLinkage(array, LLVMInternalLinkage);
    return array;
}

static void name_operand(struct instr *s, V instruction, unsigned k)
{
    const V constant = LLVMGetOperand(instruction, k);
    if (!LLVMIsConstant(constant) || kind_of(LLVMTypeOf(constant)) < 0 ||
        LLVMIsAConstantExpr(constant) || LLVMIsUndef(constant) || plain_literal(s, constant))
        return;
    if (LLVMIsAPHINode(instruction)) {
        /* Two equal incoming edges of a phi must have one value. */
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(instruction, k);
        for (unsigned j = 0; j < k; j++)
            if (LLVMGetIncomingBlock(instruction, j) == from) {
                LLVMSetOperand(instruction, k, LLVMGetIncomingValue(instruction, j));
                return;
            }
        LLVMPositionBuilderBefore(s->b, LLVMGetBasicBlockTerminator(from));
    } else {
        LLVMPositionBuilderBefore(s->b, instruction);
    }
    LLVMSetOperand(instruction, k, LLVMBuildFreeze(s->b, constant, ""));
}

static int takes_native(struct instr *s, V instruction)
{
    if (!LLVMIsACallInst(instruction))
        return 1;
    size_t length;
    const V called = LLVMGetCalledValue(instruction);
    const char *name = LLVMIsAFunction(called) ? LLVMGetValueName2(called, &length) : "";
    return !rule_of_call(s, instruction, NULL) && !LLVMIsAInlineAsm(called) &&
           (strncmp(name, "llvm.", 5) == 0 || !place_is_harmless_call(name));
}

void literals_name(struct instr *s)
{
    if (s->options.field) /* the field recognises a literal in memory */
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->fn); b; b = LLVMGetNextBasicBlock(b))
        for (V i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            switch (LLVMGetInstructionOpcode(i)) {
            case LLVMStore:
            case LLVMRet:
            case LLVMPHI:
            case LLVMSelect:
            case LLVMInsertElement:
            case LLVMInsertValue:
            case LLVMShuffleVector:
            case LLVMCall:
            case LLVMInvoke: break;
            default: continue;
            }
            for (int k = 0; takes_native(s, i) && k < LLVMGetNumOperands(i); k++)
                name_operand(s, i, (unsigned)k);
        }
}

static int has_float(Type type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind: return has_float(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (has_float(LLVMStructGetTypeAtIndex(type, i)))
                return 1;
        return 0;
    default: return kind_of(type) >= 0;
    }
}

/* Reports whether a constant has a number other than +0, 1 and -1. */
static int has_other(V constant, unsigned count, int kind)
{
    for (unsigned i = 0; i < count; i++) {
        const V one = LLVMIsAConstantDataSequential(constant) ? constant_element(constant, i)
                      : LLVMIsAConstantFP(constant)           ? constant
                                                              : LLVMGetOperand(constant, i);
        const V bits = LLVMIsAConstantFP(one) ? literal_element(one, 0) : NULL;
        const uint64_t pattern = bits ? LLVMConstIntGetZExtValue(bits) : 0;
        const double x = fpsan_value(pattern, (uint32_t)kind);
        if (pattern && x != 1 && x != -1)
            return 1;
    }
    return 0;
}

/* Notes the numbers of a constant at the address `at`. */
static void note_numbers(struct instr *s, V at, V constant, int shared)
{
    const Type type = LLVMTypeOf(constant), word = int_type(s, 32, 0), wide = int_type(s, 64, 0);
    const LLVMTypeKind shape = LLVMGetTypeKind(type);
    const int is_array = shape == LLVMArrayTypeKind;
    if (!has_float(type) || LLVMIsAConstantAggregateZero(constant) || LLVMIsUndef(constant))
        return;
    const int kind = kind_of(is_array ? LLVMGetElementType(type) : type);
    const unsigned count = is_array                      ? LLVMGetArrayLength(type)
                           : shape == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
                           : lanes_of(type)              ? lanes_of(type)
                                                         : 1;
    const int numbers = kind >= 0 && !(is_array && lanes_of(LLVMGetElementType(type)));
    if (!numbers) {
        for (unsigned i = 0; i < count; i++) {
            V index[2] = {LLVMConstInt(word, 0, 0), LLVMConstInt(word, i, 0)};
            note_numbers(s, LLVMConstInBoundsGEP2(type, at, index, 2), LLVMGetOperand(constant, i),
                         shared);
        }
        return;
    }
    if (!has_other(constant, count, kind))
        return;
    V *larger = (V *)realloc((void *)s->data, (s->data_count + 1) * sizeof *larger);
    if (!larger) {
        fputs("fpsan-instr: out of memory\n", stderr);
        exit(2);
    }
    V members[4] = {at, LLVMConstInt(wide, count, 0), LLVMConstInt(word, (unsigned)kind, 0),
                    LLVMConstInt(word, (unsigned)shared, 0)};
    s->data = larger;
    s->data[s->data_count++] = LLVMConstStructInContext(s->context, members, 4, 0);
}

void literals_of_globals(struct instr *s)
{
    for (V g = LLVMGetFirstGlobal(s->module); g && !s->options.field; g = LLVMGetNextGlobal(g)) {
        const LLVMLinkage linkage = LLVMGetLinkage(g);
        const int strong = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
                           linkage == LLVMExternalLinkage;
        const V initial = LLVMGetInitializer(g);
        const char *section = LLVMGetSection(g);
        const size_t before = s->data_count;
        if (!initial || LLVMIsThreadLocal(g) || linkage == LLVMAvailableExternallyLinkage ||
            (section && *section))
            continue;
        note_numbers(s, g, initial, !strong);
        if (s->data_count > before)
            LLVMSetGlobalConstant(g, 0);
    }
}

static void constants_finish(struct instr *s)
{
    const Type word = int_type(s, 32, 0), wide = int_type(s, 64, 0), p = pointer_type(s);
    Type members[4] = {p, wide, word, word}, types[2] = {p, wide};
    const Type entry = LLVMStructTypeInContext(s->context, members, 4, 0);
    const unsigned count = (unsigned)s->data_count;
    if (!count)
        return;
    V arguments[2] = {internal_array(s, "fpsan.data", entry, s->data, count),
                      LLVMConstInt(wide, count, 0)};
    const V function =
        runtime_function(s, "fpsan_constants", LLVMVoidTypeInContext(s->context), types, 2);
    LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

/* Emits the table, its values, and the constructor's call. The builder is in the constructor. */
void literals_finish(struct instr *s)
{
    const Type word = int_type(s, 32, 0), wide = int_type(s, 64, 0);
    const unsigned count = (unsigned)s->literal_count;
    Type two[2] = {wide, wide};
    const Type entry = LLVMStructTypeInContext(s->context, two, 2, 0);
    V *entries = (V *)calloc(count ? count : 1, sizeof *entries);
    if (!entries) {
        fputs("fpsan-instr: out of memory\n", stderr);
        exit(2);
    }
    for (unsigned i = 0; i < count; i++) {
        V members[2] = {LLVMConstInt(wide, s->literal_table[i].bits, 0),
                        LLVMConstInt(wide, s->literal_table[i].kind, 0)};
        entries[i] = LLVMConstStructInContext(s->context, members, 2, 0);
    }
    const V table = internal_array(s, "fpsan.literals", entry, entries, count);
    LLVMSetGlobalConstant(table, 1);
    const V values =
        internal_array(s, "fpsan.values", int_type(s, 8, 0), NULL, (unsigned)s->literal_bytes);
    LLVMSetAlignment(values, 8);
    free((void *)entries);
    if (s->literal_values) {
        LLVMReplaceAllUsesWith(s->literal_values, values);
        LLVMDeleteGlobal(s->literal_values);
    }
    Type types[5] = {word, word, pointer_type(s), pointer_type(s), wide};
    const V function =
        runtime_function(s, "fpsan_register", LLVMVoidTypeInContext(s->context), types, 5);
    V arguments[5] = {LLVMConstInt(word, FPSAN_ABI, 0),
                      LLVMConstInt(word, s->options.field ? FPSAN_FIELD : FPSAN_RING, 0), table,
                      values, LLVMConstInt(wide, count, 0)};
    LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, arguments, 5, "");
    constants_finish(s);
}
