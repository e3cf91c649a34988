/* SPDX-License-Identifier: Apache-2.0 */
/* The part of FFT601 about pyfftw.FFTW: a plan that runs on the data that the planner has just
 * overwritten. */
#include "plans.h"

#include <string.h>

static uint32_t root_of(const struct ast *a, uint32_t n)
{
    for (n = ast_bare(a, n); ast_kind(a, n) == K_SUBSCRIPT || ast_kind(a, n) == K_ATTRIBUTE;)
        n = ast_bare(a, ast_child(a, n, ast_kind(a, n) == K_SUBSCRIPT ? F_VALUE : F_OBJECT));
    return n;
}

/* Reports whether the planner measures: the flags are absent, which means FFTW_MEASURE, or
 * literal. */
static bool measures(const struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    uint32_t flags = facts_value(c->facts, call, 4, "flags");
    if (flags == 0)
        return !facts_open(c->facts, call);
    flags = ast_bare(a, flags);
    if (ast_kind(a, flags) != K_TUPLE && ast_kind(a, flags) != K_LIST)
        return false;
    for (uint32_t n = ast_first(a, flags); n != 0; n = ast_next(a, n))
        if (ast_kind(a, n) != K_STRING)
            return false;
    return !lint_says(c, flags, "estimate") && !lint_says(c, flags, "wisdom_only");
}

/* Reports whether n is a new array without data: np.empty, np.zeros, pyfftw.empty_aligned. */
static bool is_fresh(const struct lint_context *c, uint32_t n)
{
    struct slice called = facts_called(c->facts, ast_bare(c->ast, n));
    return ast_kind(c->ast, ast_bare(c->ast, n)) == K_CALL &&
           (slice_has(called, "empty") || slice_has(called, "zeros") || slice_has(called, "ones") ||
            slice_has(called, "align"));
}

/* Reports whether the array has data: it is a parameter, a computed value, or stored into. */
static bool is_filled(const struct lint_context *c, uint32_t array, uint32_t before)
{
    const struct ast *a = c->ast;
    uint32_t root = root_of(a, array);
    if (ast_kind(a, root) != K_NAME)
        return ast_kind(a, root) == K_CALL && !is_fresh(c, root);
    const struct def *d = facts_definition(c->facts, root);
    if (d != NULL && (d->kind == DEF_PARAMETER || (d->kind == DEF_VALUE && !is_fresh(c, d->value))))
        return true;
    for (uint32_t n = ast_function(a, before); n < before; n++)
        if ((ast_kind(a, n) == K_ASSIGN || ast_kind(a, n) == K_AUGMENTED) &&
            ast_kind(a, ast_child(a, n, F_LEFT)) == K_SUBSCRIPT &&
            a->nodes[root_of(a, ast_child(a, n, F_LEFT))].name == a->nodes[root].name)
            return true;
    return false;
}

void lint_check_pyfftw(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    uint32_t p = ast_parent(a, call), array = facts_value(c->facts, call, 0, "input_array");
    uint32_t holder = ast_kind(a, p) == K_ASSIGN ? ast_child(a, p, F_LEFT) : 0;
    if (!slice_ends(ast_text(a, ast_child(a, call, F_FUNCTION)), "pyfftw.FFTW") || array == 0 ||
        ast_kind(a, holder) != K_NAME || !measures(c, call) || !is_filled(c, array, call))
        return;
    uint32_t function = ast_function(a, call), root = a->nodes[root_of(a, array)].name;
    for (uint32_t n = a->nodes[call].last + 1; n <= a->nodes[function].last; n++) {
        if (root != 0 && a->nodes[n].name == root)
            return; /* it may be filled again */
        if (a->nodes[n].name != a->nodes[holder].name)
            continue;
        uint32_t run = ast_parent(a, n);
        if (ast_kind(a, run) != K_CALL || a->nodes[n].field != F_FUNCTION ||
            ast_first(a, ast_child(a, run, F_ARGUMENTS)) != 0)
            return; /* the call fills its own array, or gets another */
        struct lint_finding *f = lint_report(
            c, call,
            "the planner overwrites %.*s while it measures, and the plan is run on it as it is: "
            "make the plan before there are data, or with FFTW_ESTIMATE",
            TEXT(a, array));
        lint_relate(c, f, run, "transformed here");
        return;
    }
}
