/* SPDX-License-Identifier: Apache-2.0 */
/* FFT301 to FFT303 and FFT306: precision and type of the numbers of a transform. */
#include "../facts/python.h"
#include "common.h"

#include <string.h>

static bool says_half(struct slice s)
{
    return slice_ends(s, "float16") || slice_ends(s, ".half") || slice_ends(s, ".bfloat16") ||
           slice_is(s, "\"float16\"") || slice_is(s, "'float16'");
}

static bool says_float(struct slice s)
{
    return slice_ends(s, "float32") || slice_ends(s, "float64") || slice_ends(s, ".float") ||
           slice_ends(s, ".double") || slice_ends(s, "complex64") || slice_ends(s, "complex128") ||
           slice_ends(s, "cfloat");
}

/* Returns the type of an expression, from the expression or the definition of its name, as text
 * such as np.float32. p is NULL if it is unknown. *made is the cast or creation. */
static struct slice type_of(const struct lint_context *c, uint32_t n, uint32_t *made)
{
    const struct ast *a = c->ast;
    const struct slice none = {NULL, 0};
    for (int hops = 0; hops < 8; hops++) {
        n = ast_bare(a, n);
        if (ast_kind(a, n) == K_NAME) {
            n = facts_constant(c->facts, n);
            continue;
        }
        if (ast_kind(a, n) == K_SUBSCRIPT) {
            n = ast_child(a, n, F_VALUE);
            continue;
        }
        if (ast_kind(a, n) != K_CALL)
            return none;
        *made = n;
        struct slice name = facts_called(c->facts, n);
        uint32_t type = facts_keyword(c->facts, n, "dtype");
        if (type == 0 && slice_among(name, " astype to type "))
            type = facts_argument(c->facts, n, 0);
        if (type == 0 &&
            slice_among(name,
                        " zeros ones empty array asarray zeros_like empty_like ones_like tensor "))
            type = facts_argument(c->facts, n, 1);
        if (type != 0)
            return ast_text(a, type);
        if (slice_among(
                name, " half bfloat16 float double float32 float64 float16 complex64 complex128 "))
            return ast_text(a, ast_child(a, n, F_FUNCTION));
        if (!slice_among(
                name, " contiguous clone detach cuda cpu squeeze unsqueeze reshape view copy ") ||
            python_receiver(c->facts, n) == 0)
            return none;
        n = python_receiver(c->facts, n);
    }
    return none;
}

/* Returns the `with autocast(...):` or @autocast() around the node, unless it has enabled=False, or
 * 0. */
static uint32_t autocast_around(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    for (uint32_t p = n; p > 1; p = ast_parent(a, p)) {
        if (ast_kind(a, p) != K_WITH && ast_kind(a, p) != K_DECORATED)
            continue;
        for (uint32_t i = p + 1; i <= a->nodes[p].last && ast_kind(a, i) != K_BLOCK; i++) {
            if (ast_kind(a, i) == K_FUNCTION)
                break;
            if (ast_kind(a, i) != K_CALL || !slice_is(facts_called(c->facts, i), "autocast"))
                continue;
            uint32_t enabled = facts_keyword(c->facts, i, "enabled");
            return enabled == 0 || slice_is(ast_text(a, enabled), "True") ? i : 0;
        }
    }
    return 0;
}

void lint_FFT301(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *t = facts_transform(c->facts, m->site);
    const struct ast *a = c->ast;
    uint32_t made = 0;
    /* numpy and scipy convert 16-bit numbers before the transform. */
    if (t->x == 0 || t->open || (t->library != LIB_TORCH && t->library != LIB_MLX))
        return;
    struct slice type = type_of(c, t->x, &made);
    bool half = type.p != NULL && says_half(type);
    uint32_t autocast = half || (type.p != NULL && says_float(type)) || t->library != LIB_TORCH
                            ? 0
                            : autocast_around(c, m->site);
    struct chain chain;
    facts_trace(c->facts, t->x, &chain);
    if ((!half && autocast == 0) ||
        (!half && chain.source_count != 0)) /* spectra have 32 bits already */
        return;
    struct lint_finding *f = lint_report(c, m->site,
                                         "%s of 16-bit numbers: 8 or 11 bits, overflow above 65504 "
                                         "with float16, and on CUDA powers of two only; cast "
                                         "to float32 first",
                                         t->function->name);
    lint_relate(c, f, half ? made : autocast, half ? "made narrow here" : "in this autocast");
    if (t->library == LIB_TORCH && (ast_kind(a, t->x) == K_NAME || ast_kind(a, t->x) == K_CALL))
        lint_edit(c, f, a->nodes[t->x].end, a->nodes[t->x].end, ".float()");
}

void lint_FFT302(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *t = facts_transform(c->facts, m->site);
    uint32_t made = 0;
    if (t->library != LIB_NUMPY || t->x == 0 || t->open || c->config->numpy_minimum >= 2000)
        return;
    struct slice type = type_of(c, t->x, &made);
    if (type.p == NULL || (!slice_ends(type, "float32") && !slice_ends(type, "complex64") &&
                           !slice_is(type, "\"f4\"")))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "numpy.fft of %.*s gives complex128 before NumPy 2 and complex64 since: say "
                    "which with astype, or use scipy.fft",
                    (int)type.n, type.p);
    lint_relate(c, f, made, "single precision here");
}

/* ---- FFT303 */

/* Returns the transform whose complex result the value is, if nothing makes it real, or NULL. */
static const struct transform *complex_result(const struct lint_context *c, uint32_t value)
{
    struct chain chain;
    facts_trace(c->facts, value, &chain);
    const unsigned lost =
        VIA_REAL | VIA_ABS | VIA_CAST | VIA_CALL | VIA_UNKNOWN | VIA_PRODUCT | VIA_POWER | VIA_SUM;
    if (chain.source_count != 1 || (chain.via & lost) != 0)
        return NULL;
    const struct transform *t = chain.sources[0];
    bool real = t->function->real ? t->function->direction == INVERSE
                                  : t->function->hermitian && t->function->direction == FORWARD;
    return real || (t->library == LIB_FFTPACK && t->function->real) ? NULL : t;
}

/* Returns the type of an array's numbers at its creation: 'r' for real or integer, 's' for
 * complex64, 0 for any other. */
static char created_as(const struct lint_context *c, uint32_t array, uint32_t *made)
{
    const struct ast *a = c->ast;
    uint32_t call = ast_bare(a, facts_constant(c->facts, array));
    if (ast_kind(a, call) != K_CALL)
        return 0;
    *made = call;
    if (!slice_among(facts_called(c->facts, call), " zeros ones empty full ") ||
        ast_kind(a, ast_child(a, call, F_FUNCTION)) != K_ATTRIBUTE)
        return 0;
    bool full = slice_is(facts_called(c->facts, call), "full");
    struct slice path = facts_path(c->facts, ast_child(a, call, F_FUNCTION));
    uint32_t type = facts_keyword(c->facts, call, "dtype");
    if (type == 0 && path.p != NULL && !slice_begins(path, "torch")) /* torch.zeros(4, n): sizes */
        type = facts_argument(c->facts, call, full ? 2 : 1);
    if (facts_open(c->facts, call))
        return 0;
    if (type == 0)
        return full || path.p == NULL ? 0 : 'r';
    struct slice text = ast_text(a, type);
    if (slice_ends(text, "complex64"))
        return 's';
    return slice_ends(text, ".float32") || slice_ends(text, ".float64") ||
                   slice_is(text, "float") || slice_is(text, "int") || slice_ends(text, ".int32") ||
                   slice_ends(text, ".int64") || slice_ends(text, ".double") ||
                   slice_ends(text, ".float16") || slice_ends(text, ".int16")
               ? 'r'
               : 0;
}

void lint_FFT303(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t array = ast_child(a, ast_child(a, m->site, F_LEFT), F_VALUE),
             value = ast_child(a, m->site, F_RIGHT), made = 0;
    if (ast_kind(a, array) != K_NAME || value == 0)
        return;
    char kind = created_as(c, array, &made);
    const struct transform *t = kind != 0 ? complex_result(c, value) : NULL;
    if (t == NULL || t->library == LIB_ARRAY || t->function->frequencies)
        return;
    uint32_t input_made = 0;
    struct slice input = t->x != 0 ? type_of(c, t->x, &input_made) : (struct slice){NULL, 0};
    /* Only doubles lose digits in complex64. An unknown input may be single precision, which NumPy
     * 2 keeps. */
    if (kind == 's' &&
        (input.p == NULL || (!slice_ends(input, "float64") && !slice_ends(input, "complex128"))))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    kind == 'r' ? "the array is real, so the imaginary part of %s is dropped: give "
                                  "it a complex dtype, or take "
                                  ".real or abs of the spectrum"
                                : "the array is complex64, and the result of %s is rounded to it: "
                                  "give it dtype=complex128, or "
                                  "cast on purpose",
                    t->function->name);
    lint_relate(c, f, made, "created here");
}

/* ---- FFT306 */

/* Reports ifft(abs(fft(x)) ** 2): the spectrum is real, so its inverse is Hermitian, and real for
 * real x. */
void lint_FFT306(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *t = facts_transform(c->facts, m->site);
    struct chain chain;
    if (t->x == 0 || t->open)
        return;
    facts_trace(c->facts, t->x, &chain);
    if (chain.source_count != 1 || chain.sources[0]->function->direction != FORWARD ||
        (chain.via & VIA_ABS) == 0 ||
        (chain.via & (VIA_CALL | VIA_UNKNOWN | VIA_SUM | VIA_PRODUCT | VIA_UPDATE)) != 0)
        return;
    for (int i = 0; i < chain.factor_count; i++)
        if (ast_kind(c->ast, ast_bare(c->ast, chain.factors[i].node)) != K_NUMBER)
            return; /* the factor may be a phase */
    if ((facts_uses(c->facts, m->site) & (USE_REAL | USE_ABS)) != 0 ||
        ast_kind(c->ast, ast_parent(c->ast, m->site)) == K_STATEMENT || !lint_once(c, m->site))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "the spectrum is real, so for real data this is real but for rounding errors, "
                    "and stays complex: take .real, or use irfft of rfft");
    lint_relate(c, f, chain.sources[0]->call, "forward here");
}
