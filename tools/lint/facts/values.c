/* SPDX-License-Identifier: Apache-2.0 */
/* Calls, their arguments, and constants. */
#include "python.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t facts_next_call(const struct facts *f, uint32_t root, uint32_t after)
{
    for (uint32_t n = after >= root ? after + 1 : root; n <= f->ast.nodes[root].last; n++)
        if (ast_kind(&f->ast, n) == K_CALL)
            return n;
    return 0;
}

struct slice facts_called(const struct facts *f, uint32_t call)
{
    const struct ast *a = &f->ast;
    uint32_t n = ast_child(a, call, F_FUNCTION);
    for (;;) {
        uint32_t inner = ast_child(a, n, ast_kind(a, n) == K_ATTRIBUTE ? F_MEMBER : F_NAME);
        if (inner == 0 || (ast_kind(a, n) != K_ATTRIBUTE && ast_kind(a, n) != K_SCOPED))
            break;
        n = inner;
    }
    return ast_kind(a, n) == K_NAME ? ast_text(a, n) : (struct slice){"", 0};
}

uint32_t facts_next_argument(const struct facts *f, uint32_t call, uint32_t after)
{
    const struct ast *a = &f->ast;
    uint32_t n = after != 0 ? ast_next(a, after) : ast_first(a, ast_child(a, call, F_ARGUMENTS));
    while (ast_kind(a, n) == K_KEYWORD)
        n = ast_next(a, n);
    return ast_kind(a, n) != K_SPLAT ? n : 0;
}

uint32_t facts_argument(const struct facts *f, uint32_t call, int index)
{
    uint32_t n = facts_next_argument(f, call, 0);
    while (n != 0 && index-- > 0)
        n = facts_next_argument(f, call, n);
    return n;
}

int facts_argument_count(const struct facts *f, uint32_t call)
{
    int count = 0;
    for (uint32_t n = facts_next_argument(f, call, 0); n != 0; n = facts_next_argument(f, call, n))
        count++;
    return count;
}

uint32_t facts_keyword(const struct facts *f, uint32_t call, const char *name)
{
    const struct ast *a = &f->ast;
    for (uint32_t c = ast_first(a, ast_child(a, call, F_ARGUMENTS)); c != 0; c = ast_next(a, c))
        if (ast_kind(a, c) == K_KEYWORD && slice_is(ast_text(a, ast_child(a, c, F_NAME)), name))
            return ast_child(a, c, F_VALUE);
    return 0;
}

uint32_t facts_value(const struct facts *f, uint32_t call, int index, const char *name)
{
    uint32_t n = facts_argument(f, call, index);
    return n != 0 ? n : facts_keyword(f, call, name);
}

/* Stores the text between the quotes of a C string, or of a Python string with no prefix but r. */
static bool literal_string(const struct ast *a, uint32_t n, struct slice *text)
{
    struct slice s = ast_text(a, n);
    if (s.n > 0 && (s.p[0] == 'r' || s.p[0] == 'R' || s.p[0] == 'u'))
        s = (struct slice){s.p + 1, s.n - 1};
    uint32_t quotes = s.n >= 6 && memcmp(s.p, s.p[0] == '"' ? "\"\"\"" : "'''", 3) == 0 ? 3 : 1;
    if (s.n < 2 * quotes || (s.p[0] != '"' && s.p[0] != '\''))
        return false;
    *text = (struct slice){s.p + quotes, s.n - 2 * quotes};
    return memchr(text->p, s.p[0], text->n) == NULL && memchr(text->p, '\\', text->n) == NULL;
}

/* Reports whether **options is a literal dictionary without an option of transforms: {"threads":
 * 2}. */
static bool says_nothing(const struct facts *f, uint32_t splat)
{
    static const char *const words[] = {"n", "s", "axis", "axes", "dim", "norm", "x", "a", "d"};
    const struct ast *a = &f->ast;
    struct slice text = ast_text(a, splat);
    uint32_t value = facts_constant(f, ast_first(a, splat));
    if (!slice_begins(text, "**") || value == 0)
        return false;
    text = ast_text(a, value);
    if (text.n < 2 || text.p[0] != '{' || slice_has(text, "**"))
        return false;
    for (uint32_t n = value; n <= a->nodes[value].last; n++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            struct slice s;
            if (ast_kind(a, n) == K_STRING && (!literal_string(a, n, &s) || slice_is(s, words[i])))
                return false;
        }
    return true;
}

bool facts_open(const struct facts *f, uint32_t call)
{
    const struct ast *a = &f->ast;
    for (uint32_t c = ast_first(a, ast_child(a, call, F_ARGUMENTS)); c != 0; c = ast_next(a, c))
        if (ast_kind(a, c) == K_SPLAT && !says_nothing(f, c))
            return true;
    return false;
}

uint32_t facts_constant(const struct facts *f, uint32_t n)
{
    if (f->ast.language == &lint_cpp)
        return facts_initial(f, n);
    const struct def *d = facts_definition(f, n);
    return d != NULL && d->kind == DEF_VALUE && d->index < 0 ? d->value : 0;
}

bool facts_string(const struct facts *f, uint32_t n, struct slice *text)
{
    for (int hops = 0; hops < 8 && n != 0; hops++) {
        n = ast_bare(&f->ast, n);
        if (ast_kind(&f->ast, n) == K_STRING)
            return literal_string(&f->ast, n, text);
        if (ast_kind(&f->ast, n) != K_NAME)
            return false;
        n = facts_constant(f, n);
    }
    return false;
}

bool facts_literal(const struct facts *f, uint32_t n, double *value)
{
    char text[64], *end;
    uint32_t length = 0;
    if (ast_kind(&f->ast, n) != K_NUMBER)
        return false;
    struct slice s = ast_text(&f->ast, n);
    for (uint32_t i = 0; i < s.n && length < sizeof text - 1; i++)
        if (s.p[i] != '_' && s.p[i] != '\'')
            text[length++] = s.p[i];
    text[length] = 0;
    *value = strtod(text, &end);
    if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B' || text[1] == 'o' || text[1] == 'O'))
        *value = (double)strtoull(text + 2, &end, text[1] == 'b' || text[1] == 'B' ? 2 : 8);
    return end != text && *end != 'j' && *end != 'J' && *end != 'i';
}

bool facts_is_literal(const struct facts *f, uint32_t n, double value)
{
    double x;
    return facts_literal(f, n, &x) && x == value;
}

static bool number(const struct facts *f, uint32_t n, double *value, int depth);

static bool binary_number(const struct facts *f, uint32_t n, double *value, int depth)
{
    const struct ast *a = &f->ast;
    double x, y;
    if (!number(f, ast_child(a, n, F_LEFT), &x, depth) ||
        !number(f, ast_child(a, n, F_RIGHT), &y, depth))
        return false;
    const char *op = a->nodes[n].op;
    if (strcmp(op, "+") == 0)
        *value = x + y;
    else if (strcmp(op, "-") == 0)
        *value = x - y;
    else if (strcmp(op, "*") == 0)
        *value = x * y;
    else if (strcmp(op, "/") == 0)
        *value = x / y;
    else if (strcmp(op, "//") == 0)
        *value = floor(x / y);
    else if (strcmp(op, "**") == 0)
        *value = pow(x, y);
    else if (strcmp(op, "<<") == 0)
        *value = ldexp(x, y >= 0 && y < 1000 ? (int)y : 0);
    else
        return false;
    return isfinite(*value) != 0;
}

static bool number(const struct facts *f, uint32_t n, double *value, int depth)
{
    const struct ast *a = &f->ast;
    n = ast_bare(a, n);
    if (n == 0 || depth > 12)
        return false;
    switch (ast_kind(a, n)) {
    case K_NUMBER: return facts_literal(f, n, value);
    case K_BINARY: return binary_number(f, n, value, depth + 1);
    case K_CAST: return number(f, ast_child(a, n, F_VALUE), value, depth + 1);
    case K_UNARY:
        if (!ast_op(a, n, "-") || !number(f, ast_first(a, n), value, depth + 1))
            return false;
        *value = -*value;
        return true;
    case K_ATTRIBUTE:
        *value = acos(-1.0);
        return slice_is(ast_text(a, ast_child(a, n, F_MEMBER)), "pi");
    case K_NAME:
        if (slice_is(ast_text(a, n), "M_PI")) {
            *value = acos(-1.0);
            return true;
        }
        return number(f, facts_constant(f, n), value, depth + 1);
    default: return false;
    }
}

bool facts_number(const struct facts *f, uint32_t n, double *value)
{
    return number(f, n, value, 0);
}

/* Reports whether the remainder is the k % 2 of k // 2 + k % 2. That sum is half of k, rounded up,
 * and tests no parity. */
static bool rounds_up(const struct facts *f, uint32_t remainder)
{
    const struct ast *a = &f->ast;
    uint32_t sum = ast_parent(a, remainder);
    while (ast_kind(a, sum) == K_PAREN)
        sum = ast_parent(a, sum);
    uint32_t half = ast_bare(a, ast_child(a, sum, F_LEFT));
    return ast_kind(a, sum) == K_BINARY && ast_op(a, sum, "+") && ast_kind(a, half) == K_BINARY &&
           ast_op(a, half, "//") && facts_is_literal(f, ast_child(a, half, F_RIGHT), 2) &&
           ast_same(a, ast_child(a, half, F_LEFT), ast_child(a, remainder, F_LEFT));
}

/* Reports whether n compares 2 * (n / 2) with n. */
static bool halves_and_doubles(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    if ((ast_kind(a, n) != K_BINARY && ast_kind(a, n) != K_COMPARE) ||
        (!ast_op(a, n, "==") && !ast_op(a, n, "!=")))
        return false;
    uint32_t left = ast_first(a, n), right = ast_next(a, left); /* Python has no fields here */
    for (int i = 0; i < 2; i++) {
        uint32_t product = ast_bare(a, i == 0 ? left : right),
                 whole = ast_bare(a, i == 0 ? right : left);
        if (ast_kind(a, product) != K_BINARY || !ast_op(a, product, "*"))
            continue;
        for (int k = 0; k < 2; k++) {
            uint32_t half = ast_bare(a, ast_child(a, product, k == 0 ? F_LEFT : F_RIGHT));
            if (ast_kind(a, half) == K_BINARY && (ast_op(a, half, "/") || ast_op(a, half, "//")) &&
                facts_is_literal(f, ast_child(a, half, F_RIGHT), 2) &&
                ast_same(a, ast_child(a, half, F_LEFT), whole))
                return true;
        }
    }
    return false;
}

bool facts_tests_parity(const struct facts *f, uint32_t root)
{
    const struct ast *a = &f->ast;
    double two;
    for (uint32_t n = root; n <= a->nodes[root].last; n++) {
        if (halves_and_doubles(f, n))
            return true;
        if (ast_kind(a, n) != K_BINARY)
            continue;
        uint32_t right = ast_child(a, n, F_RIGHT);
        if (!facts_literal(f, right, &two))
            continue;
        if ((ast_op(a, n, "%") && two == 2 && !rounds_up(f, n)) || (ast_op(a, n, "&") && two == 1))
            return true;
    }
    return false;
}

/* Returns 1 if a condition with k % 2 or k & 1 is true for odd k, -1 if it is true for even k, and
 * 0 if it is neither. */
static int says_odd(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    double number;
    n = ast_bare(a, n);
    uint32_t right = ast_child(a, n, F_RIGHT);
    if (ast_kind(a, n) == K_UNARY)
        return -says_odd(f, ast_first(a, n));
    if (ast_kind(a, n) == K_BOOLEAN) {
        int odd = says_odd(f, ast_child(a, n, F_LEFT));
        return odd != 0 ? odd : says_odd(f, right);
    }
    if (ast_kind(a, n) == K_BINARY && facts_literal(f, right, &number))
        return (ast_op(a, n, "%") && number == 2) || (ast_op(a, n, "&") && number == 1);
    uint32_t left = ast_first(a, n);
    if (ast_kind(a, n) != K_COMPARE || !facts_literal(f, ast_next(a, left), &number) ||
        (number != 0 && number != 1))
        return 0;
    int odd = says_odd(f, left);
    if (ast_op(a, n, "!="))
        odd = -odd;
    else if (!ast_op(a, n, "=="))
        return 0;
    return number == 1 ? odd : -odd;
}

bool facts_refuses_odd(const struct facts *f)
{
    const struct ast *a = &f->ast;
    for (uint32_t n = 1; n <= a->nodes[1].last; n++) {
        uint32_t body = ast_child(a, n, F_BODY);
        if (ast_kind(a, n) == K_ASSERT && says_odd(f, ast_first(a, n)) < 0)
            return true;
        if (ast_kind(a, n) == K_IF && ast_kind(a, ast_first(a, body)) == K_RAISE &&
            says_odd(f, ast_child(a, n, F_CONDITION)) > 0)
            return true;
    }
    return false;
}

bool facts_mentions(const struct facts *f, uint32_t root, uint32_t name)
{
    for (uint32_t n = root; root != 0 && n <= f->ast.nodes[root].last; n++)
        if (f->ast.nodes[n].name == name)
            return name != 0;
    return false;
}

bool facts_must_raise(const struct facts *f, uint32_t n)
{
    const struct ast *a = &f->ast;
    for (uint32_t p = n; p > 1; p = ast_parent(a, p)) {
        uint32_t items;
        if (ast_kind(a, p) == K_CALL && p != n && slice_has(facts_called(f, p), "raise"))
            return true;
        if (ast_kind(a, p) != K_WITH)
            continue;
        for (items = p + 1; items <= a->nodes[p].last && ast_kind(a, items) != K_BLOCK; items++)
            if (ast_kind(a, items) == K_CALL && slice_has(facts_called(f, items), "raise"))
                return true;
    }
    return false;
}

/* ---- lengths */

bool facts_names_fft_size(struct slice name)
{
    return slice_among(name, " nfft n_fft NFFT N_FFT fft_size fft_len fft_length fftsize fftlen ");
}

static bool even(const struct facts *f, uint32_t n, int depth);

static bool even_binary(const struct facts *f, uint32_t n, int depth)
{
    const struct ast *a = &f->ast;
    uint32_t left = ast_child(a, n, F_LEFT), right = ast_child(a, n, F_RIGHT);
    double x;
    if (ast_op(a, n, "*"))
        return even(f, left, depth) || even(f, right, depth);
    if (ast_op(a, n, "+"))
        return ast_same(a, left, right) || (even(f, left, depth) && even(f, right, depth));
    if (ast_op(a, n, "-"))
        return even(f, left, depth) && even(f, right, depth);
    if (ast_op(a, n, "<<"))
        return !(facts_number(f, right, &x) && x == 0);
    return ast_op(a, n, "**") && facts_number(f, left, &x) && fmod(x, 2) == 0;
}

static bool even(const struct facts *f, uint32_t n, int depth)
{
    const struct ast *a = &f->ast;
    double x;
    n = ast_bare(a, n);
    if (n == 0 || depth > 8)
        return false;
    if (facts_number(f, n, &x))
        return fmod(x, 2) == 0;
    struct slice name = ast_kind(a, n) == K_CALL ? facts_called(f, n) : ast_text(a, n);
    switch (ast_kind(a, n)) {
    case K_BINARY: return even_binary(f, n, depth + 1);
    case K_TUPLE:
    case K_LIST: { /* the last axis is halved */
        uint32_t last = 0;
        for (uint32_t c = ast_first(a, n); c != 0; c = ast_next(a, c))
            last = c;
        return even(f, last, depth + 1);
    }
    case K_NAME:
        if (facts_names_fft_size(name))
            return true;
        return even(f, facts_constant(f, n), depth + 1);
    case K_CALL: /* a power of two, or a fast length */
        if (slice_is(name, "int"))
            return even(f, facts_argument(f, n, 0), depth + 1);
        return slice_has(name, "pow2") || slice_has(name, "power_of_2") ||
               slice_has(name, "power_of_two") || slice_has(name, "fast_len");
    default: return false;
    }
}

bool facts_even(const struct facts *f, uint32_t n) { return even(f, n, 0); }

/* Reports whether the length is even: zeros(1024), randn(8, 512), arange(64), pad(x, (0,
 * x.shape[-1])), concatenate([x, zeros_like(x)]). */
static bool even_array(const struct facts *f, uint32_t n, int depth)
{
    const struct ast *a = &f->ast;
    n = ast_bare(a, n);
    if (depth > 8 || n == 0)
        return false;
    if (ast_kind(a, n) == K_NAME)
        return even_array(f, facts_constant(f, n), depth + 1);
    if (ast_kind(a, n) == K_BINARY)
        return even_array(f, ast_child(a, n, F_LEFT), depth + 1) ||
               even_array(f, ast_child(a, n, F_RIGHT), depth + 1);
    if (ast_kind(a, n) != K_CALL)
        return false;
    struct slice name = facts_called(f, n);
    uint32_t first = facts_argument(f, n, 0), second = facts_argument(f, n, 1);
    if (slice_among(name, " zeros ones empty full arange random uniform normal rand randn "
                          "standard_normal hanning "
                          "hann hamming blackman ") &&
        first != 0)
        return even(f, facts_argument(f, n, facts_argument_count(f, n) - 1), depth + 1) ||
               even(f, facts_keyword(f, n, "size"), depth + 1) || even(f, first, depth + 1);
    if (slice_is(name, "linspace"))
        return even(f, facts_value(f, n, 2, "num"), depth + 1);
    if (slice_is(name, "pad") && second != 0) /* padded by its own length */
        return slice_has(ast_text(a, second), "shape") || slice_has(ast_text(a, second), "len(");
    if (slice_among(name, " concatenate cat hstack concat append "))
        return slice_has(ast_text(a, ast_child(a, n, F_ARGUMENTS)), "zeros_like") ||
               slice_has(ast_text(a, ast_child(a, n, F_ARGUMENTS)), "[::-1]");
    return slice_among(name,
                       " sin cos exp sqrt abs asarray array float astype to double tensor copy ") &&
           even_array(
               f, first != 0 && !slice_among(name, " astype to ") ? first : python_receiver(f, n),
               depth + 1);
}

bool facts_even_length(const struct facts *f, uint32_t array) { return even_array(f, array, 0); }
