/* SPDX-License-Identifier: Apache-2.0 */
/* Emits arithmetic of the field. A payload has 32 bits: a residue below p < 2^30.3, and the taint
 * in bit 31, which results inherit by or. The code reads p from fpsan_field, so one binary runs
 * modulo any prime. */
#include "field.h"

#include <stddef.h>

#include "instr.h"

#define MEMBER(name, bits, lanes)                                                                  \
    runtime_word(s,                                                                                \
                 (struct word){"fpsan_field", sizeof fpsan_field,                                  \
                               offsetof(struct fpsan_field_state, name),                           \
                               8 * sizeof fpsan_field.name},                                       \
                 bits, lanes)

static V prime(struct instr *s, V like) { return MEMBER(p, 32, lanes_of(LLVMTypeOf(like))); }

static V constant(struct instr *s, V like, uint64_t value)
{
    return int_constant(s, LLVMTypeOf(like), value);
}

static V residue(struct instr *s, V a)
{
    return LLVMBuildAnd(s->b, a, constant(s, a, ~FPSAN_TAINT), "");
}

static V taint(struct instr *s, V a)
{
    return LLVMBuildAnd(s->b, a, constant(s, a, FPSAN_TAINT), "");
}

/* Returns the unsigned min(a, a - m), which is a reduced modulo m if a < 2m and m <= 2^31. */
static V reduce(struct instr *s, V a, V m)
{
    V both[2] = {a, LLVMBuildSub(s->b, a, m, "")};
    return call_intrinsic(s, "llvm.umin", LLVMTypeOf(a), both, 2);
}

static V tainted(struct instr *s, V value, V a, V b)
{
    return LLVMBuildOr(s->b, value, taint(s, LLVMBuildOr(s->b, a, b, "")), "");
}

/* Returns x mod p for a scalar x < 2^64: q = floor(x floor(2^64 / p) / 2^64) is at most 1 below
 * floor(x / p), because x (2^64 / p - floor(2^64 / p)) < 2^64. */
static V scalar_modulo(struct instr *s, V x)
{
    const Type wide = int_type(s, 128, 0), word = LLVMTypeOf(x), narrow = int_type(s, 32, 0);
    V q = LLVMBuildMul(s->b, LLVMBuildZExt(s->b, x, wide, ""),
                       LLVMBuildZExt(s->b, MEMBER(inverse, 64, 0), wide, ""), "");
    q = LLVMBuildTrunc(s->b, LLVMBuildLShr(s->b, q, LLVMConstInt(wide, 64, 0), ""), word, "");
    const V p = MEMBER(p, 32, 0);
    const V qp = LLVMBuildMul(s->b, LLVMBuildTrunc(s->b, q, narrow, ""), p, "");
    return reduce(s, LLVMBuildSub(s->b, LLVMBuildTrunc(s->b, x, narrow, ""), qp, ""), p);
}

/* Returns a b + c, without c if it is NULL, by Barrett's method: q = floor(floor(x / 2^(n-1))
 * floor(2^2n / p) / 2^(n+1)) is at most 2 below floor(x / p) for x < 2^2n (Menezes, van Oorschot,
 * Vanstone, algorithm 14.42). So x - q p < 3p < 2^32, and its low 32 bits suffice. Both factors of
 * q are below 2^32 for n <= 31. The code tells the compiler so, which then needs one multiplication
 * of 32 by 32 bits. */
static V multiply_add(struct instr *s, V a, V b, V c)
{
    const unsigned lanes = lanes_of(LLVMTypeOf(a));
    const Type wide = int_type(s, 64, lanes), narrow = LLVMTypeOf(a);
    V x = LLVMBuildMul(s->b, LLVMBuildZExt(s->b, residue(s, a), wide, ""),
                       LLVMBuildZExt(s->b, residue(s, b), wide, ""), "");
    if (c)
        x = LLVMBuildAdd(s->b, x, LLVMBuildZExt(s->b, residue(s, c), wide, ""), "");
    if (!lanes)
        return scalar_modulo(s, x);
    V q = LLVMBuildLShr(s->b, x, MEMBER(low_shift, 64, lanes), "");
    q = LLVMBuildAnd(s->b, q, int_constant(s, wide, UINT32_MAX), "");
    const V factor = LLVMBuildZExt(s->b, MEMBER(barrett, 32, lanes), wide, "");
    q = LLVMBuildMul(s->b, q, factor, "");
    q = LLVMBuildLShr(s->b, q, MEMBER(high_shift, 64, lanes), "");
    const V p = prime(s, a);
    const V qp = LLVMBuildMul(s->b, LLVMBuildTrunc(s->b, q, narrow, ""), p, "");
    V r = LLVMBuildSub(s->b, LLVMBuildTrunc(s->b, x, narrow, ""), qp, "");
    r = reduce(s, r, LLVMBuildAdd(s->b, p, p, ""));
    return reduce(s, r, p);
}

static V multiply_body(struct instr *s, const struct helper *h, V *v)
{
    (void)h;
    return tainted(s, multiply_add(s, v[0], v[1], NULL), v[0], v[1]);
}

static V fma_body(struct instr *s, const struct helper *h, V *v)
{
    (void)h;
    const V sum = multiply_add(s, v[0], v[1], v[2]);
    return tainted(s, sum, v[0], LLVMBuildOr(s->b, v[1], v[2], ""));
}

V field_fma(struct instr *s, V a, V b, V c)
{
    V v[3] = {a, b, c};
    return helper_call(s, &(struct helper){"fma", fma_body, FPSAN_F32, 0, 0, 0}, v, 3);
}

V field_arithmetic(struct instr *s, enum arithmetic operation, V a, V b)
{
    V v[2] = {a, b};
    if (operation == MULTIPLY)
        return helper_call(s, &(struct helper){"multiply", multiply_body, FPSAN_F32, 0, 0, 0}, v,
                           2);
    const V p = prime(s, a), x = residue(s, a), y = residue(s, b);
    const V r = operation == ADD
                    ? reduce(s, LLVMBuildAdd(s->b, x, y, ""), p)
                    : reduce(s, LLVMBuildAdd(s->b, LLVMBuildSub(s->b, x, y, ""), p, ""), p);
    return tainted(s, r, a, b);
}

V field_negate(struct instr *s, V a) { return field_arithmetic(s, SUBTRACT, constant(s, a, 0), a); }

/* Returns (p - 1)/2. */
static V half(struct instr *s, V like)
{
    return LLVMBuildLShr(s->b, prime(s, like), constant(s, like, 1), "");
}

V field_key(struct instr *s, V a)
{
    const V r = residue(s, a);
    const V negative = LLVMBuildICmp(s->b, LLVMIntUGT, r, half(s, a), "");
    return LLVMBuildSelect(s->b, negative, LLVMBuildSub(s->b, r, prime(s, a), ""), r, "");
}

/* ------------------------------------------------------------- the boxes -- */

static V scalar_embed(struct instr *s, V bits, int kind)
{
    Type types[2] = {int_type(s, 64, 0), int_type(s, 32, 0)};
    const V function = runtime_function(s, "fpsan_field_embed", types[1], types, 2);
    mark(s, function, "nounwind", 0);
    V arguments[2] = {LLVMBuildZExtOrBitCast(s->b, bits, types[0], ""),
                      LLVMConstInt(types[1], (unsigned)kind, 0)};
    return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

static V each_lane(struct instr *s, Type type, V bits, V (*one)(struct instr *, V, int), int kind)
{
    const unsigned lanes = lanes_of(type);
    if (!lanes)
        return one(s, bits, kind);
    V result = LLVMGetPoison(type);
    for (unsigned i = 0; i < lanes; i++)
        result = LLVMBuildInsertElement(s->b, result, one(s, lane(s, bits, i), kind),
                                        LLVMConstInt(int_type(s, 32, 0), i, 0), "");
    return result;
}

static V slow_embed_body(struct instr *s, const struct helper *h, V *v)
{
    const Type type = payload_type(s, float_type(s, h->kind, lanes_of(LLVMTypeOf(v[0]))));
    return each_lane(s, type, v[0], scalar_embed, h->kind);
}

static V any_lane(struct instr *s, V condition)
{
    const unsigned lanes = lanes_of(LLVMTypeOf(condition));
    if (!lanes)
        return condition;
    const V word = LLVMBuildBitCast(s->b, condition, int_type(s, lanes, 0), "");
    return LLVMBuildICmp(s->b, LLVMIntNE, word, LLVMConstNull(int_type(s, lanes, 0)), "");
}

/* Returns boxes with the signs of other meanings, or undoes it: see struct fpsan_field_state. */
static V turned(struct instr *s, V box, unsigned width)
{
    const unsigned lanes = lanes_of(LLVMTypeOf(box));
    const V flip = width == 64 ? MEMBER(flip64, 64, lanes) : MEMBER(flip32, 32, lanes);
    const V shift = width == 64 ? MEMBER(shift64, 64, lanes) : MEMBER(shift32, 32, lanes);
    const V moved = LLVMBuildShl(s->b, LLVMBuildNot(s->b, box, ""), shift, "");
    return LLVMBuildXor(s->b, box, LLVMBuildAnd(s->b, moved, flip, ""), "");
}

/* Embeds the pattern v[0]. Zeros and boxes are handled here, a whole vector at once; any other
 * value calls the runtime. Magnitude - base is the residue (without sign) of a box, and 0 for
 * undefined. */
static V embed_body(struct instr *s, const struct helper *h, V *v)
{
    const Type wide = LLVMTypeOf(v[0]);
    const unsigned lanes = lanes_of(wide), width = bits_of_kind(h->kind);
    const Type narrow = int_type(s, 32, lanes);
    const uint64_t sign = UINT64_C(1) << (width - 1);
    const V m = LLVMBuildAnd(s->b, v[0], int_constant(s, wide, sign - 1), "");
    const V base = int_constant(s, wide, h->kind == FPSAN_F64 ? FPSAN_BOX64 : FPSAN_BOX32);
    const V zero = LLVMBuildICmp(s->b, LLVMIntEQ, m, LLVMConstNull(wide), "");
    V index = LLVMBuildSub(s->b, m, base, "");
    V last = half(s, LLVMConstNull(narrow));
    if (width == 64)
        last = LLVMBuildZExt(s->b, last, wide, "");
    const V other = LLVMBuildAnd(s->b, LLVMBuildICmp(s->b, LLVMIntUGT, index, last, ""),
                                 LLVMBuildNot(s->b, zero, ""), "");
    LLVMBasicBlockRef slow = LLVMAppendBasicBlockInContext(s->context, s->fn, "slow");
    LLVMBasicBlockRef fast = LLVMAppendBasicBlockInContext(s->context, s->fn, "fast");
    LLVMBuildCondBr(s->b, any_lane(s, other), slow, fast);
    LLVMPositionBuilderAtEnd(s->b, slow);
    const struct helper slowly = {"embed.slow", slow_embed_body, h->kind, 0, 1, 0};
    LLVMBuildRet(s->b, helper_call(s, &slowly, v, 1));
    LLVMPositionBuilderAtEnd(s->b, fast);
    if (width == 64)
        index = LLVMBuildTrunc(s->b, index, narrow, "");
    const V undefined = LLVMBuildICmp(s->b, LLVMIntEQ, m, base, "");
    const V taints = LLVMBuildSelect(s->b, undefined, int_constant(s, narrow, FPSAN_TAINT),
                                     LLVMConstNull(narrow), "");
    index = LLVMBuildSelect(s->b, zero, LLVMConstNull(narrow), index, "");
    /* reduce() turns p - 0 into 0. There is no branch because signs are random. */
    const V box = turned(s, v[0], width);
    const V negative = LLVMBuildICmp(s->b, LLVMIntSLT, box, LLVMConstNull(wide), "");
    const V p = prime(s, index);
    index = LLVMBuildSelect(s->b, negative, LLVMBuildSub(s->b, p, index, ""), index, "");
    return LLVMBuildOr(s->b, reduce(s, index, p), taints, "");
}

V field_embed(struct instr *s, V native)
{
    const int kind = kind_of(LLVMTypeOf(native));
    const Type bits_type = int_type(s, bits_of_kind(kind), lanes_of(LLVMTypeOf(native)));
    V bits = LLVMBuildBitCast(s->b, native, bits_type, "");
    const struct helper slow = {"embed.slow", slow_embed_body, kind, 0, 1, 0};
    const struct helper fast = {"embed", embed_body, kind, 0, 0, 0};
    return helper_call(s, kind < FPSAN_F32 ? &slow : &fast, &bits, 1);
}

static V scalar_unembed(struct instr *s, V payload, int kind)
{
    Type types[2] = {int_type(s, 32, 0), int_type(s, 32, 0)};
    const V function = runtime_function(s, "fpsan_field_unembed", int_type(s, 64, 0), types, 2);
    mark(s, function, "nounwind", 0);
    V arguments[2] = {payload, LLVMConstInt(types[1], (unsigned)kind, 0)};
    const V bits =
        LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, arguments, 2, "");
    return LLVMBuildTrunc(s->b, bits, int_type(s, 16, 0), "");
}

static V unembed_body(struct instr *s, const struct helper *h, V *v)
{
    const unsigned lanes = lanes_of(LLVMTypeOf(v[0])), width = bits_of_kind(h->kind);
    const Type wide = int_type(s, width, lanes), type = float_type(s, h->kind, lanes);
    if (width == 16)
        return LLVMBuildBitCast(s->b, each_lane(s, wide, v[0], scalar_unembed, h->kind), type, "");
    /* There is no branch because signs are random. If the payload is undefined, r, m and the sign
     * are 0. */
    const Type narrow = LLVMTypeOf(v[0]);
    const V undefined = LLVMBuildAShr(s->b, v[0], int_constant(s, narrow, 31), "");
    const V r = LLVMBuildAnd(s->b, v[0], LLVMBuildNot(s->b, undefined, ""), "");
    V both[2] = {r, LLVMBuildSub(s->b, prime(s, r), r, "")};
    V m = call_intrinsic(s, "llvm.umin", narrow, both, 2);
    V sign = LLVMBuildSub(s->b, half(s, r), r, "");
    sign = LLVMBuildAnd(s->b, sign, int_constant(s, narrow, UINT64_C(1) << 31), "");
    const V small = LLVMBuildICmp(s->b, LLVMIntULE, LLVMBuildOr(s->b, m, undefined, ""),
                                  int_constant(s, narrow, FPSAN_SMALL), "");
    const V number = LLVMBuildBitCast(s->b, LLVMBuildSIToFP(s->b, m, type, ""), wide, "");
    if (width == 64) {
        m = LLVMBuildZExt(s->b, m, wide, "");
        sign =
            LLVMBuildShl(s->b, LLVMBuildZExt(s->b, sign, wide, ""), int_constant(s, wide, 32), "");
    }
    const V base = int_constant(s, wide, width == 64 ? FPSAN_BOX64 : FPSAN_BOX32);
    V box = LLVMBuildOr(s->b, LLVMBuildAdd(s->b, m, base, ""), sign, "");
    box = turned(s, box, width);
    const V bits = LLVMBuildSelect(s->b, small, LLVMBuildOr(s->b, number, sign, ""), box, "");
    return LLVMBuildBitCast(s->b, bits, type, "");
}

V field_unembed(struct instr *s, V payload, Type type)
{
    const struct helper h = {"unembed", unembed_body, kind_of(type), 1, 0, 0};
    return helper_call(s, &h, &payload, 1);
}

/* -------------------------------------------------------------- integers -- */

static V from_integer_body(struct instr *s, const struct helper *h, V *v)
{
    const unsigned lanes = lanes_of(LLVMTypeOf(v[0]));
    const Type wide = int_type(s, 64, lanes), narrow = int_type(s, 32, lanes);
    const V p = MEMBER(p, 64, lanes);
    if (!h->operation)
        return LLVMBuildTrunc(s->b, LLVMBuildURem(s->b, v[0], p, ""), narrow, "");
    const V r = LLVMBuildSRem(s->b, v[0], p, "");
    const V negative = LLVMBuildICmp(s->b, LLVMIntSLT, r, LLVMConstNull(wide), "");
    const V moved = LLVMBuildSelect(s->b, negative, LLVMBuildAdd(s->b, r, p, ""), r, "");
    return LLVMBuildTrunc(s->b, moved, narrow, "");
}

V field_from_integer(struct instr *s, V integer, int is_signed)
{
    const Type type = LLVMTypeOf(integer);
    const unsigned lanes = lanes_of(type);
    const unsigned bits = LLVMGetIntTypeWidth(lanes ? LLVMGetElementType(type) : type);
    if (bits < 64)
        integer = is_signed ? LLVMBuildSExt(s->b, integer, int_type(s, 64, lanes), "")
                            : LLVMBuildZExt(s->b, integer, int_type(s, 64, lanes), "");
    const struct helper h = {"integer", from_integer_body, FPSAN_F32, 0, 0, (uint32_t)is_signed};
    return helper_call(s, &h, &integer, 1);
}
