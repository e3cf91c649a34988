/* SPDX-License-Identifier: Apache-2.0 */
/* Comments that suppress findings: "stet: ignore[FFT201, swapped-shift]", with -next-line or -file;
 * flake8's "# noqa: FFT201"; clang-tidy's "NOLINT(FFT201)", NOLINTNEXTLINE, NOLINTBEGIN to
 * NOLINTEND. A comment without a list suppresses all rules. One of ours that suppresses nothing, or
 * cannot be read, is FFT000. */
#include "engine.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define FILE_LINES 10 /* lines in which -file is read */

struct lint_comment {
    uint32_t start, end, first, last; /* bytes, and lines to which it applies, from 0 */
    bool used, ours;    /* ours: it names a rule of this linter, or is "stet: ignore" */
    bool opens, closes; /* NOLINTBEGIN, NOLINTEND */
    bool alone;         /* the comment has no other text */
    lint_set set;
    const char *wrong; /* message if it cannot be read, else NULL */
    uint32_t next;     /* 1 + the next comment of its line, or 0 */
};

/* A position in a comment. */
struct cursor {
    const char *p, *end;
};

static bool is_word_byte(char c) { return isalnum((unsigned char)c) || strchr("-_*", c) != NULL; }

static bool at_word(const struct cursor *at) { return at->p < at->end && is_word_byte(*at->p); }

static bool skip(struct cursor *at, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(at->end - at->p) < n || memcmp(at->p, word, n) != 0)
        return false;
    at->p += n;
    return true;
}

static void skip_blanks(struct cursor *at)
{
    while (at->p < at->end && (*at->p == ' ' || *at->p == '\t'))
        at->p++;
}

static bool find(struct cursor *at, const char *word)
{
    for (; at->p < at->end; at->p++)
        if (skip(at, word))
            return true;
    return false;
}

/* Reads names up to `close`. *unknown gets the error about the first name that is no rule; it may
 * belong to another linter. */
static bool read_list(struct cursor *at, char close, lint_set *set, struct error *unknown)
{
    struct error e;
    bool any = false;
    while (at->p < at->end && *at->p != close) {
        char word[64];
        size_t n = 0;
        while (at_word(at) && n + 1 < sizeof word)
            word[n++] = *at->p++;
        if (n > 1 && word[n - 1] == '*') /* clang-tidy writes FFT2* */
            n--;
        word[n] = 0;
        if (n == 0 && *at->p != ',' && *at->p != ' ')
            break;
        at->p += n == 0;
        if (n > 0 && lint_set_add(set, strcmp(word, "*") != 0 ? word : "ALL", &e))
            any = true;
        else if (n > 0 && unknown->text[0] == 0)
            *unknown = e;
    }
    if (at->p < at->end && *at->p == close)
        at->p++;
    return any;
}

/* Reads the text after noqa or NOLINT: nothing, or a list that names one of our rules. */
static bool read_rest(struct lint_comment *c, struct cursor *at, char open, char close)
{
    struct error unknown = {""};
    skip_blanks(at);
    if (at->p < at->end && *at->p == open) {
        at->p++;
        return c->ours = read_list(at, close, &c->set, &unknown);
    }
    c->set = ~(lint_set)0;
    return true;
}

/* Reads the text after "stet: ignore". A comment that cannot be read suppresses nothing and is
 * reported. */
static bool read_ours(struct lint_context *context, struct lint_comment *c, struct cursor *at)
{
    struct error unknown = {""};
    bool whole_file = false;
    c->ours = true;
    if (skip(at, "-next-line"))
        c->first = c->last = ast_line(context->ast, c->end) + 1;
    else
        whole_file = skip(at, "-file");
    skip_blanks(at);
    if (at_word(at) && at->p[-1] != ' ' && at->p[-1] != '\t')
        c->wrong = "neither ignore, ignore-next-line nor ignore-file";
    else if (whole_file && c->first >= FILE_LINES)
        c->wrong = "ignore-file is read in the first ten lines alone";
    else if (at->p < at->end && (*at->p == '(' || *at->p == ':'))
        c->wrong = "rules stand in brackets: ignore[FFT203]";
    if (c->wrong != NULL)
        return true;
    if (whole_file)
        c->first = 0, c->last = UINT32_MAX;
    if (!skip(at, "[")) {
        c->set = ~(lint_set)0;
        return true;
    }
    bool any = read_list(at, ']', &c->set, &unknown);
    if (unknown.text[0] != 0)
        c->wrong = arena_printf(&context->result->arena, "%s", unknown.text);
    else if (!any)
        c->wrong = "no rule in the brackets";
    return true;
}

/* Finds "# noqa" in any case. */
static bool find_noqa(struct cursor *at)
{
    while (find(at, "#")) {
        skip_blanks(at);
        if (at->end - at->p >= 4 && strncasecmp(at->p, "noqa", 4) == 0) {
            at->p += 4;
            if (!at_word(at))
                return true;
        }
    }
    return false;
}

static bool read_nolint(const struct ast *a, struct lint_comment *c, struct cursor *at)
{
    if (skip(at, "NEXTLINE"))
        c->first = c->last = ast_line(a, c->end) + 1;
    else if (skip(at, "BEGIN"))
        c->opens = true;
    else
        c->closes = skip(at, "END");
    return !at_word(at) && read_rest(c, at, '(', ')');
}

static bool read_comment(struct lint_context *context, struct lint_comment *c)
{
    const struct ast *a = context->ast;
    const struct cursor whole = {a->text + c->start, a->text + c->end};
    struct cursor at = whole;
    const char *mark;
    bool read = false;
    c->first = c->last = ast_line(a, c->start);
    while (!read && find(&at, "stet:")) {
        mark = at.p - 5;
        skip_blanks(&at);
        read = skip(&at, "ignore") && (mark == whole.p || strchr("\"'`", mark[-1]) == NULL);
    }
    if (read)
        read = read_ours(context, c, &at);
    else if (at = whole, find_noqa(&at))
        mark = at.p - 4, read = read_rest(c, &at, ':', '#');
    else if (at = whole, find(&at, "NOLINT"))
        mark = at.p - 6, read = read_nolint(a, c, &at);
    if (!read)
        return false;
    c->alone = memchr(at.p, '#', (size_t)(at.end - at.p)) == NULL;
    for (const char *p = whole.p; p < mark; p++)
        c->alone = c->alone && strchr("#/* \t", *p) != NULL;
    return true;
}

void lint_comment(struct lint_context *c, uint32_t start, uint32_t end)
{
    const char *text = c->ast->text;
    while (end > start && (text[end - 1] == '\r' || text[end - 1] == '\n'))
        end--;
    struct lint_comment one = {.start = start, .end = end};
    if (!read_comment(c, &one))
        return;
    if (one.closes) { /* closes the last open comment of the same rules */
        for (uint32_t i = c->comment_count; i-- > 0;)
            if (c->comments[i].opens && c->comments[i].last == UINT32_MAX &&
                c->comments[i].set == one.set) {
                c->comments[i].last = one.first;
                return;
            }
        return;
    }
    if (one.opens)
        one.last = UINT32_MAX;
    c->comments = arena_grow(c->arena, c->comments, c->comment_count, sizeof one);
    c->comments[c->comment_count++] = one;
}

/* Lists comments by the line to which they apply; those for several lines are listed under the
 * number of lines. A file of 4 MB can have one on every line. */
static uint32_t *sort_comments(struct lint_context *c)
{
    uint32_t *of_line = ARENA_NEW(c->arena, uint32_t, c->ast->line_count + 1);
    for (uint32_t i = 0; i < c->comment_count; i++) {
        struct lint_comment *one = &c->comments[i];
        uint32_t line = one->first == one->last && one->first < c->ast->line_count
                            ? one->first
                            : c->ast->line_count;
        one->next = of_line[line];
        of_line[line] = i + 1;
    }
    return of_line;
}

static void suppress(struct lint_context *c, struct lint_finding *f, uint32_t comment,
                     uint32_t line)
{
    for (; comment != 0; comment = c->comments[comment - 1].next) {
        struct lint_comment *one = &c->comments[comment - 1];
        if (lint_set_has(one->set, f->rule - lint_rules) && one->first <= line && line <= one->last)
            f->suppressed = one->used = true;
    }
}

/* Deletes the comment, and its line if the line becomes empty. A comment with other text stays. */
static void delete_comment(struct lint_context *c, struct lint_finding *f,
                           const struct lint_comment *comment)
{
    const struct ast *a = c->ast;
    uint32_t start = comment->start, end = comment->end, line = a->lines[ast_line(a, start)];
    if (!comment->alone)
        return;
    while (start > line && (a->text[start - 1] == ' ' || a->text[start - 1] == '\t'))
        start--;
    if (start == line && end < a->size && a->text[end] == '\r')
        end++;
    if (start == line && end < a->size && a->text[end] == '\n')
        end++;
    lint_edit(c, f, start, end, "");
}

void lint_suppress(struct lint_context *c)
{
    lint_set selected = c->config->selected;
    if (c->comment_count == 0)
        return;
    const uint32_t *of_line = sort_comments(c);
    for (uint32_t i = 0; i < c->result->count; i++) {
        struct lint_finding *f = &c->result->findings[i];
        const uint32_t lines[] = {ast_line(c->ast, f->start), ast_line(c->ast, f->statement)};
        for (int k = 0; k < 2; k++) {
            suppress(c, f, of_line[lines[k]], lines[k]);
            suppress(c, f, of_line[c->ast->line_count], lines[k]);
        }
    }
    c->rule = &lint_rules[LINT_FFT000];
    for (uint32_t i = 0; i < c->comment_count && lint_set_has(selected, LINT_FFT000); i++) {
        const struct lint_comment *one = &c->comments[i];
        if (one->wrong != NULL)
            lint_add(c, one->start, one->end, one->wrong);
        else if (!one->used && one->ours && /* an unselected rule may need the comment */
                 ((one->set & ~selected) == 0 || one->set == ~(lint_set)0))
            delete_comment(c, lint_add(c, one->start, one->end, "this comment suppresses nothing"),
                           one);
    }
}
