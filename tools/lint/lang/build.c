/* SPDX-License-Identifier: Apache-2.0 */
/* Implements FFT403 for CMake, make and meson, line by line: it finds options that let the compiler
 * change the arithmetic. Comments, printed text and probes of the compiler are skipped. A command
 * lasts until its parentheses close. */
#include "../engine.h"
#include "../rules/fast_math.h"

#include <ctype.h>
#include <string.h>

/* Commands that ask about an option, remove it or print it. */
static const char *const harmless[] = {
    "message", "check_", "matches",      "string(",      "remove",     "has_argument",
    "option(", "$(info", "$(warning",    "$(error",      "findstring", "filter-out",
    "ifeq",    "ifneq",  "warning(",     "error(",       "echo",       "fno-fast-math",
    "if(",     "if (",   "get_argument", "feature_info", NULL};

static bool is_harmless(struct slice command)
{
    for (const char *const *h = harmless; *h != NULL; h++)
        if (slice_has(command, *h))
            return true;
    return false;
}

/* Returns where the comment of a line begins: a '#' outside of quotes. */
static uint32_t code_end(const char *text, uint32_t start, uint32_t end)
{
    char quote = 0;
    for (uint32_t i = start; i < end; i++) {
        if (quote == 0 && text[i] == '#')
            return i;
        if (text[i] == quote)
            quote = 0;
        else if (quote == 0 && (text[i] == '"' || text[i] == '\''))
            quote = text[i];
    }
    return end;
}

/* Checks the options of a line. Skips quotes that contain a sentence, which is a help text or
 * message. */
static void check_line(struct lint_context *c, uint32_t start, uint32_t end)
{
    const char *text = c->ast->text;
    uint32_t closed = start; /* end of the last quotes that were checked */
    for (uint32_t i = start; i < end; i++) {
        if (i >= closed && (text[i] == '"' || text[i] == '\'')) {
            const char *quote = memchr(text + i + 1, text[i], end - i - 1);
            closed = quote != NULL ? (uint32_t)(quote - text) + 1 : i;
            if (quote != NULL && lint_is_sentence((struct slice){text + i + 1, closed - i - 2})) {
                i = closed - 1;
                continue;
            }
        }
        struct slice rest = {text + i, end - i};
        uint32_t length = lint_fast_math_option(rest);
        if (length == 0 ||
            (i > start &&
             (isalnum((unsigned char)text[i - 1]) || strchr("_-=|", text[i - 1]) != NULL)) ||
            (i + length < c->ast->size &&
             text[i + length] == '|')) /* an alternative of a regular expression */
            continue;
        lint_report_fast_math(c, i, length);
        i += length;
    }
}

void lint_build_file(struct lint_context *c, const char *text, uint32_t size)
{
    struct ast *a = ARENA_NEW(c->arena, struct ast, 1);
    uint32_t command = 0; /* start of the current command */
    int depth = 0;
    *a = (struct ast){.text = text, .size = size, .arena = c->arena};
    ast_lines(a);
    c->ast = a;
    c->rule = &lint_rules[LINT_FFT403];
    if (!lint_set_has(c->config->selected, LINT_FFT403))
        return;
    for (uint32_t i = 0; i < a->line_count; i++) {
        uint32_t start = a->lines[i], line_end = i + 1 < a->line_count ? a->lines[i + 1] : size;
        uint32_t end = code_end(text, start, line_end);
        if (depth <= 0) {
            command = start;
            depth = 0;
        }
        if (!is_harmless((struct slice){text + command, end - command}))
            check_line(c, start, end);
        if (end < line_end)
            lint_comment(c, end, line_end);
        for (uint32_t k = start; k < end; k++)
            depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
    }
    lint_suppress(c);
}
