/* SPDX-License-Identifier: Apache-2.0 */
/* FFT501: w *= u in a loop. After k products of roots of unity the error is about k u, where that
 * of a table is u. */
#include "common.h"

#include <string.h>

static bool is_trig(struct slice called)
{
    return slice_among(
        called, " exp cexp cexpf expf cos cosf sin sinf polar sincos cis cospi sinpi rect expj ");
}

static bool calls_trig(const struct lint_context *c, uint32_t n)
{
    /* C++ cannot tell complex w(cos(a), sin(a)) from the declaration of a function: there the names
     * are types. */
    bool as_types = ast_kind(c->ast, n) == K_FUNCTION_DECLARATOR;
    for (uint32_t i = n; n != 0 && i <= c->ast->nodes[n].last; i++) {
        if (ast_kind(c->ast, i) == K_CALL && is_trig(facts_called(c->facts, i)))
            return true;
        if (as_types && ast_kind(c->ast, i) == K_NAME && is_trig(ast_text(c->ast, i)))
            return true;
    }
    return false;
}

/* It is no lone sine, whose powers are no roots of unity, and no real exponential. */
static bool is_complex_trig(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    bool sine = false, cosine = false;
    for (uint32_t i = n; n != 0 && i <= a->nodes[n].last; i++) {
        if (ast_kind(a, i) != K_CALL && ast_kind(a, i) != K_NAME)
            continue;
        struct slice name = ast_kind(a, i) == K_CALL ? facts_called(c->facts, i) : ast_text(a, i);
        sine = sine || slice_begins(name, "sin");
        cosine = cosine || slice_begins(name, "cos") || slice_is(name, "sincos");
        if (slice_among(name, " exp cexp cexpf expf polar cis rect expj "))
            return true;
    }
    return sine && cosine;
}

static bool is_real_variable(const struct lint_context *c, uint32_t name)
{
    int pointers;
    if (c->language == LINT_PYTHON)
        return false;
    struct slice type = facts_type(c->facts, name, &pointers);
    return slice_among(type, " float double long double ") && pointers == 0;
}

/* The value of an assignment or initialised declaration of the name; 0 if n is none. */
static uint32_t value_for(const struct lint_context *c, uint32_t n, uint32_t name)
{
    const struct ast *a = c->ast;
    int kind = ast_kind(a, n);
    bool declares = kind == K_INIT || (kind == K_FUNCTION_DECLARATOR &&
                                       ast_kind(a, ast_parent(a, n)) == K_DECLARATION);
    uint32_t target = kind == K_ASSIGN ? ast_child(a, n, F_LEFT)
                      : declares       ? ast_child(a, n, F_DECLARATOR)
                                       : 0;
    if (target == 0)
        return 0;
    if (ast_kind(a, target) == K_TUPLE) /* wr, wi = cos(t), sin(t) */
        return facts_mentions(c->facts, target, name) ? ast_child(a, n, F_RIGHT) : 0;
    if (ast_kind(a, target) != K_NAME || a->nodes[target].name != name)
        return 0;
    return kind == K_FUNCTION_DECLARATOR ? n
                                         : ast_child(a, n, kind == K_ASSIGN ? F_RIGHT : F_VALUE);
}

/* The name is a root of unity that is made outside of the loop, from an angle that does not change
 * in it: the whole of it, or a part of it. */
static bool is_root(const struct lint_context *c, uint32_t n, uint32_t loop, bool whole)
{
    const struct ast *a = c->ast;
    n = ast_bare(a, n);
    if (ast_kind(a, n) == K_CALL)
        return is_trig(facts_called(c->facts, n)) && c->language == LINT_PYTHON &&
               (!whole || is_complex_trig(c, n));
    if (ast_kind(a, n) != K_NAME || (whole && is_real_variable(c, n)))
        return false;
    uint32_t function = ast_function(a, n), name = a->nodes[n].name;
    bool root = false;
    for (uint32_t i = function; i <= a->nodes[function].last; i++) {
        uint32_t value = value_for(c, i, name);
        if (value == 0)
            continue;
        if (ast_inside(a, i, loop))
            return false;
        root = root || (calls_trig(c, value) && (!whole || is_complex_trig(c, value)));
    }
    return root;
}

/* w is a factor of something with an index, other than in the statement that advances it. */
static bool multiplies_data(const struct lint_context *c, uint32_t w, uint32_t step, uint32_t loop)
{
    const struct ast *a = c->ast;
    uint32_t name = a->nodes[ast_kind(a, w) == K_ATTRIBUTE ? ast_child(a, w, F_OBJECT) : w].name;
    for (uint32_t n = loop; n <= a->nodes[loop].last; n++) {
        bool product = ast_kind(a, n) == K_BINARY && ast_op(a, n, "*");
        bool call = ast_kind(a, n) == K_CALL && slice_has(facts_called(c->facts, n), "mul");
        bool update =
            (ast_kind(a, n) == K_AUGMENTED || ast_kind(a, n) == K_ASSIGN) && ast_op(a, n, "*=");
        if ((!product && !call && !update) || ast_inside(a, n, step))
            continue;
        bool w_in = facts_mentions(c->facts, n, name), data = false;
        for (uint32_t i = n; i <= a->nodes[n].last; i++)
            data = data || ast_kind(a, i) == K_SUBSCRIPT;
        if (w_in && data)
            return true;
    }
    return false;
}

/* Each round begins anew: the product gets a value in the loop that is not made of itself. */
static bool begins_anew(const struct lint_context *c, uint32_t product, uint32_t loop)
{
    const struct ast *a = c->ast;
    uint32_t name = a->nodes[product].name;
    for (uint32_t n = loop; name != 0 && n <= a->nodes[loop].last; n++) {
        uint32_t value = value_for(c, n, name);
        if (value != 0 &&
            (ast_kind(a, n) != K_ASSIGN || a->nodes[n].op[0] == 0 || ast_op(a, n, "=")) &&
            !facts_mentions(c->facts, value, name))
            return true;
    }
    return false;
}

static bool has_modulo(const struct lint_context *c, uint32_t loop)
{
    for (uint32_t n = loop; n <= c->ast->nodes[loop].last; n++)
        if ((ast_kind(c->ast, n) == K_BINARY || ast_kind(c->ast, n) == K_ASSIGN ||
             ast_kind(c->ast, n) == K_AUGMENTED) &&
            c->ast->nodes[n].op[0] == '%')
            return true;
    return false;
}

/* wr = wr*a - wi*b, also with a copy of wr inside: two products, one with the target, one with a
 * root. */
static bool is_rotation(const struct lint_context *c, uint32_t left, uint32_t right, uint32_t loop)
{
    const struct ast *a = c->ast;
    int products = 0;
    bool own = false, root = false;
    if (ast_kind(a, right) != K_BINARY || (!ast_op(a, right, "-") && !ast_op(a, right, "+")))
        return false;
    for (uint32_t n = right; n <= a->nodes[right].last; n++) {
        products += ast_kind(a, n) == K_BINARY && ast_op(a, n, "*");
        if (ast_kind(a, n) == K_SUBSCRIPT || (ast_kind(a, n) == K_CALL && calls_trig(c, n)))
            return false; /* a filter, or a table */
        own = own || (ast_kind(a, n) == K_NAME && a->nodes[n].name == a->nodes[left].name);
        root = root || (ast_kind(a, n) == K_NAME && a->nodes[n].name != a->nodes[left].name &&
                        is_root(c, n, loop, false));
    }
    return products >= 2 && own && root && ast_kind(a, left) == K_NAME;
}

void lint_FFT501(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t loop = ast_loop(a, m->site), left = ast_child(a, m->site, F_LEFT),
             right = ast_child(a, m->site, F_RIGHT);
    if (loop == 0 || left == 0 || right == 0 ||
        (ast_kind(a, left) != K_NAME && ast_kind(a, left) != K_ATTRIBUTE))
        return;
    bool found = false;
    if (ast_op(a, m->site, "*=")) {
        found = is_root(c, right, loop, true);
    } else if (ast_kind(a, right) == K_BINARY && ast_op(a, right, "*")) {
        uint32_t x = ast_child(a, right, F_LEFT), y = ast_child(a, right, F_RIGHT);
        found = (ast_same(a, x, left) && is_root(c, y, loop, true)) ||
                (ast_same(a, y, left) && is_root(c, x, loop, true));
    } else if (a->nodes[m->site].op[0] == 0 || ast_op(a, m->site, "=")) {
        found = is_rotation(c, left, right, loop);
    }
    if (!found || has_modulo(c, loop) || begins_anew(c, left, loop) ||
        !multiplies_data(c, left, m->site, loop) || !lint_once(c, m->site))
        return;
    lint_report(c, m->site,
                "each round multiplies one more rounding into %.*s: after k rounds its error is "
                "about k units; take "
                "it from a table, or from the sine and cosine of each angle",
                TEXT(a, left));
}
