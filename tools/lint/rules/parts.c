/* SPDX-License-Identifier: Apache-2.0 */
/* The part of FFT207 about arrays whose last axis holds real and imaginary part: a shift along that
 * axis swaps the two. */
#include "shifts.h"

#include <string.h>

/* Reports whether the axes include the last one: -1, (-2, -1), list(range(-k, 0)). */
static bool has_last_axis(const struct lint_context *c, uint32_t axes)
{
    const struct ast *a = c->ast;
    double number;
    axes = ast_bare(a, axes);
    if (ast_kind(a, axes) == K_TUPLE || ast_kind(a, axes) == K_LIST) {
        for (uint32_t n = ast_first(a, axes); n != 0; n = ast_next(a, n))
            if (facts_number(c->facts, n, &number) && number == -1)
                return true;
        return false;
    }
    if (ast_kind(a, axes) == K_CALL) {
        struct slice called = facts_called(c->facts, axes);
        uint32_t first = facts_argument(c->facts, axes, 0);
        if (slice_is(called, "list") || slice_is(called, "tuple"))
            return has_last_axis(c, first);
        return slice_is(called, "range") && ast_kind(a, first) == K_UNARY &&
               a->text[a->nodes[first].start] == '-' &&
               facts_is_literal(c->facts, facts_argument(c->facts, axes, 1), 0);
    }
    return facts_number(c->facts, axes, &number) && number == -1;
}

static bool is_pairs(const struct lint_context *c, uint32_t n)
{
    n = ast_bare(c->ast, n);
    return ast_kind(c->ast, n) == K_CALL && slice_is(facts_called(c->facts, n), "view_as_real");
}

/* Returns the call of view_as_real that makes the array one of pairs on some path, or 0. */
static uint32_t made_pairs(const struct lint_context *c, uint32_t x)
{
    x = ast_bare(c->ast, x);
    if (ast_kind(c->ast, x) == K_NAME) {
        const struct def *d = facts_definition(c->facts, x);
        if (d == NULL)
            d = facts_possible_definition(c->facts, x);
        x = d != NULL && d->kind == DEF_VALUE && d->index < 0 ? d->value : 0;
    }
    return is_pairs(c, x) ? ast_bare(c->ast, x) : 0;
}

/* Reports whether one condition, or two with the same text, puts both nodes in opposite branches,
 * so that only one of them runs. */
static bool are_opposite(const struct ast *a, uint32_t n, uint32_t other)
{
    uint32_t one = ast_up(a, n, K_IF), two = ast_up(a, other, K_IF);
    if (one == 0 || two == 0 ||
        !ast_same(a, ast_child(a, one, F_CONDITION), ast_child(a, two, F_CONDITION)))
        return false;
    return (ast_up(a, n, K_BRANCH) > one) != (ast_up(a, other, K_BRANCH) > two);
}

/* Returns a value of the name that includes the last axis and reaches the call on the path that
 * makes the pairs, or 0. */
static uint32_t axes_on_the_way(const struct lint_context *c, uint32_t axes, uint32_t call,
                                uint32_t pairs)
{
    const struct facts *f = c->facts;
    const struct ast *a = c->ast;
    axes = ast_bare(a, axes);
    if (ast_kind(a, axes) != K_NAME)
        return has_last_axis(c, axes) ? axes : 0;
    uint32_t found = 0, function = ast_function(a, call);
    for (uint32_t i = facts_first_def(f, a->nodes[axes].name, function); i != 0;
         i = f->defs[i].next) {
        const struct def *d = &f->defs[i];
        if (d->statement >= call)
            continue;
        bool chosen = ast_up(a, d->statement, K_IF) > function || ast_loop(a, d->statement) != 0 ||
                      ast_up(a, d->statement, K_TRY) > function;
        if (chosen && are_opposite(a, d->statement, pairs))
            continue; /* not on this path */
        if (d->kind != DEF_VALUE || d->index >= 0 || chosen)
            return 0;
        found = has_last_axis(c, d->value) ? d->value : 0;
    }
    return found;
}

bool lint_check_pairs(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, call), x = facts_argument(c->facts, call, 0);
    uint32_t pairs = x != 0 && function != 1 ? made_pairs(c, x) : 0;
    uint32_t axes = facts_argument(c->facts, call, 1);
    static const char *const names[] = {"axes", "axis", "dim", "dims", "shift_dims"};
    for (size_t i = 0; axes == 0 && i < sizeof names / sizeof *names; i++)
        axes = facts_keyword(c->facts, call, names[i]);
    if (pairs == 0 || axes == 0)
        return false;
    uint32_t value = axes_on_the_way(c, axes, call, pairs);
    if (value == 0)
        return false;
    struct lint_finding *f =
        lint_report(c, call,
                    "the last axis holds real and imaginary part here, and %.*s along it takes "
                    "one for the other: count the axes from one further",
                    (int)facts_called(c->facts, call).n, facts_called(c->facts, call).p);
    lint_relate(c, f, pairs, "the axis is added here");
    if (value != ast_bare(a, axes))
        lint_relate(c, f, value, "these axes");
    return true;
}
