/* SPDX-License-Identifier: Apache-2.0 */
#include "ast.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool slice_same(struct slice s, struct slice t) { return s.n == t.n && memcmp(s.p, t.p, s.n) == 0; }

bool slice_is(struct slice s, const char *word)
{
    return strlen(word) == s.n && memcmp(s.p, word, s.n) == 0;
}

bool slice_begins(struct slice s, const char *word)
{
    size_t n = strlen(word);
    return n <= s.n && memcmp(s.p, word, n) == 0;
}

bool slice_ends(struct slice s, const char *word)
{
    size_t n = strlen(word);
    return n <= s.n && memcmp(s.p + s.n - n, word, n) == 0;
}

bool slice_has(struct slice s, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= s.n; i++) {
        size_t k = 0;
        while (k < n && tolower((unsigned char)s.p[i + k]) == word[k])
            k++;
        if (k == n)
            return true;
    }
    return false;
}

bool slice_among(struct slice s, const char *words)
{
    for (const char *p = words + 1; *p != 0;) {
        const char *end = strchr(p, ' ');
        if ((size_t)(end - p) == s.n && memcmp(p, s.p, s.n) == 0)
            return s.n != 0;
        p = end + 1;
    }
    return false;
}

static uint8_t meaning(const struct lint_word *words, const char *word)
{
    for (; words->word != NULL; words++)
        if (strcmp(words->word, word) == 0)
            return words->is;
    return 0;
}

bool lint_language_load(struct lint_language *l)
{
    const TSLanguage *g = l->grammar();
    uint32_t symbols = ts_language_symbol_count(g), fields = ts_language_field_count(g);
    uint32_t version = ts_language_abi_version(g);
    l->loaded = g;
    l->kind_of = calloc(symbols + 1, 1);
    l->field_of = calloc(fields + 1, 1);
    if (l->kind_of == NULL || l->field_of == NULL || version > TREE_SITTER_LANGUAGE_VERSION ||
        version < TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION) {
        lint_language_unload(l);
        return false;
    }
    for (uint32_t i = 0; i < symbols; i++)
        if (ts_language_symbol_type(g, (TSSymbol)i) == TSSymbolTypeRegular)
            l->kind_of[i] = meaning(l->kinds, ts_language_symbol_name(g, (TSSymbol)i));
    for (uint32_t i = 1; i <= fields; i++)
        l->field_of[i] = meaning(l->fields, ts_language_field_name_for_id(g, (TSFieldId)i));
    return true;
}

void lint_language_unload(struct lint_language *l)
{
    free(l->kind_of);
    free(l->field_of);
    l->kind_of = l->field_of = NULL;
    l->loaded = NULL;
}

static uint32_t hash(struct slice s)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (uint32_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * 16777619u;
    return h;
}

static void widen_names(struct ast *a)
{
    a->name_capacity = a->name_capacity != 0 ? 2 * a->name_capacity : 256;
    a->name_table = ARENA_NEW(a->arena, uint32_t, a->name_capacity);
    for (uint32_t i = 1; i < a->name_count; i++) {
        uint32_t at = hash(a->names[i]) & (a->name_capacity - 1);
        while (a->name_table[at] != 0)
            at = (at + 1) & (a->name_capacity - 1);
        a->name_table[at] = i;
    }
}

static uint32_t intern(struct ast *a, struct slice s)
{
    if (2 * (a->name_count + 1) > a->name_capacity)
        widen_names(a);
    uint32_t at = hash(s) & (a->name_capacity - 1);
    for (; a->name_table[at] != 0; at = (at + 1) & (a->name_capacity - 1)) {
        struct slice known = a->names[a->name_table[at]];
        if (known.n == s.n && memcmp(known.p, s.p, s.n) == 0)
            return a->name_table[at];
    }
    a->names = arena_grow(a->arena, a->names, a->name_count, sizeof *a->names);
    a->names[a->name_count] = s;
    return a->name_table[at] = a->name_count++;
}

/* Code points are counted beforehand up to every POINTS_EVERY-th byte. Counting from the start of a
 * long line, as generated files have, would make many reports on it take quadratic time. */
#define POINTS_EVERY 256

uint32_t ast_mark(const struct ast *a)
{
    return a->size >= 3 && memcmp(a->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Reports whether byte i begins a code point. The byte order mark does not count. */
static bool begins_point(const struct ast *a, uint32_t i)
{
    return (a->text[i] & 0xc0) != 0x80 && !(i == 0 && ast_mark(a) != 0);
}

void ast_lines(struct ast *a)
{
    uint32_t count = 1, points = 0;
    for (uint32_t i = 0; i < a->size; i++)
        count += a->text[i] == '\n';
    a->lines = ARENA_NEW(a->arena, uint32_t, count);
    a->points = ARENA_NEW(a->arena, uint32_t, a->size / POINTS_EVERY + 1);
    a->line_count = 1;
    for (uint32_t i = 0; i < a->size; i++) {
        if (i % POINTS_EVERY == 0)
            a->points[i / POINTS_EVERY] = points;
        points += begins_point(a, i);
        if (a->text[i] == '\n')
            a->lines[a->line_count++] = i + 1;
    }
    if (a->size % POINTS_EVERY == 0)
        a->points[a->size / POINTS_EVERY] = points;
}

static uint32_t points_before(const struct ast *a, uint32_t byte)
{
    uint32_t points = a->points[byte / POINTS_EVERY];
    for (uint32_t i = byte / POINTS_EVERY * POINTS_EVERY; i < byte; i++)
        points += begins_point(a, i);
    return points;
}

/* Appends the named node under the cursor and returns its number. If the node is an unnamed
 * operator, stores its text in the parent and returns 0. */
static uint32_t append(struct ast *a, const TSTreeCursor *cursor, uint32_t parent)
{
    TSNode ts = ts_tree_cursor_current_node(cursor);
    TSSymbol symbol = ts_node_symbol(ts);
    uint8_t field = a->language->field_of[ts_tree_cursor_current_field_id(cursor)];
    uint32_t start = ts_node_start_byte(ts), end = ts_node_end_byte(ts);
    if (!ts_node_is_named(ts)) {
        char *op = a->nodes[parent].op;
        if (field == F_OPERATOR && op[0] == 0)
            memcpy(op, a->text + start, end - start < 3 ? end - start : 3);
        return 0;
    }
    a->nodes = arena_grow(a->arena, a->nodes, a->count, sizeof *a->nodes);
    struct node *n = &a->nodes[a->count];
    bool error = ts_node_is_error(ts) || ts_node_is_missing(ts);
    *n = (struct node){.start = start,
                       .end = end,
                       .parent = parent,
                       .last = a->count,
                       .symbol = symbol,
                       .kind = error ? K_ERROR : a->language->kind_of[symbol],
                       .field = field};
    if (ts_node_is_error(ts) && (parent == 0 || a->nodes[parent].kind != K_ERROR))
        a->error_bytes += end - start;
    if (n->kind == K_NAME)
        a->nodes[a->count].name = intern(a, ast_text(a, a->count));
    return a->count++;
}

static void close_node(struct ast *a, uint32_t n) { a->nodes[n].last = a->count - 1; }

void ast_build(struct ast *a, TSTreeCursor *cursor)
{
    a->nodes = arena_grow(a->arena, NULL, 0, sizeof *a->nodes);
    a->names = arena_grow(a->arena, NULL, 0, sizeof *a->names);
    a->count = a->name_count = 1;
    ast_lines(a);
    uint32_t parent = 0, depth = 0;
    bool more = true;
    while (more) {
        uint32_t n = append(a, cursor, parent);
        if (n != 0 && ts_tree_cursor_goto_first_child(cursor)) {
            parent = n;
            a->depth = ++depth > a->depth ? depth : a->depth;
            continue;
        }
        while (!(more = ts_tree_cursor_goto_next_sibling(cursor))) {
            close_node(a, parent);
            if (!ts_tree_cursor_goto_parent(cursor))
                break;
            parent = a->nodes[parent].parent;
            depth--;
        }
    }
    a->nodes[0].last = 0;
}

uint32_t ast_find(const struct ast *a, TSNode node)
{
    uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node), low = 1,
             high = a->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (a->nodes[middle].start < start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < a->count && a->nodes[low].start == start; low++)
        if (a->nodes[low].end == end && a->nodes[low].symbol == ts_node_symbol(node))
            return low;
    return 0;
}

static uint32_t skip_comments(const struct ast *a, uint32_t n, uint32_t parent)
{
    while (n < a->count && a->nodes[n].parent == parent && a->nodes[n].kind == K_COMMENT)
        n = a->nodes[n].last + 1;
    return n < a->count && a->nodes[n].parent == parent ? n : 0;
}

uint32_t ast_first(const struct ast *a, uint32_t n)
{
    return n != 0 && a->nodes[n].last > n ? skip_comments(a, n + 1, n) : 0;
}

uint32_t ast_next(const struct ast *a, uint32_t n)
{
    return n != 0 ? skip_comments(a, a->nodes[n].last + 1, a->nodes[n].parent) : 0;
}

uint32_t ast_child(const struct ast *a, uint32_t n, enum lint_field field)
{
    for (uint32_t c = ast_first(a, n); c != 0; c = ast_next(a, c))
        if (a->nodes[c].field == field)
            return c;
    return 0;
}

bool ast_op(const struct ast *a, uint32_t n, const char *op)
{
    return strcmp(a->nodes[n].op, op) == 0;
}

uint32_t ast_up(const struct ast *a, uint32_t n, enum lint_kind kind)
{
    while (n != 0 && a->nodes[n].kind != kind)
        n = a->nodes[n].parent;
    return n;
}

uint32_t ast_function(const struct ast *a, uint32_t n)
{
    while (n > 1 && a->nodes[n].kind != K_FUNCTION)
        n = a->nodes[n].parent;
    return n;
}

uint32_t ast_loop(const struct ast *a, uint32_t n)
{
    for (n = ast_parent(a, n); n > 1 && a->nodes[n].kind != K_FUNCTION; n = ast_parent(a, n))
        if (a->nodes[n].kind == K_FOR || a->nodes[n].kind == K_WHILE)
            return n;
    return 0;
}

static bool holds_statements(int kind)
{
    return kind == K_BLOCK || kind == K_MODULE || kind == K_CONDITIONAL_GROUP;
}

uint32_t ast_statement(const struct ast *a, uint32_t n)
{
    while (n > 1 && !holds_statements(ast_kind(a, ast_parent(a, n))))
        n = ast_parent(a, n);
    return n;
}

uint32_t ast_block(const struct ast *a, uint32_t n)
{
    for (uint32_t p = ast_parent(a, n); p > 1; n = p, p = ast_parent(a, n))
        switch (ast_kind(a, p)) {
        case K_FUNCTION:
        case K_LAMBDA:
        case K_CLASS:
        case K_BRANCH:
        case K_CONDITIONAL_GROUP:
        case K_COMPREHENSION: return p;
        case K_FOR:
        case K_WHILE:
        case K_IF:
        case K_TRY:
            if (ast_kind(a, n) == K_BLOCK || a->nodes[n].field == F_BODY)
                return n;
            break;
        default: break;
        }
    return 1;
}

uint32_t ast_bare(const struct ast *a, uint32_t n)
{
    while (ast_kind(a, n) == K_PAREN && ast_first(a, n) != 0)
        n = ast_first(a, n);
    return n;
}

uint32_t ast_plain(const struct ast *a, uint32_t n)
{
    for (n = ast_bare(a, n); ast_kind(a, n) == K_CAST;)
        n = ast_bare(a, ast_child(a, n, F_VALUE));
    return n;
}

bool ast_same(const struct ast *a, uint32_t n, uint32_t m)
{
    n = ast_bare(a, n);
    m = ast_bare(a, m);
    if (n == 0 || m == 0)
        return false;
    const char *p = a->text + a->nodes[n].start, *pe = a->text + a->nodes[n].end;
    const char *q = a->text + a->nodes[m].start, *qe = a->text + a->nodes[m].end;
    for (;;) {
        while (p < pe && isspace((unsigned char)*p))
            p++;
        while (q < qe && isspace((unsigned char)*q))
            q++;
        if (p == pe || q == qe)
            return p == pe && q == qe;
        if (*p++ != *q++)
            return false;
    }
}

bool ast_broken(const struct ast *a, uint32_t n)
{
    for (uint32_t i = n; i <= a->nodes[n].last; i++)
        if (a->nodes[i].kind == K_ERROR)
            return true;
    return false;
}

uint32_t ast_line(const struct ast *a, uint32_t byte)
{
    uint32_t low = 0, high = a->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (a->lines[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void ast_place(const struct ast *a, uint32_t byte, uint32_t *line, uint32_t *column)
{
    uint32_t at = ast_line(a, byte);
    *line = at + 1;
    *column = points_before(a, byte) - points_before(a, a->lines[at]) + 1;
}
