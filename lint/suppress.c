/* SPDX-License-Identifier: Apache-2.0 */
/* Comments that suppress: "stet: ignore[FFT201, swapped-shift]", with -next-line or -file; "noqa:
 * FFT201"; "NOLINT(FFT201)", NOLINTNEXTLINE. Without a list: everything. One that suppresses
 * nothing is FFT000. */
#include "engine.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct comment {
    uint32_t node, line;         /* the line that it is about, from 0 */
    bool whole_file, used, ours; /* ours: it names rules of this linter, or is "stet: ignore" */
    lint_set set;
};

static const char *find(const char *p, const char *end, const char *word)
{
    size_t n = strlen(word);
    for (; p + n <= end; p++)
        if (memcmp(p, word, n) == 0)
            return p + n;
    return NULL;
}

static bool is_word_byte(char c) { return isalnum((unsigned char)c) || c == '-' || c == '_'; }

/* The names from p on, until `close` or the end; names that are no rules are somebody else's. */
static bool read_list(const char *p, const char *end, char close, lint_set *set)
{
    struct error e;
    bool any = false;
    while (p < end && *p != close) {
        char word[64];
        size_t n = 0;
        while (p < end && is_word_byte(*p) && n + 1 < sizeof word)
            word[n++] = *p++;
        word[n] = 0;
        if (n > 0)
            any = lint_set_add(set, word, &e) || any;
        else if (*p == ',' || *p == ' ')
            p++;
        else
            break;
    }
    return any;
}

/* What stands behind "noqa" and its kin: a list, which has to name one of ours, or nothing. */
static bool read_rest(struct comment *c, const char *p, const char *end, char open, char close)
{
    if (p < end && *p == open)
        return c->ours = read_list(p + 1, end, close, &c->set);
    c->set = ~(lint_set)0;
    return true;
}

static bool read_comment(const struct ast *a, uint32_t node, struct comment *c)
{
    const char *p = a->text + a->nodes[node].start, *end = a->text + a->nodes[node].end, *at;
    *c = (struct comment){.node = node, .line = ast_line(a, a->nodes[node].start)};
    if ((at = find(p, end, "stet: ignore")) != NULL &&
        strchr("\"'`", at[-13]) == NULL) { /* not quoted */
        c->ours = true;
        if (find(at, end, "-next-line") == at + 10) {
            c->line = ast_line(a, a->nodes[node].end) + 1;
            at += 10;
        } else if (find(at, end, "-file") == at + 5) {
            c->whole_file = true;
            at += 5;
        }
        return read_rest(c, at, end, '[', ']') && (!c->whole_file || c->line < 10);
    }
    if ((at = find(p, end, "noqa")) != NULL)
        return read_rest(c, at, end, ':', '#');
    if ((at = find(p, end, "NOLINTNEXTLINE")) != NULL) {
        c->line = ast_line(a, a->nodes[node].end) + 1;
        return read_rest(c, at, end, '(', ')');
    }
    return (at = find(p, end, "NOLINT")) != NULL && read_rest(c, at, end, '(', ')');
}

/* In the order of the lines; those of the whole file first. */
static int by_line(const void *x, const void *y)
{
    const struct comment *a = x, *b = y;
    if (a->whole_file != b->whole_file)
        return a->whole_file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

/* The first comment from low on, of the sorted ones, that is about that line or a later one. */
static size_t first_of_line(const struct comment *comments, size_t low, size_t high, uint32_t line)
{
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (comments[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void apply(struct comment *c, struct lint_finding *f)
{
    if (lint_set_has(c->set, f->rule - lint_rules))
        f->suppressed = c->used = true;
}

/* What comments say of a finding: of its line, or of that on which its statement begins. */
static void apply_all(const struct ast *a, struct comment *comments, size_t count,
                      struct lint_finding *f)
{
    const uint32_t lines[] = {ast_line(a, f->start), ast_line(a, f->statement)};
    size_t whole = 0;
    for (; whole < count && comments[whole].whole_file; whole++)
        apply(&comments[whole], f);
    for (int k = 0; k < 2; k++)
        for (size_t i = first_of_line(comments, whole, count, lines[k]);
             i < count && comments[i].line == lines[k]; i++)
            apply(&comments[i], f);
}

static void report_unused(struct lint_context *c, const struct comment *comment)
{
    const struct node *n = &c->ast->nodes[comment->node];
    uint32_t start = n->start, line = c->ast->lines[ast_line(c->ast, start)];
    c->rule = &lint_rules[LINT_FFT000];
    struct lint_finding *f = lint_add(c, start, n->end, "this comment suppresses nothing");
    while (start > line && (c->ast->text[start - 1] == ' ' || c->ast->text[start - 1] == '\t'))
        start--;
    lint_edit(c, f, start, n->end, "");
}

void lint_suppress(struct lint_context *c, const struct facts *facts)
{
    const struct ast *a = &facts->ast;
    struct comment *comments = NULL;
    size_t count = 0;
    for (uint32_t n = 1; n < a->count; n++) {
        struct comment one;
        if (ast_kind(a, n) != K_COMMENT || !read_comment(a, n, &one))
            continue;
        comments = arena_grow(c->arena, comments, count, sizeof one);
        comments[count++] = one;
    }
    if (count == 0)
        return;
    qsort(comments, count, sizeof *comments, by_line);
    for (uint32_t i = 0; i < c->result->count; i++)
        apply_all(a, comments, count, &c->result->findings[i]);
    /* A rule that is not selected may be what it is there for. */
    lint_set selected = c->config->selected;
    for (size_t i = 0; i < count; i++)
        if (!comments[i].used && comments[i].ours && lint_set_has(selected, LINT_FFT000) &&
            ((comments[i].set & ~selected) == 0 || comments[i].set == ~(lint_set)0))
            report_unused(c, &comments[i]);
}
