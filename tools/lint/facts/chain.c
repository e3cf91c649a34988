/* SPDX-License-Identifier: Apache-2.0 */
/* Facts of Python: where a value comes from, and where it goes. Both walks follow names that have
 * one definition, for at most 24 steps. */
#include "python.h"

#include <string.h>

#define HOPS_MOST 24

/* These lists decide by the last word of a call's name. */
static const char keeps[] = " astype to type float double half bfloat16 cfloat cdouble copy clone "
                            "contiguous cpu cuda numpy detach asarray "
                            "array ascontiguousarray asfortranarray tensor as_tensor from_numpy "
                            "get asnumpy squeeze unsqueeze reshape view "
                            "view_as_real view_as_complex ravel flatten expand_dims transpose "
                            "permute swapaxes moveaxis resolve_conj deepcopy "
                            "block_until_ready device_put requires_grad_ atleast_1d atleast_2d "
                            "array_split broadcast_to expand ";
static const char magnitudes[] = " abs absolute angle norm magnitude square log log10 log1p abs_ ";
static const char parts[] = " real imag real_if_close ";
static const char orders[] = " roll sort sorted flip fliplr flipud rot90 take unique partition ";
static const char conjugates[] = " conj conjugate conj_physical ";

static void trace(const struct facts *f, uint32_t n, struct chain *c);

static void merge(struct chain *to, const struct chain *from)
{
    to->via |= from->via;
    to->hops = from->hops;
    for (int i = 0; i < from->source_count && to->source_count < CHAIN_MOST; i++)
        to->sources[to->source_count++] = from->sources[i];
    for (int i = 0; i < from->factor_count && to->factor_count < CHAIN_MOST; i++)
        to->factors[to->factor_count++] = from->factors[i];
    for (int i = 0; i < from->shift_count && to->shift_count < CHAIN_MOST; i++)
        to->shifts[to->shift_count++] = from->shifts[i];
}

static void add_factor(struct chain *c, uint32_t node, bool divides)
{
    c->via |= VIA_FACTOR;
    if (c->factor_count < CHAIN_MOST)
        c->factors[c->factor_count++] = (struct factor){node, divides};
}

static void trace_product(const struct facts *f, uint32_t left, uint32_t right, bool divides,
                          struct chain *c)
{
    struct chain x = {.hops = c->hops}, y = {.hops = c->hops};
    trace(f, left, &x);
    y.hops = x.hops;
    trace(f, right, &y);
    if (x.source_count != 0) {
        merge(c, &x);
        if (y.source_count == 0) {
            add_factor(c, right, divides);
            return;
        }
    }
    if (y.source_count != 0)
        merge(c, &y);
    if (x.source_count == 0)
        add_factor(c, left, false);
    else
        c->via |= VIA_PRODUCT;
    if (x.source_count == 0 && y.source_count == 0) {
        c->via |= x.via | y.via;
        add_factor(c, right, divides);
        c->root = x.root;
    }
}

static void trace_binary(const struct facts *f, uint32_t n, struct chain *c)
{
    const struct ast *a = &f->ast;
    uint32_t left = ast_child(a, n, F_LEFT), right = ast_child(a, n, F_RIGHT);
    if (ast_op(a, n, "*") || ast_op(a, n, "/")) {
        trace_product(f, left, right, ast_op(a, n, "/"), c);
    } else if (ast_op(a, n, "+") || ast_op(a, n, "-")) {
        c->via |= VIA_SUM;
        trace(f, left, c);
        trace(f, right, c);
    } else if (ast_op(a, n, "**")) {
        c->via |= VIA_POWER;
        trace(f, left, c);
    } else {
        c->via |= VIA_CALL;
        trace(f, left, c);
    }
}

static void trace_transform(const struct facts *f, const struct transform *t, struct chain *c)
{
    if (!t->function->shift) {
        if (c->source_count < CHAIN_MOST)
            c->sources[c->source_count++] = t;
        return;
    }
    c->via |= VIA_SHIFT;
    if (c->shift_count < CHAIN_MOST)
        c->shifts[c->shift_count++] = t;
    trace(f, t->x, c);
}

static void trace_call(const struct facts *f, uint32_t n, struct chain *c)
{
    const struct transform *t = facts_transform(f, n);
    struct slice name = facts_called(f, n);
    uint32_t first = facts_argument(f, n, 0), second = facts_argument(f, n, 1);
    uint32_t receiver = python_receiver(f, n);
    c->root = n;
    if (t != NULL) {
        trace_transform(f, t, c);
        return;
    }
    /* The part before the dot is a module in np.abs(x) and the value in x.abs(). */
    bool module = receiver != 0 && facts_path(f, receiver).p != NULL;
    uint32_t object = receiver != 0 && !module && second == 0 ? receiver : first;
    if (receiver != 0 && !module && slice_among(name, keeps))
        object = receiver;
    if (slice_among(name, " multiply mul ") && first != 0 && second != 0) {
        trace_product(f, first, second, false, c);
        return;
    }
    if (slice_among(name, " divide true_divide div ") && first != 0 && second != 0) {
        trace_product(f, first, second, true, c);
        return;
    }
    c->via |= slice_among(name, keeps)        ? VIA_CAST
              : slice_among(name, magnitudes) ? VIA_ABS
              : slice_among(name, parts)      ? VIA_REAL
              : slice_among(name, conjugates) ? VIA_CONJUGATE
              : slice_among(name, orders)     ? VIA_CALL
                                              : VIA_CALL | VIA_FOREIGN;
    if (object != 0 && ast_kind(&f->ast, object) != K_NUMBER)
        trace(f, object, c);
}

/* Reports whether a statement stores into elements of the array between its definition and the
 * use. */
static bool stored_into(const struct facts *f, const struct def *d, uint32_t use)
{
    const struct ast *a = &f->ast;
    uint32_t scope = ast_function(a, use);
    for (uint32_t n = a->nodes[d->statement].last + 1; n < use && n <= a->nodes[scope].last; n++) {
        if (ast_kind(a, n) != K_ASSIGN && ast_kind(a, n) != K_AUGMENTED)
            continue;
        uint32_t left = ast_child(a, n, F_LEFT);
        while (ast_kind(a, left) == K_SUBSCRIPT || ast_kind(a, left) == K_ATTRIBUTE) {
            left = ast_child(a, left, ast_kind(a, left) == K_SUBSCRIPT ? F_VALUE : F_OBJECT);
            if (a->nodes[left].name == d->name)
                return true;
        }
    }
    return false;
}

static void trace_name(const struct facts *f, uint32_t n, struct chain *c)
{
    const struct ast *a = &f->ast;
    const struct def *d = facts_definition(f, n);
    c->root = n;
    /* Follows x op= y to the definition before it: facts_definition() takes x there as a use of
     * that definition. */
    while (d != NULL && d->kind == DEF_AUGMENTED && c->hops++ < HOPS_MOST) {
        if (ast_op(a, d->statement, "*=") || ast_op(a, d->statement, "/="))
            add_factor(c, d->value, ast_op(a, d->statement, "/="));
        else
            c->via |= VIA_SUM;
        d = facts_definition(f, d->node);
    }
    if (d == NULL || d->kind != DEF_VALUE || d->index >= 0) {
        c->via |= d == NULL || d->kind != DEF_PARAMETER ? VIA_UNKNOWN : 0u;
        return;
    }
    if (stored_into(f, d, n))
        c->via |= VIA_UPDATE;
    trace(f, d->value, c);
}

static void trace(const struct facts *f, uint32_t n, struct chain *c)
{
    const struct ast *a = &f->ast;
    n = ast_bare(a, n);
    if (n == 0 || c->hops++ >= HOPS_MOST) {
        c->via |= VIA_UNKNOWN;
        return;
    }
    c->root = n;
    switch (ast_kind(a, n)) {
    case K_NAME: trace_name(f, n, c); return;
    case K_CALL: trace_call(f, n, c); return;
    case K_BINARY: trace_binary(f, n, c); return;
    case K_UNARY: trace(f, ast_first(a, n), c); return;
    case K_SUBSCRIPT:
        c->via |= VIA_SLICE;
        trace(f, ast_child(a, n, F_VALUE), c);
        return;
    case K_ATTRIBUTE:
        if (slice_among(ast_text(a, ast_child(a, n, F_MEMBER)), parts)) {
            c->via |= VIA_REAL;
            trace(f, ast_child(a, n, F_OBJECT), c);
        } else if (slice_among(ast_text(a, ast_child(a, n, F_MEMBER)), " T mT H ")) {
            c->via |= VIA_CALL;
            trace(f, ast_child(a, n, F_OBJECT), c);
        } else {
            c->via |= VIA_UNKNOWN;
        }
        return;
    case K_CONDITIONAL: /* follows the first of both values */
        c->via |= VIA_UNKNOWN;
        trace(f, ast_first(a, n), c);
        return;
    default: c->via |= VIA_UNKNOWN; return;
    }
}

void facts_trace(const struct facts *f, uint32_t expression, struct chain *chain)
{
    *chain = (struct chain){.via = 0};
    trace(f, expression, chain);
}

/* ---- uses */

static unsigned uses(const struct facts *f, uint32_t n, int *budget);

static unsigned uses_of_name(const struct facts *f, uint32_t target, int *budget)
{
    const struct ast *a = &f->ast;
    uint32_t scope = ast_function(a, target), name = a->nodes[target].name;
    unsigned found = 0;
    uint32_t last = a->nodes[scope].last;
    for (uint32_t n = target + 1; n <= last; n++) {
        if (a->nodes[n].name != name || a->nodes[n].field == F_MEMBER)
            continue;
        uint32_t p = ast_parent(a, n);
        if (ast_kind(a, p) == K_ASSIGN && a->nodes[n].field == F_LEFT &&
            ast_block(a, n) == ast_block(a, target)) {
            last = a->nodes[p].last; /* the name has another value after this */
            continue;
        }
        if (ast_kind(a, p) == K_KEYWORD && a->nodes[n].field == F_NAME)
            continue;
        if (ast_kind(a, p) == K_AUGMENTED && a->nodes[n].field == F_LEFT) {
            found |= ast_op(a, p, "*=") || ast_op(a, p, "/=") ? USE_FACTOR : USE_SUM;
            continue;
        }
        const struct def *d = facts_definition(f, n);
        if (d == NULL || d->node == target || d->kind == DEF_AUGMENTED)
            found |= uses(f, n, budget);
    }
    return found;
}

bool facts_keeps_numbers(const struct facts *f, uint32_t call)
{
    const struct transform *t = facts_transform(f, call);
    struct slice name = facts_called(f, call);
    return t != NULL ? t->function->shift : slice_among(name, keeps) || slice_among(name, parts);
}

static unsigned use_in_call(const struct facts *f, uint32_t call, int *budget)
{
    const struct transform *t = facts_transform(f, call);
    struct slice name = facts_called(f, call);
    if (t != NULL)
        return t->function->shift ? uses(f, call, budget) : USE_TRANSFORM;
    if (slice_among(name, " len size shape numel ndim "))
        return 0; /* the call reads none of the numbers */
    if (slice_among(name, magnitudes))
        return USE_ABS;
    if (slice_has(name, "allclose") || slice_has(name, "isclose") || slice_has(name, "equal"))
        return USE_COMPARE;
    if (slice_among(name, parts))
        return USE_REAL | uses(f, call, budget);
    if (slice_among(name, keeps) || slice_among(name, conjugates))
        return uses(f, call, budget);
    if (slice_among(name, " multiply mul divide true_divide div "))
        return USE_FACTOR | uses(f, call, budget);
    return USE_OTHER | uses(f, call, budget);
}

static unsigned use_as_target(const struct facts *f, uint32_t assignment, int *budget)
{
    const struct ast *a = &f->ast;
    uint32_t left = ast_child(a, assignment, F_LEFT);
    if (left == 0)
        left = ast_child(a, assignment, F_NAME);
    return ast_kind(a, left) == K_NAME ? uses_of_name(f, left, budget) : USE_OTHER;
}

static unsigned uses(const struct facts *f, uint32_t n, int *budget)
{
    const struct ast *a = &f->ast;
    if ((*budget)-- <= 0)
        return USE_OTHER;
    for (uint32_t p = ast_parent(a, n); p > 1; n = p, p = ast_parent(a, n))
        switch (ast_kind(a, p)) {
        case K_PAREN:
        case K_UNARY:
        case K_ARGUMENTS:
        case K_KEYWORD: break;
        case K_BINARY:
            return (ast_op(a, p, "*") || ast_op(a, p, "/")   ? USE_FACTOR
                    : ast_op(a, p, "+") || ast_op(a, p, "-") ? USE_SUM
                                                             : USE_OTHER) |
                   uses(f, p, budget);
        case K_ATTRIBUTE: {
            struct slice member = ast_text(a, ast_child(a, p, F_MEMBER));
            if (slice_among(member, " shape size dtype ndim device "))
                return 0;
            if (slice_among(member, parts))
                return USE_REAL | uses(f, p, budget);
            break;
        }
        case K_SUBSCRIPT:
            if (a->nodes[n].field != F_VALUE)
                return USE_OTHER;
            return USE_SLICE | uses(f, p, budget);
        case K_CALL: return use_in_call(f, p, budget);
        case K_COMPARE: return USE_COMPARE;
        case K_RETURN: return USE_RETURN;
        case K_ASSIGN: return use_as_target(f, p, budget);
        default: return USE_OTHER;
        }
    return USE_OTHER;
}

unsigned facts_uses(const struct facts *f, uint32_t expression)
{
    int budget = 100; /* limits the steps, since names lead to names */
    return uses(f, expression, &budget);
}
