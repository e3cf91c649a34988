/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for x86 intrinsics that clang does not lower; all others arrive as plain vector
 * instructions. Intel's "Intrinsics Guide" defines the operands. One row per family covers every
 * width. */
#include <string.h>

#include "instr.h"

enum family {
    BINARY_ADD,
    BINARY_SUB,
    BINARY_MUL,
    BINARY_DIV,
    MINIMUM,
    MAXIMUM, /* packed; a rounding may follow */
    LOW_MINIMUM,
    LOW_MAXIMUM, /* lowest lane; the others come from a */
    ADDSUB,
    HADD,
    HSUB,
    DOT,
    FMADD,
    FMADDSUB,
    FMSUBADD,
    UNARY,
    LOW_UNARY, /* f(last operand), lowest lane */
    ROUND,
    LOW_ROUND,      /* the immediate chooses the function */
    COMPARE_PACKED, /* the immediate is the predicate, the result a mask */
    COMPARE_LOW,
    COMPARE_MASK,    /* lowest lane; AVX-512: a vector of i1 */
    COMPARE_INTEGER, /* comieq and so on: 0 or 1 */
    TO_INTEGERS,
    LOW_TO_INTEGER,
    NARROW,  /* pd to ps, the upper half is zero */
    LOW_CAST /* a with the converted lowest lane of b */
};

struct row {
    const char *prefix;
    enum family family;
    int detail; /* operation, predicate, or rounding */
};

/* clang-format off */
static const struct row ROWS[] = {
    {"avx512.add.p", BINARY_ADD, 0}, {"avx512.sub.p", BINARY_SUB, 0},
    {"avx512.mul.p", BINARY_MUL, 0}, {"avx512.div.p", BINARY_DIV, 0},
    {"avx512fp16.add.ph", BINARY_ADD, 0}, {"avx512fp16.sub.ph", BINARY_SUB, 0},
    {"avx512fp16.mul.ph", BINARY_MUL, 0}, {"avx512fp16.div.ph", BINARY_DIV, 0},
    {"sse.min.ss", LOW_MINIMUM, 0}, {"sse.max.ss", LOW_MAXIMUM, 0},
    {"sse2.min.sd", LOW_MINIMUM, 0}, {"sse2.max.sd", LOW_MAXIMUM, 0},
    {"sse.min.ps", MINIMUM, 0}, {"sse.max.ps", MAXIMUM, 0},
    {"sse2.min.pd", MINIMUM, 0}, {"sse2.max.pd", MAXIMUM, 0},
    {"avx.min.p", MINIMUM, 0}, {"avx.max.p", MAXIMUM, 0},
    {"avx512.min.p", MINIMUM, 0}, {"avx512.max.p", MAXIMUM, 0},
    {"avx512fp16.min.ph", MINIMUM, 0}, {"avx512fp16.max.ph", MAXIMUM, 0},
    {"sse3.addsub.p", ADDSUB, 0}, {"avx.addsub.p", ADDSUB, 0},
    {"sse3.hadd.p", HADD, 0}, {"avx.hadd.p", HADD, 0},
    {"sse3.hsub.p", HSUB, 0}, {"avx.hsub.p", HSUB, 0},
    {"sse41.dpp", DOT, 0}, {"avx.dp.ps", DOT, 0},
    {"avx512.vfmadd.p", FMADD, 0}, {"avx512fp16.vfmadd.ph", FMADD, 0},
    {"fma.vfmaddsub.p", FMADDSUB, 0}, {"avx512.vfmaddsub.p", FMADDSUB, 0},
    {"fma.vfmsubadd.p", FMSUBADD, 0}, {"avx512.vfmsubadd.p", FMSUBADD, 0},
    {"sse.rcp.ps", UNARY, FPSAN_OP_rcp}, {"avx.rcp.ps", UNARY, FPSAN_OP_rcp},
    {"sse.rsqrt.ps", UNARY, FPSAN_OP_rsqrt}, {"avx.rsqrt.ps", UNARY, FPSAN_OP_rsqrt},
    {"sse.rcp.ss", LOW_UNARY, FPSAN_OP_rcp}, {"sse.rsqrt.ss", LOW_UNARY, FPSAN_OP_rsqrt},
    {"avx512.rcp14.p", UNARY, FPSAN_OP_rcp}, {"avx512.rsqrt14.p", UNARY, FPSAN_OP_rsqrt},
    {"avx512.sqrt.p", UNARY, FPSAN_OP_sqrt},
    {"sse41.round.s", LOW_ROUND, 0}, {"sse41.round.p", ROUND, 0}, {"avx.round.p", ROUND, 0},
    {"avx512.mask.rndscale.p", ROUND, 0},
    {"sse.cmp.ps", COMPARE_PACKED, 0}, {"sse2.cmp.pd", COMPARE_PACKED, 0},
    {"avx.cmp.p", COMPARE_PACKED, 0},
    {"sse.cmp.ss", COMPARE_LOW, 0}, {"sse2.cmp.sd", COMPARE_LOW, 0},
    {"avx512.mask.cmp.p", COMPARE_MASK, 0},
    {"sse.comieq", COMPARE_INTEGER, LLVMRealOEQ}, {"sse.comineq", COMPARE_INTEGER, LLVMRealUNE},
    {"sse.comilt", COMPARE_INTEGER, LLVMRealOLT}, {"sse.comile", COMPARE_INTEGER, LLVMRealOLE},
    {"sse.comigt", COMPARE_INTEGER, LLVMRealOGT}, {"sse.comige", COMPARE_INTEGER, LLVMRealOGE},
    {"sse.ucomieq", COMPARE_INTEGER, LLVMRealOEQ}, {"sse.ucomineq", COMPARE_INTEGER, LLVMRealUNE},
    {"sse.ucomilt", COMPARE_INTEGER, LLVMRealOLT}, {"sse.ucomile", COMPARE_INTEGER, LLVMRealOLE},
    {"sse.ucomigt", COMPARE_INTEGER, LLVMRealOGT}, {"sse.ucomige", COMPARE_INTEGER, LLVMRealOGE},
    {"sse2.comieq", COMPARE_INTEGER, LLVMRealOEQ}, {"sse2.comineq", COMPARE_INTEGER, LLVMRealUNE},
    {"sse2.comilt", COMPARE_INTEGER, LLVMRealOLT}, {"sse2.comile", COMPARE_INTEGER, LLVMRealOLE},
    {"sse2.comigt", COMPARE_INTEGER, LLVMRealOGT}, {"sse2.comige", COMPARE_INTEGER, LLVMRealOGE},
    {"sse2.ucomieq", COMPARE_INTEGER, LLVMRealOEQ}, {"sse2.ucomineq", COMPARE_INTEGER, LLVMRealUNE},
    {"sse2.ucomilt", COMPARE_INTEGER, LLVMRealOLT}, {"sse2.ucomile", COMPARE_INTEGER, LLVMRealOLE},
    {"sse2.ucomigt", COMPARE_INTEGER, LLVMRealOGT}, {"sse2.ucomige", COMPARE_INTEGER, LLVMRealOGE},
    {"sse2.cvtps2dq", TO_INTEGERS, FPSAN_OP_rint}, {"avx.cvt.ps2dq.256", TO_INTEGERS, FPSAN_OP_rint},
    {"avx.cvt.pd2dq.256", TO_INTEGERS, FPSAN_OP_rint},
    {"sse2.cvttps2dq", TO_INTEGERS, FPSAN_OP_trunc}, {"avx.cvtt.ps2dq.256", TO_INTEGERS, FPSAN_OP_trunc},
    {"avx.cvtt.pd2dq.256", TO_INTEGERS, FPSAN_OP_trunc},
    {"sse.cvtss2si", LOW_TO_INTEGER, FPSAN_OP_rint}, {"sse2.cvtsd2si", LOW_TO_INTEGER, FPSAN_OP_rint},
    {"sse.cvttss2si", LOW_TO_INTEGER, FPSAN_OP_trunc}, {"sse2.cvttsd2si", LOW_TO_INTEGER, FPSAN_OP_trunc},
    {"avx512.mask.cvttp", TO_INTEGERS, FPSAN_OP_trunc}, {"avx512.cvttss2", LOW_TO_INTEGER, FPSAN_OP_trunc},
    {"avx512.cvttsd2", LOW_TO_INTEGER, FPSAN_OP_trunc},
    {"sse2.cvtpd2ps", NARROW, 0}, {"avx.cvt.pd2.ps.256", NARROW, 0},
    {"sse2.cvtsd2ss", LOW_CAST, 0}, {"sse2.cvtss2sd", LOW_CAST, 0},
};
/* clang-format on */

static V index_of(struct instr *s, unsigned i) { return LLVMConstInt(int_type(s, 32, 0), i, 0); }

static V put(struct instr *s, V vector, V value, unsigned i)
{
    return LLVMBuildInsertElement(s->b, vector, value, index_of(s, i), "");
}

static V pick(struct instr *s, V a, V b, const unsigned *from, unsigned lanes)
{
    V mask[MOST_LANES];
    for (unsigned i = 0; i < lanes; i++)
        mask[i] = index_of(s, from[i]);
    return LLVMBuildShuffleVector(s->b, a, b, LLVMConstVector(mask, lanes), "");
}

/* Returns the even lanes of a and the odd lanes of b. */
static V alternate(struct instr *s, V a, V b)
{
    unsigned from[MOST_LANES];
    const unsigned lanes = lanes_of(LLVMTypeOf(a));
    for (unsigned i = 0; i < lanes; i++)
        from[i] = i % 2 ? lanes + i : i;
    return pick(s, a, b, from, lanes);
}

/* Combines pairs of neighbours, a's then b's, in each 128 bits. */
static V horizontal(struct instr *s, enum arithmetic operation, int kind, V a, V b)
{
    unsigned even[MOST_LANES], odd[MOST_LANES];
    const unsigned lanes = lanes_of(LLVMTypeOf(a)), block = 128 / bits_of_kind(kind);
    for (unsigned i = 0; i < lanes; i++) {
        const unsigned base = i / block * block, within = i % block;
        const unsigned second = within >= block / 2;
        even[i] = base + (within - second * (block / 2)) * 2 + second * lanes;
        odd[i] = even[i] + 1;
    }
    return emit_arithmetic(s, operation, kind, pick(s, a, b, even, lanes),
                           pick(s, a, b, odd, lanes));
}

static uint64_t immediate(V call, unsigned i)
{
    const V value = LLVMGetOperand(call, i);
    return LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
}

/* Emits dpps and dppd: bits from 4 on choose the products, bits from 0 on the lanes of the sum. */
static V dot(struct instr *s, V call, int kind)
{
    const V a = argument(s, call, 0), b = argument(s, call, 1);
    const unsigned lanes = lanes_of(LLVMTypeOf(a)), block = 128 / bits_of_kind(kind);
    const uint64_t chosen = immediate(call, 2);
    V result = LLVMConstNull(LLVMTypeOf(a));
    for (unsigned base = 0; base < lanes; base += block) {
        V sum = LLVMConstNull(LLVMGetElementType(LLVMTypeOf(a)));
        for (unsigned i = 0; i < block; i++)
            if (chosen >> (4 + i) & 1)
                sum = emit_fma(s, kind, lane(s, a, base + i), lane(s, b, base + i), sum);
        for (unsigned i = 0; i < block; i++)
            if (chosen >> i & 1)
                result = put(s, result, sum, base + i);
    }
    return result;
}

static uint32_t rounding_of(uint64_t immediate)
{
    static const uint32_t modes[] = {FPSAN_OP_rint, FPSAN_OP_floor, FPSAN_OP_ceil, FPSAN_OP_trunc};
    return immediate & 4 ? FPSAN_OP_rint : modes[immediate & 3];
}

/* Returns the predicate of cmpps. The 32 predicates repeat, except for signalling and for their
 * result with a NaN. */
static LLVMRealPredicate predicate_of(uint64_t immediate)
{
    static const LLVMRealPredicate all[] = {
        LLVMRealOEQ, LLVMRealOLT, LLVMRealOLE, LLVMRealUNO,
        LLVMRealUNE, LLVMRealUGE, LLVMRealUGT, LLVMRealORD,
        LLVMRealUEQ, LLVMRealULT, LLVMRealULE, LLVMRealPredicateFalse,
        LLVMRealONE, LLVMRealOGE, LLVMRealOGT, LLVMRealPredicateTrue};
    return all[immediate & 15];
}

/* Returns a mask in native form: it is bits in a float's type, not a number. The scalar comparison
 * keeps the upper lanes of a. */
static V mask_of_bits(struct instr *s, const struct row *row, V call, int kind)
{
    const V a = argument(s, call, 0), b = argument(s, call, 1);
    const Type type = LLVMTypeOf(call);
    const Type bits = int_type(s, bits_of_kind(kind), lanes_of(type));
    const V all = emit_compare(s, predicate_of(immediate(call, 2)), kind, a, b);
    const V mask = LLVMBuildBitCast(s->b, LLVMBuildSExt(s->b, all, bits, ""), type, "");
    return row->family == COMPARE_PACKED ? mask
                                         : put(s, emit_unembed(s, a, type), lane(s, mask, 0), 0);
}

static V low(struct instr *s, V call, V value, unsigned i)
{
    return put(s, argument(s, call, i), value, 0);
}

static V emit_casts(struct instr *s, const struct row *row, V call)
{
    const int to = kind_of(LLVMTypeOf(call));
    if (row->family == LOW_CAST) {
        const int from = kind_of(LLVMTypeOf(LLVMGetOperand(call, 1)));
        return low(s, call, emit_cast(s, from, to, lane(s, argument(s, call, 1), 0)), 0);
    }
    const V a = argument(s, call, 0);
    V result = LLVMConstNull(payload_type(s, LLVMTypeOf(call)));
    for (unsigned i = 0; i < lanes_of(LLVMTypeOf(a)); i++)
        result = put(s, result, emit_cast(s, FPSAN_F64, to, lane(s, a, i)), i);
    return result;
}

static V emit_integers(struct instr *s, const struct row *row, V call, int kind)
{
    const V a = argument(s, call, 0);
    const uint32_t rounding = (uint32_t)row->detail;
    const Type type = LLVMTypeOf(call);
    if (row->family == LOW_TO_INTEGER)
        return emit_to_integer(s, lane(s, a, 0), kind, rounding, type, TO_SIGNED, call);
    V result = LLVMConstNull(type);
    for (unsigned i = 0; i < lanes_of(LLVMTypeOf(a)) && i < lanes_of(type); i++)
        result = put(s, result,
                     emit_to_integer(s, lane(s, a, i), kind, rounding, LLVMGetElementType(type),
                                     TO_SIGNED, call),
                     i);
    return result;
}

static V emit_comparison(struct instr *s, const struct row *row, V call, int kind)
{
    const V a = argument(s, call, 0), b = argument(s, call, 1);
    if (row->family == COMPARE_INTEGER) {
        const LLVMRealPredicate p = (LLVMRealPredicate)row->detail;
        return LLVMBuildZExt(s->b, emit_compare(s, p, kind, lane(s, a, 0), lane(s, b, 0)),
                             LLVMTypeOf(call), "");
    }
    const V all = emit_compare(s, predicate_of(immediate(call, 2)), kind, a, b);
    /* Lanes that the mask turns off are 0. */
    return LLVMBuildAnd(s->b, all, LLVMGetOperand(call, 3), "");
}

/* Emits a function of one operand. rcpps and similar ones are accurate to 12 or 14 bits. */
static V unary(struct instr *s, const struct row *row, V call, int kind, V x)
{
    const V result = emit_call(s, (uint32_t)row->detail, kind, x, NULL);
    return row->detail == FPSAN_OP_sqrt ? result : emit_approximate(s, call, kind, result);
}

static V emit_row(struct instr *s, const struct row *row, V call, int kind)
{
    V a, b;
    switch (row->family) {
    case BINARY_ADD:
    case BINARY_SUB:
    case BINARY_MUL:
        return emit_arithmetic(s, (enum arithmetic)(ADD + (row->family - BINARY_ADD)), kind,
                               argument(s, call, 0), argument(s, call, 1));
    case BINARY_DIV:
        return emit_call(s, FPSAN_OP_div, kind, argument(s, call, 0), argument(s, call, 1));
    case MINIMUM:
    case MAXIMUM:
        return emit_extreme(s, row->family == MAXIMUM, kind, argument(s, call, 0),
                            argument(s, call, 1));
    case LOW_MINIMUM:
    case LOW_MAXIMUM:
        return low(s, call,
                   emit_extreme(s, row->family == LOW_MAXIMUM, kind,
                                lane(s, argument(s, call, 0), 0), lane(s, argument(s, call, 1), 0)),
                   0);
    case ADDSUB:
        a = argument(s, call, 0), b = argument(s, call, 1);
        return alternate(s, emit_arithmetic(s, SUBTRACT, kind, a, b),
                         emit_arithmetic(s, ADD, kind, a, b));
    case HADD:
    case HSUB:
        return horizontal(s, row->family == HADD ? ADD : SUBTRACT, kind, argument(s, call, 0),
                          argument(s, call, 1));
    case DOT: return dot(s, call, kind);
    case FMADD:
        return emit_fma(s, kind, argument(s, call, 0), argument(s, call, 1), argument(s, call, 2));
    case FMADDSUB: /* even lanes subtract c */
    case FMSUBADD:
        a = argument(s, call, 2), b = emit_negate(s, kind, a);
        return emit_fma(s, kind, argument(s, call, 0), argument(s, call, 1),
                        row->family == FMADDSUB ? alternate(s, b, a) : alternate(s, a, b));
    case UNARY: return unary(s, row, call, kind, argument(s, call, 0));
    case LOW_UNARY:
        return low(s, call, unary(s, row, call, kind, lane(s, argument(s, call, 0), 0)), 0);
    case ROUND:
        return emit_call(s, rounding_of(immediate(call, 1)), kind, argument(s, call, 0), NULL);
    case LOW_ROUND:
        return low(s, call,
                   emit_call(s, rounding_of(immediate(call, 2)), kind,
                             lane(s, argument(s, call, 1), 0), NULL),
                   0);
    case TO_INTEGERS:
    case LOW_TO_INTEGER: return emit_integers(s, row, call, kind);
    case NARROW:
    case LOW_CAST: return emit_casts(s, row, call);
    case COMPARE_PACKED:
    case COMPARE_LOW: return mask_of_bits(s, row, call, kind);
    default: return emit_comparison(s, row, call, kind);
    }
}

/* Reports whether the call has no mask and no scale: rndscale with a scale, and masked
 * approximations, belong to other families. */
static int unmasked(V call, const char *name)
{
    if (strncmp(name, "avx512.mask.rndscale", 20) == 0)
        return immediate(call, 1) < 16 && LLVMIsConstant(LLVMGetOperand(call, 3)) &&
               LLVMIsAConstantInt(LLVMGetOperand(call, 3)) &&
               LLVMConstIntGetSExtValue(LLVMGetOperand(call, 3)) == -1;
    if (strncmp(name, "avx512.mask.cvttp", 17) == 0)
        return LLVMIsAConstantInt(LLVMGetOperand(call, 2)) &&
               LLVMConstIntGetSExtValue(LLVMGetOperand(call, 2)) == -1;
    if (strncmp(name, "avx512.rcp14", 12) == 0 || strncmp(name, "avx512.rsqrt14", 14) == 0)
        return LLVMIsAConstantInt(LLVMGetOperand(call, 2)) &&
               LLVMConstIntGetSExtValue(LLVMGetOperand(call, 2)) == -1;
    return 1;
}

int rule_of_x86(struct instr *s, V call, const char *name, V *out)
{
    const int kind = kind_of(LLVMTypeOf(LLVMGetOperand(call, 0)));
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        if (strncmp(name, ROWS[i].prefix, strlen(ROWS[i].prefix)) != 0)
            continue;
        if (kind < 0 || !unmasked(call, name))
            return 0;
        if (out)
            *out = emit_row(s, &ROWS[i], call, kind);
        return 1;
    }
    return 0;
}
