/* SPDX-License-Identifier: Apache-2.0 */
/* Floating-point constants. In the field their payloads depend on the run's prime and seed: the
 * module has a table of patterns, and its constructor has the runtime fill in their residues. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "field.h"

#include "instr.h"

/* The pattern of element i (of a scalar: of the constant) as a ConstantInt; NULL if it is
 * undefined or not a plain number. */
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

/* The number of a pattern; 0 for formats of 16 bits. */
static double number_of(uint64_t bits, int kind)
{
    union {
        uint64_t bits;
        double number;
    } f64 = {bits};
    union {
        uint32_t bits;
        float number;
    } f32 = {(uint32_t)bits};
    return kind == FPSAN_F64 ? f64.number : kind == FPSAN_F32 ? (double)f32.number : 0;
}

int literal_integer(uint64_t bits, int kind, int64_t *n)
{
    const double x = number_of(bits, kind);
    if (!(x >= -0x1p52 && x <= 0x1p52))
        return 0;
    *n = (int64_t)x;
    return x != 0 && (double)*n == x;
}

/* Whether the pattern is a small integer >= 0, which is its own residue modulo any prime. */
static int small_integer(uint64_t bits, int kind, uint32_t *value)
{
    int64_t n;
    if (bits == 0 || bits == UINT64_C(1) << (bits_of_kind(kind) - 1)) { /* +0, -0 */
        *value = 0;
        return 1;
    }
    if (!literal_integer(bits, kind, &n) || n < 0 || n > 4)
        return 0;
    *value = (uint32_t)n;
    return 1;
}

/* Whether a double has float precision and is hardly so by chance or on purpose: 17 to 24
 * significant bits and a fraction, and no sum or difference of three powers of two (1 + 2^-20).
 * Sixteen bits are left to fixed point; of floats one in 256 has no more. */
static int has_float_precision(double x)
{
    int exponent;
    if (!(fabs(x) > 0x1p-100 && fabs(x) < 0x1p100) || rint(x) == x || (double)(float)x != x)
        return 0;
    const uint64_t bits = (uint64_t)ldexp(frexp(fabs(x), &exponent), 24);
    return bits % 256 != 0 && __builtin_popcountll(bits ^ 3 * bits) > 3; /* digits of its NAF */
}

/* Calls visit for the doubles among an instruction's constants, also a float that is made one. */
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
                visit(context, instruction, number_of(LLVMConstIntGetZExtValue(bits), kind));
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

enum { MOST_REMARKS = 100 }; /* of a module: nobody reads more */

/* A constant in two words: the first may be a float, that products with it be exact. */
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

static size_t add(struct instr *s, uint64_t bits, int kind)
{
    if (s->literal_count == s->literal_room) {
        s->literal_room = s->literal_room ? 2 * s->literal_room : 64;
        void *larger = realloc(s->literal_table, s->literal_room * sizeof *s->literal_table);
        if (!larger) {
            fputs("fpsan-instr: out of memory\n", stderr);
            exit(2);
        }
        s->literal_table = larger;
    }
    s->literal_table[s->literal_count] = (struct fpsan_literal){bits, (uint64_t)kind};
    return s->literal_count++;
}

V field_literal(struct instr *s, V constant)
{
    const Type type = LLVMTypeOf(constant), word = int_type(s, 32, 0);
    const unsigned lanes = lanes_of(type), count = lanes ? lanes : 1;
    V plain[MOST_LANES];
    uint32_t value = 0;
    unsigned known = 0;
    for (; known < count; known++) {
        const V bits = literal_element(constant, known);
        if (bits && !small_integer(LLVMConstIntGetZExtValue(bits), kind_of(type), &value))
            break;
        plain[known] = LLVMConstInt(word, bits ? value : 0, 0);
    }
    if (known == count)
        return lanes ? LLVMConstVector(plain, lanes) : plain[0];
    uintptr_t index = map_get(&s->literals, constant);
    if (!index) {
        for (unsigned i = 0; i < count; i++) {
            const V bits = literal_element(constant, i);
            const size_t at = add(s, bits ? LLVMConstIntGetZExtValue(bits) : 0, kind_of(type));
            index = i == 0 ? at + 1 : index;
        }
        map_set(&s->literals, constant, index);
    }
    if (!s->literal_values)
        s->literal_values = LLVMAddGlobal(s->module, LLVMArrayType(word, 0), "fpsan.placeholder");
    V offset = LLVMConstInt(int_type(s, 64, 0), index - 1, 0);
    const V at = LLVMConstInBoundsGEP2(word, s->literal_values, &offset, 1);
    const V load = LLVMBuildLoad2(s->b, payload_type(s, type), at, "");
    LLVMSetAlignment(load, 4);
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

/* The table, its values, and the constructor's call. The builder is in the constructor. */
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
    const V values = internal_array(s, "fpsan.values", word, NULL, count);
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
}
