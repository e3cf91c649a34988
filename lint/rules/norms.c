/* SPDX-License-Identifier: Apache-2.0 */
/* FFT101 to FFT104: the one factor of 1/N that a forward and an inverse transform share. */
#include "../facts/python.h"
#include "common.h"

#include <ctype.h>
#include <string.h>

/* Beyond these one can no longer say how the values are scaled. */
#define SCALED_UNKNOWN (VIA_CALL | VIA_UNKNOWN | VIA_ABS | VIA_POWER)

static bool one_norm(const struct chain *chain, enum norm *norm)
{
    *norm = lint_norm(chain->sources[0]);
    for (int i = 1; i < chain->source_count; i++)
        if (lint_norm(chain->sources[i]) != *norm)
            return false;
    return *norm == NORM_BACKWARD || *norm == NORM_ORTHO || *norm == NORM_FORWARD;
}

/* A factor that cannot be a scale: a name that the file gives no meaning at all, as in a snippet.
 */
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
        return; /* the others are FFT102 and FFT103 */
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

/* x.size, x.shape[k], len(x), x.numel(), of the array that t transforms. */
static bool is_size_of(const struct lint_context *c, uint32_t n, const struct transform *t)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, n) == K_SUBSCRIPT) /* x.shape[-1] */
        n = ast_child(a, n, F_VALUE);
    if (ast_kind(a, n) == K_CALL) {
        struct slice name = facts_called(c->facts, n);
        if (slice_is(name, "len"))
            return ast_same(a, facts_argument(c->facts, n, 0), t->x);
        return slice_among(name, " size numel ") && ast_same(a, python_receiver(c->facts, n), t->x);
    }
    return ast_kind(a, n) == K_ATTRIBUTE &&
           slice_among(ast_text(a, ast_child(a, n, F_MEMBER)), " size shape ") &&
           ast_same(a, ast_child(a, n, F_OBJECT), t->x);
}

/* The factor is the length of the forward transform. */
static bool is_length(const struct lint_context *c, uint32_t n, const struct transform *t)
{
    double x, y;
    for (int hops = 0; hops < 4; hops++) {
        n = ast_bare(c->ast, n);
        if (t->n != 0 &&
            (ast_same(c->ast, n, t->n) ||
             (facts_number(c->facts, n, &x) && facts_number(c->facts, t->n, &y) && x == y)))
            return true;
        if (t->n == 0 && is_size_of(c, n, t))
            return true;
        const struct def *d = facts_definition(c->facts, n);
        if (d == NULL || d->kind != DEF_VALUE)
            return false;
        n = d->value; /* of b, n = x.shape: x.shape */
    }
    return false;
}

/* 1/N in front of a chain. 0: there is none. */
static uint32_t own_division(const struct lint_context *c, const struct chain *chain)
{
    const struct ast *a = c->ast;
    for (int i = 0; i < chain->factor_count; i++) {
        uint32_t n = ast_bare(a, chain->factors[i].node);
        bool divides = chain->factors[i].divides;
        if (!divides && ast_kind(a, n) == K_BINARY && ast_op(a, n, "/") &&
            facts_is_literal(c->facts, ast_child(a, n, F_LEFT), 1)) {
            n = ast_child(a, n, F_RIGHT);
            divides = true;
        }
        for (int k = 0; divides && k < chain->source_count; k++)
            if (is_length(c, n, chain->sources[k]))
                return chain->factors[i].node;
    }
    return 0;
}

/* The other factors are no numbers: nothing multiplies the division away. */
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

void lint_FFT103(struct lint_context *c, const struct lint_match *m)
{
    struct lint_pair p;
    if (!lint_pair(c, m, &p) || lint_norm(p.inverse) != NORM_BACKWARD ||
        (p.chain.via & SCALED_UNKNOWN) != 0)
        return;
    enum norm norm;
    bool by_norm = one_norm(&p.chain, &norm) && norm == NORM_FORWARD;
    uint32_t division = own_division(c, &p.chain);
    if ((division == 0 && !by_norm) || !others_keep_scale(c, &p.chain, division) ||
        is_scaled_later(c, m->site))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "1/N is applied twice: by the inverse, and by %s; the result is N times too "
                    "small: drop one",
                    division != 0 ? "the division of the spectrum" : "norm=\"forward\"");
    lint_relate(c, f, division != 0 ? division : p.chain.sources[0]->call,
                division != 0 ? "divided here" : "forward here");
    uint32_t parent = ast_parent(c->ast, division);
    if (division != 0 && ast_kind(c->ast, parent) == K_BINARY && ast_op(c->ast, parent, "/")) {
        uint32_t left = ast_child(c->ast, parent, F_LEFT);
        lint_edit(c, f, c->ast->nodes[left].end, c->ast->nodes[parent].end, "");
    }
}

/* The norm that was meant: other case, a prefix of four letters or more, or the reverse. */
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
