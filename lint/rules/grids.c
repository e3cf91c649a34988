/* SPDX-License-Identifier: Apache-2.0 */
/* FFT209 to FFT212, of Python: grids of places and frequencies that do not fit the transform. */
#include "common.h"

#include <math.h>
#include <string.h>

/* The value of a name that is set once; else the node. */
static uint32_t value_of(const struct lint_context *c, uint32_t n)
{
    for (int hops = 0; hops < 4; hops++) {
        n = ast_bare(c->ast, n);
        const struct def *d = ast_kind(c->ast, n) == K_NAME ? facts_definition(c->facts, n) : NULL;
        if (d == NULL || d->kind != DEF_VALUE || d->index >= 0)
            break;
        n = d->value;
    }
    return n;
}

/* ---- FFT209 */

/* The call of fftfreq that an expression comes from, shifts and factors aside. 0: none. */
static uint32_t frequencies_in(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    for (int hops = 0; hops < 8; hops++) {
        n = value_of(c, n);
        if (ast_kind(a, n) == K_BINARY && (ast_op(a, n, "*") || ast_op(a, n, "/"))) {
            uint32_t left = frequencies_in(c, ast_child(a, n, F_LEFT));
            return left != 0 || ast_op(a, n, "/") ? left
                                                  : frequencies_in(c, ast_child(a, n, F_RIGHT));
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

/* x.shape[k], or a name from `..., n, ... = x.shape`: x, and k. */
static uint32_t axis_of(const struct lint_context *c, uint32_t n, double *axis)
{
    const struct ast *a = c->ast;
    uint32_t shape = 0;
    n = value_of(c, n);
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
    double first, second;
    uint32_t grids[2], of[2];
    if (!facts_calls(c->facts, m->site,
                     " numpy.meshgrid cupy.meshgrid jax.numpy.meshgrid autograd.numpy.meshgrid ") ||
        facts_open(c->facts, m->site) || facts_argument_count(c->facts, m->site) != 2 ||
        facts_keyword(c->facts, m->site, "indexing") != 0)
        return;
    for (int i = 0; i < 2; i++) {
        grids[i] = frequencies_in(c, facts_argument(c->facts, m->site, i));
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

/* -x and x; or 0 and a sampling rate. */
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

/* fftfreq(n, d) of as many points, with d a quotient by n: the spacing of a grid without its end.
 */
static uint32_t other_spacing(const struct lint_context *c, uint32_t site, uint32_t num)
{
    const struct ast *a = c->ast;
    uint32_t function = ast_function(a, site);
    for (uint32_t n = facts_next_call(c->facts, function, 0); n != 0;
         n = facts_next_call(c->facts, function, n)) {
        const struct transform *t = facts_transform(c->facts, n);
        if (t == NULL || !t->function->frequencies)
            continue;
        uint32_t d = value_of(c, facts_value(c->facts, n, 1, "d"));
        if (ast_kind(a, d) == K_BINARY && ast_op(a, d, "/") &&
            ast_same(a, ast_bare(a, ast_child(a, d, F_RIGHT)), num) &&
            ast_same(a, facts_value(c->facts, n, 0, "n"), num))
            return n;
    }
    return 0;
}

/* n + 1 points have both ends; so have an odd number of them. */
static bool is_one_more(const struct lint_context *c, uint32_t num)
{
    double number;
    uint32_t counted = value_of(c, num);
    return (ast_kind(c->ast, counted) == K_BINARY && ast_op(c->ast, counted, "+")) ||
           (facts_number(c->facts, num, &number) && fmod(number, 2) == 1);
}

/* L - dx, fs * (n - 1) / n */
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

/* ---- FFT211 */

/* Numbers of the angle: pi, tau, omega in the text of a node or of what its names are. */
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
            return true; /* k *= ...: not followed */
        if (d != NULL && d->kind == DEF_VALUE && d->value != 0 && !ast_inside(a, n, d->value) &&
            speaks_of_angles(c, d->value, depth + 1))
            return true;
    }
    return false;
}

/* A literal such as 1j in the subtree. */
static bool has_imaginary(const struct ast *a, uint32_t n)
{
    for (uint32_t i = n; i <= a->nodes[n].last; i++) {
        struct slice text = ast_text(a, i);
        if (ast_kind(a, i) == K_NUMBER && text.n > 1 && (text.p[text.n - 1] | 0x20) == 'j')
            return true;
    }
    return false;
}

/* Of a product: a factor that is fftfreq(...). */
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
    if (ast_kind(a, n) == K_SUBSCRIPT) /* k[:, None] */
        return frequency_factor(c, ast_child(a, n, F_VALUE), depth + 1);
    return frequencies_in(c, n);
}

void lint_FFT211(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    uint32_t product = m->site;
    if (ast_kind(a, m->site) == K_CALL)
        product = facts_argument(c->facts, m->site, 0);
    else if (ast_kind(a, ast_parent(a, m->site)) == K_BINARY || ast_up(a, m->site, K_CALL) == 0)
        return; /* a factor of a longer one */
    uint32_t k = product != 0 ? frequency_factor(c, product, 0) : 0;
    double one;
    if (k == 0 || !has_imaginary(a, product) || speaks_of_angles(c, product, 0))
        return;
    uint32_t d = value_of(c, facts_value(c->facts, k, 1, "d"));
    /* d = 1/n: whole numbers, which are angular where a period is 2 pi. */
    if (ast_kind(a, d) == K_BINARY && ast_op(a, d, "/") &&
        ast_same(a, ast_child(a, d, F_RIGHT), facts_value(c->facts, k, 0, "n")) &&
        facts_number(c->facts, ast_child(a, d, F_LEFT), &one) && one == 1)
        return;
    if (ast_kind(a, m->site) != K_CALL) { /* i k X, of an inverse transform */
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

/* A field whose origin is in the middle: a factor exp(1j ...), or a name of optics. */
static bool is_field(const struct lint_context *c, uint32_t n)
{
    static const char *const words[] = {"field", "wave", "wavefront", "pupil", "aperture", "psi"};
    const struct ast *a = c->ast;
    uint32_t value = value_of(c, n);
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

/* A phase by where the origin is: exp(-1j * k * x[0]). */
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

/* Some shift of the function is on the other side of a transform. */
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
        shifts_inputs(c, m->site) || has_shift(c, value_of(c, t->x)) || knows_origin(c, m->site))
        return;
    facts_trace(c->facts, t->x, &chain); /* of a convolution, what is shifted are places */
    if (chain.source_count != 0 || !lint_once(c, m->site))
        return;
    struct lint_finding *f =
        lint_report(c, m->site,
                    "the field is shifted after %s and not before: if its origin is in the middle, "
                    "every other phase is turned by pi; ifftshift before, too",
                    t->function->name);
    lint_relate(c, f, t->call, "transform here");
}

/* ---- FFT213 */

/* n / 2, or a name that is set to it: of Python 3 no integer. */
static uint32_t quotient_in(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    double number;
    n = value_of(c, n);
    if (ast_kind(a, n) == K_BINARY && (ast_op(a, n, "+") || ast_op(a, n, "-"))) {
        uint32_t left = quotient_in(c, ast_child(a, n, F_LEFT));
        return left != 0 ? left : quotient_in(c, ast_child(a, n, F_RIGHT));
    }
    bool halves = ast_kind(a, n) == K_BINARY && ast_op(a, n, "/") &&
                  facts_literal(c->facts, ast_child(a, n, F_RIGHT), &number) && number == 2;
    return halves ? n : 0;
}

/* print "x", `x`, <>, xrange: written for Python 2, where n / 2 is one. */
static bool is_python_2(const struct lint_context *c)
{
    struct slice text = {c->ast->text, c->ast->size};
    return c->ast->error_bytes != 0 || slice_has(text, "xrange") || slice_has(text, "print \"") ||
           slice_has(text, "print '") || slice_has(text, "python2");
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
