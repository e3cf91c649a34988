/* SPDX-License-Identifier: Apache-2.0 */
/* Facts of C: variables, their types and values, and plans. */
#include "facts.h"

#include <ctype.h>
#include <string.h>

#define C_ANY_SCOPE 0 /* the scope 0 stands for all functions: any may set a global */

uint32_t facts_object(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    for (int hops = 0; n != 0 && hops < 32; hops++) {
        uint32_t inner = 0;
        switch (ast_kind(a, n)) {
        case K_PAREN: inner = ast_first(a, n); break;
        case K_CAST: inner = ast_child(a, n, F_VALUE); break;
        case K_UNARY:
        case K_SUBSCRIPT: inner = ast_child(a, n, F_OBJECT); break;
        case K_BINARY: inner = ast_child(a, n, F_LEFT); break;
        case K_CALL: /* follows reinterpret_cast<T>(x), v.data(), v.at(i, k) */
            if (slice_ends(facts_called(f, n), "_cast"))
                inner = facts_argument(f, n, 0);
            else if (slice_among(facts_called(f, n), " data at begin "))
                inner = ast_child(a, ast_child(a, n, F_FUNCTION), F_OBJECT);
            break;
        default: return n;
        }
        if (inner == 0)
            return n;
        n = inner;
    }
    return n;
}

/* Returns the name that a declarator declares. */
static uint32_t declared(const struct ast *a, uint32_t n)
{
    for (int hops = 0; n != 0 && ast_kind(a, n) != K_NAME && hops < 32; hops++) {
        uint32_t inner = ast_child(a, n, F_DECLARATOR);
        n = inner != 0 ? inner : ast_first(a, n);
    }
    return n;
}

static void add(struct facts *f, uint32_t name, uint32_t statement, uint32_t value,
                enum def_kind kind)
{
    struct def d = {.node = name,
                    .scope = ast_function(&f->ast, statement),
                    .statement = statement,
                    .value = value,
                    .index = -1,
                    .kind = (uint8_t)kind};
    facts_define(f, d);
    if (kind == DEF_DECLARED)
        return;
    d.scope = C_ANY_SCOPE;
    facts_define(f, d);
}

void c_definitions(struct facts *f)
{
    const struct ast *a = &f->ast;
    for (uint32_t n = 1; n < a->count; n++)
        switch (ast_kind(a, n)) {
        case K_DECLARATION:
        case K_PARAMETER:
            for (uint32_t c = ast_first(a, n); c != 0; c = ast_next(a, c))
                if (a->nodes[c].field == F_DECLARATOR)
                    add(f, declared(a, c), c, ast_child(a, c, F_VALUE), DEF_DECLARED);
            break;
        case K_ASSIGN:
            add(f, ast_child(a, n, F_LEFT), n, ast_child(a, n, F_RIGHT),
                ast_op(a, n, "=") ? DEF_VALUE : DEF_AUGMENTED);
            break;
        case K_UPDATE: add(f, ast_first(a, n), n, 0, DEF_AUGMENTED); break;
        default: break;
        }
}

/* Returns the first declaration of the name in a function, or outside of all functions, or 0. */
static uint32_t declared_in(const struct facts *f, uint32_t name, uint32_t scope)
{
    uint32_t i = facts_first_def(f, name, scope);
    while (i != 0 && f->defs[i].kind != DEF_DECLARED)
        i = f->defs[i].next;
    return i != 0 ? f->defs[i].statement : 0;
}

uint32_t facts_declaration(const struct facts *f, uint32_t n)
{
    uint32_t name = f->ast.nodes[n].name, function = ast_function(&f->ast, n);
    if (name == 0)
        return 0;
    uint32_t found = declared_in(f, name, function);
    return found != 0 ? found : declared_in(f, name, 1);
}

struct slice facts_type(const struct facts *f, uint32_t name, int *pointers)
{
    const struct ast *a = &f->ast;
    uint32_t n = facts_declaration(f, name);
    *pointers = 0;
    if (n == 0)
        return (struct slice){NULL, 0};
    uint32_t declaration = ast_parent(a, n);
    for (uint32_t at = declared(a, n); at > declaration; at = ast_parent(a, at))
        *pointers += ast_kind(a, at) == K_POINTER || ast_kind(a, at) == K_ARRAY;
    return ast_text(a, ast_child(a, declaration, F_TYPE));
}

bool facts_is_float(const struct facts *f, uint32_t n)
{
    int pointers;
    struct slice type = facts_type(f, n, &pointers);
    return pointers == 0 && type.p != NULL &&
           slice_among(type, " float cufftReal float32_t cl_float ");
}

uint32_t facts_initial(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    uint32_t name = a->nodes[n].name, declarator = facts_declaration(f, n), value = 0;
    if (declarator == 0)
        return 0;
    if (ast_kind(a, declarator) == K_INIT)
        value = ast_child(a, declarator, F_VALUE);
    uint32_t scope = ast_function(a, declarator);
    for (uint32_t i = facts_first_def(f, name, scope != 1 ? scope : C_ANY_SCOPE); i != 0;
         i = f->defs[i].next) {
        if (f->defs[i].kind == DEF_DECLARED)
            continue;
        if (value != 0 || f->defs[i].kind == DEF_AUGMENTED)
            return 0;
        value = f->defs[i].value;
    }
    return value;
}

uint32_t facts_counted_by(const struct facts *f, uint32_t n, uint32_t name)
{
    const struct ast *a = &f->ast;
    for (uint32_t loop = ast_loop(a, n); loop != 0; loop = ast_loop(a, loop)) {
        if (a->language == &lint_python) { /* for k in range(n) */
            if (ast_kind(a, loop) == K_FOR && facts_mentions(f, ast_child(a, loop, F_LEFT), name))
                return loop;
        } else if (facts_mentions(f, ast_child(a, loop, F_STEP), name)) {
            return loop;
        }
    }
    return 0;
}

static const char fills[] =
    " memcpy memset memmove fread fill copy bzero read swap generate sscanf fgets ";

bool facts_writes(const struct facts *f, uint32_t n, uint32_t object, bool maybe)
{
    const struct ast *a = &f->ast;
    switch (ast_kind(a, n)) {
    case K_ASSIGN: return ast_same(a, facts_object(f, ast_child(a, n, F_LEFT)), object);
    case K_UPDATE: return ast_same(a, facts_object(f, ast_first(a, n)), object);
    case K_ATTRIBUTE: { /* x[i].re = ..., x.re = ... */
        uint32_t p = ast_parent(a, n);
        if (ast_kind(a, p) != K_ASSIGN || a->nodes[n].field != F_LEFT)
            return false;
        return ast_same(a, facts_object(f, ast_child(a, n, F_OBJECT)), object);
    }
    case K_CALL: break;
    default: return false;
    }
    if (!maybe && !slice_among(facts_called(f, n), fills))
        return false;
    for (uint32_t c = ast_first(a, ast_child(a, n, F_ARGUMENTS)); c != 0; c = ast_next(a, c))
        if (ast_same(a, facts_object(f, c), object))
            return true;
    return false;
}

struct slice facts_fftw_name(struct slice called)
{
    if (!slice_begins(called, "fftw"))
        return (struct slice){"", 0};
    uint32_t at = 4;
    if (at < called.n && islower((unsigned char)called.p[at]))
        at++; /* skips f, l, q, or a project's own letter */
    return at < called.n && called.p[at] == '_'
               ? (struct slice){called.p + at + 1, called.n - at - 1}
               : (struct slice){"", 0};
}

bool facts_fftw(struct slice called, const char *what)
{
    return slice_is(facts_fftw_name(called), what);
}

/* ---- plans */

/* This table has the positions of the arguments (FFTW 3.3, sections 4.3 and 4.4). */
/* clang-format off */
static const struct {
    const char *name;
    uint8_t kind, rank, size, in, out;
} creators[] = {
    {"plan_dft_1d",       PLAN_C2C, 1, 0, 1, 2}, {"plan_dft_2d",       PLAN_C2C, 2, 0, 2, 3},
    {"plan_dft_3d",       PLAN_C2C, 3, 0, 3, 4}, {"plan_dft",          PLAN_C2C, 0, 1, 2, 3},
    {"plan_dft_r2c_1d",   PLAN_R2C, 1, 0, 1, 2}, {"plan_dft_r2c_2d",   PLAN_R2C, 2, 0, 2, 3},
    {"plan_dft_r2c_3d",   PLAN_R2C, 3, 0, 3, 4}, {"plan_dft_r2c",      PLAN_R2C, 0, 1, 2, 3},
    {"plan_dft_c2r_1d",   PLAN_C2R, 1, 0, 1, 2}, {"plan_dft_c2r_2d",   PLAN_C2R, 2, 0, 2, 3},
    {"plan_dft_c2r_3d",   PLAN_C2R, 3, 0, 3, 4}, {"plan_dft_c2r",      PLAN_C2R, 0, 1, 2, 3},
    {"plan_r2r_1d",       PLAN_R2R, 1, 0, 1, 2}, {"plan_r2r_2d",       PLAN_R2R, 2, 0, 2, 3},
    {"plan_many_dft",     PLAN_C2C, 0, 1, 3, 7}, {"plan_many_dft_r2c", PLAN_R2C, 0, 1, 3, 7},
    {"plan_many_dft_c2r", PLAN_C2R, 0, 1, 3, 7}, {"plan_guru_dft",     PLAN_C2C, 0, 1, 4, 5},
    {"plan_guru_dft_r2c", PLAN_R2C, 0, 1, 4, 5}, {"plan_guru_dft_c2r", PLAN_C2R, 0, 1, 4, 5},
};
/* clang-format on */

/* Returns the node in which the value of a call is stored. */
static uint32_t holder_of(const struct ast *a, uint32_t call)
{
    for (uint32_t n = call, p = ast_parent(a, n); p > 1; n = p, p = ast_parent(a, n)) {
        if (ast_kind(a, p) == K_ASSIGN && a->nodes[n].field == F_RIGHT)
            return ast_child(a, p, F_LEFT);
        if (ast_kind(a, p) == K_INIT)
            return declared(a, p);
        if (ast_kind(a, p) != K_PAREN && ast_kind(a, p) != K_CAST)
            return 0;
    }
    return 0;
}

static void add_plan(struct facts *f, uint32_t call, size_t row)
{
    struct c_plan p = {.call = call,
                       .function = ast_function(&f->ast, call),
                       .holder = holder_of(&f->ast, call),
                       .kind = creators[row].kind,
                       .rank = creators[row].rank,
                       .size = facts_argument(f, call, creators[row].size),
                       .in = facts_argument(f, call, creators[row].in),
                       .out = facts_argument(f, call, creators[row].out)};
    int count = facts_argument_count(f, call);
    if (count < 4 || p.out == 0)
        return;
    p.flags = facts_argument(f, call, count - 1);
    if (p.kind == PLAN_C2C)
        p.sign = facts_argument(f, call, count - 2);
    f->plans = arena_grow(f->ast.arena, f->plans, f->plan_count, sizeof p);
    f->plans[f->plan_count++] = p;
}

void c_find_plans(struct facts *f)
{
    for (uint32_t call = facts_next_call(f, 1, 0); call != 0; call = facts_next_call(f, 1, call)) {
        struct slice what = facts_fftw_name(facts_called(f, call));
        for (size_t i = 0; what.n != 0 && i < sizeof creators / sizeof *creators; i++)
            if (slice_is(what, creators[i].name))
                add_plan(f, call, i);
    }
}

const struct c_plan *facts_plans(const struct facts *f, uint32_t *count)
{
    *count = f->plan_count;
    return f->plans;
}
