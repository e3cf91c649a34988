/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on payloads: what the algebras share, and the choice between them. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "field.h"
#include "instr.h"
#include "ring.h"

#define MEANING(name)                                                                              \
    ((struct word){"fpsan_meaning", sizeof(struct fpsan_meaning),                                  \
                   offsetof(struct fpsan_meaning, name), 64})

V emit_embed(struct instr *s, V native)
{
    /* The runtime is total on bits, not on poison: a branch on that would be undefined. */
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

/* Per lane, out of line: fpsan_ring_call or fpsan_field_call. */
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

/* A word of the meaning for a comparison, or what it is as a rule: in the field small integers have
 * the order of numbers, and keep it: a loop that counts in floats counts. */
static V order_word(struct instr *s, struct word word, uint64_t rule, V x, V y)
{
    const Type type = LLVMTypeOf(x);
    const unsigned lanes = lanes_of(type);
    const V other =
        runtime_word(s, word, LLVMGetIntTypeWidth(lanes ? LLVMGetElementType(type) : type), lanes);
    if (!s->options.field)
        return other;
    const V small = int_constant(s, type, FPSAN_ORDERED);
    const V both =
        LLVMBuildOr(s->b, LLVMBuildAdd(s->b, x, small, ""), LLVMBuildAdd(s->b, y, small, ""), "");
    const V is_small =
        LLVMBuildICmp(s->b, LLVMIntULT, both, int_constant(s, type, 2 * FPSAN_ORDERED), "");
    return LLVMBuildSelect(s->b, is_small, int_constant(s, type, rule), other, "");
}

/* Payloads are ordered as signed integers, but for other meanings, which order the products with a
 * factor; no payload is a NaN. */
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
    s->orders = 1;
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

/* The payload of a literal, or with other meanings the other one: see meaning.h. */
static V ring_meaning(struct instr *s, struct word meaning, V payload, V other)
{
    const Type type = LLVMTypeOf(payload);
    const unsigned lanes = lanes_of(type);
    const unsigned bits = LLVMGetIntTypeWidth(lanes ? LLVMGetElementType(type) : type);
    const V chosen = runtime_word(s, meaning, bits, lanes);
    const V change = LLVMBuildAnd(s->b, LLVMBuildXor(s->b, payload, other, ""), chosen, "");
    return LLVMBuildXor(s->b, payload, change, "");
}

V emit_from_integer(struct instr *s, V integer, int is_signed, Type type)
{
    if (s->options.field)
        return field_from_integer(s, integer, is_signed);
    /* As in Triton: the conversion is the machine's, the number is a literal. */
    const V native = is_signed ? LLVMBuildSIToFP(s->b, integer, type, "")
                               : LLVMBuildUIToFP(s->b, integer, type, "");
    const V payload = ring_embed(s, native);
    return ring_meaning(s, MEANING(integers), payload,
                        LLVMBuildIntCast2(s->b, integer, LLVMTypeOf(payload), is_signed, ""));
}

V emit_to_integer(struct instr *s, V payload, int kind, Type to, int is_signed, V place)
{
    const unsigned lanes = lanes_of(LLVMTypeOf(payload));
    if (!s->options.field) {
        /* Saturating: a payload may be any number, and conversion out of range is poison. */
        const char *name = is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
        const Type from = float_type(s, kind, lanes);
        /* With other meanings that of another payload. */
        const Type type = LLVMTypeOf(payload);
        const V factor =
            LLVMBuildOr(s->b, runtime_word(s, MEANING(bits), bits_of_kind(kind), lanes),
                        int_constant(s, type, 1), "");
        V native = ring_unembed(s, LLVMBuildMul(s->b, payload, factor, ""), from);
        s->orders = 1;
        Type both[2] = {to, from};
        const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
        const V function = LLVMGetIntrinsicDeclaration(s->module, id, both, 2);
        return LLVMBuildCall2(s->b, LLVMIntrinsicGetType(s->context, id, both, 2), function,
                              &native, 1, "");
    }
    const V wide = field_to_integer(s, payload, place);
    const Type scalar = lanes ? LLVMGetElementType(to) : to;
    return LLVMGetIntTypeWidth(scalar) > 64 ? LLVMBuildSExt(s->b, wide, to, "")
                                            : LLVMBuildTruncOrBitCast(s->b, wide, to, "");
}

static V vector_of(V *all, unsigned lanes) { return lanes ? LLVMConstVector(all, lanes) : all[0]; }

V emit_literal(struct instr *s, V constant)
{
    if (s->options.field)
        return field_literal(s, constant);
    const Type type = LLVMTypeOf(constant), payload = payload_type(s, type);
    const int kind = kind_of(type);
    const unsigned lanes = lanes_of(type), width = bits_of_kind(kind);
    const Type one = lanes ? LLVMGetElementType(payload) : payload;
    V all[MOST_LANES], integers[MOST_LANES], fractions[MOST_LANES];
    int any_integer = 0, any_fraction = 0;
    for (unsigned i = 0; i < (lanes ? lanes : 1); i++) {
        const V bits = literal_element(constant, i);
        const uint64_t pattern = bits ? LLVMConstIntGetZExtValue(bits) : 0;
        const int exact = s->options.exact_zero || pattern != UINT64_C(1) << (width - 1);
        const uint64_t phi = exact ? fpsan_ring_embed(pattern, kind) : 0;
        int64_t n = 0;
        const int integer = literal_integer(pattern, kind, &n), fraction = phi && !integer;
        all[i] = LLVMConstInt(one, phi, 0);
        integers[i] = integer ? LLVMConstInt(one, (uint64_t)n, 1) : all[i];
        fractions[i] = fraction ? LLVMConstInt(one, 3 * phi, 0) : all[i];
        any_integer |= integer && n != 1 && n != -1;
        any_fraction |= fraction;
    }
    V result = vector_of(all, lanes);
    if (any_integer)
        result = ring_meaning(s, MEANING(integers), result, vector_of(integers, lanes));
    if (any_fraction)
        result = ring_meaning(s, MEANING(fractions), result, vector_of(fractions, lanes));
    return result;
}
