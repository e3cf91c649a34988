/* SPDX-License-Identifier: Apache-2.0 */
/* FFT214, FFT616 and FFT617: indices outside of a spectrum, and bins that are left out; also the
 * part of FFT208 about half-complex order. */
#include "bins.h"

#include <string.h>

/* Returns the index of x[k], or 0 if there is none or several. */
static uint32_t index_of(const struct ast *a, uint32_t subscript)
{
    uint32_t index = ast_child(a, subscript, F_INDEX);
    if (ast_kind(a, index) == K_ARGUMENTS) {
        if (ast_next(a, ast_first(a, index)) != 0)
            return 0;
        index = ast_first(a, index);
    }
    return ast_plain(a, index);
}

static uint32_t array_of(const struct ast *a, uint32_t subscript)
{
    uint32_t array = ast_child(a, subscript, F_OBJECT);
    return array != 0 ? array : ast_child(a, subscript, F_VALUE);
}

/* Returns the k of N - k and stores N in *from; with `less`, the k of N - k - 1 or N - 1 - k.
 * Returns 0 for any other index. */
static uint32_t mirrored(const struct lint_context *c, uint32_t index, bool less, uint32_t *from)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, index) != K_BINARY || !ast_op(a, index, "-"))
        return 0;
    uint32_t left = ast_plain(a, ast_child(a, index, F_LEFT)),
             right = ast_plain(a, ast_child(a, index, F_RIGHT));
    if (less) {
        uint32_t one = facts_is_literal(c->facts, right, 1) ? right : 0;
        if (ast_kind(a, left) != K_BINARY || !ast_op(a, left, "-"))
            return 0;
        *from = ast_plain(a, ast_child(a, left, F_LEFT));
        uint32_t middle = ast_plain(a, ast_child(a, left, F_RIGHT));
        if (one == 0)
            return facts_is_literal(c->facts, middle, 1) && ast_kind(a, right) == K_NAME ? right
                                                                                         : 0;
        return ast_kind(a, middle) == K_NAME ? middle : 0;
    }
    *from = left;
    return ast_kind(a, right) == K_NAME ? right : 0;
}

/* ---- FFT214 */

/* Reports whether the array holds a spectrum that starts with bin 0. */
static bool is_spectrum(const struct lint_context *c, uint32_t array)
{
    uint32_t count;
    if (c->language == LINT_PYTHON) {
        struct chain chain;
        facts_trace(c->facts, array, &chain);
        return chain.source_count > 0 && chain.sources[0]->function->direction == FORWARD &&
               (chain.via & (VIA_SLICE | VIA_SHIFT | VIA_CALL | VIA_UNKNOWN)) == 0;
    }
    const struct c_plan *plans = facts_plans(c->facts, &count);
    uint32_t object = facts_object(c->facts, array);
    for (uint32_t i = 0; i < count; i++) {
        const struct c_plan *p = &plans[i];
        uint32_t spectrum = p->kind == PLAN_R2R ? lint_says(c, p->call, "r2hc")   ? p->out
                                                  : lint_says(c, p->call, "hc2r") ? p->in
                                                                                  : 0
                            : lint_plan_direction(c, p) == FORWARD ? p->out
                            : lint_plan_direction(c, p) == INVERSE ? p->in
                                                                   : 0;
        if (spectrum != 0 && ast_same(c->ast, facts_object(c->facts, spectrum), object) &&
            (p->function == ast_function(c->ast, array) ||
             ast_function(c->ast, facts_declaration(c->facts, object)) == 1))
            return true;
    }
    return false;
}

/* Reports whether both elements of a pair are combined: by a sum, difference or product, a call
 * with both as arguments, or a conjugate. */
static bool is_combined(const struct lint_context *c, uint32_t one, uint32_t other)
{
    const struct ast *a = c->ast;
    uint32_t p = ast_parent(a, one);
    while (p > 1 && !ast_inside(a, other, p))
        p = ast_parent(a, p);
    if (ast_kind(a, p) == K_BINARY)
        return ast_op(a, p, "+") || ast_op(a, p, "-") || ast_op(a, p, "*");
    if (ast_kind(a, p) == K_ARGUMENTS)
        return slice_has(facts_called(c->facts, ast_parent(a, p)), "atan") ||
               slice_has(facts_called(c->facts, ast_parent(a, p)), "hypot") ||
               slice_has(facts_called(c->facts, ast_parent(a, p)), "complex");
    return ast_kind(a, p) == K_ASSIGN && lint_says(c, p, "conj");
}

void lint_FFT214(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t from = 0, index = index_of(a, m->site), array = array_of(a, m->site), other = 0;
    uint32_t k = mirrored(c, index, true, &from), statement = ast_statement(a, m->site);
    if (k == 0 || statement == 0 || facts_counted_by(c->facts, m->site, a->nodes[k].name) == 0 ||
        !is_spectrum(c, array))
        return;
    for (uint32_t n = statement; n <= a->nodes[statement].last; n++)
        if (ast_kind(a, n) == K_SUBSCRIPT && n != m->site && ast_same(a, array_of(a, n), array) &&
            ast_same(a, index_of(a, n), k) && is_combined(c, n, m->site))
            other = n;
    if (other == 0 || !lint_once_for(c, m->site, a->nodes[k].name))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "the bin of frequency -%.*s is %.*s - %.*s, and of bin 0 it is bin 0 itself: "
                    "this is its neighbour",
                    TEXT(a, k), TEXT(a, from), TEXT(a, k));
    lint_relate(c, f, other, "its partner");
}

/* ---- FFT616 and FFT617 */

/* This struct describes a half spectrum of a real transform, and the transform's length. */
struct half {
    uint32_t array, length, call;
    bool output;
};

/* Returns the length for which this file allocates the configuration, or 0:
 * kiss_fftr(configuration, x, X), kiss_fftri(configuration, X, x). */
static uint32_t kiss_length(const struct lint_context *c, uint32_t configuration)
{
    const struct ast *a = c->ast;
    uint32_t found = 0;
    for (uint32_t n = facts_next_call(c->facts, 1, 0); n != 0;
         n = facts_next_call(c->facts, 1, n)) {
        if (!slice_is(facts_called(c->facts, n), "kiss_fftr_alloc"))
            continue;
        uint32_t p = ast_parent(a, n), holder = 0;
        if (ast_kind(a, p) == K_ASSIGN)
            holder = ast_child(a, p, F_LEFT);
        else if (ast_kind(a, p) == K_INIT)
            holder = facts_object(c->facts, ast_child(a, p, F_DECLARATOR));
        while (ast_kind(a, holder) == K_POINTER)
            holder = ast_first(a, holder);
        if (holder == 0 || !ast_same(a, holder, configuration))
            continue;
        if (found != 0)
            return 0;
        found = facts_argument(c->facts, n, 0);
    }
    return found;
}

static bool half_of_kiss(const struct lint_context *c, uint32_t call, struct half *h)
{
    struct slice called = facts_called(c->facts, call);
    if (!slice_is(called, "kiss_fftr") && !slice_is(called, "kiss_fftri"))
        return false;
    h->output = slice_is(called, "kiss_fftr");
    h->call = call;
    h->array = facts_argument(c->facts, call, h->output ? 2 : 1);
    h->length = kiss_length(c, facts_argument(c->facts, call, 0));
    return h->array != 0 && h->length != 0;
}

/* Stores in *h the array of the plan that holds half a spectrum. Returns false if there is none. */
static bool half_of_plan(const struct lint_context *c, const struct c_plan *p, struct half *h)
{
    if (p->rank != 1 || (p->kind != PLAN_R2C && p->kind != PLAN_C2R) ||
        ast_same(c->ast, facts_object(c->facts, p->in), facts_object(c->facts, p->out)))
        return false;
    h->output = p->kind == PLAN_R2C;
    h->array = h->output ? p->out : p->in;
    h->length = p->size;
    h->call = p->call;
    return true;
}

/* Reports whether n is a name or member without a cast. A cast may change the size of the
 * elements. */
static bool is_object(const struct ast *a, uint32_t n)
{
    return ast_kind(a, n) == K_NAME || ast_kind(a, n) == K_ATTRIBUTE;
}

/* Reports whether the array holds half a spectrum, according to a call in the same function, or in
 * the same file if the array is a member. */
static bool find_half(const struct lint_context *c, uint32_t array, struct half *h)
{
    const struct ast *a = c->ast;
    uint32_t count, function = ast_function(a, array);
    const struct c_plan *plans = facts_plans(c->facts, &count);
    bool kept = ast_kind(a, array) == K_ATTRIBUTE || facts_declaration(c->facts, array) == 0 ||
                ast_function(a, facts_declaration(c->facts, array)) == 1;
    for (uint32_t i = 0; i < count; i++)
        if (half_of_plan(c, &plans[i], h) && is_object(a, h->array) &&
            ast_same(a, h->array, array) && (kept || plans[i].function == function))
            return true;
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n))
        if (half_of_kiss(c, n, h) && is_object(a, h->array) && ast_same(a, h->array, array))
            return true;
    return false;
}

/* Reports whether the element, or a part of it, is assigned to, and stores the assigned value in
 * *value. */
static bool is_stored(const struct ast *a, uint32_t subscript, uint32_t *value)
{
    uint32_t n = subscript, p = ast_parent(a, n);
    while (ast_kind(a, p) == K_ATTRIBUTE || ast_kind(a, p) == K_SUBSCRIPT) {
        if (ast_kind(a, p) == K_SUBSCRIPT && array_of(a, p) != n)
            return false;
        n = p, p = ast_parent(a, p);
    }
    *value = ast_child(a, p, F_RIGHT);
    return ast_kind(a, p) == K_ASSIGN && a->nodes[n].field == F_LEFT && ast_op(a, p, "=");
}

/* Reports whether the function assigns to elements outside of the loop. The elements after the bins
 * are then 0 or the mirror image. */
static bool is_filled(const struct lint_context *c, uint32_t array, uint32_t loop)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, array), value;
    for (uint32_t n = function; n <= a->nodes[function].last; n++) {
        if (ast_inside(a, n, loop))
            continue;
        if (ast_kind(a, n) == K_SUBSCRIPT && ast_same(a, array_of(a, n), array) &&
            is_stored(a, n, &value))
            return true;
        if (ast_kind(a, n) == K_CALL &&
            slice_among(facts_called(c->facts, n), " memset bzero fill fill_n ") &&
            ast_same(a, facts_object(c->facts, facts_argument(c->facts, n, 0)), array))
            return true;
    }
    return false;
}

/* Reports whether n is half of the length: length / 2, length >> 1, or a name that is set to it
 * once. */
static bool is_half_length(const struct lint_context *c, uint32_t n, uint32_t length)
{
    const struct ast *a = c->ast;
    double number;
    n = ast_plain(a, n);
    if (ast_kind(a, n) == K_NAME && facts_initial(c->facts, n) != 0)
        n = ast_plain(a, facts_initial(c->facts, n));
    if (ast_kind(a, n) != K_BINARY)
        return false;
    bool shifts = ast_op(a, n, ">>");
    return (shifts || ast_op(a, n, "/")) &&
           facts_literal(c->facts, ast_child(a, n, F_RIGHT), &number) &&
           number == (shifts ? 1 : 2) && ast_same(a, ast_plain(a, ast_child(a, n, F_LEFT)), length);
}

/* Returns the end of a loop for (...; k < end; ...) and stores k, or returns 0. */
static uint32_t end_of(const struct ast *a, uint32_t loop, uint32_t *k)
{
    uint32_t condition = ast_plain(a, ast_child(a, loop, F_CONDITION));
    if (ast_kind(a, condition) != K_BINARY || !ast_op(a, condition, "<"))
        return 0;
    *k = ast_plain(a, ast_child(a, condition, F_LEFT));
    return ast_kind(a, *k) == K_NAME ? ast_plain(a, ast_child(a, condition, F_RIGHT)) : 0;
}

/* Reports whether a condition between the loop and n depends on k, or the loop has a break. */
static bool is_chosen(const struct lint_context *c, uint32_t n, uint32_t loop, uint32_t k)
{
    const struct ast *a = c->ast;
    for (uint32_t p = ast_parent(a, n); p > loop; p = ast_parent(a, p))
        if ((ast_kind(a, p) == K_IF || ast_kind(a, p) == K_CONDITIONAL) &&
            facts_mentions(c->facts, p, a->nodes[k].name))
            return true;
    return lint_says(c, loop, "break");
}

/* Reports whether the file has half spectra. Only then it pays to search the loops. */
static bool has_halves(struct lint_context *c)
{
    uint32_t count;
    const struct c_plan *plans = facts_plans(c->facts, &count);
    for (uint32_t i = 0; c->halves == 0 && i < count; i++)
        if (plans[i].kind == PLAN_R2C || plans[i].kind == PLAN_C2R)
            c->halves = 1;
    for (uint32_t n = c->halves == 0 ? facts_next_call(c->facts, 1, 0) : 0;
         n != 0 && c->halves == 0; n = facts_next_call(c->facts, 1, n))
        if (slice_begins(facts_called(c->facts, n), "kiss_fftr"))
            c->halves = 1;
    if (c->halves == 0)
        c->halves = -1;
    return c->halves > 0;
}

/* This struct describes an element of half a spectrum in a loop over it: x[k] in for (...; k < end;
 * ...). */
struct element {
    uint32_t node, k, end;
    uint32_t value;     /* the value that is stored into it, or 0 */
    bool stored, whole; /* whole: end is the full length of the transform */
    struct half half;
};

/* Finds the next element in the loop after e->node, which is 0 at first. */
static bool next_element(struct lint_context *c, uint32_t loop, struct element *e)
{
    const struct ast *a = c->ast;
    uint32_t body = ast_child(a, loop, F_BODY);
    double number;
    if (!has_halves(c) || (e->end = end_of(a, loop, &e->k)) == 0 ||
        facts_number(c->facts, e->end, &number))
        return false;
    for (uint32_t n = e->node != 0 ? e->node + 1 : body; n <= a->nodes[body].last; n++) {
        if (ast_kind(a, n) != K_SUBSCRIPT || ast_kind(a, index_of(a, n)) != K_NAME ||
            a->nodes[index_of(a, n)].name != a->nodes[e->k].name || !is_object(a, array_of(a, n)) ||
            !find_half(c, array_of(a, n), &e->half) || is_chosen(c, n, loop, e->k))
            continue;
        e->node = n;
        e->whole = ast_same(a, e->end, ast_plain(a, e->half.length));
        e->stored = is_stored(a, n, &e->value);
        return true;
    }
    return false;
}

void lint_FFT616(struct lint_context *c, const struct lint_match *m)
{
    struct element e = {.node = 0};
    while (next_element(c, m->site, &e))
        if (e.whole && e.half.output && !e.stored &&
            !is_filled(c, array_of(c->ast, e.node), m->site)) {
            struct lint_finding *f =
                lint_report(c, e.node,
                            "half a spectrum has n/2 + 1 bins, and %.*s runs to n: what is behind "
                            "them was never computed",
                            TEXT(c->ast, e.k));
            lint_relate(c, f, e.half.call, "transformed here");
            return;
        }
}

/* Reports whether the function handles the last bin separately: x[n / 2], or x[end]. */
static bool takes_last_bin(const struct lint_context *c, const struct element *e)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, e->node), length = ast_plain(a, e->half.length);
    for (uint32_t n = function; n <= a->nodes[function].last; n++)
        if (ast_kind(a, n) == K_SUBSCRIPT && ast_same(a, array_of(a, n), array_of(a, e->node)) &&
            (is_half_length(c, index_of(a, n), length) || ast_same(a, index_of(a, n), e->end)))
            return true;
    return false;
}

void lint_FFT617(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    struct element e = {.node = 0};
    struct lint_finding *f = NULL;
    while (next_element(c, m->site, &e)) {
        bool copied = e.stored && ast_kind(a, ast_bare(a, e.value)) == K_SUBSCRIPT;
        if (e.whole && !e.half.output && copied)
            f = lint_report(c, m->site,
                            "half a spectrum has n/2 + 1 bins, and %.*s runs to n: who calls this "
                            "need not have more",
                            TEXT(a, e.k));
        else if (!e.half.output || e.stored ||
                 !is_half_length(c, e.end, ast_plain(a, e.half.length)))
            continue;
        else if (!takes_last_bin(c, &e))
            f = lint_report(c, m->site,
                            "half a spectrum has n/2 + 1 bins, and %.*s leaves the last one out, "
                            "the highest frequency: <= n/2",
                            TEXT(a, e.k));
        lint_relate(c, f, e.half.call, "transformed here");
        return;
    }
}

/* ---- for FFT208 */

/* Reports whether both elements are terms of one binary operation, x[k] + x[n - k]. A full spectrum
 * of two packed signals has these sums. */
static bool is_summed(const struct ast *a, uint32_t one, uint32_t other)
{
    uint32_t p = ast_parent(a, one);
    return p == ast_parent(a, other) && ast_kind(a, p) == K_BINARY;
}

void lint_check_half_complex(struct lint_context *c, uint32_t subscript)
{
    const struct ast *a = c->ast;
    double two;
    uint32_t index = index_of(a, subscript), array = array_of(a, subscript), value = 0;
    uint32_t function = ast_function(a, subscript), from = 0, pair = 0;
    if (function == 1 || ast_kind(a, index) != K_BINARY || !ast_op(a, index, "/") ||
        !facts_literal(c->facts, ast_child(a, index, F_RIGHT), &two) || two != 2 ||
        is_stored(a, subscript, &value) || facts_tests_parity(c->facts, function))
        return;
    uint32_t length = ast_plain(a, ast_child(a, index, F_LEFT));
    for (uint32_t n = function; pair == 0 && n <= a->nodes[function].last; n++) {
        uint32_t k = ast_kind(a, n) == K_SUBSCRIPT && ast_same(a, array_of(a, n), array)
                         ? mirrored(c, index_of(a, n), false, &from)
                         : 0;
        if (k == 0 || !ast_same(a, from, length) || is_stored(a, n, &value) ||
            facts_counted_by(c->facts, n, a->nodes[k].name) == 0)
            continue;
        uint32_t statement = ast_statement(a, n);
        for (uint32_t i = statement; statement != 0 && i <= a->nodes[statement].last; i++)
            if (ast_kind(a, i) == K_SUBSCRIPT && ast_same(a, array_of(a, i), array) &&
                ast_same(a, index_of(a, i), k) && is_combined(c, i, n) && !is_summed(a, i, n))
                pair = n;
    }
    if (pair == 0 || !lint_once(c, subscript))
        return;
    struct lint_finding *f = lint_report(
        c, subscript,
        "in half-complex order %.*s is a bin of its own, and real, for even lengths only: of odd "
        "ones it is the real part of the last bin, whose imaginary part follows",
        TEXT(a, subscript));
    lint_relate(c, f, pair, "real and imaginary part here");
}
