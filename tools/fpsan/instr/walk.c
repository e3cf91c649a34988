/* SPDX-License-Identifier: Apache-2.0 */
/* Rewrites one function. It finds out which values are needed in which form, and then rewrites
 * block by block in reverse postorder, so that definitions come before uses. Phis are closed at the
 * end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instr.h"

enum role { OTHER, MOVE, COMPUTE };
enum { NEED_PAYLOAD = 1, NEED_NATIVE = 2 };

struct list {
    void **items;
    size_t used, capacity;
};

static void push(struct list *l, void *item)
{
    if (l->used == l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 64;
        void *larger = realloc((void *)l->items, l->capacity * sizeof *l->items);
        if (!larger) {
            fputs("fpsan-instr: out of memory\n", stderr);
            exit(2);
        }
        l->items = (void **)larger;
    }
    l->items[l->used++] = item;
}

/* Recognises -x as bitcast(xor(bitcast x, sign bits)), and |x| with a mask of the other bits.
 * Stores x and returns '-' or '|', or 0. */
static int sign_operation(V value, V *x)
{
    if (LLVMGetInstructionOpcode(value) != LLVMBitCast || kind_of(LLVMTypeOf(value)) < 0)
        return 0;
    const V logic = LLVMGetOperand(value, 0);
    if (!LLVMIsAInstruction(logic))
        return 0;
    const LLVMOpcode opcode = LLVMGetInstructionOpcode(logic);
    if (opcode != LLVMXor && opcode != LLVMAnd)
        return 0;
    const V inner = LLVMGetOperand(logic, 0);
    V mask = LLVMGetOperand(logic, 1);
    if (!LLVMIsABitCastInst(inner) || LLVMTypeOf(LLVMGetOperand(inner, 0)) != LLVMTypeOf(value) ||
        lanes_of(LLVMTypeOf(logic)) != lanes_of(LLVMTypeOf(value)) || !LLVMIsConstant(mask))
        return 0;
    const unsigned lanes = lanes_of(LLVMTypeOf(mask)),
                   width = bits_of_kind(kind_of(LLVMTypeOf(value)));
    const uint64_t sign = UINT64_C(1) << (width - 1), wanted = opcode == LLVMXor ? sign : sign - 1;
    for (unsigned i = 0; i < (lanes ? lanes : 1); i++) {
        const V one = !lanes                            ? mask
                      : LLVMIsAConstantDataVector(mask) ? constant_element(mask, i)
                                                        : NULL;
        if (!one || !LLVMIsAConstantInt(one) || LLVMConstIntGetZExtValue(one) != wanted)
            return 0;
    }
    *x = LLVMGetOperand(inner, 0);
    return opcode == LLVMXor ? '-' : '|';
}

static enum role role_of(struct instr *s, V i)
{
    V x;
    const int result = kind_of(LLVMTypeOf(i));
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMPHI:
    case LLVMSelect:
    case LLVMShuffleVector:
    case LLVMInsertElement:
    case LLVMExtractElement: return result >= 0 ? MOVE : OTHER;
    case LLVMFreeze: /* literals_name() adds it to literals */
        return result < 0 ? OTHER : LLVMIsConstant(LLVMGetOperand(i, 0)) ? COMPUTE : MOVE;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFNeg:
    case LLVMSIToFP:
    case LLVMUIToFP: return result >= 0 ? COMPUTE : OTHER;
    case LLVMFPTrunc:
    case LLVMFPExt:
        return result >= 0 && kind_of(LLVMTypeOf(LLVMGetOperand(i, 0))) >= 0 ? COMPUTE : OTHER;
    case LLVMFCmp:
    case LLVMFPToSI:
    case LLVMFPToUI: return kind_of(LLVMTypeOf(LLVMGetOperand(i, 0))) >= 0 ? COMPUTE : OTHER;
    case LLVMBitCast: return sign_operation(i, &x) ? COMPUTE : OTHER;
    case LLVMCall: return rule_of_call(s, i, NULL) ? COMPUTE : OTHER;
    default: return OTHER;
    }
}

/* ------------------------------------------------------------- the needs -- */

static void need(struct instr *s, struct list *work, V value, unsigned form)
{
    if (!LLVMIsAInstruction(value) || kind_of(LLVMTypeOf(value)) < 0)
        return;
    const uintptr_t had = map_get(&s->needs, value);
    if (had & form)
        return;
    map_set(&s->needs, value, had | form);
    push(work, value);
}

static void need_operands(struct instr *s, struct list *work, V i, unsigned form)
{
    if (LLVMGetInstructionOpcode(i) == LLVMPHI) {
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
            need(s, work, LLVMGetIncomingValue(i, k), form);
        return;
    }
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        need(s, work, LLVMGetOperand(i, (unsigned)k), form);
}

static void find_needs(struct instr *s, V function)
{
    struct list work = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (V i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const enum role role = role_of(s, i);
            V x;
            if (role == COMPUTE && LLVMIsABitCastInst(i) && sign_operation(i, &x))
                need(s, &work, x, NEED_PAYLOAD);
            else if (role != MOVE)
                need_operands(s, &work, i, role == COMPUTE ? NEED_PAYLOAD : NEED_NATIVE);
        }
    while (work.used) {
        const V value = work.items[--work.used];
        const unsigned forms = (unsigned)map_get(&s->needs, value);
        if (role_of(s, value) != MOVE)
            continue;
        if (forms & NEED_PAYLOAD)
            need_operands(s, &work, value, NEED_PAYLOAD);
        if (forms & NEED_NATIVE)
            need_operands(s, &work, value, NEED_NATIVE);
    }
    free((void *)work.items);
}

/* ----------------------------------------------------------- the payloads -- */

static void place_after(struct instr *s, V value)
{
    V next;
    if (LLVMIsAArgument(value)) {
        next = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(value)));
        while (LLVMIsAAllocaInst(next))
            next = LLVMGetNextInstruction(next);
    } else if (LLVMIsAInvokeInst(value)) {
        next = LLVMGetFirstInstruction(LLVMGetNormalDest(value));
    } else {
        next = LLVMGetNextInstruction(value);
    }
    while (LLVMIsAPHINode(next) || LLVMIsALandingPadInst(next))
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(s->b, next);
}

V payload_of(struct instr *s, V value)
{
    const union {
        uintptr_t word;
        V value;
    } known = {map_get(&s->payloads, value)};
    if (known.word)
        return known.value;
    if (LLVMIsConstant(value) && !LLVMIsAConstantExpr(value))
        return emit_literal(s, value);
    if (LLVMIsConstant(value))
        return emit_embed(s, value);
    LLVMBuilderRef here = s->b;
    s->b = LLVMCreateBuilderInContext(s->context);
    place_after(s, value);
    const V payload = emit_embed(s, value);
    LLVMDisposeBuilder(s->b);
    s->b = here;
    map_set(&s->payloads, value, (uintptr_t)payload);
    return payload;
}

static V operand(struct instr *s, V i, unsigned k) { return payload_of(s, LLVMGetOperand(i, k)); }

static V shuffled(struct instr *s, V i)
{
    V mask[MOST_LANES];
    const unsigned count = LLVMGetNumMaskElements(i);
    for (unsigned k = 0; k < count; k++) {
        const int from = LLVMGetMaskValue(i, k);
        mask[k] = LLVMConstInt(int_type(s, 32, 0), from < 0 ? 0 : (unsigned)from, 0);
    }
    return LLVMBuildShuffleVector(s->b, operand(s, i, 0), operand(s, i, 1),
                                  LLVMConstVector(mask, count), "");
}

static V move(struct instr *s, V i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMPHI: return LLVMBuildPhi(s->b, payload_type(s, LLVMTypeOf(i)), "");
    case LLVMSelect:
        return LLVMBuildSelect(s->b, LLVMGetOperand(i, 0), operand(s, i, 1), operand(s, i, 2), "");
    case LLVMShuffleVector: return shuffled(s, i);
    case LLVMInsertElement:
        return LLVMBuildInsertElement(s->b, operand(s, i, 0), operand(s, i, 1),
                                      LLVMGetOperand(i, 2), "");
    case LLVMExtractElement:
        return LLVMBuildExtractElement(s->b, operand(s, i, 0), LLVMGetOperand(i, 1), "");
    default: return LLVMBuildFreeze(s->b, operand(s, i, 0), "");
    }
}

static int decides_branch(V comparison)
{
    for (LLVMUseRef u = LLVMGetFirstUse(comparison); u; u = LLVMGetNextUse(u))
        if (LLVMIsABranchInst(LLVMGetUser(u)))
            return 1;
    return 0;
}

/* Reports whether a comparison only chooses the smaller or larger of its operands. */
static int is_extreme(V comparison)
{
    const V a = LLVMGetOperand(comparison, 0), b = LLVMGetOperand(comparison, 1);
    for (LLVMUseRef u = LLVMGetFirstUse(comparison); u; u = LLVMGetNextUse(u)) {
        const V user = LLVMGetUser(u);
        if (!LLVMIsASelectInst(user) || LLVMGetOperand(user, 0) != comparison)
            return 0;
        const V x = LLVMGetOperand(user, 1), y = LLVMGetOperand(user, 2);
        if (!((x == a && y == b) || (x == b && y == a)))
            return 0;
    }
    switch (LLVMGetFCmpPredicate(comparison)) {
    case LLVMRealOEQ:
    case LLVMRealUEQ:
    case LLVMRealONE:
    case LLVMRealUNE: return 0;
    default: return 1;
    }
}

/* Reports whether the outcome is constant: a test for NaN is, because no payload is a NaN. */
static int is_constant(LLVMRealPredicate p)
{
    return p == LLVMRealORD || p == LLVMRealUNO || p == LLVMRealPredicateTrue ||
           p == LLVMRealPredicateFalse;
}

static V compare(struct instr *s, V i)
{
    const LLVMRealPredicate predicate = LLVMGetFCmpPredicate(i);
    if (decides_branch(i) && !is_constant(predicate))
        place_reached(
            s, place_site(s, i, FPSAN_SITE_COMPARISON, "a comparison decides a branch", NULL));
    return emit_order(s, is_extreme(i) ? FPSAN_EXTREMES : FPSAN_COMPARISONS, predicate,
                      operand(s, i, 0), operand(s, i, 1));
}

static V to_integer(struct instr *s, V i, enum to_integer how)
{
    const int kind = kind_of(LLVMTypeOf(LLVMGetOperand(i, 0)));
    return emit_to_integer(s, operand(s, i, 0), kind, FPSAN_OP_trunc, LLVMTypeOf(i), how, i);
}

/* Returns the payload of the result. If the result is no float, returns the new result. */
static V compute(struct instr *s, V i)
{
    const int kind = kind_of(LLVMTypeOf(i));
    V x = NULL, out = NULL;
    LLVMBool loses;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFAdd: return emit_arithmetic(s, ADD, kind, operand(s, i, 0), operand(s, i, 1));
    case LLVMFSub: return emit_arithmetic(s, SUBTRACT, kind, operand(s, i, 0), operand(s, i, 1));
    case LLVMFMul: return emit_arithmetic(s, MULTIPLY, kind, operand(s, i, 0), operand(s, i, 1));
    case LLVMFDiv: return emit_call(s, FPSAN_OP_div, kind, operand(s, i, 0), operand(s, i, 1));
    case LLVMFRem: return emit_call(s, FPSAN_OP_rem, kind, operand(s, i, 0), operand(s, i, 1));
    case LLVMFNeg: return emit_negate(s, kind, operand(s, i, 0));
    case LLVMSIToFP: return emit_from_integer(s, LLVMGetOperand(i, 0), 1, LLVMTypeOf(i));
    case LLVMUIToFP: return emit_from_integer(s, LLVMGetOperand(i, 0), 0, LLVMTypeOf(i));
    case LLVMFPTrunc:
    case LLVMFPExt:
        x = LLVMGetOperand(i, 0);
        if (kind == FPSAN_F64 && LLVMIsAConstantFP(x)) /* float and double literals agree */
            return emit_literal(s, LLVMConstReal(LLVMTypeOf(i), LLVMConstRealGetDouble(x, &loses)));
        return emit_cast(s, kind_of(LLVMTypeOf(LLVMGetOperand(i, 0))), kind, operand(s, i, 0));
    case LLVMFCmp: return compare(s, i);
    case LLVMFPToSI: return to_integer(s, i, TO_SIGNED);
    case LLVMFPToUI: return to_integer(s, i, TO_UNSIGNED);
    case LLVMFreeze: return operand(s, i, 0);
    case LLVMBitCast:
        return sign_operation(i, &x) == '-' ? emit_negate(s, kind, payload_of(s, x))
                                            : emit_absolute(s, kind, payload_of(s, x));
    default: rule_of_call(s, i, &out); return out;
    }
}

/* ------------------------------------------------------------ what stays -- */

static int moves_bits(const char *name)
{
    static const char *const parts[] = {"llvm.masked.",
                                        "llvm.vector.insert",
                                        "llvm.vector.extract",
                                        "llvm.vector.reverse",
                                        "llvm.vector.splice",
                                        "llvm.vector.interleave",
                                        "llvm.vector.deinterleave",
                                        "llvm.experimental.vector",
                                        "llvm.dbg.",
                                        "llvm.lifetime",
                                        "llvm.assume",
                                        "llvm.fake.use",
                                        "llvm.x86.avx.maskload",
                                        "llvm.x86.avx.maskstore",
                                        "llvm.x86.avx2.perm",
                                        "llvm.x86.avx.vpermilvar",
                                        "llvm.x86.avx512.vpermilvar",
                                        "llvm.x86.avx512.permvar",
                                        "llvm.x86.avx512.vpermi2var",
                                        "llvm.x86.avx.blendv",
                                        "llvm.x86.sse41.blendv",
                                        "llvm.x86.avx.movmsk",
                                        "llvm.x86.sse.movmsk",
                                        "llvm.x86.sse2.movmsk",
                                        "llvm.x86.avx2.gather",
                                        "llvm.x86.avx512.mask.gather",
                                        "llvm.x86.avx512.mask.scatter",
                                        "llvm.x86.avx512.gather",
                                        "llvm.x86.avx512.scatter",
                                        "llvm.x86.avx512.mask.compress",
                                        "llvm.x86.avx512.mask.expand",
                                        "llvm.aarch64.neon.tbl",
                                        "llvm.aarch64.neon.ld",
                                        "llvm.aarch64.neon.st",
                                        NULL};
    for (size_t i = 0; parts[i]; i++)
        if (strncmp(name, parts[i], strlen(parts[i])) == 0)
            return 1;
    return 0;
}

static int touches(V i, int (*is)(Type))
{
    if (is(LLVMTypeOf(i)))
        return 1;
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k))) != LLVMMetadataTypeKind &&
            is(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k))))
            return 1;
    return 0;
}

static int is_float(Type type) { return kind_of(type) >= 0; }

static void list_call(struct instr *s, V i)
{
    const V called = LLVMGetCalledValue(i);
    char what[600];
    if (LLVMIsAInlineAsm(called)) {
        if (touches(i, is_float) || touches(i, is_other_float))
            place_native(s, i, "inline assembly with floating-point operands", NULL);
        return;
    }
    if (!LLVMIsAFunction(called) || !(touches(i, is_float) || touches(i, is_other_float)))
        return;
    size_t length;
    const char *name = LLVMGetValueName2(called, &length);
    snprintf(what, sizeof what, "a call of %s", name);
    if (strncmp(name, "llvm.", 5) == 0) {
        if (!moves_bits(name))
            place_native(s, i, what, NULL);
    } else if (LLVMIsDeclaration(called) && !place_is_harmless_call(name)) {
        place_native(s, i, what, touches(i, is_other_float) ? NULL : name);
    }
}

static void list_native(struct instr *s, V i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMCall:
    case LLVMInvoke: list_call(s, i); return;
    case LLVMAtomicRMW:
        if (touches(i, is_float) && LLVMGetAtomicRMWBinOp(i) != LLVMAtomicRMWBinOpXchg)
            place_native(s, i, "an atomic floating-point operation", NULL);
        return;
    case LLVMLoad:
    case LLVMStore:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMRet:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMBitCast: return;
    default:
        if (touches(i, is_other_float))
            place_native(s, i, "arithmetic of a format without payload (x87, quad or scalable)",
                         NULL);
    }
}

/* Removes the promise that there are no NaN: the pattern of a boxed value may be one. */
static void drop_promises(struct instr *s, V i)
{
    (void)s;
#if LLVM_VERSION_MAJOR >= 18
    if (LLVMCanValueUseFastMathFlags(i))
        LLVMSetFastMathFlags(i, LLVMFastMathNone);
#endif
    const unsigned id = LLVMGetEnumAttributeKindForName("nofpclass", 9);
    if (!id || !(LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)))
        return;
    for (unsigned k = 0; k <= LLVMGetNumArgOperands(i); k++)
        LLVMRemoveCallSiteEnumAttribute(i, k, id);
}

/* ---------------------------------------------------------- the function -- */

static void visit(LLVMBasicBlockRef block, struct map *seen, struct list *order)
{
    /* Depth first without recursion: each block is pushed twice, to enter and to leave it. */
    struct list stack = {0};
    push(&stack, block);
    while (stack.used) {
        LLVMBasicBlockRef b = stack.items[stack.used - 1];
        const uintptr_t state = map_get(seen, b);
        if (state) {
            stack.used--;
            if (state == 1)
                push(order, b);
            map_set(seen, b, 2);
            continue;
        }
        map_set(seen, b, 1);
        const V last = LLVMGetBasicBlockTerminator(b);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
            if (!map_get(seen, LLVMGetSuccessor(last, k)))
                push(&stack, LLVMGetSuccessor(last, k));
    }
    free((void *)stack.items);
}

static void rewrite_compute(struct instr *s, V i, struct list *dead)
{
    LLVMPositionBuilderBefore(s->b, i);
    const V result = compute(s, i);
    if (!result) { /* a call without a result */
        LLVMInstructionEraseFromParent(i);
    } else if (kind_of(LLVMTypeOf(i)) < 0 || kind_of(LLVMTypeOf(result)) >= 0) {
        LLVMReplaceAllUsesWith(i, result); /* no float, or a mask in a float's type */
        LLVMInstructionEraseFromParent(i);
    } else if (map_get(&s->needs, i) & NEED_NATIVE) {
        const V native = emit_unembed(s, result, LLVMTypeOf(i));
        map_set(&s->payloads, native, (uintptr_t)result);
        LLVMReplaceAllUsesWith(i, native);
        LLVMInstructionEraseFromParent(i);
    } else {
        map_set(&s->payloads, i, (uintptr_t)result);
        push(dead, i);
    }
}

static void rewrite_move(struct instr *s, V i, struct list *phis, struct list *dead)
{
    const uintptr_t forms = map_get(&s->needs, i);
    if (forms & NEED_PAYLOAD) {
        LLVMPositionBuilderBefore(s->b, i);
        const V payload = move(s, i);
        map_set(&s->payloads, i, (uintptr_t)payload);
        if (LLVMIsAPHINode(i)) {
            push(phis, i);
            push(phis, payload);
        }
    }
    if (forms & NEED_NATIVE)
        drop_promises(s, i);
    else
        push(dead, i);
}

static void rewrite_block(struct instr *s, LLVMBasicBlockRef block, struct list *phis,
                          struct list *dead)
{
    struct list all = {0};
    for (V i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        push(&all, i);
    for (size_t k = 0; k < all.used; k++) {
        const V i = all.items[k];
        switch (role_of(s, i)) {
        case COMPUTE: rewrite_compute(s, i, dead); break;
        case MOVE: rewrite_move(s, i, phis, dead); break;
        default: drop_promises(s, i); list_native(s, i);
        }
    }
    free((void *)all.items);
}

/* Adds the incoming values of a payload phi. Two equal incoming edges must have one value. */
static void close_phi(struct instr *s, V native, V payload, const struct map *reached)
{
    const unsigned count = LLVMCountIncoming(native);
    for (unsigned k = 0; k < count; k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(native, k);
        V value = NULL;
        for (unsigned j = 0; j < k && !value; j++)
            if (LLVMGetIncomingBlock(payload, j) == from)
                value = LLVMGetIncomingValue(payload, j);
        if (!value && !map_get(reached, from))
            value = LLVMConstNull(LLVMTypeOf(payload));
        if (!value) {
            LLVMPositionBuilderBefore(s->b, LLVMGetBasicBlockTerminator(from));
            value = payload_of(s, LLVMGetIncomingValue(native, k));
        }
        LLVMAddIncoming(payload, &value, &from, 1);
    }
}

int walk_count(struct instr *s, V function)
{
    int count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (V i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            count += role_of(s, i) == COMPUTE || touches(i, is_float);
    return count;
}

static void drop_function_promises(V function)
{
    static const char *const promises[] = {
        "no-nans-fp-math",     "no-infs-fp-math",  "unsafe-fp-math",      "no-signed-zeros-fp-math",
        "approx-func-fp-math", "denormal-fp-math", "denormal-fp-math-f32"};
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
        LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, promises[i],
                                         (unsigned)strlen(promises[i]));
    const unsigned id = LLVMGetEnumAttributeKindForName("nofpclass", 9);
    for (unsigned k = 0; id && k <= LLVMCountParams(function); k++)
        LLVMRemoveEnumAttributeAtIndex(function, k, id);
}

void walk_function(struct instr *s, V function)
{
    struct map reached = {0};
    struct list order = {0}, phis = {0}, dead = {0};
    s->fn = function;
    s->large = walk_count(s, function) > s->large_from;
    drop_function_promises(function);
    literals_remark(s);
    literals_name(s);
    if (s->large && !s->options.promote)
        optimise_not_again(s, function);
    find_needs(s, function);
    visit(LLVMGetEntryBasicBlock(function), &reached, &order);
    for (size_t k = order.used; k-- > 0;)
        rewrite_block(s, order.items[k], &phis, &dead);
    for (size_t k = 0; k < phis.used; k += 2)
        close_phi(s, phis.items[k], phis.items[k + 1], &reached);
    for (size_t k = 0; k < dead.used; k++) {
        LLVMReplaceAllUsesWith(dead.items[k], LLVMGetPoison(LLVMTypeOf(dead.items[k])));
        LLVMInstructionEraseFromParent(dead.items[k]);
    }
    map_clear(&s->payloads);
    map_clear(&s->needs);
    map_clear(&reached);
    free((void *)order.items);
    free((void *)phis.items);
    free((void *)dead.items);
}
