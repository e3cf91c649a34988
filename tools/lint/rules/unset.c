/* SPDX-License-Identifier: Apache-2.0 */
/* FFT611: a member that is destroyed as a plan even if no plan was made. The class, its
 * constructors and its destructor may be in several files: they leave notes, and lint_join()
 * decides. */
#include "plans.h"

#include <string.h>

/* Returns the name of a member of this object, plan or this->plan, or 0. */
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
    return ast_text(a, lint_function_name(a, ast_function(a, n)));
}

/* Returns the last part of a name: init of Fftw::init. */
static struct slice last_name(struct slice name)
{
    uint32_t at = name.n;
    while (at > 0 && name.p[at - 1] != ':')
        at--;
    return (struct slice){name.p + at, name.n - at};
}

/* Reports whether n is in a constructor: Fftw::Fftw, or Fftw in its class. */
static bool is_constructor(const struct ast *a, uint32_t n)
{
    struct slice name = function_name(a, n), last = last_name(name), of = {name.p, 0};
    if (last.n < name.n)
        of.n = name.n - last.n - 2;
    else
        of = ast_text(a, ast_child(a, ast_up(a, ast_function(a, n), K_CLASS), F_NAME));
    const char *arguments = of.n != 0 ? memchr(of.p, '<', of.n) : NULL;
    if (arguments != NULL) /* Fftw<T>::Fftw */
        of.n = (uint32_t)(arguments - of.p);
    return last.n != 0 && slice_same(last, last_name(of));
}

/* Reports whether a constructor of the file calls the function around n. */
static bool is_run_by_constructor(const struct lint_context *c, uint32_t n)
{
    struct slice name = last_name(function_name(c->ast, n));
    for (uint32_t call = facts_next_call(c->facts, 1, 0); call != 0;
         call = facts_next_call(c->facts, 1, call))
        if (slice_same(facts_called(c->facts, call), name) && is_constructor(c->ast, call))
            return true;
    return false;
}

/* Returns the conditions around n in its function, of `if` and of the preprocessor, as text. NULL
 * if there is a branch or a condition that cannot be compared. Leaves out conditions that test only
 * the name `but`, if that is not 0. */
static const char *conditions_of(const struct lint_context *c, uint32_t n, uint32_t but)
{
    const struct ast *a = c->ast;
    const char *text = "";
    for (uint32_t p = ast_parent(a, n), inner = n; p > 1 && ast_kind(a, p) != K_FUNCTION;
         inner = p, p = ast_parent(a, p)) {
        int kind = ast_kind(a, p);
        if (kind == K_BRANCH || kind == K_CONDITIONAL || kind == K_LAMBDA)
            return NULL;
        if (kind != K_IF && kind != K_CONDITIONAL_GROUP)
            continue;
        uint32_t condition = ast_first(a, p);
        if (a->nodes[condition].field != F_CONDITION && a->nodes[condition].field != F_NAME)
            condition = 0;
        if (condition == 0 || ast_inside(a, inner, condition) ||
            ast_kind(a, inner) == K_CONDITIONAL_GROUP)
            return NULL; /* #else */
        if (but != 0 && kind == K_IF && facts_mentions(c->facts, condition, a->nodes[but].name)) {
            for (uint32_t i = condition; i <= a->nodes[condition].last; i++)
                if (a->nodes[i].name != 0 && a->nodes[i].name != a->nodes[but].name &&
                    !slice_among(ast_text(a, i), " NULL nullptr this "))
                    return NULL; /* other names may say whether the plan was made */
            continue;
        }
        uint32_t flag = ast_bare(a, condition);
        if (ast_kind(a, flag) == K_UNARY)
            flag = ast_bare(a, ast_first(a, flag));
        if (kind == K_IF && ast_kind(a, flag) != K_BINARY)
            return NULL; /* a flag may say whether the plan was made */
        struct slice bare = ast_text(a, ast_bare(a, condition));
        text = arena_printf(&c->result->arena, "%.*s;%s", (int)bare.n, bare.p, text);
    }
    return text;
}

static bool is_plan_pointer(const struct ast *a, struct slice type, uint32_t declarator)
{
    return ast_kind(a, declarator) == K_POINTER && memchr(type.p, '<', type.n) == NULL &&
           (slice_ends(type, "Plan") || slice_ends(type, "plan"));
}

/* Notes members of a class that are plans, and whether the declaration sets them. */
static void note_members(struct lint_context *c, uint32_t declaration)
{
    const struct ast *a = c->ast;
    struct slice type = ast_text(a, ast_child(a, declaration, F_TYPE));
    struct slice text = ast_text(a, declaration);
    if (type.n == 0 || slice_begins(text, "static"))
        return;
    bool set = memchr(text.p, '=', text.n) != NULL || memchr(text.p, '{', text.n) != NULL;
    for (uint32_t n = ast_first(a, declaration); n != 0; n = ast_next(a, n)) {
        uint32_t name = ast_kind(a, n) == K_POINTER ? ast_first(a, n) : n;
        if (a->nodes[n].field != F_DECLARATOR || ast_kind(a, name) != K_NAME ||
            (n == name ? !lint_is_plan_type(type) : !is_plan_pointer(a, type, n)))
            continue;
        struct slice member = ast_text(a, name);
        lint_note(c, set ? LINT_SETS_PLAN : LINT_HAS_PLAN, member, (struct slice){"", 0}, name);
    }
}

static void note_set(struct lint_context *c, uint32_t name, const char *conditions)
{
    if (name != 0 && ast_kind(c->ast, name) == K_NAME)
        lint_note(c, LINT_SETS_PLAN, ast_text(c->ast, name),
                  (struct slice){conditions, (uint32_t)strlen(conditions)}, name);
}

/* Notes a value of a member: p = nullptr outside of destructors, and p = anything or
 * cufftPlan1d(&p, ...) whenever an object is made. */
static void note_value(struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    bool assigned = ast_kind(a, n) == K_ASSIGN, empty = false;
    uint32_t object =
        facts_object(c->facts, assigned ? ast_child(a, n, F_LEFT) : facts_argument(c->facts, n, 0));
    if (assigned) {
        uint32_t value = ast_bare(a, ast_child(a, n, F_RIGHT));
        empty = slice_among(ast_text(a, value), " NULL nullptr 0 ");
        if (!empty && ast_kind(a, value) != K_CALL && ast_kind(a, value) != K_NEW)
            return;
    }
    struct slice in = function_name(a, n), text = ast_text(a, n);
    if (in.n == 0 || memchr(in.p, '~', in.n) != NULL)
        return;
    if (empty) {
        note_set(c, member_of(c, object), "");
        return;
    }
    const char *conditions = conditions_of(c, n, 0);
    if (conditions != NULL &&
        (is_constructor(a, n) ||
         ((slice_has(text, "plan") || slice_has(text, "fft")) && is_run_by_constructor(c, n))))
        note_set(c, member_of(c, object), conditions);
}

/* Reports whether the function may return before n. */
static bool is_left_before(const struct ast *a, uint32_t n)
{
    for (uint32_t i = ast_function(a, n); i < n; i++)
        if (ast_kind(a, i) == K_RETURN || ast_kind(a, i) == K_RAISE)
            return true;
    return false;
}

void lint_FFT611(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    struct slice called = facts_called(c->facts, m->site), in = function_name(a, m->site);
    switch (ast_kind(a, m->site)) {
    case K_DECLARATION: note_members(c, m->site); return;
    case K_ASSIGN: note_value(c, m->site); return;
    case K_CALL: break;
    default: note_set(c, ast_first(a, m->site), ""); return; /* p(nullptr) in a constructor */
    }
    if (!slice_has(called, "destroy")) {
        if (slice_has(called, "plan") || slice_has(called, "create"))
            note_value(c, m->site);
        return;
    }
    uint32_t name = member_of(c, facts_argument(c->facts, m->site, 0));
    if (name == 0 || in.n == 0 || memchr(in.p, '~', in.n) == NULL || is_left_before(a, m->site))
        return;
    const char *conditions = conditions_of(c, m->site, name);
    if (conditions == NULL)
        return;
    struct lint_finding *f = lint_report(
        c, m->site,
        "%.*s is destroyed whether or not a plan was made: it is made under a condition or by "
        "another function than the constructor, and nothing sets it before; nullptr",
        TEXT(a, name));
    if (f == NULL)
        return;
    f->unset = arena_printf(&c->result->arena, "%.*s", TEXT(a, name));
    f->unset_if = conditions;
}
