/* SPDX-License-Identifier: Apache-2.0 */
/* FFT305: log(n)/log(2) as an integer. The quotient of two rounded logarithms is not exact for
 * powers of two. */
#include "common.h"

#include <math.h>
#include <string.h>

/* Returns the call of the logarithm of n in a quotient. */
static uint32_t logarithm(const struct ast *a, uint32_t quotient)
{
    return ast_kind(a, quotient) == K_CALL ? quotient : ast_bare(a, ast_child(a, quotient, F_LEFT));
}

static bool is_log(struct slice s) { return slice_among(s, " log logf log10 log10f "); }

/* Reports whether n is log(n)/log(2), or log(n, 2). */
static bool is_quotient(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, n) == K_CALL)
        return c->language == LINT_PYTHON && slice_is(facts_called(c->facts, n), "log") &&
               facts_argument_count(c->facts, n) == 2 &&
               facts_is_literal(c->facts, facts_argument(c->facts, n, 1), 2);
    if (ast_kind(a, n) != K_BINARY || !ast_op(a, n, "/"))
        return false;
    uint32_t left = ast_bare(a, ast_child(a, n, F_LEFT)),
             right = ast_bare(a, ast_child(a, n, F_RIGHT));
    if (ast_kind(a, left) != K_CALL || ast_kind(a, right) != K_CALL)
        return false;
    struct slice x = facts_called(c->facts, left), y = facts_called(c->facts, right);
    return is_log(x) && x.n == y.n && memcmp(x.p, y.p, x.n) == 0 &&
           facts_is_literal(c->facts, facts_argument(c->facts, right, 0), 2);
}

/* Adds the fix that writes log2(n). */
static void mend(struct lint_context *c, struct lint_finding *f, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t call = logarithm(a, n);
    uint32_t name = lint_called_node(a, call);
    if (c->language == LINT_PYTHON && ast_kind(a, ast_child(a, call, F_FUNCTION)) != K_ATTRIBUTE)
        return; /* `from math import log` does not import log2 */
    struct slice text = ast_text(a, name);
    lint_edit(c, f, a->nodes[name].start, a->nodes[name].end,
              slice_ends(text, "f") ? "log2f" : "log2");
    if (call == n)
        lint_edit(c, f, a->nodes[facts_argument(c->facts, n, 0)].end,
                  a->nodes[facts_argument(c->facts, n, 1)].end, "");
    else
        lint_edit(c, f, a->nodes[ast_child(a, n, F_LEFT)].end, a->nodes[n].end, "");
}

/* Returns the expression that the site converts to an integer, or 0. */
static uint32_t whole(const struct lint_context *c, uint32_t site)
{
    const struct ast *a = c->ast;
    int pointers;
    switch (ast_kind(a, site)) {
    case K_CALL: {
        uint32_t n = facts_argument(c->facts, site, 0), callee = ast_child(a, site, F_FUNCTION);
        if (slice_is(facts_called(c->facts, site), "static_cast") &&
            !slice_has(ast_text(a, callee), "int") && !slice_has(ast_text(a, callee), "size_t") &&
            !slice_has(ast_text(a, callee), "long"))
            return 0;
        /* x is the object in x.is_integer() */
        return n == 0 && ast_kind(a, callee) == K_ATTRIBUTE ? ast_child(a, callee, F_OBJECT) : n;
    }
    case K_CAST: {
        struct slice type = ast_text(a, ast_child(a, site, F_TYPE));
        return slice_has(type, "int") || slice_has(type, "long") || slice_has(type, "size_t") ||
                       slice_has(type, "unsigned")
                   ? ast_child(a, site, F_VALUE)
                   : 0;
    }
    default: {
        bool init = ast_kind(a, site) == K_INIT;
        uint32_t target = ast_child(a, site, init ? F_DECLARATOR : F_LEFT),
                 value = ast_child(a, site, init ? F_VALUE : F_RIGHT);
        if (ast_kind(a, target) != K_NAME || ast_kind(a, value) != K_BINARY)
            return 0;
        struct slice type = facts_type(c->facts, target, &pointers);
        return type.p != NULL && pointers == 0 &&
                       (slice_has(type, "int") || slice_has(type, "long") ||
                        slice_has(type, "size_t") || slice_is(type, "unsigned"))
                   ? value
                   : 0;
    }
    }
}

/* Reports whether the quotient is right for powers of two (test_claims.py). In double it is below k
 * for no 2^k up to 2^63, and above k only for numbers within 2^-48 of the next power, so floor
 * never fails. The quotient of decimal logarithms is an integer for all of them. In float it is
 * above k from 2^47 on only, which ceil never meets. */
static bool is_exact(const struct lint_context *c, uint32_t site, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t call = logarithm(a, n);
    struct slice name = facts_called(c->facts, call);
    if (slice_is(name, "log10"))
        return true;
    bool floors = ast_kind(a, site) != K_CALL ||
                  slice_among(facts_called(c->facts, site), " int floor floorf static_cast trunc ");
    return floors != slice_ends(name, "f");
}

/* Reports whether the argument is a ratio, log(a / b), which is not meant as a power of two. */
static bool is_ratio(const struct ast *a, uint32_t n)
{
    for (uint32_t i = n; i <= a->nodes[n].last; i++)
        if (ast_kind(a, i) == K_BINARY && ast_op(a, i, "/"))
            return true;
    return false;
}

/* Reports whether n is 2*n - 1 or n*2 + 1, which is no power of two but 1. */
static bool is_odd(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t product = ast_bare(a, ast_child(a, n, F_LEFT));
    double number;
    if (!(ast_op(a, n, "+") || ast_op(a, n, "-")) || ast_kind(a, product) != K_BINARY ||
        !ast_op(a, product, "*") || !facts_literal(c->facts, ast_child(a, n, F_RIGHT), &number) ||
        fmod(number, 2) != 1)
        return false;
    return (facts_literal(c->facts, ast_child(a, product, F_LEFT), &number) ||
            facts_literal(c->facts, ast_child(a, product, F_RIGHT), &number)) &&
           fmod(number, 2) == 0;
}

/* Reports whether the quotient is safe: it is rounded to nearest, which is right for powers of two,
 * or the argument was made slightly smaller or is no power of two. */
static bool is_guarded(const struct lint_context *c, uint32_t site, uint32_t argument)
{
    const struct ast *a = c->ast;
    double number;
    if (ast_kind(a, site) == K_CALL &&
        slice_among(facts_called(c->facts, site), " round roundf rint rintf lrint lround around "))
        return true;
    if (ast_kind(a, argument) == K_NAME)
        argument = facts_constant(c->facts, argument);
    argument = ast_bare(a, argument);
    if (ast_kind(a, argument) != K_BINARY)
        return false;
    if (is_odd(c, argument))
        return true;
    uint32_t left = ast_child(a, argument, F_LEFT), right = ast_child(a, argument, F_RIGHT);
    return (facts_number(c->facts, left, &number) && number != trunc(number)) ||
           (facts_number(c->facts, right, &number) && number != trunc(number));
}

void lint_FFT305(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t n = ast_bare(a, whole(c, m->site));
    if (n == 0 || !is_quotient(c, n) || is_exact(c, m->site, n))
        return;
    /* An argument such as 2**k is itself written as a power of two. */
    uint32_t call = logarithm(a, n), argument = ast_bare(a, facts_argument(c->facts, call, 0));
    if (is_ratio(a, argument) || is_guarded(c, m->site, argument) ||
        (ast_kind(a, argument) == K_BINARY &&
         (ast_op(a, argument, "**") || ast_op(a, argument, "<<"))))
        return;
    struct slice name = facts_called(c->facts, call);
    int first = slice_is(name, "logf") ? 13 : slice_is(name, "log10f") ? 5 : 29;
    struct lint_finding *f = lint_report(
        c, n,
        "the quotient of two rounded logarithms is not whole for "
        "every power of two: it is wrong at 2^%d for one; use %s",
        first, c->language == LINT_PYTHON ? "n.bit_length(), or log2" : "log2, or count the bits");
    mend(c, f, n);
}
