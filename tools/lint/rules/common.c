/* SPDX-License-Identifier: Apache-2.0 */
#include "common.h"

#include <ctype.h>
#include <string.h>

enum norm lint_norm(const struct transform *t)
{
    if (t->open && t->norm == NORM_DEFAULT)
        return NORM_UNKNOWN;
    return t->norm == NORM_DEFAULT ? NORM_BACKWARD : t->norm;
}

const char *lint_norm_name(enum norm norm)
{
    return norm == NORM_ORTHO ? "ortho" : norm == NORM_FORWARD ? "forward" : "backward";
}

bool lint_pair(const struct lint_context *c, const struct lint_match *m, struct lint_pair *p)
{
    const struct transform *t = p->inverse = facts_transform(c->facts, m->site);
    if (t == NULL || t->library == LIB_ARRAY || t->x == 0 || t->open || t->function->hermitian)
        return false;
    facts_trace(c->facts, t->x, &p->chain);
    if (p->chain.source_count == 0 || p->chain.source_count == CHAIN_MOST)
        return false;
    for (int i = 0; i < p->chain.source_count; i++) {
        const struct transform *s = p->chain.sources[i];
        if (s->function->direction != FORWARD || s->library == LIB_ARRAY || s->open ||
            s->function->hermitian)
            return false;
    }
    return true;
}

const struct transform *lint_direct(const struct facts *f, uint32_t n)
{
    for (int hops = 0; hops < 8; hops++) {
        n = ast_bare(&f->ast, n);
        if (ast_kind(&f->ast, n) == K_CALL)
            return facts_transform(f, n);
        n = facts_constant(f, n);
        if (n == 0)
            return NULL;
    }
    return NULL;
}

const struct transform *lint_possibly(const struct facts *f, uint32_t n)
{
    n = ast_bare(&f->ast, n);
    const struct def *d = facts_definition(f, n);
    if (d == NULL)
        d = facts_possible_definition(f, n);
    if (d == NULL)
        return lint_direct(f, n);
    return d->kind == DEF_VALUE && d->index < 0 ? lint_direct(f, d->value) : NULL;
}

uint32_t lint_value_of(const struct lint_context *c, uint32_t n)
{
    n = ast_plain(c->ast, n);
    for (int hops = 0; hops < 4; hops++) {
        uint32_t value = facts_constant(c->facts, n);
        if (value == 0)
            break;
        n = ast_plain(c->ast, value);
    }
    return n;
}

/* Returns the only function of that name in the class around a call self.f(), or in the module, or
 * 0. */
static uint32_t function_of(const struct facts *f, uint32_t call)
{
    const struct ast *a = &f->ast;
    uint32_t callee = ast_child(a, call, F_FUNCTION), name = callee, place = 1, found = 0;
    if (ast_kind(a, callee) == K_ATTRIBUTE) {
        if (!slice_is(ast_text(a, ast_child(a, callee, F_OBJECT)), "self"))
            return 0;
        name = ast_child(a, callee, F_MEMBER);
        place = ast_up(a, call, K_CLASS);
    }
    if (ast_kind(a, name) != K_NAME || place == 0)
        return 0;
    for (uint32_t n = place; n <= a->nodes[place].last; n++) {
        bool method = ast_up(a, n, K_CLASS) != 0;
        if (ast_kind(a, n) != K_FUNCTION || method != (place != 1) ||
            a->nodes[ast_child(a, n, F_NAME)].name != a->nodes[name].name)
            continue;
        if (found != 0)
            return 0;
        found = n;
    }
    return found;
}

uint32_t lint_result_of(const struct facts *f, uint32_t call)
{
    const struct ast *a = &f->ast;
    uint32_t function = ast_kind(a, call) == K_CALL ? function_of(f, call) : 0, result = 0;
    for (uint32_t n = function; function != 0 && n <= a->nodes[function].last; n++) {
        if (ast_kind(a, n) != K_RETURN || ast_function(a, n) != function)
            continue;
        if (result != 0)
            return 0;
        result = ast_first(a, n);
    }
    return result;
}

uint32_t lint_called_node(const struct ast *a, uint32_t call)
{
    uint32_t callee = ast_child(a, call, F_FUNCTION);
    return ast_kind(a, callee) == K_ATTRIBUTE ? ast_child(a, callee, F_MEMBER)
                                              : lint_last_name(a, callee);
}

uint32_t lint_last_name(const struct ast *a, uint32_t n)
{
    while (ast_kind(a, n) == K_SCOPED && ast_child(a, n, F_NAME) != 0)
        n = ast_child(a, n, F_NAME);
    return n;
}

uint32_t lint_function_name(const struct ast *a, uint32_t function)
{
    if (ast_kind(a, function) != K_FUNCTION)
        return 0;
    uint32_t n = ast_child(a, function, F_DECLARATOR);
    if (n == 0) /* the Python tree has no such field */
        return ast_child(a, function, F_NAME);
    while (ast_kind(a, n) == K_POINTER) /* follows the returned type; a reference has no field */
        n = ast_child(a, n, F_DECLARATOR) != 0 ? ast_child(a, n, F_DECLARATOR) : ast_first(a, n);
    return ast_kind(a, n) == K_FUNCTION_DECLARATOR ? ast_child(a, n, F_DECLARATOR) : 0;
}

bool lint_named(struct slice name, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= name.n; i++) {
        size_t k = 0;
        while (k < n && tolower((unsigned char)name.p[i + k]) == word[k])
            k++;
        if (k < n)
            continue;
        char before = i > 0 ? name.p[i - 1] : '_', after = i + n < name.n ? name.p[i + n] : '_';
        bool begins = !isalpha((unsigned char)before) ||
                      (islower((unsigned char)before) && isupper((unsigned char)name.p[i]));
        bool ends = !islower((unsigned char)after);
        if (begins && ends)
            return true;
    }
    return false;
}

/* Reports whether a return follows n in the body of the `if` around it. */
static bool leaves_from(const struct ast *a, uint32_t n, uint32_t choice)
{
    uint32_t body = ast_child(a, choice, F_BODY);
    if (!ast_inside(a, n, body))
        return false;
    if (ast_up(a, n, K_RETURN) > choice)
        return true;
    for (uint32_t s = ast_kind(a, body) == K_BLOCK ? ast_first(a, body) : 0; s != 0;
         s = ast_next(a, s))
        if (s > n && ast_kind(a, s) == K_RETURN)
            return true;
    return false;
}

bool lint_excludes(const struct ast *a, uint32_t n, uint32_t other)
{
    for (uint32_t choice = ast_up(a, n, K_IF); choice != 0;
         choice = ast_up(a, ast_parent(a, choice), K_IF))
        if (!ast_inside(a, other, choice) && leaves_from(a, n, choice))
            return true;
    for (uint32_t branch = ast_up(a, n, K_BRANCH); branch != 0;
         branch = ast_up(a, ast_parent(a, branch), K_BRANCH)) {
        uint32_t choice = ast_up(a, branch, K_IF);
        if (ast_inside(a, other, choice) && !ast_inside(a, other, branch) &&
            !ast_inside(a, other, ast_child(a, choice, F_CONDITION)))
            return true;
    }
    return false;
}

bool lint_may_search(struct lint_context *c)
{
    enum { SEARCHES_MOST = 400 };
    return c->searches++ < SEARCHES_MOST;
}

struct slice lint_target(const struct ast *a, uint32_t call)
{
    for (uint32_t n = call, p = ast_parent(a, n); p > 1; n = p, p = ast_parent(a, n)) {
        if (ast_kind(a, p) == K_ASSIGN && a->nodes[n].field == F_RIGHT)
            return ast_text(a, ast_child(a, p, F_LEFT));
        if (ast_kind(a, p) != K_PAREN && ast_kind(a, p) != K_BINARY && ast_kind(a, p) != K_UNARY)
            break;
    }
    return (struct slice){"", 0};
}

bool lint_names_frequencies(struct slice name)
{
    static const char *const words[] = {"freq", "freqs", "frequency", "frequencies", "omega",
                                        "kx",   "ky",    "fx",        "fy",          "xf"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lint_named(name, words[i]))
            return true;
    return false;
}
