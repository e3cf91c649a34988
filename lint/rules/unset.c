/* SPDX-License-Identifier: Apache-2.0 */
/* FFT611: a member that is destroyed as a plan whether or not a plan was made. The class, its
 * constructors and its destructor may be in several files: what they say are notes, and
 * lint_join() decides. */
#include "plans.h"

#include <string.h>

static bool is_plan_type(struct slice type)
{
    return slice_among(type, " fftw_plan fftwf_plan fftwl_plan cufftHandle hipfftHandle ");
}

/* The name of a member of this object: plan, or this->plan. 0: something else. */
static uint32_t member_of(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    n = ast_bare(a, n);
    if (ast_kind(a, n) == K_ATTRIBUTE)
        return slice_is(ast_text(a, ast_child(a, n, F_OBJECT)), "this") ? ast_child(a, n, F_MEMBER)
                                                                        : 0;
    uint32_t at = ast_kind(a, n) == K_NAME ? facts_declaration(c->facts, n) : 0;
    return ast_kind(a, n) == K_NAME && (at == 0 || ast_function(a, at) == 1) ? n : 0;
}

static struct slice function_name(const struct ast *a, uint32_t n)
{
    uint32_t function = ast_function(a, n);
    uint32_t at = ast_child(a, function, F_DECLARATOR);
    while (at != 0 && ast_kind(a, at) != K_FUNCTION_DECLARATOR)
        at = ast_child(a, at, F_DECLARATOR);
    return ast_text(a, ast_child(a, at, F_DECLARATOR));
}

/* The last name of what is declared: init of Fftw::init. */
static struct slice last_name(struct slice name)
{
    uint32_t at = name.n;
    while (at > 0 && name.p[at - 1] != ':')
        at--;
    return (struct slice){name.p + at, name.n - at};
}

/* Fftw of Fftw::Fftw, or of the class around a function in it. */
static bool is_constructor(const struct ast *a, uint32_t n)
{
    struct slice name = function_name(a, n), last = last_name(name), of = {name.p, 0};
    if (last.n < name.n)
        of.n = name.n - last.n - 2;
    else
        of = ast_text(a, ast_child(a, ast_up(a, ast_function(a, n), K_CLASS), F_NAME));
    return last.n != 0 && slice_same(last, last_name(of));
}

/* A constructor of the file calls the function around n. */
static bool is_run_by_constructor(const struct lint_context *c, uint32_t n)
{
    struct slice name = last_name(function_name(c->ast, n));
    for (uint32_t call = facts_next_call(c->facts, 1, 0); call != 0;
         call = facts_next_call(c->facts, 1, call))
        if (slice_same(facts_called(c->facts, call), name) && is_constructor(c->ast, call))
            return true;
    return false;
}

/* Around n, in its function, stands an `if`, or what the preprocessor may leave out. */
static bool is_conditional(const struct ast *a, uint32_t n)
{
    uint32_t function = ast_function(a, n);
    return ast_up(a, n, K_IF) > function || ast_up(a, n, K_CONDITIONAL_GROUP) > function ||
           ast_up(a, n, K_BRANCH) > function;
}

/* Plans are members of a class: without a value of their own, or with one. */
static void note_members(struct lint_context *c, uint32_t declaration)
{
    const struct ast *a = c->ast;
    if (!is_plan_type(ast_text(a, ast_child(a, declaration, F_TYPE))))
        return;
    struct slice text = ast_text(a, declaration);
    bool set = memchr(text.p, '=', text.n) != NULL || memchr(text.p, '{', text.n) != NULL;
    for (uint32_t n = ast_first(a, declaration); n != 0; n = ast_next(a, n))
        if (ast_kind(a, n) == K_NAME && a->nodes[n].field == F_DECLARATOR)
            lint_note(c, set ? LINT_SETS_PLAN : LINT_HAS_PLAN, ast_text(a, n), ast_text(a, n), n);
}

/* What is done at n is done whenever an object is made. Asked of what speaks of plans alone: it
 * looks at all calls of the file. */
static bool is_always_done(const struct lint_context *c, uint32_t n)
{
    struct slice text = ast_text(c->ast, n);
    if (is_conditional(c->ast, n))
        return false;
    return is_constructor(c->ast, n) ||
           ((slice_has(text, "plan") || slice_has(text, "fft")) && is_run_by_constructor(c, n));
}

static void note_set(struct lint_context *c, uint32_t name)
{
    struct slice text = ast_text(c->ast, name);
    if (name != 0 && ast_kind(c->ast, name) == K_NAME)
        lint_note(c, LINT_SETS_PLAN, text, text, name);
}

/* p = nullptr, wherever but in a destructor; p = fftw_plan_...(), cufftPlan1d(&p, ...). */
static void note_value(struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    bool assigned = ast_kind(a, n) == K_ASSIGN, empty = false;
    uint32_t object =
        facts_object(c->facts, assigned ? ast_child(a, n, F_LEFT) : facts_argument(c->facts, n, 0));
    if (assigned) {
        uint32_t value = ast_bare(a, ast_child(a, n, F_RIGHT));
        empty = slice_among(ast_text(a, value), " NULL nullptr 0 ");
        if (!empty && ast_kind(a, value) != K_CALL)
            return;
    }
    struct slice in = function_name(a, n);
    if (in.n != 0 && memchr(in.p, '~', in.n) == NULL && (empty || is_always_done(c, n)))
        note_set(c, member_of(c, object));
}

/* The condition of an `if` around n names the member, or n is not reached on every way. */
static bool is_guarded(const struct ast *a, uint32_t n, uint32_t name)
{
    for (uint32_t at = ast_up(a, n, K_IF); at != 0; at = ast_up(a, ast_parent(a, at), K_IF)) {
        uint32_t condition = ast_child(a, at, F_CONDITION);
        for (uint32_t i = condition; i <= a->nodes[condition].last; i++)
            if (a->nodes[i].name == a->nodes[name].name)
                return true;
    }
    for (uint32_t i = ast_function(a, n); i < n; i++)
        if (ast_kind(a, i) == K_RETURN || ast_kind(a, i) == K_RAISE)
            return true;
    return is_conditional(a, n);
}

void lint_FFT611(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    struct slice called = facts_called(c->facts, m->site), in = function_name(a, m->site);
    switch (ast_kind(a, m->site)) {
    case K_DECLARATION: note_members(c, m->site); return;
    case K_ASSIGN: note_value(c, m->site); return;
    case K_CALL: break;
    default: note_set(c, ast_first(a, m->site)); return; /* p(nullptr), of a constructor */
    }
    if (!slice_has(called, "destroy")) {
        note_value(c, m->site);
        return;
    }
    uint32_t name = member_of(c, facts_argument(c->facts, m->site, 0));
    if (name == 0 || in.n == 0 || memchr(in.p, '~', in.n) == NULL || is_guarded(a, m->site, name))
        return;
    struct lint_finding *f = lint_report(
        c, m->site,
        "%.*s is destroyed whether or not a plan was made: it is made under a condition or by "
        "another function than the constructor, and nothing sets it before; nullptr",
        TEXT(a, name));
    if (f != NULL)
        f->unset = arena_printf(&c->result->arena, "%.*s", TEXT(a, name));
}
