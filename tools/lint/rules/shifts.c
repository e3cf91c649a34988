/* SPDX-License-Identifier: Apache-2.0 */
/* FFT203 and FFT207: fftshift and ifftshift. They differ for odd sizes only, by one element. */
#include "shifts.h"

#include <string.h>

static bool is_named(const struct transform *t, const char *name)
{
    return t != NULL && strcmp(t->function->name, name) == 0;
}

/* Renames the shift in its call m.fftshift, if the call has the module's name. */
static void rename_shift(struct lint_context *c, struct lint_finding *f,
                         const struct transform *shift)
{
    const struct ast *a = c->ast;
    uint32_t name = lint_called_node(a, shift->call);
    if (ast_kind(a, ast_child(a, shift->call, F_FUNCTION)) == K_ATTRIBUTE)
        lint_edit(c, f, a->nodes[name].start, a->nodes[name].end,
                  is_named(shift, "fftshift") ? "ifftshift" : "fftshift");
}

static bool size_is_even(const struct lint_context *c, const struct transform *shift,
                         const struct transform *t)
{
    uint32_t function = ast_function(c->ast, shift->call);
    return facts_even_length(c->facts, shift->x) || (t->n != 0 && facts_even(c->facts, t->n)) ||
           (t->x != 0 && facts_even_length(c->facts, t->x)) ||
           (function != 1 && facts_tests_parity(c->facts, function)) || facts_refuses_odd(c->facts);
}

/* Returns the call that an expression is, through names and its real part, or 0. */
static uint32_t whole_call(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    for (int hops = 0; hops < 6; hops++) {
        n = ast_bare(a, n);
        if (ast_kind(a, n) == K_CALL &&
            !slice_among(facts_called(c->facts, n), " real real_if_close asarray array "))
            return n;
        uint32_t value = facts_constant(c->facts, n);
        if (ast_kind(a, n) == K_CALL)
            n = facts_argument(c->facts, n, 0);
        else if (ast_kind(a, n) == K_ATTRIBUTE &&
                 slice_is(ast_text(a, ast_child(a, n, F_MEMBER)), "real"))
            n = ast_child(a, n, F_OBJECT);
        else if (value != 0)
            n = value;
        else
            return 0;
    }
    return 0;
}

/* Returns the transform that an expression is, through its real part, magnitude or type, or through
 * a function of the file whose only result it is. */
static const struct transform *transform_in(const struct lint_context *c, uint32_t n)
{
    const struct transform *t = lint_possibly(c->facts, n);
    struct chain chain;
    if (t != NULL)
        return t;
    facts_trace(c->facts, n, &chain);
    uint32_t result = chain.source_count == 0 ? lint_result_of(c->facts, whole_call(c, n)) : 0;
    if (result != 0)
        facts_trace(c->facts, result, &chain);
    if (result != 0 && chain.source_count == 1 &&
        (chain.via & ~(unsigned)(VIA_REAL | VIA_CAST | VIA_FACTOR)) == 0)
        return chain.sources[0];
    bool one = chain.source_count == 1 && chain.shift_count == 0 &&
               (chain.via & ~(unsigned)(VIA_REAL | VIA_ABS | VIA_CAST | VIA_POWER)) == 0;
    return one ? chain.sources[0] : NULL;
}

/* Returns the forward transform of the shifted input in ifftshift(ifft(... fft(fftshift(x)) ...)),
 * if the chain has exactly one. One shift undoes the other for any size. */
static const struct transform *undone_by(const struct lint_context *c,
                                         const struct transform *shift)
{
    const struct transform *t = transform_in(c, shift->x), *found = NULL;
    struct chain chain;
    if (!is_named(shift, "ifftshift") || t == NULL || t->function->direction != INVERSE)
        return NULL;
    facts_trace(c->facts, t->x, &chain);
    for (int i = 0; i < chain.source_count; i++) {
        const struct transform *s = chain.sources[i];
        if (s->function->direction != FORWARD || !is_named(lint_direct(c->facts, s->x), "fftshift"))
            continue;
        if (found != NULL)
            return NULL;
        found = s;
    }
    return found;
}

static bool is_undone(const struct lint_context *c, const struct transform *t)
{
    uint32_t function = ast_function(c->ast, t->call);
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n)) {
        const struct transform *s = facts_transform(c->facts, n);
        if (s != NULL && s->x != 0 && undone_by(c, s) == t)
            return true;
    }
    return false;
}

static void shifted_input(struct lint_context *c, const struct transform *t)
{
    const struct transform *shift = lint_possibly(c->facts, t->x);
    if (!is_named(shift, "fftshift") || size_is_even(c, shift, t))
        return;
    /* A shift of the input changes only phases. */
    if (facts_uses(c->facts, t->call) == USE_ABS)
        return;
    if (t->function->direction == FORWARD &&
        (facts_uses(c->facts, t->call) & ~(USE_ABS | USE_FACTOR)) == 0)
        return;
    if (t->function->direction == FORWARD && is_undone(c, t))
        return;
    struct lint_finding *f = lint_report(c, shift->call,
                                         "fftshift before %s is right for even sizes only: for odd "
                                         "ones it is off by one sample; use ifftshift",
                                         t->function->name);
    lint_relate(c, f, t->call, "transform here");
    rename_shift(c, f, shift);
}

/* Reports whether ifftshift undoes a delay in ifftshift(ifft(X * H)): if H is the spectrum of a
 * kernel with its centre in the middle of its array, this is right for any size. Numbers have no
 * delay, and products with a conjugate have the opposite one. */
static bool takes_back_delay(const struct lint_context *c, const struct transform *t)
{
    struct chain chain;
    double number;
    if (t->function->direction != INVERSE)
        return false;
    facts_trace(c->facts, t->x, &chain);
    bool product = (chain.via & VIA_PRODUCT) != 0;
    /* Data that an ifftshift moved to the front come back by fftshift. */
    for (int i = 0; i < chain.source_count; i++)
        if (is_named(lint_possibly(c->facts, chain.sources[i]->x), "ifftshift"))
            return false;
    if (chain.source_count == 0 && facts_number(c->facts, chain.root, &number))
        return false;
    for (int i = 0; i < chain.factor_count; i++)
        product = product || (!chain.factors[i].divides &&
                              !facts_number(c->facts, chain.factors[i].node, &number));
    for (uint32_t n = t->x; n <= c->ast->nodes[t->x].last; n++)
        if (ast_kind(c->ast, n) == K_NAME && slice_has(ast_text(c->ast, n), "conj"))
            return false;
    return product;
}

/* Reports whether a transform reads the shifted data. The shift is then meant for the transform
 * after it, not for the one before. */
static bool is_read(const struct lint_context *c, const struct transform *shift)
{
    uint32_t function = ast_function(c->ast, shift->call);
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n)) {
        const struct transform *t = facts_transform(c->facts, n);
        if (t != NULL && !t->function->shift && t->x != 0 && lint_possibly(c->facts, t->x) == shift)
            return true;
    }
    return false;
}

static void shifted_output(struct lint_context *c, const struct transform *shift)
{
    const struct transform *t = transform_in(c, shift->x);
    if (t == NULL || t->function->shift || size_is_even(c, shift, t) ||
        undone_by(c, shift) != NULL || takes_back_delay(c, t) || is_read(c, shift))
        return;
    struct lint_finding *f = lint_report(c, shift->call,
                                         "ifftshift after %s is right for even sizes only: for odd "
                                         "ones it is off by one sample; use fftshift",
                                         t->function->name);
    lint_relate(c, f, t->call, "transform here");
    rename_shift(c, f, shift);
}

/* ---- a shift by np.roll */

/* Returns the n of -n // 2, or 0. For odd n it is -(n // 2) - 1, since the sign comes first and //
 * rounds down. A roll by it is fftshift; a roll by -(n // 2) is ifftshift. */
static uint32_t negative_half(const struct lint_context *c, uint32_t shift)
{
    const struct ast *a = c->ast;
    double two, literal;
    shift = ast_bare(a, shift);
    uint32_t left = ast_child(a, shift, F_LEFT);
    if (ast_kind(a, shift) != K_BINARY || !ast_op(a, shift, "//") ||
        !facts_number(c->facts, ast_child(a, shift, F_RIGHT), &two) || two != 2 ||
        ast_kind(a, left) != K_UNARY || a->text[a->nodes[left].start] != '-' ||
        facts_number(c->facts, left, &literal))
        return 0;
    return ast_first(a, left);
}

/* Returns the transform in this function whose input is the rolled array, or NULL. */
static const struct transform *fed_by(const struct lint_context *c, uint32_t roll)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, roll), p = ast_parent(a, roll), name = 0;
    if (ast_kind(a, p) == K_ASSIGN && ast_kind(a, ast_child(a, p, F_LEFT)) == K_NAME)
        name = a->nodes[ast_child(a, p, F_LEFT)].name;
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n)) {
        const struct transform *t = facts_transform(c->facts, n);
        if (t == NULL || t->function->direction == 0 || t->x == 0)
            continue;
        if (ast_inside(a, roll, t->x) ||
            (n > roll && name != 0 && facts_mentions(c->facts, t->x, name)))
            return t;
    }
    return NULL;
}

static void rolled_input(struct lint_context *c, uint32_t roll)
{
    const struct ast *a = c->ast;
    uint32_t shift = facts_value(c->facts, roll, 1, "shift");
    if (shift == 0)
        shift = facts_keyword(c->facts, roll, "shifts");
    uint32_t n = shift != 0 ? negative_half(c, shift) : 0, function = ast_function(a, roll);
    if (n == 0 || facts_even(c->facts, n) ||
        facts_path(c->facts, ast_child(a, roll, F_FUNCTION)).p == NULL ||
        (function != 1 && facts_tests_parity(c->facts, function)))
        return;
    const struct transform *t = fed_by(c, roll);
    if (t == NULL || facts_uses(c->facts, t->call) == USE_ABS)
        return;
    shift = ast_bare(a, shift);
    struct lint_finding *f = lint_report(
        c, shift,
        "%.*s rounds down: for odd sizes it is -(%.*s // 2) - 1, which before %s is off by one "
        "sample; write -(%.*s // 2), or ifftshift",
        TEXT(a, shift), TEXT(a, n), t->function->name, TEXT(a, n));
    lint_relate(c, f, t->call, "transform here");
    lint_edit(c, f, a->nodes[shift].start, a->nodes[shift].start + 1, "-(");
    lint_edit(c, f, a->nodes[shift].end, a->nodes[shift].end, ")");
}

void lint_FFT203(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *t = facts_transform(c->facts, m->site);
    if (t == NULL) {
        rolled_input(c, m->site);
        return;
    }
    if (t->x == 0 || t->open || (t->function->real && t->function->direction == INVERSE))
        return;
    if (t->function->shift)
        shifted_output(c, t);
    else
        shifted_input(c, t);
}

static void pass_axes(struct lint_context *c, struct lint_finding *f, const struct transform *shift,
                      const struct transform *t)
{
    const struct ast *a = c->ast;
    uint32_t arguments = ast_child(a, shift->call, F_ARGUMENTS), end = a->nodes[arguments].end;
    if (f != NULL && end > 0 && a->text[end - 1] == ')')
        lint_edit(c, f, end - 1, end - 1,
                  arena_printf(c->arena, ", %s=%.*s", t->library == LIB_TORCH ? "dim" : "axes",
                               TEXT(a, t->axis)));
}

/* Reports whether the transform covers all axes of an array of known rank: x = zeros((m, n)),
 * axes=(0, 1). */
static bool all_axes(const struct lint_context *c, const struct transform *t)
{
    const struct ast *a = c->ast;
    uint32_t axes = ast_bare(a, t->axis), last = 0;
    int count = 0;
    if (ast_kind(a, axes) != K_TUPLE && ast_kind(a, axes) != K_LIST)
        return false;
    for (uint32_t n = ast_first(a, axes); n != 0; n = ast_next(a, n), count++)
        last = n;
    double last_axis;
    return count > 1 && facts_is_literal(c->facts, ast_first(a, axes), 0) &&
           facts_literal(c->facts, last, &last_axis) && last_axis == count - 1;
}

/* Reports whether the shift is a library's. A project's utils.fftshift may shift only the last two
 * axes. */
static bool is_of_a_library(const struct lint_context *c, const struct transform *shift)
{
    struct slice path = facts_path(c->facts, ast_child(c->ast, shift->call, F_FUNCTION));
    return !shift->wrapped &&
           (shift->library != LIB_ARRAY || path.p == NULL || slice_has(path, ".fft."));
}

/* Reports fftshift(rfftn(x)): it also rolls the last axis, which holds half a spectrum from 0
 * on. */
static bool shifts_half(struct lint_context *c, const struct transform *shift,
                        const struct transform *t)
{
    bool half = shift->function->shift && is_of_a_library(c, shift) && shift->axis == 0 &&
                !shift->open && t != NULL && t->function->real &&
                t->function->direction == FORWARD && t->axis == 0 && t->library != LIB_FFTPACK &&
                facts_argument_count(c->facts, shift->call) == 1;
    struct lint_finding *f =
        half ? lint_report(c, shift->call,
                           "%s rolls every axis, and the last one of %s holds half a spectrum, "
                           "whose zero frequency comes first: pass the other axes",
                           shift->function->name, t->function->name)
             : NULL;
    if (half)
        lint_relate(c, f, t->call, "transform here");
    return half;
}

void lint_FFT207(struct lint_context *c, const struct lint_match *m)
{
    const struct transform *at = facts_transform(c->facts, m->site);
    if (slice_ends(facts_called(c->facts, m->site), "shift") && lint_check_pairs(c, m->site))
        return;
    if (at == NULL)
        return;
    const struct transform *other = at->x != 0 ? lint_direct(c->facts, at->x) : NULL;
    const struct transform *shift = at->function->shift ? at : other;
    const struct transform *t = at->function->shift ? other : at;
    if (at->function->shift && shifts_half(c, at, other))
        return;
    /* axis=0 may also mean the only axis of an array. */
    if (shift == NULL || t == NULL || !shift->function->shift || t->function->direction == 0 ||
        !is_of_a_library(c, shift) || t->axis == 0 || shift->axis != 0 || shift->open || t->open ||
        facts_argument_count(c->facts, shift->call) > 1 || all_axes(c, t) ||
        (facts_is_literal(c->facts, t->axis, 0)))
        return;
    struct lint_finding *f = lint_report(
        c, shift->call,
        "%s without axes rolls every axis, and %s goes along %.*s alone: pass the same axes",
        shift->function->name, t->function->name, TEXT(c->ast, t->axis));
    lint_relate(c, f, t->call, "transform here");
    pass_axes(c, f, shift, t);
}
