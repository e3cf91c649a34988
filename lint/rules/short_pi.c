/* SPDX-License-Identifier: Apache-2.0 */
/* FFT504: a literal that is meant for pi, 2 pi or pi/2 and is not the nearest number of its type.
 */
#include "common.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* pi to 36 digits (OEIS A000796); the literals are those that round to the nearest float and
 * double. */
static const struct {
    double value;
    const char *in_double, *in_float, *name;
} constants[] = {
    {3.14159265358979323846264338327950288, "3.141592653589793", "3.14159265f", "pi"},
    {6.28318530717958647692528676655900577, "6.283185307179586", "6.28318531f", "2 pi"},
    {1.57079632679489661923132169163975144, "1.5707963267948966", "1.57079633f", "pi/2"},
};

/* pi, M_PI, two_pi, kPi, TWOPI; not "spin". */
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

/* It is named pi, or stands in an angle. */
static bool is_meant(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t bare = n;
    while (ast_kind(a, ast_parent(a, bare)) == K_PAREN ||
           ast_kind(a, ast_parent(a, bare)) == K_UNARY)
        bare = ast_parent(a, bare);
    uint32_t p = ast_parent(a, bare);
    if (ast_kind(a, p) == K_ASSIGN || ast_kind(a, p) == K_INIT) {
        uint32_t target = ast_child(a, p, ast_kind(a, p) == K_ASSIGN ? F_LEFT : F_DECLARATOR);
        if (ast_kind(a, target) == K_ATTRIBUTE)
            target = ast_child(a, target, F_MEMBER);
        return ast_kind(a, target) == K_NAME && says_pi(ast_text(a, target));
    }
    for (; p > 1 && ast_kind(a, p) != K_BLOCK; p = ast_parent(a, p)) {
        if (ast_kind(a, p) == K_COMPARE || ast_kind(a, p) == K_SUBSCRIPT)
            return false;
        if (ast_kind(a, p) == K_CALL)
            return is_trig(facts_called(c->facts, p));
        if (ast_kind(a, p) == K_BINARY)
            for (uint32_t i = p; i <= a->nodes[p].last; i++)
                if (ast_kind(a, i) == K_CALL && slice_has(facts_called(c->facts, i), "fftfreq"))
                    return true;
    }
    return false;
}

/* The literal is rounded to float in the end: its suffix, or the type of what it initialises. */
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
    char digits[64], *end;
    uint32_t length = 0;
    for (uint32_t i = 0; i < text.n && length < sizeof digits - 1; i++)
        if (text.p[i] != '_' && text.p[i] != '\'')
            digits[length++] = text.p[i];
    digits[length] = 0;
    double value = strtod(digits, &end);
    bool long_double = *end == 'L' || *end == 'l';
    if (end == digits || long_double || (*end != 0 && (*end | 0x20) != 'f') ||
        strchr(digits, '.') == NULL)
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

/* #define PI 3.14159 */
static void check_macro(struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    uint32_t name = ast_child(a, n, F_NAME), value = ast_child(a, n, F_VALUE);
    if (name == 0 || value == 0 || !says_pi(ast_text(a, name)))
        return;
    struct slice text = ast_text(a, value);
    while (text.n > 0 && (text.p[0] == '(' || isspace((unsigned char)text.p[0])))
        text = (struct slice){text.p + 1, text.n - 1};
    uint32_t length = 0;
    while (length < text.n && (isdigit((unsigned char)text.p[length]) || text.p[length] == '.'))
        length++;
    if (length < text.n && (text.p[length] | 0x20) == 'f')
        length++;
    struct slice rest = {text.p + length, text.n - length};
    while (rest.n > 0 && (rest.p[0] == ')' || isspace((unsigned char)rest.p[0])))
        rest = (struct slice){rest.p + 1, rest.n - 1};
    if (length > 0 && (rest.n == 0 || rest.p[0] == '/'))
        check_literal(c, n, 0, (uint32_t)(text.p - a->text), (struct slice){text.p, length});
}

void lint_FFT504(struct lint_context *c, const struct lint_match *m)
{
    if (ast_kind(c->ast, m->site) == K_DIRECTIVE)
        check_macro(c, m->site);
    else if (is_meant(c, m->site))
        check_literal(c, m->site, m->site, c->ast->nodes[m->site].start, ast_text(c->ast, m->site));
}
