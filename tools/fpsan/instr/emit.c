/* SPDX-License-Identifier: Apache-2.0 */
/* Emits operations on payloads: code that both algebras share, and the choice between them. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "field.h"
#include "instr.h"

#define MEANING(name)                                                                              \
    ((struct word){"fpsan_meaning", sizeof(struct fpsan_meaning),                                  \
                   offsetof(struct fpsan_meaning, name), 64})

V emit_embed(struct instr *s, V native)
{
    /* The runtime is defined for all bits but not for poison, on which a branch would be
     * undefined. */
    native = LLVMBuildFreeze(s->b, native, "");
    return s->options.field ? field_embed(s, native) : ring_embed(s, native);
}

V emit_unembed(struct instr *s, V payload, Type type)
{
    return s->options.field ? field_unembed(s, payload, type) : ring_unembed(s, payload, type);
}

V emit_arithmetic(struct instr *s, enum arithmetic operation, int kind, V a, V b)
{
    (void)kind;
    if (s->options.field)
        return field_arithmetic(s, operation, a, b);
    switch (operation) {
    case ADD: return LLVMBuildAdd(s->b, a, b, "");
    case SUBTRACT: return LLVMBuildSub(s->b, a, b, "");
    default: return LLVMBuildMul(s->b, a, b, "");
    }
}

V emit_fma(struct instr *s, int kind, V a, V b, V c)
{
    if (s->options.field)
        return field_fma(s, a, b, c);
    return emit_arithmetic(s, ADD, kind, emit_arithmetic(s, MULTIPLY, kind, a, b), c);
}

V emit_negate(struct instr *s, int kind, V a)
{
    (void)kind;
    return s->options.field ? field_negate(s, a) : LLVMBuildNeg(s->b, a, "");
}

/* Emits calls of fpsan_ring_call or fpsan_field_call, one per lane. */
static V call_body(struct instr *s, const struct helper *h, V *v)
{
    const int field = s->options.field;
    const Type word = int_type(s, 32, 0), value = int_type(s, field ? 32 : 64, 0);
    Type types[4] = {word, word, value, value};
    const V function =
        runtime_function(s, field ? "fpsan_field_call" : "fpsan_ring_call", value, types, 4);
    mark(s, function, "nounwind", 0);
    const Type result = LLVMTypeOf(v[0]);
    const unsigned lanes = lanes_of(result);
    V all = LLVMGetPoison(result);
    for (unsigned i = 0; i < (lanes ? lanes : 1); i++) {
        V arguments[4] = {LLVMConstInt(word, h->operation, 0),
                          LLVMConstInt(word, (unsigned)h->kind, 0),
                          LLVMBuildZExtOrBitCast(s->b, lane(s, v[0], i), value, ""),
                          LLVMBuildZExtOrBitCast(s->b, lane(s, v[1], i), value, "")};
        V one = LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, arguments, 4, "");
        one = LLVMBuildTruncOrBitCast(s->b, one, lanes ? LLVMGetElementType(result) : result, "");
        if (!lanes)
            return one;
        all = LLVMBuildInsertElement(s->b, all, one, LLVMConstInt(word, i, 0), "");
    }
    return all;
}

V emit_call(struct instr *s, uint32_t operation, int kind, V a, V b)
{
    V v[2] = {a, b ? b : LLVMConstNull(LLVMTypeOf(a))};
    return helper_call(s, &(struct helper){"function", call_body, kind, 0, 1, operation}, v, 2);
}

static V key(struct instr *s, V a) { return s->options.field ? field_key(s, a) : a; }

/* Returns a word of the meaning for a comparison of x and y, or the rule if both are small
 * integers. They keep the order of numbers, so that a loop counter in floats works. 16-bit formats
 * always get the word: too many of their payloads are small. */
static V order_word(struct instr *s, struct word word, uint64_t rule, V x, V y)
{
    const Type type = LLVMTypeOf(x);
    const unsigned lanes = lanes_of(type);
    const unsigned bits = LLVMGetIntTypeWidth(lanes ? LLVMGetElementType(type) : type);
    const V other = runtime_word(s, word, bits, lanes);
    if (bits < 32)
        return other;
    const V small = int_constant(s, type, FPSAN_ORDERED);
    const V both =
        LLVMBuildOr(s->b, LLVMBuildAdd(s->b, x, small, ""), LLVMBuildAdd(s->b, y, small, ""), "");
    const V is_small =
        LLVMBuildICmp(s->b, LLVMIntULT, both, int_constant(s, type, 2 * FPSAN_ORDERED), "");
    return LLVMBuildSelect(s->b, is_small, int_constant(s, type, rule), other, "");
}

/* Compares payloads as signed integers. Other meanings compare their products with a factor. No
 * payload is a NaN. */
V emit_order(struct instr *s, enum fpsan_class what, LLVMRealPredicate predicate, V a, V b)
{
    LLVMIntPredicate order;
    const Type type = int_type(s, 1, lanes_of(LLVMTypeOf(a)));
    switch (predicate) {
    case LLVMRealOEQ:
    case LLVMRealUEQ: order = LLVMIntEQ; break;
    case LLVMRealONE:
    case LLVMRealUNE: order = LLVMIntNE; break;
    case LLVMRealOGT:
    case LLVMRealUGT: order = LLVMIntSGT; break;
    case LLVMRealOGE:
    case LLVMRealUGE: order = LLVMIntSGE; break;
    case LLVMRealOLT:
    case LLVMRealULT: order = LLVMIntSLT; break;
    case LLVMRealOLE:
    case LLVMRealULE: order = LLVMIntSLE; break;
    case LLVMRealORD:
    case LLVMRealPredicateTrue: return LLVMConstAllOnes(type);
    default: return LLVMConstNull(type);
    }
    V x = key(s, a), y = key(s, b);
    const struct word word = what == FPSAN_EXTREMES ? MEANING(extremes) : MEANING(order);
    const V factor = order_word(s, word, 1, x, y);
    V alike = NULL;
    if (order == LLVMIntEQ || order == LLVMIntNE)
        alike = order_word(s, MEANING(alike), 0, x, y);
    s->classes |= what;
    x = LLVMBuildMul(s->b, x, factor, "");
    y = LLVMBuildMul(s->b, y, factor, "");
    if (alike) {
        x = LLVMBuildAnd(s->b, LLVMBuildXor(s->b, x, y, ""), LLVMBuildNot(s->b, alike, ""), "");
        y = LLVMConstNull(LLVMTypeOf(x));
    }
    return LLVMBuildICmp(s->b, order, x, y, "");
}

V emit_compare(struct instr *s, LLVMRealPredicate predicate, int kind, V a, V b)
{
    (void)kind;
    return emit_order(s, FPSAN_COMPARISONS, predicate, a, b);
}

V emit_extreme(struct instr *s, int largest, int kind, V a, V b)
{
    (void)kind;
    const V first = emit_order(s, FPSAN_EXTREMES, largest ? LLVMRealOGT : LLVMRealOLT, a, b);
    return LLVMBuildSelect(s->b, first, a, b, "");
}

V emit_absolute(struct instr *s, int kind, V a)
{
    const V negative = emit_compare(s, LLVMRealOLT, kind, a, LLVMConstNull(LLVMTypeOf(a)));
    return LLVMBuildSelect(s->b, negative, emit_negate(s, kind, a), a, "");
}

V emit_copy_sign(struct instr *s, int kind, V a, V sign)
{
    const V magnitude = emit_absolute(s, kind, a);
    const V negative = emit_compare(s, LLVMRealOLT, kind, sign, LLVMConstNull(LLVMTypeOf(a)));
    return LLVMBuildSelect(s->b, negative, emit_negate(s, kind, magnitude), magnitude, "");
}

V emit_approximate(struct instr *s, V call, int kind, V result)
{
    size_t length;
    char what[200];
    snprintf(what, sizeof what, "%s approximates, and is taken for exact",
             LLVMGetValueName2(LLVMGetCalledValue(call), &length));
    place_remark(s, call, what, 0);
    return emit_call(s, FPSAN_OP_approximate, kind, result, NULL);
}

V emit_cast(struct instr *s, int from, int to, V a)
{
    return s->options.field ? a : ring_cast(s, from, to, a);
}

V emit_from_integer(struct instr *s, V integer, int is_signed, Type type)
{
    if (s->options.field)
        return field_from_integer(s, integer, is_signed);
    /* The machine converts the integer, and the result is a literal. Triton does the same. */
    const V native = is_signed ? LLVMBuildSIToFP(s->b, integer, type, "")
                               : LLVMBuildUIToFP(s->b, integer, type, "");
    const V payload = ring_embed(s, native);
    const V other = LLVMBuildIntCast2(s->b, integer, LLVMTypeOf(payload), is_signed, "");
    const unsigned lanes = lanes_of(type);
    const V chosen = runtime_word(s, MEANING(integers), bits_of_kind(kind_of(type)), lanes);
    const V change = LLVMBuildAnd(s->b, LLVMBuildXor(s->b, payload, other, ""), chosen, "");
    return LLVMBuildXor(s->b, payload, change, "");
}

static V one_to_integer(struct instr *s, V payload, int kind, uint32_t rounding, V site)
{
    const Type wide = int_type(s, 64, 0), word = int_type(s, 32, 0);
    Type types[4] = {wide, word, word, pointer_type(s)};
    const V function = runtime_function(s, "fpsan_to_integer", wide, types, 4);
    V arguments[4] = {LLVMBuildZExtOrBitCast(s->b, payload, wide, ""),
                      LLVMConstInt(word, (unsigned)kind, 0), LLVMConstInt(word, rounding, 0), site};
    return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, arguments, 4, "");
}

static V limited(struct instr *s, V value, const char *intrinsic, uint64_t limit)
{
    V both[2] = {value, int_constant(s, LLVMTypeOf(value), limit)};
    return call_intrinsic(s, intrinsic, LLVMTypeOf(value), both, 2);
}

V emit_to_integer(struct instr *s, V payload, int kind, uint32_t rounding, Type to,
                  enum to_integer how, V instruction)
{
    const V site =
        place_site(s, instruction, FPSAN_SITE_TO_INTEGER, "a conversion to integer", NULL);
    const unsigned lanes = lanes_of(LLVMTypeOf(payload));
    const unsigned bits = LLVMGetIntTypeWidth(lanes ? LLVMGetElementType(to) : to);
    V wide = lanes ? LLVMGetPoison(int_type(s, 64, lanes))
                   : one_to_integer(s, payload, kind, rounding, site);
    for (unsigned i = 0; i < lanes; i++)
        wide = LLVMBuildInsertElement(s->b, wide,
                                      one_to_integer(s, lane(s, payload, i), kind, rounding, site),
                                      LLVMConstInt(int_type(s, 32, 0), i, 0), "");
    s->classes |= FPSAN_BITS;
    if (how == TO_UNSIGNED_SATURATING)
        wide = limited(s, wide, "llvm.smax", 0);
    if (how == TO_UNSIGNED_SATURATING && bits < 63)
        wide = limited(s, wide, "llvm.smin", (UINT64_C(1) << bits) - 1);
    if (how == TO_SIGNED_SATURATING && bits < 64) {
        const uint64_t sign = UINT64_C(1) << (bits - 1);
        wide = limited(s, limited(s, wide, "llvm.smin", sign - 1), "llvm.smax", 0 - sign);
    }
    return bits > 64 ? LLVMBuildSExt(s->b, wide, to, "")
                     : LLVMBuildTruncOrBitCast(s->b, wide, to, "");
}
