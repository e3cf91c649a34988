/* SPDX-License-Identifier: Apache-2.0 */
/* Emits code that only the ring has: phi, its inverse, and narrowing casts. Sums and products are
 * the integer instructions themselves. runtime/ring.c has the formulas. */
#include <stddef.h>

#include "field.h"
#include "instr.h"
#include "ring.h"

static V and_constant(struct instr *s, V a, uint64_t mask)
{
    return LLVMBuildAnd(s->b, a, int_constant(s, LLVMTypeOf(a), mask), "");
}

static V times(struct instr *s, V a, uint64_t factor)
{
    return LLVMBuildMul(s->b, a, int_constant(s, LLVMTypeOf(a), factor), "");
}

static V shifted_right(struct instr *s, V a, unsigned by)
{
    return LLVMBuildLShr(s->b, a, int_constant(s, LLVMTypeOf(a), by), "");
}

/* Returns lanes with all bits set where a is negative: (a ^ sign) - sign then negates. */
static V sign_of(struct instr *s, V a, unsigned width)
{
    return LLVMBuildAShr(s->b, a, int_constant(s, LLVMTypeOf(a), width - 1), "");
}

static V negate_if(struct instr *s, V a, V sign)
{
    return LLVMBuildSub(s->b, LLVMBuildXor(s->b, a, sign, ""), sign, "");
}

static V with_sign(struct instr *s, V magnitude, V signed_bits, unsigned width)
{
    const uint64_t sign = UINT64_C(1) << (width - 1);
    return LLVMBuildOr(s->b, and_constant(s, magnitude, sign - 1),
                       and_constant(s, signed_bits, sign), "");
}

V ring_embed(struct instr *s, V native)
{
    const int kind = kind_of(LLVMTypeOf(native));
    const struct fpsan_ring_format *f = &fpsan_ring_formats[kind];
    const uint64_t magnitude = (UINT64_C(1) << (f->width - 1)) - 1;
    const V bits = LLVMBuildBitCast(s->b, native, payload_type(s, LLVMTypeOf(native)), "");
    V m = and_constant(s, times(s, bits, f->first), magnitude);
    m = LLVMBuildXor(s->b, m, shifted_right(s, m, f->mantissa), "");
    m = negate_if(s, times(s, m, f->second), sign_of(s, bits, f->width));
    return with_sign(s, m, bits, f->width);
}

V ring_unembed(struct instr *s, V payload, Type type)
{
    const struct fpsan_ring_format *f = &fpsan_ring_formats[kind_of(type)];
    const uint64_t magnitude = (UINT64_C(1) << (f->width - 1)) - 1;
    V m = negate_if(s, payload, sign_of(s, payload, f->width));
    m = and_constant(s, times(s, m, f->second_inverse), magnitude);
    V x = m;
    for (unsigned by = f->mantissa; by < f->width; by += f->mantissa)
        x = LLVMBuildXor(s->b, x, shifted_right(s, m, by), "");
    x = with_sign(s, times(s, x, f->first_inverse), payload, f->width);
    return LLVMBuildBitCast(s->b, x, type, "");
}

/* Widens payloads. Narrowing is a homomorphism, but widening is none: it invents the upper bits.
 * Other meanings invent other bits, except for small integers in formats above 16 bits. */
static V widened(struct instr *s, V a, unsigned from, unsigned to)
{
    const unsigned lanes = lanes_of(LLVMTypeOf(a));
    const Type type = int_type(s, to, lanes);
    const V wide = LLVMBuildSExt(s->b, a, type, "");
    V factor = runtime_word(s,
                            (struct word){"fpsan_meaning", sizeof(struct fpsan_meaning),
                                          offsetof(struct fpsan_meaning, casts), 64},
                            to, lanes);
    s->classes |= FPSAN_CASTS;
    if (from >= 32) {
        const V moved = LLVMBuildAdd(s->b, wide, int_constant(s, type, FPSAN_ORDERED), "");
        const V small =
            LLVMBuildICmp(s->b, LLVMIntULT, moved, int_constant(s, type, 2 * FPSAN_ORDERED), "");
        factor = LLVMBuildSelect(s->b, small, LLVMConstNull(type), factor, "");
    }
    const V more = LLVMBuildMul(s->b, wide, factor, "");
    return LLVMBuildAdd(s->b, wide, LLVMBuildShl(s->b, more, int_constant(s, type, from), ""), "");
}

V ring_cast(struct instr *s, int from, int to, V a)
{
    const unsigned width = bits_of_kind(from), narrow = bits_of_kind(to);
    const unsigned lanes = lanes_of(LLVMTypeOf(a));
    if (narrow == width)
        return a;
    if (narrow > width)
        return widened(s, a, width, narrow);
    const Type word = int_type(s, 64, 0);
    V fold = LLVMBuildLoad2(s->b, word, runtime_global(s, "fpsan_ring_fold", word), "");
    fold = splat(s, LLVMBuildTrunc(s->b, fold, int_type(s, width, 0), ""), lanes);
    const V rest = LLVMBuildXor(s->b, a, sign_of(s, a, width), "");
    const V folded = LLVMBuildMul(s->b, shifted_right(s, rest, narrow), fold, "");
    return LLVMBuildTrunc(s->b, LLVMBuildXor(s->b, a, folded, ""), int_type(s, narrow, lanes), "");
}
