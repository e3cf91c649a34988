/* SPDX-License-Identifier: Apache-2.0 */
/* FFT101 to FFT104 look at the factor 1/N that a forward and an inverse transform share. */
#include "../facts/python.h"
#include "common.h"

#include <ctype.h>
#include <string.h>

/* After these operations the scale of the values is unknown. */
#define SCALED_UNKNOWN (VIA_CALL | VIA_UNKNOWN | VIA_ABS | VIA_POWER)

static bool one_norm(const struct chain *chain, enum norm *norm)
{
    *norm = lint_norm(chain->sources[0]);
    for (int i = 1; i < chain->source_count; i++)
        if (lint_norm(chain->sources[i]) != *norm)
            return false;
    return *norm == NORM_BACKWARD || *norm == NORM_ORTHO || *norm == NORM_FORWARD;
}

/* Reports whether all factors are names without any meaning in the file, as in a snippet. Such a
 * name cannot be a scale. */
static bool only_free_names(const struct lint_context *c, const struct chain *chain)
{
    for (int i = 0; i < chain->factor_count; i++) {
        const struct factor *factor = &chain->factors[i];
        uint32_t n = ast_bare(c->ast, factor->node);
        if (factor->divides || ast_kind(c->ast, n) != K_NAME || python_bound_in(c->facts, n) != 0)
            return false;
    }
    return true;
}

static bool is_scaled_later(const struct lint_context *c, uint32_t call)
{
    return (facts_uses(c->facts, call) & USE_FACTOR) != 0;
}

void lint_FFT101(struct lint_context *c, const struct lint_match *m)
{
    struct lint_pair p;
    enum norm forward;
    if (!lint_pair(c, m, &p) || !one_norm(&p.chain, &forward))
        return;
    enum norm inverse = lint_norm(p.inverse);
    if (inverse == forward || (inverse != NORM_ORTHO && forward != NORM_ORTHO) ||
        inverse >= NORM_UNKNOWN)
        return; /* FFT102 and FFT103 report the other pairs */
    if ((p.chain.via & (SCALED_UNKNOWN | VIA_FACTOR | VIA_PRODUCT)) != 0 ||
        is_scaled_later(c, m->site))
        return;
    bool root = inverse == NORM_BACKWARD || forward == NORM_FORWARD;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "the forward transform has norm=\"%s\", the inverse norm=\"%s\": the result is "
                    "sqrt(N) times too %s; "
                    "give both the same",
                    lint_norm_name(forward), lint_norm_name(inverse), root ? "small" : "large");
    lint_relate(c, f, p.chain.sources[0]->call, "forward here");
}

void lint_FFT102(struct lint_context *c, const struct lint_match *m)
{
    struct lint_pair p;
    enum norm forward;
    if (!lint_pair(c, m, &p) || lint_norm(p.inverse) != NORM_FORWARD ||
        !one_norm(&p.chain, &forward) || forward != NORM_BACKWARD)
        return;
    if ((p.chain.via & SCALED_UNKNOWN) != 0 || !only_free_names(c, &p.chain) ||
        is_scaled_later(c, m->site))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "norm=\"forward\" leaves the inverse unscaled, and the forward transform is "
                    "unscaled too: nothing "
                    "divides by N, the result is N times too large; give both the same norm");
    lint_relate(c, f, p.chain.sources[0]->call, "forward here");
}

/* Reports whether n is x.size, x.shape[k], len(x), x.numel(), np.size(x), np.prod(x.shape) or
 * np.shape(x)[0]. */
static bool is_size_of(const struct lint_context *c, uint32_t n, uint32_t x)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, n) == K_CALL && slice_is(facts_called(c->facts, n), "prod"))
        n = ast_bare(a, facts_argument(c->facts, n, 0));
    if (ast_kind(a, n) == K_SUBSCRIPT) /* x.shape[-1] */
        n = ast_child(a, n, F_VALUE);
    if (ast_kind(a, n) == K_CALL) {
        struct slice name = facts_called(c->facts, n);
        if (slice_is(name, "len"))
            return ast_same(a, facts_argument(c->facts, n, 0), x);
        return slice_among(name, " size numel shape ") &&
               (ast_same(a, python_receiver(c->facts, n), x) ||
                ast_same(a, facts_argument(c->facts, n, 0), x));
    }
    return ast_kind(a, n) == K_ATTRIBUTE &&
           slice_among(ast_text(a, ast_child(a, n, F_MEMBER)), " size shape ") &&
           ast_same(a, ast_child(a, n, F_OBJECT), x);
}

/* Reports whether the factor is the length of the transform. */
static bool is_length(const struct lint_context *c, uint32_t n, const struct transform *t)
{
    double x, y;
    for (int hops = 0; hops < 4; hops++) {
        n = ast_bare(c->ast, n);
        if (ast_kind(c->ast, n) == K_CALL &&
            slice_among(facts_called(c->facts, n), " float int float32 float64 "))
            n = ast_bare(c->ast, facts_argument(c->facts, n, 0));
        if (t->n != 0 &&
            (ast_same(c->ast, n, t->n) ||
             (facts_number(c->facts, n, &x) && facts_number(c->facts, t->n, &y) && x == y)))
            return true;
        if (t->n == 0 && is_size_of(c, n, t->x))
            return true;
        if (ast_kind(c->ast, n) == K_BINARY && ast_op(c->ast, n, "*") && t->function->rank != 1)
            return is_length(c, ast_child(c->ast, n, F_LEFT), t) &&
                   is_length(c, ast_child(c->ast, n, F_RIGHT), t); /* rows * columns */
        const struct def *d = facts_definition(c->facts, n);
        if (d == NULL || d->kind != DEF_VALUE)
            return false;
        n = d->value; /* from b, n = x.shape to x.shape */
    }
    return false;
}

/* Returns the divisor in a factor: n of x / n, of x * (1 / n), of x * scale with scale = 1 / n. 0
 * if it does not divide. */
static uint32_t divisor_of(const struct lint_context *c, uint32_t factor, bool divides)
{
    const struct ast *a = c->ast;
    if (divides)
        return factor;
    uint32_t n = lint_value_of(c, factor);
    return ast_kind(a, n) == K_BINARY && ast_op(a, n, "/") &&
                   facts_is_literal(c->facts, ast_bare(a, ast_child(a, n, F_LEFT)), 1)
               ? ast_child(a, n, F_RIGHT)
               : 0;
}

/* Returns the factor 1/N of a chain, or 0. */
static uint32_t own_division(const struct lint_context *c, const struct chain *chain)
{
    for (int i = 0; i < chain->factor_count; i++) {
        uint32_t n = divisor_of(c, chain->factors[i].node, chain->factors[i].divides);
        for (int k = 0; n != 0 && k < chain->source_count; k++)
            if (is_length(c, n, chain->sources[k]))
                return chain->factors[i].node;
    }
    return 0;
}

/* Reports whether no other factor is a number or a length, which could undo the division. */
static bool others_keep_scale(const struct lint_context *c, const struct chain *chain,
                              uint32_t division)
{
    for (int i = 0; i < chain->factor_count; i++) {
        uint32_t n = chain->factors[i].node;
        double x;
        if (n == division)
            continue;
        if (chain->factors[i].divides || facts_number(c->facts, n, &x))
            return false;
        for (int k = 0; k < chain->source_count; k++)
            if (is_length(c, n, chain->sources[k]))
                return false;
    }
    return true;
}

/* ---- the result divided by N */

static uint32_t divided_later(const struct lint_context *c, const struct lint_pair *p, uint32_t n,
                              int *budget);

/* Reports whether the number is the length of the inverse, of a forward transform, or of the
 * divided array. */
static bool is_length_of_pair(const struct lint_context *c, const struct lint_pair *p,
                              uint32_t number, uint32_t divided)
{
    bool spectrum = p->inverse->n == 0 && p->inverse->function->real; /* n/2 + 1 numbers */
    if (number == 0)
        return false;
    if (is_size_of(c, ast_bare(c->ast, number), divided) ||
        (!spectrum && is_length(c, number, p->inverse)))
        return true;
    for (int i = 0; i < p->chain.source_count; i++)
        if (is_length(c, number, p->chain.sources[i]))
            return true;
    return false;
}

/* Returns where one use of a name with the value of an inverse is divided by N, or 0. Sets *other
 * if the use has another factor. */
static uint32_t divided_at(const struct lint_context *c, const struct lint_pair *p, uint32_t use,
                           int *budget, bool *other)
{
    const struct ast *a = c->ast;
    uint32_t parent = ast_parent(a, use);
    if (ast_kind(a, parent) == K_AUGMENTED && a->nodes[use].field == F_LEFT) {
        bool divides = ast_op(a, parent, "/=");
        if (!divides && !ast_op(a, parent, "*="))
            return 0;
        uint32_t by = divisor_of(c, ast_child(a, parent, F_RIGHT), divides);
        if (is_length_of_pair(c, p, by, use))
            return parent;
        *other = true;
        return 0;
    }
    uint32_t found = divided_later(c, p, use, budget);
    *other = *other || (found == 0 && (facts_uses(c->facts, use) & USE_FACTOR) != 0);
    return found;
}

static uint32_t divided_by_name(const struct lint_context *c, const struct lint_pair *p,
                                uint32_t target, int *budget)
{
    const struct ast *a = c->ast;
    uint32_t scope = ast_function(a, target), found = 0;
    bool other = false;
    for (uint32_t n = target + 1; n <= a->nodes[scope].last && *budget > 0; n++) {
        bool target_too = ast_kind(a, ast_parent(a, n)) == K_ASSIGN && a->nodes[n].field == F_LEFT;
        if (a->nodes[n].name != a->nodes[target].name || a->nodes[n].field == F_MEMBER ||
            target_too)
            continue;
        (*budget)--;
        const struct def *d = facts_definition(c->facts, n);
        if (d == NULL || (d->node != target && d->kind != DEF_AUGMENTED))
            continue;
        uint32_t division = divided_at(c, p, n, budget, &other);
        found = found != 0 ? found : division;
    }
    return other ? 0 : found;
}

/* Returns where the value of n is divided by N and has no other factor: a quotient, product, call
 * or augmented assignment. Returns 0 if there is none. */
static uint32_t divided_later(const struct lint_context *c, const struct lint_pair *p, uint32_t n,
                              int *budget)
{
    const struct ast *a = c->ast;
    if ((*budget)-- <= 0)
        return 0;
    for (uint32_t parent = ast_parent(a, n); parent > 1; n = parent, parent = ast_parent(a, n))
        switch (ast_kind(a, parent)) {
        case K_PAREN:
        case K_ARGUMENTS: break;
        case K_SUBSCRIPT:
            if (a->nodes[n].field != F_VALUE)
                return 0;
            break;
        case K_ATTRIBUTE: /* y.real, and the y.astype of y.astype(t) */
            if (!slice_among(ast_text(a, ast_child(a, parent, F_MEMBER)), " real imag ") &&
                ast_kind(a, ast_parent(a, parent)) != K_CALL)
                return 0;
            break;
        case K_BINARY: {
            bool left = a->nodes[n].field == F_LEFT, divides = left && ast_op(a, parent, "/");
            uint32_t by =
                divides || ast_op(a, parent, "*")
                    ? divisor_of(c, ast_child(a, parent, left ? F_RIGHT : F_LEFT), divides)
                    : 0;
            return is_length_of_pair(c, p, by, n) && !is_scaled_later(c, parent) ? parent : 0;
        }
        case K_CALL: {
            struct slice name = facts_called(c->facts, parent);
            uint32_t first = facts_argument(c->facts, parent, 0),
                     second = facts_argument(c->facts, parent, 1);
            if (slice_among(name, " divide true_divide div div_ multiply mul mul_ ")) {
                uint32_t by = divisor_of(c, second != 0 ? second : first, slice_has(name, "div"));
                bool mine = second == 0 || ast_inside(a, n, ast_child(a, parent, F_ARGUMENTS));
                return mine && is_length_of_pair(c, p, by, second != 0 ? first : 0) &&
                               !is_scaled_later(c, parent)
                           ? parent
                           : 0;
            }
            if (!facts_keeps_numbers(c->facts, parent))
                return 0;
            break;
        }
        case K_ASSIGN: {
            uint32_t left = ast_child(a, parent, F_LEFT);
            return a->nodes[n].field == F_RIGHT && ast_kind(a, left) == K_NAME
                       ? divided_by_name(c, p, left, budget)
                       : 0;
        }
        default: return 0;
        }
    return 0;
}

/* Reports whether the chain is a correlation, which may be divided by the number of its terms: it
 * has a conjugate spectrum, or a reversed signal. */
static bool is_correlation(const struct lint_context *c, const struct chain *chain)
{
    for (int i = 0; i < chain->source_count; i++) {
        uint32_t x = lint_value_of(c, chain->sources[i]->x);
        if (slice_has(ast_text(c->ast, x), "::-1") || slice_has(ast_text(c->ast, x), "flip"))
            return true;
    }
    return (chain->via & VIA_CONJUGATE) != 0;
}

static uint32_t result_division(struct lint_context *c, const struct lint_pair *p)
{
    enum norm forward;
    int budget = 50; /* limits the steps, since names lead to names */
    if (!one_norm(&p->chain, &forward) || forward != NORM_BACKWARD ||
        is_correlation(c, &p->chain) || !lint_may_search(c))
        return 0;
    uint32_t division = divided_later(c, p, p->inverse->call, &budget);
    return ast_inside(c->ast, p->inverse->call, ast_block(c->ast, division)) ? division : 0;
}

void lint_FFT103(struct lint_context *c, const struct lint_match *m)
{
    struct lint_pair p;
    if (!lint_pair(c, m, &p) || lint_norm(p.inverse) != NORM_BACKWARD ||
        (p.chain.via & SCALED_UNKNOWN) != 0)
        return;
    enum norm norm;
    bool by_norm = one_norm(&p.chain, &norm) && norm == NORM_FORWARD, later = false;
    uint32_t division = own_division(c, &p.chain);
    if (division == 0 && !by_norm) {
        division = result_division(c, &p);
        later = division != 0;
    }
    if ((division == 0 && !by_norm) || !others_keep_scale(c, &p.chain, division) ||
        (!later && is_scaled_later(c, m->site)))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "1/N is applied twice: by the inverse, and by %s; the result is N times too "
                    "small: drop one",
                    later           ? "the division of its result"
                    : division != 0 ? "the division of the spectrum"
                                    : "norm=\"forward\"");
    lint_relate(c, f, division != 0 ? division : p.chain.sources[0]->call,
                division != 0 ? "divided here" : "forward here");
    uint32_t quotient = later ? division : ast_parent(c->ast, division);
    if (division != 0 && ast_kind(c->ast, quotient) == K_BINARY && ast_op(c->ast, quotient, "/")) {
        uint32_t left = ast_child(c->ast, quotient, F_LEFT);
        lint_edit(c, f, c->ast->nodes[left].end, c->ast->nodes[quotient].end, "");
    }
}

/* Returns the norm that was probably meant: s in another case, abbreviated to four letters or more,
 * or with text after it. */
static const char *meant(struct slice s)
{
    static const char *const norms[] = {"backward", "ortho", "forward"};
    for (int i = 0; i < 3; i++) {
        size_t k = 0, n = strlen(norms[i]);
        while (k < n && k < s.n && tolower((unsigned char)s.p[k]) == norms[i][k])
            k++;
        if (k >= 4 && (k == s.n || k == n))
            return norms[i];
    }
    return NULL;
}

void lint_FFT104(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *t = facts_transform(c->facts, m->site);
    struct slice text;
    if (t->norm != NORM_WRONG || t->library == LIB_ARRAY || t->open ||
        facts_must_raise(c->facts, m->site))
        return;
    bool string = facts_string(c->facts, t->norm_node, &text);
    const char *near = string ? meant(text) : NULL;
    struct lint_finding *f = lint_report(
        c, t->norm_node,
        "norm=%.*s raises an error: the norms are \"backward\", \"ortho\" and \"forward\"%s%s%s",
        TEXT(c->ast, t->norm_node), near != NULL ? "; did you mean \"" : "",
        near != NULL ? near : "", near != NULL ? "\"" : "");
    uint32_t n = ast_bare(c->ast, t->norm_node);
    if (near != NULL && ast_kind(c->ast, n) == K_STRING) {
        uint32_t begin = (uint32_t)(text.p - c->ast->text);
        lint_edit(c, f, begin, begin + text.n, near);
    }
}
