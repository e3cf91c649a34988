/* SPDX-License-Identifier: Apache-2.0 */
/* FFT211 and FFT212 for Python look at angles, and at phases of the transformed data. */
#include "grids.h"

#include <string.h>

/* ---- FFT211 */

/* Reports whether a node, or the value of one of its names, mentions an angle: pi, tau, omega. */
static bool speaks_of_angles(const struct lint_context *c, uint32_t n, int depth)
{
    const struct ast *a = c->ast;
    for (uint32_t i = n; i <= a->nodes[n].last; i++) {
        if (ast_kind(a, i) != K_NAME)
            continue;
        struct slice text = ast_text(a, i);
        if (lint_named(text, "pi") || lint_named(text, "tau") || slice_has(text, "omega") ||
            slice_has(text, "twopi") || slice_has(text, "angular") || lint_named(text, "w"))
            return true;
        const struct def *d = depth < 3 ? facts_definition(c->facts, i) : NULL;
        if (d != NULL && d->kind == DEF_AUGMENTED)
            return true; /* the walk does not follow k *= ... */
        if (d != NULL && d->kind == DEF_VALUE && d->value != 0 && !ast_inside(a, n, d->value) &&
            speaks_of_angles(c, d->value, depth + 1))
            return true;
    }
    return false;
}

/* Reports whether the subtree has a literal such as 1j. */
static bool has_imaginary(const struct ast *a, uint32_t n)
{
    for (uint32_t i = n; i <= a->nodes[n].last; i++) {
        struct slice text = ast_text(a, i);
        if (ast_kind(a, i) == K_NUMBER && text.n > 1 && (text.p[text.n - 1] | 0x20) == 'j')
            return true;
    }
    return false;
}

/* Returns a factor of the product that is fftfreq(...), or 0. */
static uint32_t frequency_factor(const struct lint_context *c, uint32_t n, int depth)
{
    const struct ast *a = c->ast;
    n = ast_bare(a, n);
    if (ast_kind(a, n) == K_UNARY)
        return frequency_factor(c, ast_first(a, n), depth);
    if (ast_kind(a, n) == K_BINARY && depth < 8) {
        uint32_t left = frequency_factor(c, ast_child(a, n, F_LEFT), depth + 1);
        return left != 0 || !ast_op(a, n, "*")
                   ? left
                   : frequency_factor(c, ast_child(a, n, F_RIGHT), depth + 1);
    }
    if (ast_kind(a, n) == K_SUBSCRIPT) /* unwraps k[:, None] */
        return frequency_factor(c, ast_child(a, n, F_VALUE), depth + 1);
    return lint_frequencies_in(c, n);
}

void lint_FFT211(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t product = m->site;
    if (ast_kind(a, m->site) == K_CALL)
        product = facts_argument(c->facts, m->site, 0);
    else if (ast_kind(a, ast_parent(a, m->site)) == K_BINARY || ast_up(a, m->site, K_CALL) == 0)
        return; /* one factor of a longer product */
    uint32_t k = product != 0 ? frequency_factor(c, product, 0) : 0;
    double one;
    if (k == 0 || !has_imaginary(a, product) || speaks_of_angles(c, product, 0))
        return;
    uint32_t d = lint_value_of(c, facts_value(c->facts, k, 1, "d"));
    /* d = 1/n makes whole numbers, which are angular frequencies for a period of 2 pi. */
    if (ast_kind(a, d) == K_BINARY && ast_op(a, d, "/") &&
        ast_same(a, ast_child(a, d, F_RIGHT), facts_value(c->facts, k, 0, "n")) &&
        facts_number(c->facts, ast_child(a, d, F_LEFT), &one) && one == 1)
        return;
    if (ast_kind(a, m->site) != K_CALL) { /* i k X goes into an inverse transform */
        const struct transform *t = facts_transform(c->facts, ast_up(a, m->site, K_CALL));
        struct chain chain;
        if (t == NULL || t->function->direction != INVERSE || ast_bare(a, t->x) != m->site)
            return;
        facts_trace(c->facts, m->site, &chain);
        if (chain.source_count == 0)
            return;
    }
    struct lint_finding *finding = lint_report(
        c, m->site, "fftfreq gives cycles, and %s takes radians: nothing here multiplies by 2 pi",
        ast_kind(a, m->site) == K_CALL ? "exp" : "the derivative");
    lint_relate(c, finding, k, "frequencies here");
}

/* ---- FFT212 */

/* Reports whether n is a field with its origin in the middle: it has a factor exp(1j ...), or a
 * name of optics. */
static bool is_field(const struct lint_context *c, uint32_t n)
{
    static const char *const words[] = {"field", "wave", "wavefront", "pupil", "aperture", "psi"};
    const struct ast *a = c->ast;
    uint32_t value = lint_value_of(c, n);
    for (uint32_t i = value; i <= a->nodes[value].last; i++)
        if (ast_kind(a, i) == K_CALL && slice_is(facts_called(c->facts, i), "exp") &&
            has_imaginary(a, i))
            return true;
    for (uint32_t i = value; i <= a->nodes[value].last; i++)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (ast_kind(a, i) == K_NAME && lint_named(ast_text(a, i), words[w]))
                return true;
    return false;
}

/* Reports whether the function has a phase that depends on the origin: exp(-1j * k * x[0]). */
static bool knows_origin(const struct lint_context *c, uint32_t site)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, site);
    for (uint32_t n = function; n <= a->nodes[function].last; n++)
        if (ast_kind(a, n) == K_SUBSCRIPT && slice_ends(ast_text(a, n), "[0]") &&
            ast_up(a, n, K_CALL) > function &&
            slice_is(facts_called(c->facts, ast_up(a, n, K_CALL)), "exp"))
            return true;
    return false;
}

static bool has_shift(const struct lint_context *c, uint32_t root)
{
    for (uint32_t n = facts_next_call(c->facts, root, 0); n != 0;
         n = facts_next_call(c->facts, root, n)) {
        const struct transform *t = facts_transform(c->facts, n);
        if (t != NULL && t->function->shift)
            return true;
    }
    return false;
}

/* Reports whether the function shifts the input of a transform. */
static bool shifts_inputs(const struct lint_context *c, uint32_t site)
{
    uint32_t function = ast_function(c->ast, site);
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n)) {
        const struct transform *t = facts_transform(c->facts, n);
        struct chain chain;
        if (t == NULL || t->function->direction == 0 || t->x == 0)
            continue;
        facts_trace(c->facts, t->x, &chain);
        if (chain.shift_count != 0)
            return true;
    }
    return false;
}

void lint_FFT212(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *shift = facts_transform(c->facts, m->site);
    const struct transform *t = shift->x != 0 ? lint_direct(c->facts, shift->x) : NULL;
    unsigned uses = facts_uses(c->facts, m->site);
    struct chain chain;
    if (t == NULL || t->function->direction == 0 || t->function->real || t->x == 0 || shift->open ||
        t->open || t->function->rank == 1 || (uses & (USE_ABS | USE_TRANSFORM | USE_REAL)) != 0 ||
        (uses & (USE_FACTOR | USE_RETURN)) == 0 || !is_field(c, t->x) ||
        shifts_inputs(c, m->site) || has_shift(c, lint_value_of(c, t->x)) ||
        knows_origin(c, m->site))
        return;
    facts_trace(c->facts, t->x, &chain); /* a shift of a convolution moves positions */
    if (chain.source_count != 0 || !lint_once(c, m->site))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "the field is shifted after %s and not before: if its origin is in the middle, "
                    "every other phase is turned by pi; ifftshift before, too",
                    t->function->name);
    lint_relate(c, f, t->call, "transform here");
}
