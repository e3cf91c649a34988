/* SPDX-License-Identifier: Apache-2.0 */
/* FFT608 and FFT609 for C: a plan that nothing destroys, and memory that another allocator
 * frees. */
#include "plans.h"

#include <string.h>

/* ---- FFT608 */

/* Reports whether this use of a plan does not store the plan elsewhere. */
static bool only_uses(const struct lint_context *c, uint32_t name)
{
    const struct ast *a = c->ast;
    uint32_t p = ast_parent(a, name);
    while (ast_kind(a, p) == K_PAREN || (ast_kind(a, p) == K_UNARY && ast_op(a, p, "&")))
        p = ast_parent(a, p);
    if (ast_kind(a, p) == K_ARGUMENTS) {
        struct slice called = facts_called(c->facts, ast_parent(a, p));
        return lint_executes(c, ast_parent(a, p)) || slice_has(called, "fftexec") ||
               slice_has(called, "fftplan") || slice_has(called, "fftset") ||
               slice_has(called, "print_plan");
    }
    return ast_kind(a, p) == K_COMPARE || ast_kind(a, p) == K_UNARY || ast_kind(a, p) == K_BINARY ||
           ast_kind(a, p) == K_DECLARATION || ast_kind(a, p) == K_INIT ||
           (ast_kind(a, p) == K_ASSIGN && a->nodes[name].field == F_LEFT);
}

/* Reports whether the holder is a variable of the function that is made and run there and never
 * destroyed. */
static bool is_forgotten(const struct lint_context *c, uint32_t holder, uint32_t call)
{
    const struct ast *a = c->ast;
    int pointers;
    uint32_t function = ast_function(a, call), at = facts_declaration(c->facts, holder);
    uint32_t declaration = ast_up(a, at, K_DECLARATION);
    struct slice type = facts_type(c->facts, holder, &pointers);
    if (function == 1 || !ast_inside(a, declaration, function) || type.p == NULL || pointers != 0 ||
        (!lint_is_plan_type(type) && !slice_is(type, "auto")) ||
        slice_begins(ast_text(a, declaration), "static") ||
        slice_is(ast_text(a, lint_function_name(a, function)), "main"))
        return false;
    for (uint32_t n = function; n <= a->nodes[function].last; n++)
        if (a->nodes[n].name == a->nodes[holder].name && ast_kind(a, n) == K_NAME &&
            !only_uses(c, n))
            return false;
    return true;
}

/* Reports whether a loop loses plans: the holder is a variable of this function that the loop only
 * runs. Code after the loop can destroy only the last plan. */
static bool is_lost(const struct lint_context *c, const struct c_plan *p, uint32_t loop)
{
    const struct ast *a = c->ast;
    bool run = false;
    if (p == NULL || ast_kind(a, p->holder) != K_NAME || ast_up(a, p->call, K_IF) > loop ||
        !ast_inside(a, facts_declaration(c->facts, p->holder), p->function))
        return false;
    for (uint32_t n = loop; n <= a->nodes[loop].last; n++) {
        uint32_t parent = ast_parent(a, n);
        if (a->nodes[n].name != a->nodes[p->holder].name || n == p->holder)
            continue;
        if (ast_kind(a, parent) == K_COMPARE || ast_kind(a, parent) == K_UNARY ||
            ast_kind(a, parent) == K_BINARY || ast_kind(a, parent) == K_DECLARATION ||
            ast_kind(a, parent) == K_PAREN)
            continue;
        if (ast_kind(a, parent) != K_ARGUMENTS || !lint_executes(c, ast_parent(a, parent)))
            return false;
        run = true;
    }
    return run;
}

/* Reports whether a function frees memory and is a destructor or named like one. */
static bool takes_down(const struct lint_context *c, uint32_t function)
{
    const struct ast *a = c->ast;
    struct slice name = ast_text(a, lint_function_name(a, function));
    bool named = name.n > 0 && (memchr(name.p, '~', name.n) != NULL || slice_has(name, "free") ||
                                slice_has(name, "destroy") || slice_has(name, "delete") ||
                                slice_has(name, "cleanup"));
    for (uint32_t n = function; named && n <= a->nodes[function].last; n++)
        if (ast_kind(a, n) == K_DELETE ||
            (ast_kind(a, n) == K_CALL && slice_ends(facts_called(c->facts, n), "free")))
            return true;
    return false;
}

static bool is_said(const struct lint_context *c)
{
    for (uint32_t i = 0; i < c->result->count; i++)
        if (c->result->findings[i].needs_leaks)
            return true;
    return false;
}

/* Returns the first function of the file that takes_down() accepts, or 0. */
static uint32_t taken_down_by(struct lint_context *c)
{
    for (uint32_t n = 1; n < c->ast->count && c->takes_down == 0; n++)
        if (ast_kind(c->ast, n) == K_FUNCTION && takes_down(c, n))
            c->takes_down = n;
    if (c->takes_down == 0)
        c->takes_down = UINT32_MAX;
    return c->takes_down == UINT32_MAX ? 0 : c->takes_down;
}

/* Returns Grid for ~Grid, Grid::~Grid and Grid<T>::f, or the class around the function. */
static struct slice class_of(const struct ast *a, uint32_t function)
{
    struct slice name = ast_text(a, lint_function_name(a, function));
    const char *tilde = name.n > 0 ? memchr(name.p, '~', name.n) : NULL;
    if (tilde != NULL)
        name = (struct slice){tilde + 1, name.n - (uint32_t)(tilde + 1 - name.p)};
    else if (name.n == 0 || memchr(name.p, ':', name.n) == NULL)
        return ast_text(a, ast_child(a, ast_up(a, function, K_CLASS), F_NAME));
    uint32_t n = 0;
    while (n < name.n && name.p[n] != '<' && name.p[n] != ':' && name.p[n] != '(')
        n++;
    return (struct slice){name.p, n};
}

/* Notes a destructor that frees memory, for plans that another file makes. */
static void note_destructor(struct lint_context *c, uint32_t function)
{
    const struct ast *a = c->ast;
    uint32_t at = lint_function_name(a, function);
    struct slice name = ast_text(a, at), of = class_of(a, function);
    if (name.n != 0 && memchr(name.p, '~', name.n) != NULL && of.n != 0 && takes_down(c, function))
        lint_note(c, LINT_TAKES_DOWN, of, of, at);
}

/* Reports whether the holder is a member, or is declared outside of functions. */
static bool is_kept(const struct lint_context *c, uint32_t holder)
{
    const struct ast *a = c->ast;
    uint32_t at = facts_declaration(c->facts, holder);
    return ast_kind(a, holder) == K_ATTRIBUTE ||
           (ast_kind(a, holder) == K_NAME && (at == 0 || ast_function(a, at) == 1));
}

void lint_FFT608(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, m->site) == K_FUNCTION) {
        note_destructor(c, m->site);
        return;
    }
    const struct c_plan *p = lint_plan_at(c, m->site);
    bool cuda = !slice_begins(facts_called(c->facts, m->site), "fftw");
    uint32_t holder = p != NULL ? p->holder
                      : cuda    ? facts_object(c->facts, facts_argument(c->facts, m->site, 0))
                                : 0;
    if (holder == 0)
        return;
    if (ast_kind(a, holder) == K_NAME && is_forgotten(c, holder, m->site)) {
        if (lint_once_for(c, m->site, a->nodes[holder].name))
            lint_report(c, m->site,
                        "%.*s is made and run here, and nothing destroys it: each call of this "
                        "function leaks a plan",
                        TEXT(a, holder));
        return;
    }
    if (ast_loop(a, m->site) != 0 && is_lost(c, p, ast_loop(a, m->site))) {
        lint_report(c, m->site,
                    "every round of the loop makes a plan, and all but the last leak: make one "
                    "before the loop, and run it on new arrays (fftw_execute_dft)");
        return;
    }
    if (c->result->destroys_plans || !is_kept(c, holder) || is_said(c))
        return;
    uint32_t function = taken_down_by(c);
    struct slice of = class_of(a, ast_function(a, m->site));
    if (function == 0 && (of.n == 0 || ast_kind(a, holder) != K_NAME))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "nothing in these files destroys a plan: with each object that is taken down "
                    "%.*s leaks",
                    TEXT(a, holder));
    if (f == NULL)
        return;
    f->needs_leaks = true;
    if (function != 0)
        lint_relate(c, f, lint_function_name(a, function), "memory is given back here");
    else
        f->taken_down = arena_printf(&c->result->arena, "%.*s", (int)of.n, of.p);
}

/* ---- FFT609 */

enum { FROM_NOWHERE, FROM_FFTW, FROM_MALLOC, FROM_NEW, FROM_ELSEWHERE };

/* Returns the name of a variable, or of a member of any object. */
static uint32_t known_by(const struct ast *a, uint32_t n)
{
    return ast_kind(a, n) == K_ATTRIBUTE ? ast_child(a, n, F_MEMBER) : n;
}

static int origin_of(const struct lint_context *c, uint32_t value)
{
    const struct ast *a = c->ast;
    struct slice text;
    value = ast_plain(a, value);
    text = ast_text(a, value);
    if (slice_among(text, " NULL nullptr 0 "))
        return FROM_NOWHERE;
    if (ast_kind(a, value) == K_NEW)
        return FROM_NEW;
    if (ast_kind(a, value) != K_CALL)
        return FROM_ELSEWHERE;
    text = facts_called(c->facts, value);
    if (slice_ends(text, "_cast"))
        return origin_of(c, facts_argument(c->facts, value, 0));
    if (facts_fftw(text, "malloc") || facts_fftw(text, "alloc_real") ||
        facts_fftw(text, "alloc_complex"))
        return FROM_FFTW;
    return slice_among(text, " malloc calloc realloc ") ? FROM_MALLOC : FROM_ELSEWHERE;
}

/* Returns the common origin of all visible values of the object: a variable's in its function, any
 * other's in the file. Stores one of its assignments in *at. */
static int origin_of_all(const struct lint_context *c, uint32_t object, uint32_t *at)
{
    const struct ast *a = c->ast;
    uint32_t name = a->nodes[known_by(a, object)].name, declaration = 0, root = 1;
    int found = FROM_NOWHERE;
    if (ast_kind(a, object) == K_NAME)
        declaration = facts_declaration(c->facts, object);
    if (declaration != 0 && ast_up(a, declaration, K_PARAMETER) != 0)
        return FROM_ELSEWHERE;
    if (declaration != 0)
        root = ast_function(a, declaration);
    for (uint32_t n = root; n <= a->nodes[root].last; n++) {
        bool init = ast_kind(a, n) == K_INIT;
        if (!init && ast_kind(a, n) != K_ASSIGN)
            continue;
        uint32_t left = init ? ast_child(a, n, F_DECLARATOR) : ast_child(a, n, F_LEFT);
        for (int hops = 0; init && ast_kind(a, left) == K_POINTER && hops < 4; hops++)
            left = ast_child(a, left, F_DECLARATOR) != 0 ? ast_child(a, left, F_DECLARATOR)
                                                         : ast_first(a, left);
        if (name == 0 || a->nodes[known_by(a, left)].name != name)
            continue;
        int from = origin_of(c, ast_child(a, n, init ? F_VALUE : F_RIGHT));
        if (from == FROM_NOWHERE)
            continue;
        if (found != FROM_NOWHERE && from != found)
            return FROM_ELSEWHERE;
        found = from;
        *at = n;
    }
    return found;
}

/* Reports whether the file calls FFTW's allocator. Only then it pays to search for the origin of an
 * array. */
static bool uses_allocator(struct lint_context *c)
{
    for (uint32_t n = c->allocates == 0 ? facts_next_call(c->facts, 1, 0) : 0;
         n != 0 && c->allocates == 0; n = facts_next_call(c->facts, 1, n)) {
        struct slice called = facts_called(c->facts, n);
        if (facts_fftw(called, "malloc") || facts_fftw(called, "alloc_real") ||
            facts_fftw(called, "alloc_complex"))
            c->allocates = 1;
    }
    if (c->allocates == 0)
        c->allocates = -1;
    return c->allocates > 0;
}

void lint_FFT609(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    bool deletes = ast_kind(a, m->site) == K_DELETE;
    struct slice by = deletes ? (struct slice){"delete", 6} : facts_called(c->facts, m->site);
    bool fftw = !deletes && facts_fftw(by, "free");
    if ((!deletes && !fftw && !slice_is(by, "free")) || (!fftw && !uses_allocator(c)))
        return;
    uint32_t object, at = 0;
    if (!deletes)
        object = facts_argument(c->facts, m->site, 0);
    else
        for (object = ast_first(a, m->site); ast_next(a, object) != 0;)
            object = ast_next(a, object);
    object = ast_plain(a, object);
    if (ast_kind(a, object) != K_NAME && ast_kind(a, object) != K_ATTRIBUTE)
        return;
    int from = origin_of_all(c, object, &at);
    const char *source = from == FROM_FFTW     ? "FFTW's allocator"
                         : from == FROM_MALLOC ? "the C library"
                                               : "new";
    if (from == FROM_NOWHERE || from == FROM_ELSEWHERE || fftw == (from == FROM_FFTW) ||
        (!fftw && from != FROM_FFTW)) /* other linters report delete of malloc */
        return;
    struct lint_finding *f = lint_report(
        c, m->site, "%.*s is from %s, and goes back by %.*s: undefined where FFTW aligns by itself",
        TEXT(a, object), source, (int)by.n, by.p);
    lint_relate(c, f, at, "allocated here");
}
