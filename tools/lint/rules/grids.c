/* SPDX-License-Identifier: Apache-2.0 */
/* FFT209, FFT210 and FFT213 for Python: grids of positions and frequencies, and lengths, that do
 * not fit the transform. */
#include "grids.h"

#include <math.h>
#include <string.h>

/* ---- FFT209 */

uint32_t lint_frequencies_in(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    for (int hops = 0; hops < 8; hops++) {
        n = lint_value_of(c, n);
        if (ast_kind(a, n) == K_BINARY && (ast_op(a, n, "*") || ast_op(a, n, "/"))) {
            uint32_t left = lint_frequencies_in(c, ast_child(a, n, F_LEFT));
            return left != 0 || ast_op(a, n, "/")
                       ? left
                       : lint_frequencies_in(c, ast_child(a, n, F_RIGHT));
        }
        const struct transform *t = facts_transform(c->facts, n);
        if (t == NULL)
            return 0;
        if (t->function->frequencies)
            return n;
        if (!t->function->shift)
            return 0;
        n = t->x;
    }
    return 0;
}

/* Returns x and stores k for x.shape[k], or for a name from `..., n, ... = x.shape`. Returns 0
 * otherwise. */
static uint32_t axis_of(const struct lint_context *c, uint32_t n, double *axis)
{
    const struct ast *a = c->ast;
    uint32_t shape = 0;
    n = lint_value_of(c, n);
    if (ast_kind(a, n) == K_NAME) {
        const struct def *d = facts_definition(c->facts, n);
        if (d == NULL || d->kind != DEF_VALUE || d->index < 0)
            return 0;
        *axis = d->index;
        shape = d->value;
    } else if (ast_kind(a, n) == K_SUBSCRIPT) {
        uint32_t index = ast_next(a, ast_child(a, n, F_VALUE));
        if (!facts_number(c->facts, index, axis))
            return 0;
        shape = ast_child(a, n, F_VALUE);
    }
    shape = ast_bare(a, shape);
    return ast_kind(a, shape) == K_ATTRIBUTE &&
                   slice_is(ast_text(a, ast_child(a, shape, F_MEMBER)), "shape")
               ? ast_child(a, shape, F_OBJECT)
               : 0;
}

static bool function_says(const struct lint_context *c, uint32_t n, const char *words)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, n);
    for (uint32_t i = function; i <= a->nodes[function].last; i++)
        if (ast_kind(a, i) == K_NAME && slice_among(ast_text(a, i), words))
            return true;
    return false;
}

void lint_FFT209(struct lint_context *c, const struct lint_match *m)
{
    double first = 0, second = 0;
    uint32_t grids[2], of[2];
    if (!facts_calls(c->facts, m->site,
                     " numpy.meshgrid cupy.meshgrid jax.numpy.meshgrid autograd.numpy.meshgrid ") ||
        facts_open(c->facts, m->site) || facts_argument_count(c->facts, m->site) != 2 ||
        facts_keyword(c->facts, m->site, "indexing") != 0)
        return;
    for (int i = 0; i < 2; i++) {
        grids[i] = lint_frequencies_in(c, facts_argument(c->facts, m->site, i));
        of[i] = axis_of(c, facts_value(c->facts, grids[i], 0, "n"), i == 0 ? &first : &second);
        if (grids[i] == 0 || of[i] == 0)
            return;
    }
    if (!ast_same(c->ast, of[0], of[1]) || second != first + 1 || (first != 0 && first != -2) ||
        function_says(c, m->site, " T transpose swapaxes "))
        return;
    struct lint_finding *f = lint_report(
        c, m->site,
        "meshgrid makes columns of what comes first: these grids are as wide as %.*s is high, and "
        "fit square arrays alone; pass indexing=\"ij\"",
        TEXT(c->ast, of[0]));
    lint_relate(c, f, grids[0], "frequencies along the first axis");
}

/* ---- FFT210 */

static bool has_transform(const struct lint_context *c, uint32_t site)
{
    uint32_t function = ast_function(c->ast, site);
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n)) {
        const struct transform *t = facts_transform(c->facts, n);
        if (t != NULL && t->function->direction != 0 && !t->function->real)
            return true;
    }
    return false;
}

/* Reports whether the range is -x to x, or 0 to a sampling rate. */
static bool is_full_circle(const struct lint_context *c, uint32_t start, uint32_t stop)
{
    const struct ast *a = c->ast;
    double x, y;
    start = ast_bare(a, start);
    if (facts_number(c->facts, start, &x) && facts_number(c->facts, stop, &y))
        return x == -y && y > 0;
    if (facts_number(c->facts, start, &x) && x == 0) {
        struct slice text = ast_text(a, ast_bare(a, stop));
        return slice_among(text, " fs Fs sr sample_rate sampling_rate self.fs self.sr ") ||
               slice_ends(text, ".sample_rate") || slice_ends(text, ".sampling_rate");
    }
    struct slice left = ast_text(a, start), right = ast_text(a, ast_bare(a, stop));
    return left.n == right.n + 1 && left.p[0] == '-' && memcmp(left.p + 1, right.p, right.n) == 0;
}

/* Returns a call fftfreq(n, d) of the same number of points whose d is a quotient by n, the spacing
 * of a grid without its end. Returns 0 if there is none. */
static uint32_t other_spacing(const struct lint_context *c, uint32_t site, uint32_t num)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, site);
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n)) {
        const struct transform *t = facts_transform(c->facts, n);
        if (t == NULL || !t->function->frequencies)
            continue;
        uint32_t d = lint_value_of(c, facts_value(c->facts, n, 1, "d"));
        if (ast_kind(a, d) == K_BINARY && ast_op(a, d, "/") &&
            ast_same(a, ast_bare(a, ast_child(a, d, F_RIGHT)), num) &&
            ast_same(a, facts_value(c->facts, n, 0, "n"), num))
            return n;
    }
    return 0;
}

/* Reports whether the number of points is n + 1 or odd. Both mean that the grid has both ends. */
static bool is_one_more(const struct lint_context *c, uint32_t num)
{
    double number;
    uint32_t counted = lint_value_of(c, num);
    return (ast_kind(c->ast, counted) == K_BINARY && ast_op(c->ast, counted, "+")) ||
           (facts_number(c->facts, num, &number) && fmod(number, 2) == 1);
}

/* Reports whether the end is left out: L - dx, fs * (n - 1) / n. */
static bool leaves_the_end_out(const struct ast *a, uint32_t stop)
{
    for (uint32_t n = stop; n <= a->nodes[stop].last; n++)
        if (ast_kind(a, n) == K_BINARY && (ast_op(a, n, "-") || ast_op(a, n, "+")))
            return true;
    return false;
}

void lint_FFT210(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t start = facts_value(c->facts, m->site, 0, "start"),
             stop = facts_value(c->facts, m->site, 1, "stop"),
             num = facts_value(c->facts, m->site, 2, "num");
    if (stop == 0)
        stop = facts_keyword(c->facts, m->site, "end");
    if (num == 0)
        num = facts_keyword(c->facts, m->site, "steps");
    if (start == 0 || stop == 0 || num == 0 || facts_open(c->facts, m->site) ||
        facts_argument_count(c->facts, m->site) > 3 ||
        facts_keyword(c->facts, m->site, "endpoint") != 0)
        return;
    num = ast_bare(a, num);
    if (is_one_more(c, num) || leaves_the_end_out(a, stop))
        return;
    uint32_t other = other_spacing(c, m->site, num);
    if (other != 0 && ast_function(a, m->site) != 1) {
        struct lint_finding *f =
            lint_report(c, m->site,
                        "%.*s points with both ends are further apart than the spacing that "
                        "fftfreq gets, by n/(n-1): endpoint=False",
                        TEXT(a, num));
        lint_relate(c, f, other, "spacing here");
        return;
    }
    if (!is_full_circle(c, start, stop) || !lint_names_frequencies(lint_target(a, m->site)) ||
        !has_transform(c, m->site))
        return;
    lint_report(c, m->site,
                "both ends are one frequency, and only one of them is among the %.*s of a "
                "transform: all but one are off; use fftfreq",
                TEXT(a, num));
}

/* ---- FFT213 */

/* Returns n / 2, or a name that is set to it, inside n, or 0. Python 3 makes no integer of it. */
static uint32_t quotient_in(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    n = lint_value_of(c, n);
    if (ast_kind(a, n) == K_BINARY && (ast_op(a, n, "+") || ast_op(a, n, "-"))) {
        uint32_t left = quotient_in(c, ast_child(a, n, F_LEFT));
        return left != 0 ? left : quotient_in(c, ast_child(a, n, F_RIGHT));
    }
    bool halves = ast_kind(a, n) == K_BINARY && ast_op(a, n, "/") &&
                  facts_is_literal(c->facts, ast_child(a, n, F_RIGHT), 2);
    return halves ? n : 0;
}

/* Reports whether a line is a print statement without parentheses. */
static bool has_print_statement(struct slice text)
{
    for (uint32_t i = 0; i + 7 < text.n; i++) {
        if (i != 0 && text.p[i - 1] != '\n')
            continue;
        while (i + 7 < text.n && (text.p[i] == ' ' || text.p[i] == '\t'))
            i++;
        if (memcmp(text.p + i, "print ", 6) == 0 && text.p[i + 6] != '(' && text.p[i + 6] != '=')
            return true;
    }
    return false;
}

/* Reports whether the file is written for Python 2, where n / 2 is an integer. */
static bool is_python_2(struct lint_context *c)
{
    struct slice text = {c->ast->text, c->ast->size};
    if (c->python_2 == 0)
        c->python_2 = c->ast->error_bytes != 0 || slice_has(text, "xrange") ||
                              slice_has(text, "python2") || has_print_statement(text)
                          ? 1
                          : -1;
    return c->python_2 > 0;
}

static void report_quotient(struct lint_context *c, uint32_t quotient, const char *what)
{
    const struct ast *a = c->ast;
    if (quotient == 0 || is_python_2(c))
        return;
    struct lint_finding *f = lint_report(c, quotient,
                                         "%.*s is a float of Python 3, and %s takes integers: "
                                         "this raises TypeError; write //",
                                         TEXT(a, quotient), what);
    uint32_t at = a->nodes[ast_child(a, quotient, F_LEFT)].end,
             end = a->nodes[ast_child(a, quotient, F_RIGHT)].start;
    while (at < end && a->text[at] != '/')
        at++;
    if (at < end)
        lint_edit(c, f, at, at + 1, "//");
}

void lint_FFT213(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    if (ast_kind(a, m->site) == K_CALL) {
        const struct transform *t = facts_transform(c->facts, m->site);
        report_quotient(c, t->n != 0 ? quotient_in(c, t->n) : 0, "a length");
        return;
    }
    struct chain chain;
    uint32_t value = ast_child(a, m->site, F_VALUE), slice = ast_next(a, value), found = 0;
    for (uint32_t n = ast_kind(a, slice) == K_SLICE ? ast_first(a, slice) : 0; n != 0 && found == 0;
         n = ast_next(a, n))
        found = quotient_in(c, n);
    if (found == 0)
        return;
    facts_trace(c->facts, value, &chain);
    if (chain.source_count != 0)
        report_quotient(c, found, "a slice");
}
