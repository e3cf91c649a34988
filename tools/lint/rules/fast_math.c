/* SPDX-License-Identifier: Apache-2.0 */
/* Implements FFT403 for options of the compiler in setup.py, and for pragmas. lang/build.c has
 * build files. */
#include "fast_math.h"

#include "../engine.h"
#include "common.h"

#include <ctype.h>
#include <string.h>

uint32_t lint_fast_math_option(struct slice text)
{
    static const char *const options[] = {
        "-ffast-math",           "-Ofast",        "--use_fast_math",
        "-use_fast_math",        "/fp:fast",      "-funsafe-math-optimizations",
        "-cl-fast-relaxed-math", "-fp-model=fast"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        uint32_t n = (uint32_t)strlen(options[i]);
        if (slice_begins(text, options[i]) && (n == text.n || (!isalnum((unsigned char)text.p[n]) &&
                                                               strchr("_-=", text.p[n]) == NULL)))
            return n;
    }
    return 0;
}

struct lint_finding *lint_report_fast_math(struct lint_context *c, uint32_t start, uint32_t length)
{
    const char *text = c->ast->text;
    char *message = arena_printf(&c->result->arena,
                                 "%.*s lets the compiler reassociate sums and take approximate "
                                 "sines: other bits, and errors "
                                 "that no analysis covers; leave it out",
                                 (int)length, text + start);
    struct lint_finding *f = lint_add(c, start, start + length, message);
    bool alone = start > 0 && strchr("\"'", text[start - 1]) != NULL &&
                 start + length < c->ast->size && text[start + length] == text[start - 1];
    if (slice_begins((struct slice){text + start, length}, "-Ofast"))
        lint_edit(c, f, start, start + length, "-O3");
    else if (!alone && start > 0 && text[start - 1] == ' ')
        lint_edit(c, f, start - 1, start + length, "");
    return f;
}

/* Reports whether a string with this name is text for people. */
static bool is_for_people(struct slice name)
{
    static const char *const words[] = {
        "help",   "usage",   "doc",   "docs", "description", "desc",  "message", "msg",  "text",
        "epilog", "warning", "error", "note", "title",       "label", "readme",  "hint", "comment"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lint_named(name, words[i]))
            return true;
    return false;
}

bool lint_is_sentence(struct slice text)
{
    int words = 0;
    for (uint32_t i = 0; i < text.n;) {
        while (i < text.n && strchr("\"'(", text.p[i]) != NULL)
            i++;
        uint32_t start = i, letters = i;
        while (i < text.n && !isspace((unsigned char)text.p[i]))
            i++;
        while (letters < i && isalpha((unsigned char)text.p[letters]))
            letters++;
        bool comma = letters + 1 == i && strchr(",.:;!?", text.p[letters]) != NULL;
        words = letters > start + 1 && (letters == i || comma) ? words + 1 : 0;
        if (words == 2)
            return true;
        while (i < text.n && isspace((unsigned char)text.p[i]))
            i++;
    }
    return false;
}

/* Returns the key "flags" of "flags": ["-ffast-math"] in a dictionary; empty if there is no key
 * that is a string. */
static struct slice key_of(const struct ast *a, uint32_t pair, uint32_t value)
{
    uint32_t key = ast_first(a, pair);
    return ast_kind(a, key) == K_STRING && ast_next(a, key) == value && ast_next(a, value) == 0
               ? ast_text(a, key)
               : (struct slice){"", 0};
}

/* Reports whether the option reaches a compiler: it is in a list, added to one, or an argument. An
 * option that is compared, printed, explained or searched for does not count. */
static bool is_passed(const struct lint_context *c, uint32_t n)
{
    const struct ast *a = c->ast;
    if (lint_is_sentence(ast_text(a, n)))
        return false;
    for (uint32_t p = ast_parent(a, n); p > 1; n = p, p = ast_parent(a, p))
        switch (ast_kind(a, p)) {
        case K_COMPARE:
        case K_SUBSCRIPT: return false;
        case K_CALL: {
            struct slice name = facts_called(c->facts, p);
            return slice_among(name, " append extend Extension CUDAExtension CppExtension setup "
                                     "Pybind11Extension dict ");
        }
        case K_KEYWORD: {
            struct slice name = ast_text(a, ast_child(a, p, F_NAME));
            return !is_for_people(name) &&
                   (slice_has(name, "arg") || slice_has(name, "flag") || slice_has(name, "option"));
        }
        case K_OTHER:
            if (is_for_people(key_of(a, p, n)))
                return false;
            break;
        case K_ASSIGN:
        case K_AUGMENTED: {
            uint32_t left = ast_child(a, p, F_LEFT);
            if (ast_kind(a, left) == K_ATTRIBUTE)
                left = ast_child(a, left, F_MEMBER);
            return !is_for_people(ast_text(a, left));
        }
        default: break;
        }
    return false;
}

static void check_string(struct lint_context *c, uint32_t n)
{
    const struct node *node = &c->ast->nodes[n];
    for (uint32_t i = node->start; i < node->end; i++) {
        uint32_t length = lint_fast_math_option((struct slice){c->ast->text + i, node->end - i});
        bool begins = i == node->start || strchr("\"' ,", c->ast->text[i - 1]) != NULL;
        if (length != 0 && begins && is_passed(c, n)) {
            struct lint_finding *f = lint_report_fast_math(c, i, length);
            if (f != NULL)
                f->statement = c->ast->nodes[ast_statement(c->ast, n)].start;
        }
    }
}

void lint_FFT403(struct lint_context *c, const struct lint_match *m)
{
    struct slice text = ast_text(c->ast, m->site);
    if (c->language == LINT_PYTHON) {
        if (slice_has(text, "fast"))
            check_string(c, m->site);
        return;
    }
    if (!slice_begins(text, "#") || !slice_has(text, "pragma"))
        return;
    bool pragma = slice_has(text, "optimize") &&
                  (slice_has(text, "fast-math") || slice_has(text, "\"ofast\""));
    if (!slice_has(text, "no-fast-math") &&
        (pragma || slice_has(text, "float_control(precise, off") ||
         slice_has(text, "fp_contract(fast) reassociate")))
        lint_report(c, m->site,
                    "this pragma lets the compiler reassociate sums and take approximate sines: "
                    "other bits, and "
                    "errors that no analysis covers; leave it out");
}
