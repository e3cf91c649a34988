/* SPDX-License-Identifier: Apache-2.0 */
/* Finds facts of Python: scopes and definitions, including imports. */
#include "python.h"

#include <string.h>

static uint32_t scope_of(const struct ast *a, uint32_t n)
{
    for (; n > 1; n = ast_parent(a, n)) {
        int kind = ast_kind(a, n);
        if (kind == K_FUNCTION || kind == K_LAMBDA || kind == K_CLASS || kind == K_COMPREHENSION)
            return n;
    }
    return 1;
}

/* Defines every name of a target: x, (x, y), *x. An attribute or element defines no name. */
static void add_target(struct facts *f, uint32_t target, uint32_t value, struct def d)
{
    const struct ast *a = &f->ast;
    switch (ast_kind(a, target)) {
    case K_NAME:
        d.node = target;
        d.value = value;
        facts_define(f, d);
        return;
    case K_TUPLE:
    case K_LIST:
    case K_PAREN:
    case K_AS: {
        int index = 0;
        uint32_t item = 0;
        bool pairs = value != 0 && ast_kind(a, ast_bare(a, value)) == K_TUPLE;
        if (pairs)
            item = ast_first(a, ast_bare(a, value));
        for (uint32_t c = ast_first(a, target); c != 0; c = ast_next(a, c), index++) {
            struct def one = d;
            if (!pairs && ast_kind(a, target) != K_PAREN)
                one.index = (int16_t)index;
            add_target(f, c, pairs ? item : value, one);
            item = ast_next(a, item);
        }
        return;
    }
    default: /* *x, or a node around a name */
        if (ast_kind(a, target) == K_OTHER || ast_kind(a, target) == K_SPLAT)
            for (uint32_t c = ast_first(a, target); c != 0; c = ast_next(a, c)) {
                d.kind = DEF_OTHER;
                add_target(f, c, 0, d);
            }
    }
}

struct slice python_join(struct arena *arena, struct slice left, struct slice right)
{
    if (left.p == NULL)
        return left;
    char *text = ARENA_NEW(arena, char, left.n + right.n + 2);
    memcpy(text, left.p, left.n);
    text[left.n] = '.';
    memcpy(text + left.n + 1, right.p, right.n);
    return (struct slice){text, left.n + 1 + right.n};
}

/* `import a.b` binds a; `import a.b as c` binds c to a.b. */
static void add_import(struct facts *f, uint32_t n)
{
    struct ast *a = &f->ast;
    for (uint32_t c = ast_first(a, n); c != 0; c = ast_next(a, c)) {
        struct def d = {.scope = scope_of(a, n), .statement = n, .index = -1, .kind = DEF_IMPORT};
        if (ast_kind(a, c) == K_IMPORT_AS) {
            d.path = ast_text(a, ast_child(a, c, F_NAME));
            d.node = ast_child(a, c, F_ALIAS);
        } else {
            d.node = ast_kind(a, c) == K_DOTTED ? ast_first(a, c) : c;
            d.path = ast_text(a, d.node);
        }
        facts_define(f, d);
    }
}

static void add_import_from(struct facts *f, uint32_t n)
{
    struct ast *a = &f->ast;
    uint32_t module = ast_child(a, n, F_MODULE);
    if (module == 0)
        return;
    for (uint32_t c = ast_next(a, module); c != 0; c = ast_next(a, c)) {
        struct def d = {.scope = scope_of(a, n), .statement = n, .index = -1, .kind = DEF_IMPORT};
        uint32_t name = ast_kind(a, c) == K_IMPORT_AS ? ast_child(a, c, F_NAME) : c;
        if (ast_kind(a, c) == K_IMPORT_ALL) {
            if (f->star_count < 4)
                f->star_modules[f->star_count++] = ast_text(a, module);
            continue;
        }
        d.path = python_join(a->arena, ast_text(a, module), ast_text(a, name));
        d.node = name == c ? ast_first(a, c) : ast_child(a, c, F_ALIAS);
        facts_define(f, d);
    }
}

static void add_parameters(struct facts *f, uint32_t n)
{
    struct ast *a = &f->ast;
    uint32_t owner = ast_parent(a, n);
    struct def d = {.scope = owner, .statement = n, .index = -1, .kind = DEF_PARAMETER};
    for (uint32_t c = ast_first(a, n); c != 0; c = ast_next(a, c)) {
        uint32_t name = ast_kind(a, c) == K_PARAMETER ? ast_child(a, c, F_NAME) : c;
        if (name == 0)
            name = ast_first(a, c); /* a typed_parameter has no field for its name */
        while (name != 0 && ast_kind(a, name) != K_NAME)
            name = ast_first(a, name);
        d.node = name;
        d.value = ast_kind(a, c) == K_PARAMETER ? ast_child(a, c, F_VALUE) : 0;
        if (name != 0)
            facts_define(f, d);
    }
}

static void add_other(struct facts *f, uint32_t target, uint32_t scope, uint32_t statement)
{
    add_target(
        f, target, 0,
        (struct def){.scope = scope, .statement = statement, .index = -1, .kind = DEF_OTHER});
}

static void add_assignment(struct facts *f, uint32_t n)
{
    struct ast *a = &f->ast;
    uint32_t left = ast_child(a, n, F_LEFT), right = ast_child(a, n, F_RIGHT);
    if (left == 0) { /* name := value */
        left = ast_child(a, n, F_NAME);
        right = ast_child(a, n, F_VALUE);
    }
    if (right == 0)
        return; /* x: int */
    struct def d = {.scope = scope_of(a, n), .statement = n, .index = -1, .kind = DEF_VALUE};
    if (ast_kind(a, n) == K_AUGMENTED)
        d.kind = DEF_AUGMENTED;
    while (ast_kind(a, right) == K_ASSIGN) { /* x = y = value */
        uint32_t inner = ast_child(a, right, F_RIGHT);
        if (inner == 0)
            break;
        right = inner;
    }
    add_target(f, left, right, d);
}

static void add_global(struct facts *f, uint32_t n)
{
    for (uint32_t c = ast_first(&f->ast, n); c != 0; c = ast_next(&f->ast, c))
        add_other(f, c, scope_of(&f->ast, n), n);
}

static void visit(struct facts *f, uint32_t n)
{
    struct ast *a = &f->ast;
    uint32_t child;
    switch (ast_kind(a, n)) {
    case K_IMPORT: add_import(f, n); break;
    case K_IMPORT_FROM: add_import_from(f, n); break;
    case K_PARAMETERS: add_parameters(f, n); break;
    case K_ASSIGN:
    case K_AUGMENTED: add_assignment(f, n); break;
    case K_GLOBAL:
    case K_DELETE: add_global(f, n); break;
    case K_FUNCTION:
    case K_CLASS:
        child = ast_child(a, n, F_NAME);
        if (child != 0)
            add_other(f, child, scope_of(a, ast_parent(a, n)), child);
        break;
    case K_FOR:
    case K_FOR_IN:
        child = ast_child(a, n, F_LEFT);
        if (child != 0)
            add_other(f, child, scope_of(a, n), child);
        break;
    case K_AS: /* with a as b, except a as b */
        child = ast_next(a, ast_first(a, n));
        if (child != 0)
            add_other(f, child, scope_of(a, n), child);
        break;
    default: break;
    }
}

void python_definitions(struct facts *f)
{
    struct ast *a = &f->ast;
    for (uint32_t n = 1; n < a->count; n++)
        visit(f, n);
}

/* Returns the first import of the name in the scope. Returns NULL if another definition may mean
 * something else: it is no import, or only one of the two is fftpack's. */
static const struct def *one_import(const struct facts *f, uint32_t name, uint32_t scope)
{
    const struct def *found = NULL;
    for (uint32_t i = facts_first_def(f, name, scope); i != 0; i = f->defs[i].next) {
        const struct def *d = &f->defs[i];
        if (d->kind != DEF_IMPORT ||
            (found != NULL && slice_has(d->path, "fftpack") != slice_has(found->path, "fftpack")))
            return NULL;
        if (found == NULL)
            found = d;
    }
    return found;
}

/* Returns the last definition before the statement of the use, in the scope of the use, if it
 * always runs before the use. */
static const struct def *local(const struct facts *f, uint32_t n, uint32_t scope, bool *any)
{
    const struct ast *a = &f->ast;
    uint32_t start = a->nodes[ast_statement(a, n)].start, loop = ast_loop(a, n);
    const struct def *last = NULL, *later = NULL;
    for (uint32_t i = facts_first_def(f, a->nodes[n].name, scope); i != 0; i = f->defs[i].next) {
        const struct def *d = &f->defs[i];
        *any = true;
        uint32_t end = a->nodes[d->statement].end;
        if (end <= start ||
            (ast_inside(a, d->statement, ast_statement(a, n)) && end <= a->nodes[n].start))
            last = d;
        else if (d->kind != DEF_IMPORT && ast_inside(a, d->node, loop))
            later = d;
    }
    if (last == NULL)
        return NULL;
    if (last->kind == DEF_IMPORT)
        return one_import(f, last->name, scope);
    if (later != NULL && !ast_inside(a, last->node, loop))
        return NULL; /* the loop may have redefined the name */
    return ast_inside(a, n, ast_block(a, last->statement)) ? last : NULL;
}

/* Returns the only definition of the name in a scope around the use. */
static const struct def *outer(const struct facts *f, uint32_t name, uint32_t scope, bool *any)
{
    uint32_t first = facts_first_def(f, name, scope);
    if (first == 0)
        return NULL;
    *any = true;
    const struct def *last = &f->defs[f->defs[first].last];
    if (last->kind == DEF_IMPORT)
        return one_import(f, name, scope);
    return last == &f->defs[first] && last->kind != DEF_AUGMENTED ? last : NULL;
}

const struct def *facts_definition(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    if (ast_kind(a, n) != K_NAME)
        return NULL;
    uint32_t scope = scope_of(a, n);
    bool any = false;
    const struct def *d = local(f, n, scope, &any);
    while (!any && scope != 1) {
        /* A comprehension sees the definitions before it, as an expression does. */
        bool same = ast_kind(a, scope) == K_COMPREHENSION;
        uint32_t from = ast_parent(a, scope);
        scope = scope_of(a, from);
        if (ast_kind(a, scope) == K_CLASS && scope != 1 && !same)
            continue;
        d = same ? local(f, n, scope, &any) : outer(f, a->nodes[n].name, scope, &any);
    }
    return d;
}

/* Reports whether the block of the statement always leaves the function or the iteration after
 * it. */
static bool is_left(const struct ast *a, uint32_t statement)
{
    for (uint32_t n = ast_next(a, statement); n != 0; n = ast_next(a, n)) {
        struct slice text = ast_text(a, n);
        if (ast_kind(a, n) == K_RETURN || ast_kind(a, n) == K_RAISE || slice_is(text, "continue") ||
            slice_is(text, "break"))
            return true;
    }
    return false;
}

/* Reports whether a path leads from statement d to n: they are not in two branches of one `if`. */
static bool may_reach(const struct ast *a, uint32_t d, uint32_t n)
{
    for (uint32_t p = ast_parent(a, d); p > 1; d = p, p = ast_parent(a, p)) {
        if (ast_inside(a, n, p))
            return ast_kind(a, p) != K_IF;
        if (ast_kind(a, p) == K_BLOCK && is_left(a, d))
            return false;
    }
    return true;
}

const struct def *facts_possible_definition(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    const struct def *last = NULL;
    if (ast_kind(a, n) != K_NAME)
        return NULL;
    uint32_t scope = scope_of(a, n), start = a->nodes[ast_statement(a, n)].start;
    for (uint32_t i = facts_first_def(f, a->nodes[n].name, scope); i != 0; i = f->defs[i].next)
        if (a->nodes[f->defs[i].statement].end <= start)
            last = &f->defs[i];
    return last != NULL && may_reach(a, last->statement, n) ? last : NULL;
}

uint32_t python_bound_in(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    uint32_t scope = scope_of(a, n);
    while (facts_first_def(f, a->nodes[n].name, scope) == 0) {
        if (scope == 1)
            return 0;
        scope = scope_of(a, ast_parent(a, scope));
    }
    return scope;
}
