/* SPDX-License-Identifier: Apache-2.0 */
/* Comments that suppress: "stet: ignore[FFT201, swapped-shift]", with -next-line or -file; "noqa:
 * FFT201"; "NOLINT(FFT201)", NOLINTNEXTLINE. Without a list: everything. One that suppresses
 * nothing is FFT000. */
#include "engine.h"

#include <ctype.h>
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

static void apply(const struct ast *a, struct comment *c, struct lint_result *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        struct lint_finding *f = &r->findings[i];
        bool here = c->whole_file || ast_line(a, f->start) == c->line ||
                    ast_line(a, f->statement) == c->line;
        if (!here || (c->set >> (f->rule - lint_rules) & 1) == 0)
            continue;
        f->suppressed = c->used = true;
    }
}

static void report_unused(struct lint_context *c, const struct comment *comment)
{
    const struct node *n = &c->ast->nodes[comment->node];
    uint32_t start = n->start, line = c->ast->lines[ast_line(c->ast, start)];
    c->rule = &lint_rules[0];
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
        apply(a, &comments[count - 1], c->result);
    }
    /* A rule that is not selected may be what it is there for. */
    lint_set selected = c->config->selected;
    for (size_t i = 0; i < count; i++)
        if (!comments[i].used && comments[i].ours && (selected & 1) != 0 &&
            ((comments[i].set & ~selected) == 0 || comments[i].set == ~(lint_set)0))
            report_unused(c, &comments[i]);
}
