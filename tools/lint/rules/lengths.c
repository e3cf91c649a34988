/* SPDX-License-Identifier: Apache-2.0 */
/* FFT201 and FFT202: lengths that are not given. */
#include "lengths.h"
#include "../facts/python.h"

#include <string.h>

static const struct transform *forward_of(const struct chain *chain)
{
    for (int i = 0; i < chain->source_count; i++)
        if (chain->sources[i]->function->direction == FORWARD && chain->sources[i]->function->real)
            return chain->sources[i];
    return NULL;
}

/* Reports whether the signal's length was even. Then the default returns the same length. */
static bool is_even(const struct lint_context *c, const struct chain *chain)
{
    for (int i = 0; i < chain->source_count; i++) {
        const struct transform *t = chain->sources[i];
        if (t->n != 0 ? facts_even(c->facts, t->n) : facts_even_length(c->facts, t->x))
            return true;
    }
    return false;
}

/* Reports whether n is rfftfreq(2 * n): the frequencies of the spectrum are those of an even
 * length. */
static bool is_even_grid(const struct lint_context *c, uint32_t n)
{
    const struct transform *t = ast_kind(c->ast, n) == K_CALL ? facts_transform(c->facts, n) : NULL;
    if (t == NULL || !t->function->frequencies || strcmp(t->function->name, "rfftfreq") != 0)
        return false;
    return facts_even(c->facts, facts_value(c->facts, n, 0, "n"));
}

static bool has_even_grid(const struct lint_context *c, uint32_t function)
{
    for (uint32_t n = function; function != 1 && n <= c->ast->nodes[function].last; n++)
        if (is_even_grid(c, n))
            return true;
    return false;
}

/* Reports whether the data are padded: the function names an FFT size, or cuts the result to a
 * length directly. */
static bool is_padded(const struct lint_context *c, uint32_t function, uint32_t call)
{
    const struct ast *a = c->ast;
    for (uint32_t n = function; function != 1 && n <= a->nodes[function].last; n++)
        if (ast_kind(a, n) == K_NAME && facts_names_fft_size(ast_text(a, n)))
            return true;
    uint32_t p = ast_parent(a, call);
    return ast_kind(a, p) == K_SUBSCRIPT && a->nodes[call].field == F_VALUE &&
           slice_has(ast_text(a, p), ":");
}

/* Adds the fix n=x.shape[axis] if the forward transform is in the same function and its argument is
 * a name. */
static void add_length(struct lint_context *c, struct lint_finding *f, const struct transform *t,
                       const struct transform *forward)
{
    const struct ast *a = c->ast;
    uint32_t arguments = ast_child(a, t->call, F_ARGUMENTS), end = a->nodes[arguments].end;
    if (f == NULL || forward == NULL || t->function->rank != 1 || end == 0 ||
        a->text[end - 1] != ')')
        return;
    if (ast_function(a, forward->call) != ast_function(a, t->call))
        return;
    const char *axis =
        forward->axis != 0 ? arena_printf(c->arena, "%.*s", TEXT(a, forward->axis)) : "-1";
    if (forward->n != 0)
        lint_edit(c, f, end - 1, end - 1, arena_printf(c->arena, ", n=%.*s", TEXT(a, forward->n)));
    else if (ast_kind(a, forward->x) == K_NAME && facts_definition(c->facts, forward->x) != NULL)
        lint_edit(c, f, end - 1, end - 1,
                  arena_printf(c->arena, ", n=%.*s.shape[%s]", TEXT(a, forward->x), axis));
}

/* Reports whether no signal of another length exists: the spectrum is created here, as zeros(513),
 * or t is an hfft of data that no ihfft made. */
static bool is_synthetic(const struct lint_context *c, const struct transform *t,
                         const struct chain *chain)
{
    double bins;
    uint32_t made = chain->root;
    for (int i = 0; i < chain->source_count; i++)
        if (!t->function->hermitian || chain->sources[i]->function->hermitian)
            return false;
    return t->function->hermitian ||
           (ast_kind(c->ast, made) == K_CALL &&
            slice_among(facts_called(c->facts, made), " zeros ones empty full ") &&
            facts_number(c->facts, facts_argument(c->facts, made, 0), &bins));
}

/* Reports whether t is a real inverse without a length, in a function that does not test parity and
 * a file that does not refuse odd lengths. FFT201 and FFT208 ask this first. */
static bool lacks_length(const struct lint_context *c, const struct transform *t)
{
    uint32_t call = t->call, function = ast_function(c->ast, call);
    return t->n == 0 && t->x != 0 && !t->open && t->library != LIB_FFTPACK &&
           facts_keyword(c->facts, call, "out") == 0 &&
           facts_keyword(c->facts, call, t->function->rank == 1 ? "s" : "n") == 0 && /* an error */
           (function == 1 || !facts_tests_parity(c->facts, function)) &&
           !facts_refuses_odd(c->facts) && !facts_must_raise(c->facts, call) &&
           ast_kind(c->ast, ast_parent(c->ast, call)) != K_STATEMENT;
}

void lint_FFT201(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *t = facts_transform(c->facts, m->site);
    struct chain chain;
    if (!lacks_length(c, t))
        return;
    facts_trace(c->facts, t->x, &chain);
    if (is_even(c, &chain) || is_synthetic(c, t, &chain) ||
        is_padded(c, ast_function(c->ast, m->site), m->site) ||
        has_even_grid(c, ast_function(c->ast, m->site)) || !lint_once(c, m->site))
        return;
    const struct transform *forward = forward_of(&chain);
    struct lint_finding *f = lint_report(c, m->site,
                                         "%s without %s: a length of 2*(m-1) is assumed, so a "
                                         "signal of odd length loses a sample; pass the length",
                                         t->function->name, t->function->rank == 1 ? "n" : "s");
    lint_relate(c, f, forward != NULL ? forward->call : 0, "forward here");
    add_length(c, f, t, forward);
}

/* ---- for FFT208 */

/* Returns why the length n may be odd, or NULL: it is a power of two whose exponent may be 0, or a
 * fast length. */
static const char *why_odd(const struct lint_context *c, uint32_t n, int depth)
{
    const struct ast *a = c->ast;
    double x;
    n = ast_bare(a, n);
    if (n == 0 || depth > 6 || facts_number(c->facts, n, &x))
        return NULL;
    struct slice called = ast_kind(a, n) == K_CALL ? facts_called(c->facts, n) : ast_text(a, n);
    uint32_t value = facts_constant(c->facts, n);
    if (value != 0)
        return why_odd(c, value, depth + 1);
    switch (ast_kind(a, n)) {
    case K_CALL:
        if (slice_has(called, "fast_len") || slice_has(called, "fast_size"))
            return "without a length 2*(m-1) is assumed, and a length that is quick may be odd";
        if (slice_has(called, "pow2") || slice_has(called, "power_of"))
            return "without a length 2*(m-1) is assumed, and for one sample the power of two is 1";
        return why_odd(c,
                       ast_kind(a, ast_child(a, n, F_FUNCTION)) == K_ATTRIBUTE &&
                               slice_is(called, "astype")
                           ? ast_child(a, ast_child(a, n, F_FUNCTION), F_OBJECT)
                           : facts_argument(c->facts, n, 0),
                       depth + 1);
    case K_BINARY:
        if (ast_op(a, n, "**") || ast_op(a, n, "<<"))
            return "without a length 2*(m-1) is assumed, and for one sample the power of two is 1";
        return NULL;
    case K_NAME:
        return facts_names_fft_size(called) ? "without a length 2*(m-1) is assumed, and whoever "
                                              "chooses it may choose an odd "
                                              "one"
                                            : NULL;
    default: return NULL;
    }
}

const char *lint_may_be_odd(struct lint_context *c, const struct transform *t)
{
    struct chain chain;
    if (!lacks_length(c, t) || has_even_grid(c, ast_function(c->ast, t->call)))
        return NULL;
    facts_trace(c->facts, t->x, &chain);
    if (is_synthetic(c, t, &chain))
        return NULL;
    if (t->library == LIB_NONE)
        return "without a length 2*(m-1) is assumed, so a signal of odd length loses a sample";
    for (int i = 0; i < chain.source_count; i++)
        if (chain.sources[i]->n != 0)
            return why_odd(c, chain.sources[i]->n, 0);
    if (is_even(c, &chain) || !is_padded(c, ast_function(c->ast, t->call), t->call))
        return NULL; /* it is even, or FFT201 reports it */
    return "without a length 2*(m-1) is assumed, and nothing here says that it is even";
}

/* Returns the inverse fft.irfft2(X, **k), from a module that the caller chose, if fft.rfft2(x, **k)
 * is before it: the options are the same, so no length is given. Returns NULL otherwise. */
static const struct transform *inverse_of_chosen(struct lint_context *c, uint32_t call,
                                                 uint32_t base)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, call), splat = 0;
    struct slice name = facts_called(c->facts, call);
    for (uint32_t n = ast_first(a, ast_child(a, call, F_ARGUMENTS)); n != 0; n = ast_next(a, n)) {
        if (ast_kind(a, n) == K_KEYWORD || (ast_kind(a, n) == K_SPLAT && splat != 0))
            return NULL;
        splat = ast_kind(a, n) == K_SPLAT ? n : splat;
    }
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0 && n < call;
         n = facts_next_call(c->facts, function, n)) {
        struct slice other = facts_called(c->facts, n);
        uint32_t last = 0;
        for (uint32_t k = ast_first(a, ast_child(a, n, F_ARGUMENTS)); k != 0; k = ast_next(a, k))
            last = k;
        if (name.n != other.n + 1 || memcmp(name.p + 1, other.p, other.n) != 0 ||
            !ast_same(a, python_receiver(c->facts, n), base) ||
            facts_argument_count(c->facts, n) != 1 || (splat != 0 && !ast_same(a, last, splat)))
            continue;
        struct transform *t = ARENA_NEW(c->arena, struct transform, 1);
        *t = *facts_transform_like(c->facts, call);
        t->open = false;
        return t;
    }
    return NULL;
}

const struct transform *lint_unresolved_inverse(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    static const char *const words[] = {"module", "mod", "lib", "pack", "backend", "impl"};
    bool module = false;
    uint32_t base = python_receiver(c->facts, call);
    uint32_t last = ast_kind(a, base) == K_ATTRIBUTE ? ast_child(a, base, F_MEMBER) : base;
    if (base == 0 || ast_kind(a, last) != K_NAME || !slice_has(ast_text(a, last), "fft") ||
        facts_path(c->facts, base).p != NULL)
        return NULL;
    if (slice_is(ast_text(a, base), "fft"))
        return inverse_of_chosen(c, call, base);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        module = module || slice_has(ast_text(a, last), words[i]);
    if (!module)
        return NULL; /* an object of the project may know the length */
    return facts_transform_like(c->facts, call);
}

/* ---- FFT202 */

/* Returns the name whose length n is, len(x), x.shape[-1], or a name bound to one, or 0. */
static uint32_t length_name(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    for (int hops = 0; hops < 6; hops++) {
        n = ast_bare(a, n);
        if (ast_kind(a, n) == K_CALL) { /* len(x), next_power_of_two(len(x)) */
            struct slice name = facts_called(c->facts, n);
            if (slice_is(name, "len"))
                return facts_argument(c->facts, n, 0);
            if (!slice_has(name, "pow") && !slice_has(name, "fast_len"))
                return 0;
            n = facts_argument(c->facts, n, 0);
            continue;
        }
        if (ast_kind(a, n) == K_SUBSCRIPT)
            n = ast_child(a, n, F_VALUE);
        if (ast_kind(a, n) == K_ATTRIBUTE)
            return slice_among(ast_text(a, ast_child(a, n, F_MEMBER)), " shape size ")
                       ? ast_child(a, n, F_OBJECT)
                       : 0;
        const struct def *d = facts_definition(c->facts, n);
        if (d == NULL || d->kind != DEF_VALUE)
            return 0;
        n = d->value;
    }
    return 0;
}

/* Reports whether the output is cut or added to, which fits a linear convolution. */
static bool is_used_as_linear(const struct lint_context *c, uint32_t call)
{
    return (facts_uses(c->facts, call) & (USE_SLICE | USE_SUM)) != 0;
}

void lint_FFT202(struct lint_context *c, const struct lint_match *m)
{
    struct lint_pair p;
    if (!lint_pair(c, m, &p) || p.chain.source_count != 2 || (p.chain.via & VIA_PRODUCT) == 0 ||
        (p.chain.via & (VIA_CALL | VIA_UNKNOWN | VIA_ABS | VIA_POWER | VIA_UPDATE)) != 0)
        return;
    const struct transform *u = p.chain.sources[0], *k = p.chain.sources[1];
    const struct ast *a = c->ast;
    if (ast_kind(a, u->x) != K_NAME || ast_kind(a, k->x) != K_NAME || ast_same(a, u->x, k->x) ||
        u->n == 0 || k->n == 0 || !ast_same(a, u->n, k->n))
        return;
    uint32_t of = length_name(c, u->n);
    if (of == 0 || (!ast_same(a, of, u->x) && !ast_same(a, of, k->x)) ||
        !is_used_as_linear(c, m->site))
        return;
    struct lint_finding *f = lint_report(c, m->site,
                                         "the product of spectra of length %.*s is a circular "
                                         "convolution, and its end wraps around; "
                                         "a linear one needs n >= len(%.*s) + len(%.*s) - 1",
                                         TEXT(a, u->n), TEXT(a, u->x), TEXT(a, k->x));
    lint_relate(c, f, u->call, "forward here");
}
