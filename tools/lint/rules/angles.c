/* SPDX-License-Identifier: Apache-2.0 */
/* FFT404, FFT502 and FFT503: angles of twiddle factors, and functions that compute their sines. */
#include "common.h"

#include <ctype.h>
#include <string.h>

/* Returns the name of the function around a node. */
static struct slice function_name(const struct lint_context *c, uint32_t n)
{
    return ast_text(c->ast, lint_function_name(c->ast, ast_function(c->ast, n)));
}

static bool says_twiddle(struct slice s)
{
    return slice_has(s, "twiddle") || lint_named(s, "tw") || lint_named(s, "w") ||
           lint_named(s, "wn") || lint_named(s, "wr") || lint_named(s, "wi") ||
           slice_has(s, "omega");
}

static bool says_transform(struct slice s)
{
    return slice_has(s, "fft") || slice_has(s, "dft") || slice_has(s, "twiddle") ||
           slice_has(s, "butterfly") || slice_has(s, "bluestein");
}

/* Returns the text of the variable that stores the value. */
static struct slice target_of(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    for (uint32_t p = ast_parent(a, n); p > 1 && ast_kind(a, p) != K_BLOCK; p = ast_parent(a, p)) {
        uint32_t target = ast_kind(a, p) == K_ASSIGN ? ast_child(a, p, F_LEFT)
                          : ast_kind(a, p) == K_INIT ? ast_child(a, p, F_DECLARATOR)
                                                     : 0;
        if (target != 0)
            return ast_text(a, target);
    }
    return (struct slice){"", 0};
}

void lint_FFT404(struct lint_context *c, const struct lint_match *m)
{
    static const char *const exact[][2] = {
        {"__sinf", "sinf"},      {"__cosf", "cosf"},      {"__sincosf", "sincosf"},
        {"native_sin", "sin"},   {"native_cos", "cos"},   {"native_sincos", "sincos"},
        {"sin", "precise::sin"}, {"cos", "precise::cos"}, {"sincos", "precise::sincos"}};
    struct slice name = function_name(c, m->site), called = facts_called(c->facts, m->site);
    bool window = slice_has(name, "window") || slice_has(name, "hann") || slice_has(name, "noise");
    struct slice callee_text = ast_text(c->ast, ast_child(c->ast, m->site, F_FUNCTION));
    bool fast = !slice_among(called, " sin cos sincos ") || slice_begins(callee_text, "fast::");
    if (c->language != LINT_CUDA || !fast || window ||
        (!says_transform(name) && !says_twiddle(target_of(c, m->site))))
        return;
    struct lint_finding *f = lint_report(c, m->site,
                                         "%.*s is off by up to 2^-21, and more beyond pi: as a "
                                         "twiddle factor that is 8 times what float could do; "
                                         "use sincospif(2*k/n), or a table",
                                         (int)called.n, called.p);
    uint32_t callee = ast_child(c->ast, m->site, F_FUNCTION);
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (slice_is(called, exact[i][0]))
            lint_edit(c, f, c->ast->nodes[callee].start, c->ast->nodes[callee].end, exact[i][1]);
}

/* ---- FFT502 in C */

static bool is_integer(const struct lint_context *c, uint32_t n, bool narrow)
{
    int pointers;
    struct slice type = facts_type(c->facts, n, &pointers);
    if (ast_kind(c->ast, n) != K_NAME || type.p == NULL || pointers != 0)
        return false;
    return slice_among(type, " int unsigned int32_t uint32_t ") || slice_is(type, "unsigned int") ||
           slice_is(type, "uint") || slice_is(type, "short") ||
           (!narrow && (slice_has(type, "size_t") || slice_has(type, "long") ||
                        slice_has(type, "int64_t") || slice_has(type, "ptrdiff_t")));
}

struct factors {
    int indices, floats;
    bool reduced; /* a % occurs */
    bool pi;
};

/* Counts the factors in the numerator of a product. */
static void count_factors(const struct lint_context *c, uint32_t n, struct factors *t, int depth)
{
    const struct ast *a = c->ast;
    n = ast_bare(a, n);
    if (n == 0 || depth > 12)
        return;
    if (ast_kind(a, n) == K_CAST) {
        count_factors(c, ast_child(a, n, F_VALUE), t, depth + 1);
    } else if (ast_kind(a, n) == K_UNARY) {
        count_factors(c, ast_first(a, n), t, depth + 1);
    } else if (ast_kind(a, n) == K_BINARY && (ast_op(a, n, "*") || ast_op(a, n, "/"))) {
        count_factors(c, ast_child(a, n, F_LEFT), t, depth + 1);
        if (ast_op(a, n, "*"))
            count_factors(c, ast_child(a, n, F_RIGHT), t, depth + 1);
    } else if (ast_kind(a, n) == K_BINARY && ast_op(a, n, "%")) {
        t->reduced = true;
    } else if (ast_kind(a, n) == K_NAME) {
        t->indices += is_integer(c, n, false);
        t->floats += facts_is_float(c->facts, n);
        t->pi = t->pi || lint_named(ast_text(a, n), "pi");
    }
}

static void float_angle_c(struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    struct slice called = facts_called(c->facts, call);
    uint32_t angle = ast_bare(a, facts_argument(c->facts, call, 0));
    struct factors t = {0, 0, false, false};
    bool single = called.n > 1 && called.p[called.n - 1] == 'f';
    if (ast_kind(a, angle) == K_NAME) {
        if (!single && !facts_is_float(c->facts, angle))
            return;
        single = true;
        angle = facts_initial(c->facts, angle);
    }
    if (!single || angle == 0)
        return;
    count_factors(c, angle, &t, 0);
    if (t.reduced || !(t.indices >= 2 || (t.indices == 1 && t.floats >= 1)) || !lint_once(c, call))
        return;
    if (!says_transform(function_name(c, call)) && !says_twiddle(target_of(c, call)) && !t.pi)
        return;
    lint_report(c, call,
                "the angle is rounded to float before its sine is taken: that is an error of up to "
                "2^-24 of the largest angle; reduce the product of the indices modulo n in "
                "integers, or use double");
}

/* ---- FFT502 in Python */

struct angle {
    bool single, range, pi, reduced, product;
    int left; /* nodes that may still be visited */
};

static void look_at_angle(const struct lint_context *c, uint32_t n, struct angle *t)
{
    const struct ast *a = c->ast;
    for (uint32_t i = n; i <= a->nodes[n].last && t->left > 0; i++, t->left--) {
        struct slice text = ast_text(a, i);
        if (ast_kind(a, i) == K_NAME && a->nodes[i].field != F_MEMBER &&
            ast_kind(a, ast_parent(a, i)) != K_KEYWORD) {
            uint32_t value = facts_constant(c->facts, i);
            if (value != 0 && !ast_inside(a, n, value))
                look_at_angle(c, value, t);
        }
        if (ast_kind(a, i) == K_CALL)
            t->range =
                t->range || slice_among(facts_called(c->facts, i), " arange range linspace ");
        if (ast_kind(a, i) == K_BINARY) {
            t->reduced = t->reduced || ast_op(a, i, "%");
            t->product = t->product || ast_op(a, i, "*");
        }
        t->pi = t->pi || (ast_kind(a, i) == K_NAME && lint_named(text, "pi"));
        t->single = t->single || ((ast_kind(a, i) == K_ATTRIBUTE || ast_kind(a, i) == K_STRING) &&
                                  (slice_ends(text, ".float32") || slice_is(text, "torch.float") ||
                                   slice_is(text, "\"float32\"") || slice_is(text, "'float32'")));
    }
}

static void float_angle_python(struct lint_context *c, uint32_t call)
{
    struct angle t = {.left = 600};
    uint32_t angle = facts_argument(c->facts, call, 0);
    if (angle == 0 ||
        (!says_transform(function_name(c, call)) && !says_twiddle(target_of(c, call))))
        return;
    look_at_angle(c, angle, &t);
    if (!t.single || !t.range || !t.pi || !t.product || t.reduced || !lint_once(c, call))
        return;
    lint_report(
        c, call,
        "the angle is rounded to float32 before its sine is taken: that is an error of up to 2^-24 "
        "of the largest angle; compute it in float64, with the product of the indices reduced "
        "modulo n");
}

void lint_FFT502(struct lint_context *c, const struct lint_match *m)
{
    if (c->language == LINT_PYTHON)
        float_angle_python(c, m->site);
    else
        float_angle_c(c, m->site);
}

/* ---- FFT503 */

/* Returns END if n counts in a loop for (k = ...; k < END; ...), or 0. */
static uint32_t end_of(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t loop = facts_counted_by(c->facts, n, a->nodes[n].name),
             condition = ast_bare(a, ast_child(a, loop, F_CONDITION));
    if (loop == 0 || ast_kind(a, condition) != K_BINARY || a->nodes[condition].op[0] != '<')
        return 0;
    return ast_bare(a, ast_child(a, condition, F_RIGHT));
}

/* Returns the bound of the index n as a number, or 0 if it is unknown. A block of CUDA has at most
 * 1024 threads (CUDA C++ Programming Guide, compute capabilities). */
static double bound_of(const struct lint_context *c, uint32_t n)
{
    double bound;
    if (slice_begins(ast_text(c->ast, facts_initial(c->facts, n)), "threadIdx."))
        return 1024;
    return facts_number(c->facts, end_of(c, n), &bound) ? bound : 0;
}

/* Reports whether the loops are i < a and k < n / a: then i * k < n, which is itself a 32-bit
 * number. */
static bool is_split(const struct lint_context *c, uint32_t i, uint32_t k)
{
    const struct ast *a = c->ast;
    uint32_t one = end_of(c, i), other = ast_bare(a, end_of(c, k));
    return ast_kind(a, other) == K_BINARY && ast_op(a, other, "/") &&
           ast_same(a, ast_child(a, other, F_RIGHT), one);
}

/* Reports whether the argument of the call becomes part of the angle: the call is a conversion or
 * arithmetic. An unknown function or an element of an array may return any number. */
static bool passes_number_on(const struct lint_context *c, uint32_t call)
{
    return ast_kind(c->ast, ast_child(c->ast, call, F_FUNCTION)) == K_TYPE ||
           slice_among(facts_called(c->facts, call),
                       " static_cast double float complex real fmod fmodf fmodl remainder "
                       "make_float2 make_double2 make_cuFloatComplex make_cuDoubleComplex abs "
                       "fabs fabsf __int2float_rn __int2double_rn ");
}

/* Returns a product of two 32-bit indices that is part of the angle, or 0. A product that selects
 * an element of an array, or one of two angles, does not count. */
static uint32_t narrow_product(const struct lint_context *c, uint32_t root)
{
    const struct ast *a = c->ast;
    for (uint32_t n = root; n <= a->nodes[root].last; n++) {
        uint32_t p = ast_parent(a, n);
        bool place = ast_kind(a, p) == K_SUBSCRIPT && a->nodes[n].field != F_OBJECT,
             choice = ast_kind(a, p) == K_CONDITIONAL && a->nodes[n].field == F_CONDITION,
             other = ast_kind(a, n) == K_CALL && !passes_number_on(c, n);
        if (n != root && (place || choice || other || ast_kind(a, n) == K_SIZEOF ||
                          ast_kind(a, n) == K_LAMBDA)) {
            n = a->nodes[n].last;
            continue;
        }
        if (ast_kind(a, n) != K_BINARY || !ast_op(a, n, "*"))
            continue;
        uint32_t x = ast_bare(a, ast_child(a, n, F_LEFT)),
                 y = ast_bare(a, ast_child(a, n, F_RIGHT));
        if (!is_integer(c, x, true) || !is_integer(c, y, true))
            continue;
        double i = bound_of(c, x), k = bound_of(c, y);
        if ((i == 0 || k == 0 || i * k > 2147483647.0) && !is_split(c, x, y) && !is_split(c, y, x))
            return n;
    }
    return 0;
}

/* Reports whether the name may be the imaginary unit or a complex number: not the i or j of a loop,
 * and not a double. */
static bool may_be_imaginary(const struct lint_context *c, uint32_t name)
{
    int pointers;
    struct slice text = ast_text(c->ast, name);
    if (slice_has(text, "complex"))
        return true;
    if (!slice_among(text, " I J I0 i j ii jj iu im imag imaginary _Complex_I "))
        return false;
    struct slice type = facts_type(c->facts, name, &pointers);
    return !is_integer(c, name, false) && !slice_among(type, " float double auto ");
}

/* Reports whether exp has a real argument. Only exp of a product with i computes an angle. */
static bool is_real_exponential(const struct lint_context *c, uint32_t call)
{
    const struct ast *a = c->ast;
    if (!slice_is(facts_called(c->facts, call), "exp"))
        return false;
    for (uint32_t n = call; n <= a->nodes[call].last; n++) {
        struct slice text = ast_text(a, n);
        if (ast_kind(a, n) == K_NAME && may_be_imaginary(c, n))
            return false;
        bool literal = isdigit((unsigned char)text.p[0]) || strchr("+-.", text.p[0]) != NULL;
        if ((ast_kind(a, n) == K_OTHER || ast_kind(a, n) == K_NUMBER) && literal &&
            (slice_ends(text, "i") || slice_ends(text, "if"))) /* 2.0i */
            return false;
    }
    return true;
}

void lint_FFT503(struct lint_context *c, const struct lint_match *m)
{
    const struct ast *a = c->ast;
    if (is_real_exponential(c, m->site))
        return;
    bool radius = slice_is(facts_called(c->facts, m->site), "polar") &&
                  facts_argument_count(c->facts, m->site) == 2;
    for (uint32_t n = facts_argument(c->facts, m->site, radius); n != 0;
         n = facts_next_argument(c->facts, m->site, n)) {
        uint32_t angle = ast_bare(a, n);
        if (ast_kind(a, angle) == K_NAME)
            angle = facts_initial(c->facts, angle);
        uint32_t product = angle != 0 ? narrow_product(c, angle) : 0;
        if (product == 0)
            continue;
        struct lint_finding *f = lint_report(c, product,
                                             "%.*s is computed in 32 bits and overflows when both "
                                             "are above 46340: use int64_t, and reduce "
                                             "it modulo the period",
                                             TEXT(a, product));
        lint_relate(c, f, m->site, "an angle here");
        return;
    }
}
