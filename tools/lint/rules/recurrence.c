/* SPDX-License-Identifier: Apache-2.0 */
/* FFT501: w *= u in a loop, and tables made in this way. After k products of roots of unity the
 * error is about k u; a table of sines has u. */
#include "common.h"

#include <string.h>

static bool is_trig(struct slice called)
{
    return slice_among(
        called, " exp cexp cexpf expf cos cosf sin sinf polar sincos cis cospi sinpi rect expj ");
}

static bool calls_trig(const struct lint_context *c, uint32_t n)
{
    /* C++ cannot tell complex w(cos(a), sin(a)) from the declaration of a function. The names are
     * then parsed as types. */
    bool as_types = ast_kind(c->ast, n) == K_FUNCTION_DECLARATOR;
    for (uint32_t i = n; n != 0 && i <= c->ast->nodes[n].last; i++) {
        if (ast_kind(c->ast, i) == K_CALL && is_trig(facts_called(c->facts, i)))
            return true;
        if (as_types && ast_kind(c->ast, i) == K_NAME && is_trig(ast_text(c->ast, i)))
            return true;
    }
    return false;
}

/* Reports whether n has a complex exponential. A lone sine, whose powers are no roots of unity, or
 * a real exponential does not count. */
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

/* Returns the value that an assignment or declaration gives the name, or 0. */
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

/* Reports whether the name is a root of unity, or with !whole a part of one, that is made outside
 * of the loop from a constant angle. */
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

static uint32_t name_of(const struct ast *a, uint32_t w)
{
    return a->nodes[ast_kind(a, w) == K_ATTRIBUTE ? ast_child(a, w, F_OBJECT) : w].name;
}

/* Reports whether n is a product: a binary expression, a call or an assignment. */
static bool is_product(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    return ((ast_kind(a, n) == K_BINARY || ast_kind(a, n) == K_AUGMENTED ||
             ast_kind(a, n) == K_ASSIGN) &&
            a->nodes[n].op[0] == '*') ||
           (ast_kind(a, n) == K_CALL && slice_has(facts_called(c->facts, n), "mul"));
}

/* Reports whether w multiplies an indexed value outside of the statement that advances w. */
static bool multiplies_data(const struct lint_context *c, uint32_t name, uint32_t step,
                            uint32_t loop)
{
    const struct ast *a = c->ast;
    for (uint32_t n = loop; n <= a->nodes[loop].last; n++) {
        if (!is_product(c, n) || ast_inside(a, n, step))
            continue;
        bool w_in = facts_mentions(c->facts, n, name), data = false;
        for (uint32_t i = n; i <= a->nodes[n].last; i++)
            data = data || ast_kind(a, i) == K_SUBSCRIPT;
        if (w_in && data)
            return true;
    }
    return false;
}

/* Reports whether w advances another product that multiplies data: w *= wk, where the outer loop
 * advances wk. Looks at four products. */
static bool advances_another(const struct lint_context *c, uint32_t name, uint32_t step,
                             uint32_t loop)
{
    const struct ast *a = c->ast;
    int left_to_look_at = 4;
    for (uint32_t n = loop; n <= a->nodes[loop].last && left_to_look_at > 0; n++) {
        int kind = ast_kind(a, n);
        if ((kind != K_ASSIGN && kind != K_AUGMENTED) || ast_inside(a, n, step))
            continue;
        uint32_t left = ast_child(a, n, F_LEFT), right = ast_child(a, n, F_RIGHT);
        bool itself =
            a->nodes[n].op[0] == '*' || (is_product(c, ast_bare(a, right)) &&
                                         facts_mentions(c->facts, right, name_of(a, left)));
        if (!itself || ast_kind(a, left) != K_NAME || a->nodes[left].name == name ||
            !facts_mentions(c->facts, right, name))
            continue;
        left_to_look_at--;
        if (multiplies_data(c, a->nodes[left].name, n, loop))
            return true;
    }
    return false;
}

/* Reports whether the value starts the powers of a root: 1, 0 as imaginary part, or a root of
 * unity. */
static bool begins_powers(const struct lint_context *c, uint32_t value)
{
    const struct ast *a = c->ast;
    bool one = calls_trig(c, value);
    for (uint32_t n = value; n <= a->nodes[value].last; n++) {
        if (ast_kind(a, n) == K_SUBSCRIPT)
            return false;
        one = one || facts_is_literal(c->facts, n, 1) || facts_is_literal(c->facts, n, 0) ||
              (ast_kind(a, n) == K_CALL && slice_is(facts_called(c->facts, n), "ones"));
    }
    return one;
}

/* Reports whether the name gets a value outside of its step that starts powers. */
static bool is_scalar(const struct lint_context *c, uint32_t n, uint32_t step)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, n), name = name_of(a, n);
    for (uint32_t i = function; i <= a->nodes[function].last; i++) {
        uint32_t value = ast_inside(a, i, step) ? 0 : value_for(c, i, name);
        if (value != 0 && begins_powers(c, value))
            return true;
    }
    return false;
}

/* Reports whether the value, its conjugate or a part of it is used and no other function is
 * called. */
static bool is_taken_as_it_is(const struct lint_context *c, uint32_t value)
{
    for (uint32_t n = value; n <= c->ast->nodes[value].last; n++)
        if (ast_kind(c->ast, n) == K_CALL &&
            !slice_among(facts_called(c->facts, n), " real imag creal cimag crealf cimagf conj "
                                                    "conjf conjugate complex float double "))
            return false;
    return true;
}

/* Reports whether the powers of a root are stored in a table: t[k] = w, t.push_back(w). */
static bool fills_table(const struct lint_context *c, uint32_t w, uint32_t step, uint32_t loop)
{
    const struct ast *a = c->ast;
    uint32_t name = name_of(a, w);
    for (uint32_t n = loop; n <= a->nodes[loop].last; n++) {
        uint32_t value = 0, left = ast_child(a, n, F_LEFT);
        while (ast_kind(a, n) == K_ASSIGN && ast_kind(a, left) == K_ATTRIBUTE) /* unwraps t[k].re */
            left = ast_child(a, left, F_OBJECT);
        if (ast_kind(a, n) == K_ASSIGN && ast_kind(a, left) == K_SUBSCRIPT)
            value = ast_child(a, n, F_RIGHT);
        if (ast_kind(a, n) == K_CALL &&
            slice_among(facts_called(c->facts, n), " push_back emplace_back append "))
            value = ast_child(a, n, F_ARGUMENTS);
        if (value != 0 && !ast_inside(a, n, step) && facts_mentions(c->facts, value, name) &&
            is_taken_as_it_is(c, value))
            return true;
    }
    return false;
}

/* Reports whether the loop gives the product a new value that depends neither on itself nor on
 * `copy`, the value computed from it. */
static bool begins_anew(const struct lint_context *c, uint32_t product, uint32_t copy,
                        uint32_t loop)
{
    const struct ast *a = c->ast;
    uint32_t name = a->nodes[product].name;
    for (uint32_t n = loop; name != 0 && n <= a->nodes[loop].last; n++) {
        uint32_t value = value_for(c, n, name);
        if (value != 0 && !ast_same(a, value, copy) &&
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

/* Reports whether the assignment is wr = wr*a - wi*b, or has a copy of wr: two products, one factor
 * is the target and one a root. */
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
            return false; /* a filter or a table */
        own = own || (ast_kind(a, n) == ast_kind(a, left) && ast_same(a, n, left));
        root = root || (ast_kind(a, n) == K_NAME && a->nodes[n].name != a->nodes[left].name &&
                        is_root(c, n, loop, false));
    }
    return products >= 2 && own && root;
}

/* Stores the factors of x * y or multiply(x, y). */
static bool factors_of(const struct lint_context *c, uint32_t n, uint32_t *x, uint32_t *y)
{
    const struct ast *a = c->ast;
    n = ast_bare(a, n);
    if (!is_product(c, n))
        return false;
    bool call = ast_kind(a, n) == K_CALL;
    *x = call ? facts_argument(c->facts, n, 0) : ast_child(a, n, F_LEFT);
    *y = call ? facts_argument(c->facts, n, 1) : ast_child(a, n, F_RIGHT);
    return *x != 0 && *y != 0;
}

/* Returns the factor that a root of unity multiplies in a product, or 0. */
static uint32_t advanced_by(const struct lint_context *c, uint32_t product, uint32_t loop)
{
    uint32_t x, y;
    if (!factors_of(c, product, &x, &y))
        return 0;
    return is_root(c, y, loop, true)   ? ast_bare(c->ast, x)
           : is_root(c, x, loop, true) ? ast_bare(c->ast, y)
                                       : 0;
}

/* Returns w for t = w * u if w = t follows, and for w = w * u. Returns 0 otherwise. */
static uint32_t advanced_in(const struct lint_context *c, uint32_t left, uint32_t right,
                            uint32_t loop)
{
    const struct ast *a = c->ast;
    uint32_t w = advanced_by(c, right, loop);
    if (w == 0 || ast_same(a, w, left))
        return w;
    for (uint32_t n = loop; ast_kind(a, w) == K_NAME && n <= a->nodes[loop].last; n++) {
        uint32_t value = value_for(c, n, a->nodes[w].name);
        if (value != 0 && ast_same(a, value, left))
            return w;
    }
    return 0;
}

/* ---- elements of a table computed from previous ones: w[k] = w[k - 1] * u, w.append(w[-1] * u) */

static uint32_t array_of(const struct lint_context *c, uint32_t element)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, element) == K_CALL && slice_is(facts_called(c->facts, element), "back"))
        return ast_child(a, ast_child(a, element, F_FUNCTION), F_OBJECT); /* w.back() */
    if (ast_kind(a, element) != K_SUBSCRIPT)
        return 0;
    uint32_t array = ast_child(a, element, F_OBJECT);
    return array != 0 ? array : ast_child(a, element, F_VALUE);
}

/* Reports whether the array has a 1 or a root of unity before the loop. */
static bool begins_with_one(const struct lint_context *c, uint32_t array, uint32_t loop)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, array);
    for (uint32_t n = function; n < loop; n++) {
        uint32_t value = value_for(c, n, a->nodes[array].name);
        bool element =
            ast_kind(a, n) == K_ASSIGN && ast_same(a, array_of(c, ast_child(a, n, F_LEFT)), array);
        if (element)
            value = ast_child(a, n, F_RIGHT);
        if (ast_kind(a, n) == K_CALL &&
            slice_among(facts_called(c->facts, n), " push_back emplace_back append ") &&
            ast_same(a, ast_child(a, ast_child(a, n, F_FUNCTION), F_OBJECT), array))
            value = ast_child(a, n, F_ARGUMENTS);
        if (value != 0 && begins_powers(c, value))
            return true;
    }
    return false;
}

static bool is_table_from_itself(const struct lint_context *c, uint32_t array, uint32_t product,
                                 uint32_t loop)
{
    uint32_t before = advanced_by(c, product, loop);
    return ast_kind(c->ast, array) == K_NAME && before != 0 &&
           ast_same(c->ast, array_of(c, before), array) && begins_with_one(c, array, loop);
}

static void report_recurrence(struct lint_context *c, uint32_t site, uint32_t what, uint32_t loop)
{
    if (has_modulo(c, loop) || !lint_once(c, site))
        return;
    lint_report(c, site,
                "each round multiplies one more rounding into %.*s: after k rounds its error is "
                "about k units; take "
                "it from a table, or from the sine and cosine of each angle",
                TEXT(c->ast, what));
}

void lint_FFT501(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t loop = ast_loop(a, m->site), left = ast_child(a, m->site, F_LEFT),
             right = ast_child(a, m->site, F_RIGHT), w = 0, site = m->site;
    if (loop == 0)
        return;
    uint32_t array = ast_kind(a, site) == K_CALL
                         ? ast_child(a, ast_child(a, site, F_FUNCTION), F_OBJECT)
                         : array_of(c, left);
    if (array != 0) {
        uint32_t product = right != 0 ? right : facts_argument(c->facts, site, 0);
        if (!ast_op(a, site, "*=") && is_table_from_itself(c, array, product, loop))
            report_recurrence(c, site, array, loop);
        return;
    }
    if (left == 0 || right == 0 ||
        (ast_kind(a, left) != K_NAME && ast_kind(a, left) != K_ATTRIBUTE))
        return;
    if (ast_op(a, site, "*="))
        w = is_root(c, right, loop, true) ? left : 0;
    else if (is_product(c, ast_bare(a, right)))
        w = advanced_in(c, left, right, loop);
    else if (a->nodes[site].op[0] == 0 || ast_op(a, site, "="))
        w = is_rotation(c, left, right, loop) ? left : 0;
    if (w == 0 || begins_anew(c, w, left, loop) || !lint_may_search(c))
        return;
    if (multiplies_data(c, name_of(a, w), site, loop) ||
        advances_another(c, name_of(a, w), site, loop) ||
        (is_scalar(c, w, site) && fills_table(c, w, site, loop)))
        report_recurrence(c, site, w, loop);
}
