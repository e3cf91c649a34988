/* SPDX-License-Identifier: Apache-2.0 */
/* FFT504: a literal that stands for pi, 2 pi or pi/2 and is not the nearest number of its type. */
#include "common.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* pi to 36 digits (OEIS A000796). The literals round to the nearest float and double. */
static const struct {
    double value;
    const char *in_double, *in_float, *name;
} constants[] = {
    {3.14159265358979323846264338327950288, "3.141592653589793", "3.14159265f", "pi"},
    {6.28318530717958647692528676655900577, "6.283185307179586", "6.28318531f", "2 pi"},
    {1.57079632679489661923132169163975144, "1.5707963267948966", "1.57079633f", "pi/2"},
};

/* Reports whether the name means pi: pi, M_PI, two_pi, kPi, TWOPI, but not "spin". */
static bool says_pi(struct slice name)
{
    return lint_named(name, "pi") || lint_named(name, "twopi") || lint_named(name, "halfpi") ||
           lint_named(name, "pi2") || lint_named(name, "tau");
}

static bool is_trig(struct slice called)
{
    return slice_among(
        called,
        " sin cos tan exp cexp sincos sinf cosf expf cexpf sincosf polar sinc expm1 __sinf __cosf "
        "__sincosf cis ");
}

#define HOPS_MOST 3 /* names followed in a row */

static bool is_meant(struct lint_context *c, uint32_t n, int hops);

/* Reports whether a use of the name at node `at` stands for pi. */
static bool is_used_as_pi(struct lint_context *c, uint32_t at, int hops)
{
    const struct ast *a = c->ast;
    uint32_t scope = ast_function(a, at), declaration = facts_declaration(c->facts, at);
    bool python = c->language == LINT_PYTHON;
    if (hops == 0 || !lint_may_search(c))
        return false;
    for (uint32_t n = scope; n <= a->nodes[scope].last; n++) {
        if (a->nodes[n].name != a->nodes[at].name || n == at || a->nodes[n].field == F_MEMBER)
            continue;
        if (!is_meant(c, n, hops - 1))
            continue;
        const struct def *d = python ? facts_definition(c->facts, n) : NULL;
        if (python ? d != NULL && d->node == at : facts_declaration(c->facts, n) == declaration)
            return true;
    }
    return false;
}

/* Returns the name that gets a value in an assignment, declaration, default or keyword, or 0. */
static uint32_t name_given(const struct ast *a, uint32_t p, uint32_t n)
{
    bool assigns = ast_kind(a, p) == K_ASSIGN;
    uint32_t target = ast_child(a, p, assigns ? F_LEFT : F_DECLARATOR);
    if (target == 0)
        target = ast_child(a, p, F_NAME);
    if (ast_kind(a, n) == K_TUPLE && ast_kind(a, target) == K_TUPLE)
        return 0;
    return ast_kind(a, target) == K_ATTRIBUTE ? ast_child(a, target, F_MEMBER) : target;
}

/* Reports whether the name that gets the value is a name of pi or is used as pi. */
static bool is_named_pi(struct lint_context *c, uint32_t p, uint32_t n, int hops)
{
    const struct ast *a = c->ast;
    uint32_t name = name_given(a, p, n);
    if (ast_kind(a, name) != K_NAME || (ast_kind(a, p) == K_ASSIGN && a->nodes[n].field != F_RIGHT))
        return false;
    return says_pi(ast_text(a, name)) ||
           ((ast_kind(a, p) == K_ASSIGN || ast_kind(a, p) == K_INIT) &&
            a->nodes[name].field != F_MEMBER && is_used_as_pi(c, name, hops));
}

/* Reports whether the value is named pi or is part of an angle, also through names. */
static bool is_meant(struct lint_context *c, uint32_t n, int hops)
{
    const struct ast *a = c->ast;
    for (uint32_t p = ast_parent(a, n); p > 1; n = p, p = ast_parent(a, p))
        switch (ast_kind(a, p)) {
        case K_LIST:
            if (ast_next(a, ast_first(a, p)) != 0)
                return false;
            break; /* unwraps pi{3.14159} */
        case K_BINARY:
            for (uint32_t i = p; i <= a->nodes[p].last; i++)
                if (ast_kind(a, i) == K_CALL && slice_has(facts_called(c->facts, i), "fftfreq"))
                    return true;
            if (strchr("*/+-%", a->nodes[p].op[0]) == NULL)
                return false;
            break;
        case K_CALL:
            if (is_trig(facts_called(c->facts, p)))
                return true;
            if (!slice_among(facts_called(c->facts, p),
                             " float double float32 float64 static_cast array asarray tensor "
                             "radians fmod fmodf mod remainder ") &&
                ast_kind(a, ast_child(a, p, F_FUNCTION)) != K_TYPE)
                return false;
            break;
        case K_ASSIGN:
        case K_INIT:
        case K_PARAMETER:
        case K_KEYWORD:
        case K_DECLARATION: return is_named_pi(c, p, n, hops);
        case K_AUGMENTED:
        case K_COMPARE:
        case K_SUBSCRIPT:
        case K_BLOCK: return false;
        default: break;
        }
    return false;
}

/* Reads a literal without the separators of its digits. Returns the text after the digits, or NULL
 * if it is no number or an integer. */
static const char *read_number(struct slice text, char digits[64], double *value)
{
    uint32_t length = 0;
    char *end;
    for (uint32_t i = 0; i < text.n && length < 63; i++)
        if (text.p[i] != '_' && text.p[i] != '\'')
            digits[length++] = text.p[i];
    digits[length] = 0;
    *value = strtod(digits, &end);
    bool long_double = *end == 'L' || *end == 'l';
    return end == digits || long_double || (*end != 0 && (*end | 0x20) != 'f') ||
                   strchr(digits, '.') == NULL
               ? NULL
               : end;
}

/* Reports whether all its digits are those of a constant; the last digit may be rounded. */
static bool is_rounded(struct slice text)
{
    char digits[64];
    double value;
    const char *end = read_number(text, digits, &value);
    if (end == NULL || strpbrk(digits, "eExX") != NULL)
        return false;
    double unit = pow(10, (double)(strchr(digits, '.') + 1 - end));
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        double less = constants[i].value - value;
        if (unit < 0.1 && less < unit && less > -0.5001 * unit)
            return true;
    }
    return false;
}

/* Reports whether the literal is rounded to float: by its suffix, or by the type that it
 * initialises. */
static bool is_float(const struct lint_context *c, uint32_t n, struct slice text)
{
    if (c->language == LINT_PYTHON)
        return false;
    if (text.n > 0 && (text.p[text.n - 1] | 0x20) == 'f' && !slice_begins(text, "0x"))
        return true;
    uint32_t declaration = n != 0 ? ast_up(c->ast, n, K_DECLARATION) : 0;
    return declaration != 0 &&
           slice_has(ast_text(c->ast, ast_child(c->ast, declaration, F_TYPE)), "float");
}

static void check_literal(struct lint_context *c, uint32_t site, uint32_t n, uint32_t start,
                          struct slice text)
{
    char digits[64];
    double value;
    const char *end = read_number(text, digits, &value);
    if (end == NULL)
        return;
    bool single = is_float(c, n, text);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        double pi = constants[i].value, error = fabs(value - pi);
        bool right = single ? (float)value == (float)pi : value == pi;
        if (error > 1e-2 || right)
            continue;
        if (single)
            error = fabs((double)(float)value - pi);
        bool suffix = (*end | 0x20) == 'f';
        struct lint_finding *f = lint_report(
            c, site, "%s is %.1e off %s, where the nearest %s is within %.0e: write %s", digits,
            error, constants[i].name, single ? "float" : "double", single ? 1e-7 : 2e-16,
            suffix ? constants[i].in_float : constants[i].in_double);
        lint_edit(c, f, start, start + text.n,
                  suffix ? constants[i].in_float : constants[i].in_double);
    }
}

/* Checks #define PI 3.14159. */
static void check_macro(struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t name = ast_child(a, n, F_NAME), value = ast_child(a, n, F_VALUE);
    if (name == 0 || value == 0)
        return;
    struct slice text = ast_text(a, value);
    while (text.n > 0 && (text.p[0] == '(' || isspace((unsigned char)text.p[0])))
        text = (struct slice){text.p + 1, text.n - 1};
    uint32_t length = 0;
    while (length < text.n && (isdigit((unsigned char)text.p[length]) || text.p[length] == '.'))
        length++;
    if (length < text.n && (text.p[length] | 0x20) == 'f')
        length++;
    struct slice rest = {text.p + length, text.n - length}, number = {text.p, length};
    while (rest.n > 0 && (rest.p[0] == ')' || isspace((unsigned char)rest.p[0])))
        rest = (struct slice){rest.p + 1, rest.n - 1};
    if (length > 0 && (rest.n == 0 || rest.p[0] == '/') &&
        (says_pi(ast_text(a, name)) || (is_rounded(number) && is_used_as_pi(c, name, HOPS_MOST))))
        check_literal(c, n, 0, (uint32_t)(text.p - a->text), number);
}

void lint_FFT504(struct lint_context *c, const struct lint_match *m)
{
    struct slice text = ast_text(c->ast, m->site);
    if (ast_kind(c->ast, m->site) == K_DIRECTIVE)
        check_macro(c, m->site);
    else if (is_meant(c, m->site, is_rounded(text) ? HOPS_MOST : 0))
        check_literal(c, m->site, m->site, c->ast->nodes[m->site].start, text);
}
