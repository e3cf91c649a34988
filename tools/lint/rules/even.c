/* SPDX-License-Identifier: Apache-2.0 */
/* FFT208: code that is right for even lengths only, in a place that suggests that all lengths are
 * even. FFT201 has the places that do not suggest it. */
#include "bins.h"
#include "lengths.h"

#include <string.h>

/* Reports whether n is m - 1, where m counts bins: an attribute, an element of a shape, a call, a
 * parameter. */
static bool is_bins_less_one(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    double one;
    n = ast_bare(a, n);
    if (ast_kind(a, n) != K_BINARY || !ast_op(a, n, "-") ||
        !facts_number(c->facts, ast_child(a, n, F_RIGHT), &one) || one != 1)
        return false;
    uint32_t bins = ast_bare(a, ast_child(a, n, F_LEFT));
    double number;
    if (facts_number(c->facts, bins, &number))
        return false;
    if (ast_kind(a, bins) != K_NAME)
        return true;
    /* m = n // 2 + 1 has the length in another name. */
    uint32_t value = facts_constant(c->facts, bins);
    return value == 0 || ast_kind(a, ast_bare(a, value)) != K_BINARY;
}

/* Reports whether n is 2 * (m - 1), or a name that is set to it once. */
static bool is_default_length(const struct lint_context *c, uint32_t n, int depth)
{
    const struct ast *a = c->ast;
    n = ast_bare(a, n);
    if (depth > 3 || n == 0)
        return false;
    if (ast_kind(a, n) == K_LIST) /* unwraps int n{...} */
        return ast_first(a, n) != 0 && is_default_length(c, ast_first(a, n), depth + 1);
    if (ast_kind(a, n) == K_NAME)
        return is_default_length(c, facts_constant(c->facts, n), depth + 1);
    if (ast_kind(a, n) != K_BINARY || !ast_op(a, n, "*"))
        return false;
    uint32_t left = ast_child(a, n, F_LEFT), right = ast_child(a, n, F_RIGHT);
    return (facts_is_literal(c->facts, left, 2) && is_bins_less_one(c, right)) ||
           (facts_is_literal(c->facts, right, 2) && is_bins_less_one(c, left));
}

/* ---- Python */

/* Returns the transform X = rfft(...) if n is its number of bins, X.shape[k], len(X) or X.size, or
 * NULL. */
static const struct transform *bins_of(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    n = ast_bare(a, n);
    uint32_t value = facts_constant(c->facts, n);
    if (value != 0)
        n = ast_bare(a, value);
    if (ast_kind(a, n) == K_SUBSCRIPT)
        n = ast_child(a, n, F_VALUE);
    if (ast_kind(a, n) == K_CALL && slice_is(facts_called(c->facts, n), "len"))
        n = facts_argument(c->facts, n, 0);
    else if (ast_kind(a, n) == K_ATTRIBUTE &&
             slice_among(ast_text(a, ast_child(a, n, F_MEMBER)), " shape size "))
        n = ast_child(a, n, F_OBJECT);
    else
        return NULL;
    struct chain chain;
    facts_trace(c->facts, n, &chain);
    bool one =
        chain.source_count == 1 &&
        (chain.via & ~(unsigned)(VIA_ABS | VIA_FACTOR | VIA_POWER | VIA_CAST | VIA_REAL)) == 0;
    return one && chain.sources[0]->function->real &&
                   chain.sources[0]->function->direction == FORWARD
               ? chain.sources[0]
               : NULL;
}

/* Returns the n of n // 2 + 1 or int(n / 2) + 1, through names, or 0. */
static uint32_t half_of(const struct lint_context *c, uint32_t n, int depth)
{
    const struct ast *a = c->ast;
    double number;
    n = ast_bare(a, n);
    uint32_t value = facts_constant(c->facts, n);
    if (value != 0 && depth < 3)
        return half_of(c, value, depth + 1);
    if (ast_kind(a, n) != K_BINARY || !ast_op(a, n, "+") ||
        !facts_number(c->facts, ast_child(a, n, F_RIGHT), &number) || number != 1)
        return 0;
    uint32_t half = ast_bare(a, ast_child(a, n, F_LEFT));
    if (ast_kind(a, half) == K_CALL && slice_is(facts_called(c->facts, half), "int"))
        half = ast_bare(a, facts_argument(c->facts, half, 0));
    if (ast_kind(a, half) != K_BINARY || (!ast_op(a, half, "//") && !ast_op(a, half, "/")) ||
        !facts_number(c->facts, ast_child(a, half, F_RIGHT), &number) || number != 2)
        return 0;
    uint32_t length = ast_child(a, half, F_LEFT);
    return facts_even(c->facts, length) || facts_number(c->facts, length, &number) ? 0 : length;
}

/* Reports whether n is half of a sampling rate: 0.5, pi, fs / 2, nyquist. */
static bool is_half_rate(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    double number;
    n = ast_bare(a, n);
    struct slice text = ast_text(a, n);
    if (facts_number(c->facts, n, &number))
        return number == 0.5;
    if (ast_kind(a, n) == K_BINARY) /* n // 2 is a count of bins, which is right */
        return (ast_op(a, n, "/") || ast_op(a, n, "*")) &&
               facts_number(c->facts, ast_child(a, n, F_RIGHT), &number) &&
               (number == 2 || number == 0.5);
    return slice_ends(text, ".pi") || slice_has(text, "nyq");
}

/* Returns num if it counts frequencies by its name, such as nfreq, and is a parameter or has no
 * known value. Returns 0 otherwise. */
static uint32_t counts_frequencies(const struct lint_context *c, uint32_t call, uint32_t num)
{
    const struct ast *a = c->ast;
    const struct def *d = facts_definition(c->facts, num);
    struct slice name = ast_text(a, num);
    bool counts = lint_named(name, "nfreq") || lint_named(name, "nfreqs") ||
                  lint_named(name, "freqs") || lint_named(name, "freq") ||
                  lint_named(name, "bins") || lint_named(name, "nbins");
    return ast_kind(a, num) == K_NAME && counts && (d == NULL || d->kind != DEF_VALUE) &&
                   lint_names_frequencies(lint_target(a, call))
               ? num
               : 0;
}

/* Returns one of the counts if num is set by parity and the grid, outside of that `if`, is not: if
 * n % 2 == 1: num = (n + 1) // 2 else: num = n // 2 + 1. Returns 0 otherwise. */
static uint32_t counted_by_parity(const struct lint_context *c, uint32_t call, uint32_t num)
{
    const struct facts *f = c->facts;
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, call), ways = 0, found = 0;
    for (uint32_t at = ast_up(a, call, K_IF); at > function;
         at = ast_up(a, ast_parent(a, at), K_IF))
        if (facts_tests_parity(f, ast_child(a, at, F_CONDITION)))
            return 0;
    if (ast_kind(a, num) != K_NAME)
        return 0;
    for (uint32_t i = facts_first_def(f, a->nodes[num].name, function); i != 0;
         i = f->defs[i].next) {
        const struct def *d = &f->defs[i];
        uint32_t choice = ast_up(a, d->statement, K_IF);
        if (d->statement >= call || d->kind != DEF_VALUE)
            continue;
        if (choice <= function || !facts_tests_parity(f, ast_child(a, choice, F_CONDITION)))
            return 0;
        found = d->value;
        ways++;
    }
    return ways == 2 ? found : 0;
}

/* Checks linspace(0, fs / 2, len(rfft(x))): the last bin is at half the rate for even lengths only;
 * for odd ones it is at (n - 1) / (2 n) of the rate. */
static void check_grid(struct lint_context *c, uint32_t call)
{
    double zero;
    uint32_t function = ast_function(c->ast, call), end = facts_keyword(c->facts, call, "endpoint"),
             num = facts_value(c->facts, call, 2, "num");
    if (num == 0 || end != 0 || facts_open(c->facts, call) ||
        !facts_number(c->facts, facts_value(c->facts, call, 0, "start"), &zero) || zero != 0)
        return;
    uint32_t counted = is_half_rate(c, facts_value(c->facts, call, 1, "stop"))
                           ? counted_by_parity(c, call, ast_bare(c->ast, num))
                           : 0;
    if (counted == 0 && function != 1 && facts_tests_parity(c->facts, function))
        return;
    const struct transform *t = counted == 0 ? bins_of(c, num) : NULL;
    uint32_t half = t == NULL && is_half_rate(c, facts_value(c->facts, call, 1, "stop"))
                        ? counted != 0 ? counted : half_of(c, num, 0)
                        : 0;
    if (t == NULL && half == 0 && is_half_rate(c, facts_value(c->facts, call, 1, "stop")))
        half = counts_frequencies(c, call, ast_bare(c->ast, num));
    if (t != NULL ? (t->n != 0 ? facts_even(c->facts, t->n) : facts_even_length(c->facts, t->x))
                  : half == 0)
        return;
    struct lint_finding *f =
        lint_report(c, call,
                    "the last bin of half a spectrum is at half the sampling rate for even lengths "
                    "only: for odd ones all frequencies but 0 are too large by n/(n-1); use "
                    "rfftfreq");
    lint_relate(c, f, t != NULL ? t->call : half, t != NULL ? "transform here" : "of this length");
}

/* Checks ifftshift(arange(n) - n / 2): for odd n these are half-integers without the frequency
 * 0. */
static void check_centre(struct lint_context *c, uint32_t shift)
{
    const struct ast *a = c->ast;
    double two;
    for (uint32_t n = shift; n <= a->nodes[shift].last; n++) {
        if (ast_kind(a, n) != K_BINARY || !ast_op(a, n, "-"))
            continue;
        uint32_t left = ast_bare(a, ast_child(a, n, F_LEFT)),
                 right = ast_bare(a, ast_child(a, n, F_RIGHT));
        bool counts =
            (ast_kind(a, left) == K_CALL && slice_is(facts_called(c->facts, left), "arange")) ||
            (ast_kind(a, left) == K_SUBSCRIPT && slice_has(ast_text(a, left), "r_["));
        uint32_t size = ast_kind(a, right) == K_BINARY ? ast_child(a, right, F_LEFT) : 0;
        if (!counts || size == 0 || !ast_op(a, right, "/") ||
            !facts_number(c->facts, ast_child(a, right, F_RIGHT), &two) || two != 2 ||
            facts_even(c->facts, size) ||
            !slice_has(ast_text(a, left), ":") == (ast_kind(a, left) == K_SUBSCRIPT))
            continue;
        double number;
        uint32_t function = ast_function(a, shift);
        if (facts_number(c->facts, size, &number) ||
            (function != 1 && facts_tests_parity(c->facts, function)))
            continue;
        lint_report(c, n,
                    "for odd sizes these are halves, and 0 is not among them, so the shift moves "
                    "them to the wrong places: use %.*s // 2, or fftfreq",
                    TEXT(a, size));
        return;
    }
}

/* Checks x = fftshift(x) ... x = fftshift(x) without an ifftshift: the second is meant to undo the
 * first. */
static void check_second_shift(struct lint_context *c, const struct transform *second)
{
    const struct ast *a = c->ast;
    const struct transform *first = NULL;
    uint32_t function = ast_function(a, second->call), names = 0;
    if (function == 1 || strcmp(second->function->name, "fftshift") != 0 ||
        ast_kind(a, second->x) != K_NAME || facts_tests_parity(c->facts, function) ||
        !slice_same(lint_target(a, second->call), ast_text(a, second->x)))
        return;
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n)) {
        const struct transform *t = facts_transform(c->facts, n);
        if (t == NULL || !t->function->shift)
            continue;
        if (strcmp(t->function->name, "ifftshift") == 0)
            return;
        if (!ast_same(a, t->x, second->x) || !slice_same(lint_target(a, n), ast_text(a, second->x)))
            continue;
        if (++names > 2 || ast_block(a, n) != ast_block(a, second->call) ||
            (t->axis != second->axis && !ast_same(a, t->axis, second->axis)))
            return;
        first = n < second->call ? t : first;
    }
    if (names != 2 || first == NULL)
        return;
    struct lint_finding *f =
        lint_report(c, second->call,
                    "fftshift takes fftshift back for even sizes only: for odd ones %.*s ends up "
                    "one sample off; use ifftshift",
                    TEXT(a, second->x));
    lint_relate(c, f, first->call, "shifted here");
}

/* Checks a call that names an inverse and has a length computed from the number of bins. */
static void check_call_c(struct lint_context *c, uint32_t call)
{
    uint32_t function = ast_function(c->ast, call);
    struct slice called = facts_called(c->facts, call);
    if (slice_is(called, "kiss_fftr_alloc")) {
        lint_check_kiss(c, call);
        return;
    }
    if ((!slice_has(called, "irfft") && !slice_has(called, "c2r") && !slice_has(called, "ifft")) ||
        function == 1 || facts_tests_parity(c->facts, function))
        return;
    for (uint32_t n = facts_next_argument(c->facts, call, 0); n != 0;
         n = facts_next_argument(c->facts, call, n))
        if (is_default_length(c, n, 0)) {
            if (lint_once(c, call))
                lint_report(c, call,
                            "the length is made of the number of bins, as 2*(m-1): a signal of odd "
                            "length has as many bins, and loses a sample; pass the length along");
            return;
        }
}

static void check_inverse(struct lint_context *c, const struct transform *t)
{
    uint32_t function = ast_function(c->ast, t->call);
    const char *what = NULL;
    if (t->n == 0)
        what = lint_may_be_odd(c, t);
    else if (!t->open && t->library != LIB_FFTPACK && t->function->rank == 1 &&
             is_default_length(c, t->n, 0) &&
             (function == 1 || !facts_tests_parity(c->facts, function)))
        what = "the length is made of the number of bins, as 2*(m-1): a signal of odd length has "
               "as many bins, and loses a sample";
    if (what != NULL && lint_once(c, t->call))
        lint_report(c, t->call, "%s; pass the length along", what);
}

static void check_call_python(struct lint_context *c, uint32_t call)
{
    const struct transform *t = facts_transform(c->facts, call);
    if (t == NULL && slice_is(facts_called(c->facts, call), "linspace")) {
        check_grid(c, call);
        return;
    }
    if (t != NULL && t->function->shift) {
        check_centre(c, call);
        check_second_shift(c, t);
        return;
    }
    if (t == NULL)
        t = lint_unresolved_inverse(c, call);
    if (t != NULL)
        check_inverse(c, t);
}

void lint_FFT208(struct lint_context *c, const struct lint_match *m)
{
    switch (ast_kind(c->ast, m->site)) {
    case K_BINARY: lint_check_padding(c, m->site); return;
    case K_SUBSCRIPT: lint_check_half_complex(c, m->site); return;
    default: break;
    }
    if (c->language == LINT_PYTHON)
        check_call_python(c, m->site);
    else
        check_call_c(c, m->site);
}
