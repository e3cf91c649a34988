/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for AArch64 vector intrinsics that clang does not lower. Arm's "Neon Intrinsics Reference"
 * defines them. Plain arithmetic and fma arrive as generic instructions. */
#include <string.h>

#include "instr.h"

enum family {
    MINIMUM,
    MAXIMUM,
    ACROSS_ADD,
    ACROSS_MINIMUM,
    ACROSS_MAXIMUM,
    PAIR_ADD,
    PAIR_MINIMUM,
    PAIR_MAXIMUM,
    MULTIPLIED,
    DIFFERENCE,
    UNARY,
    ESTIMATE,
    STEP_RECIPROCAL,
    STEP_ROOT,
    TO_INTEGERS,
    TO_UNSIGNED_INTEGERS
};

static const struct row {
    const char *prefix;
    enum family family;
    uint32_t operation;
} ROWS[] = {
    {"fminnmv", ACROSS_MINIMUM, 0},
    {"fmaxnmv", ACROSS_MAXIMUM, 0},
    {"fminv", ACROSS_MINIMUM, 0},
    {"fmaxv", ACROSS_MAXIMUM, 0},
    {"fminnmp", PAIR_MINIMUM, 0},
    {"fmaxnmp", PAIR_MAXIMUM, 0},
    {"fminp", PAIR_MINIMUM, 0},
    {"fmaxp", PAIR_MAXIMUM, 0},
    {"fmin", MINIMUM, 0}, /* fminnm too */
    {"fmax", MAXIMUM, 0},
    {"faddv", ACROSS_ADD, 0},
    {"faddp", PAIR_ADD, 0},
    {"fmulx", MULTIPLIED, 0},
    {"fabd", DIFFERENCE, 0},
    {"frecpe", ESTIMATE, FPSAN_OP_rcp},
    {"frsqrte", ESTIMATE, FPSAN_OP_rsqrt},
    {"frecps", STEP_RECIPROCAL, 0},
    {"frsqrts", STEP_ROOT, 0},
    {"frintn", UNARY, FPSAN_OP_rint},
    {"fcvtns", TO_INTEGERS, FPSAN_OP_rint},
    {"fcvtas", TO_INTEGERS, FPSAN_OP_round},
    {"fcvtms", TO_INTEGERS, FPSAN_OP_floor},
    {"fcvtps", TO_INTEGERS, FPSAN_OP_ceil},
    {"fcvtzs", TO_INTEGERS, FPSAN_OP_trunc},
    {"fcvtnu", TO_UNSIGNED_INTEGERS, FPSAN_OP_rint},
    {"fcvtau", TO_UNSIGNED_INTEGERS, FPSAN_OP_round},
    {"fcvtmu", TO_UNSIGNED_INTEGERS, FPSAN_OP_floor},
    {"fcvtpu", TO_UNSIGNED_INTEGERS, FPSAN_OP_ceil},
    {"fcvtzu", TO_UNSIGNED_INTEGERS, FPSAN_OP_trunc},
};

static V combine(struct instr *s, int operation, int kind, V a, V b)
{
    return operation == 0 ? emit_arithmetic(s, ADD, kind, a, b)
                          : emit_extreme(s, operation == 2, kind, a, b);
}

static V across(struct instr *s, int operation, int kind, V a)
{
    V result = lane(s, a, 0);
    for (unsigned i = 1; i < lanes_of(LLVMTypeOf(a)); i++)
        result = combine(s, operation, kind, result, lane(s, a, i));
    return result;
}

/* Combines neighbours of a, then of b. */
static V pairs(struct instr *s, int operation, int kind, V a, V b)
{
    V even[MOST_LANES], odd[MOST_LANES];
    const unsigned lanes = lanes_of(LLVMTypeOf(a));
    for (unsigned i = 0; i < lanes; i++) {
        even[i] = LLVMConstInt(int_type(s, 32, 0), 2 * i, 0);
        odd[i] = LLVMConstInt(int_type(s, 32, 0), 2 * i + 1, 0);
    }
    return combine(s, operation, kind,
                   LLVMBuildShuffleVector(s->b, a, b, LLVMConstVector(even, lanes), ""),
                   LLVMBuildShuffleVector(s->b, a, b, LLVMConstVector(odd, lanes), ""));
}

/* Emits a step of Newton's iteration: frecps is 2 - a b, frsqrts (3 - a b)/2. */
static V step(struct instr *s, int kind, V call, int root)
{
    const Type type = LLVMTypeOf(call);
    const V product =
        emit_arithmetic(s, MULTIPLY, kind, argument(s, call, 0), argument(s, call, 1));
    const V number = emit_from_integer(
        s, int_constant(s, int_type(s, 32, lanes_of(type)), root ? 3 : 2), 1, type);
    const V difference = emit_arithmetic(s, SUBTRACT, kind, number, product);
    if (!root)
        return difference;
    const V two =
        emit_from_integer(s, int_constant(s, int_type(s, 32, lanes_of(type)), 2), 1, type);
    return emit_call(s, FPSAN_OP_div, kind, difference, two);
}

static V emit_row(struct instr *s, const struct row *row, V call, int kind)
{
    const V a = argument(s, call, 0);
    switch (row->family) {
    case MINIMUM:
    case MAXIMUM: return emit_extreme(s, row->family == MAXIMUM, kind, a, argument(s, call, 1));
    case ACROSS_ADD:
    case ACROSS_MINIMUM:
    case ACROSS_MAXIMUM: return across(s, row->family - ACROSS_ADD, kind, a);
    case PAIR_ADD:
    case PAIR_MINIMUM:
    case PAIR_MAXIMUM: return pairs(s, row->family - PAIR_ADD, kind, a, argument(s, call, 1));
    case MULTIPLIED: return emit_arithmetic(s, MULTIPLY, kind, a, argument(s, call, 1));
    case DIFFERENCE:
        return emit_absolute(s, kind, emit_arithmetic(s, SUBTRACT, kind, a, argument(s, call, 1)));
    case UNARY: return emit_call(s, row->operation, kind, a, NULL);
    case ESTIMATE:
        return emit_approximate(s, call, kind, emit_call(s, row->operation, kind, a, NULL));
    case STEP_RECIPROCAL:
    case STEP_ROOT: return step(s, kind, call, row->family == STEP_ROOT);
    default:
        return emit_to_integer(s, a, kind, row->operation, LLVMTypeOf(call),
                               row->family == TO_UNSIGNED_INTEGERS ? TO_UNSIGNED_SATURATING
                                                                   : TO_SIGNED_SATURATING,
                               call);
    }
}

int rule_of_neon(struct instr *s, V call, const char *name, V *out)
{
    const int kind = kind_of(LLVMTypeOf(LLVMGetOperand(call, 0)));
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        if (kind < 0 || strncmp(name, ROWS[i].prefix, strlen(ROWS[i].prefix)) != 0)
            continue;
        if (out)
            *out = emit_row(s, &ROWS[i], call, kind);
        return 1;
    }
    return 0;
}
