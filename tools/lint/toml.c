/* SPDX-License-Identifier: Apache-2.0 */
#include "toml.h"

#include "arena.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

struct reader {
    const char *p, *end;
    int line;
    struct arena *arena;
    struct error *e;
    const char *table[TOML_DEPTH]; /* keys of the last [header] */
    int table_depth;
    bool (*visit)(void *data, const struct toml_value *v, struct error *e);
    void *data;
};

static bool wrong(const struct reader *r, const char *what)
{
    return error_set(r->e, "line %d: %s", r->line, what);
}

static bool at(const struct reader *r, char c) { return r->p < r->end && *r->p == c; }

static void skip_blanks(struct reader *r)
{
    while (at(r, ' ') || at(r, '\t'))
        r->p++;
}

/* Skips blanks, comments and ends of lines inside a value. */
static void skip_lines(struct reader *r)
{
    for (;; r->p++) {
        skip_blanks(r);
        if (at(r, '#'))
            while (r->p < r->end && *r->p != '\n')
                r->p++;
        if (at(r, '\r') && r->p + 1 < r->end && r->p[1] == '\n')
            r->p++;
        if (!at(r, '\n'))
            return;
        r->line++;
    }
}

static bool end_of_line(struct reader *r)
{
    skip_blanks(r);
    if (at(r, '#'))
        while (r->p < r->end && *r->p != '\n')
            r->p++;
    if (at(r, '\r'))
        r->p++;
    return r->p == r->end || *r->p == '\n' || wrong(r, "text after the value");
}

static int write_utf8(char *to, uint32_t c)
{
    if (c < 0x80)
        return to[0] = (char)c, 1;
    if (c < 0x800)
        return to[0] = (char)(0xc0 | c >> 6), to[1] = (char)(0x80 | (c & 63)), 2;
    if (c < 0x10000)
        return to[0] = (char)(0xe0 | c >> 12), to[1] = (char)(0x80 | (c >> 6 & 63)),
               to[2] = (char)(0x80 | (c & 63)), 3;
    return to[0] = (char)(0xf0 | c >> 18), to[1] = (char)(0x80 | (c >> 12 & 63)),
           to[2] = (char)(0x80 | (c >> 6 & 63)), to[3] = (char)(0x80 | (c & 63)), 4;
}

/* Reads the digits of \uXXXX and \UXXXXXXXX. */
static bool read_code(struct reader *r, int digits, char **to)
{
    uint32_t code = 0;
    for (int i = 0; i < digits; i++, r->p++) {
        if (r->p == r->end || !isxdigit((unsigned char)*r->p))
            return wrong(r, "an escape of a code point with too few hexadecimal digits");
        code = code << 4 |
               (uint32_t)(isdigit((unsigned char)*r->p) ? *r->p - '0' : (*r->p | 0x20) - 'a' + 10);
    }
    if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return wrong(r, "an escape whose number is no code point");
    *to += write_utf8(*to, code);
    return true;
}

static bool read_escape(struct reader *r, bool multi, char **to)
{
    static const char from[] = "btnfr\"\\", into[] = "\b\t\n\f\r\"\\";
    char c = r->p < r->end ? *r->p++ : 0;
    const char *known = c != 0 ? strchr(from, c) : NULL;
    if (known != NULL) {
        *(*to)++ = into[known - from];
        return true;
    }
    if (c == 'u' || c == 'U')
        return read_code(r, c == 'u' ? 4 : 8, to);
    if (multi && (c == '\n' || c == ' ' || c == '\t' || c == '\r')) { /* a continued line */
        r->p--;
        while (r->p < r->end && isspace((unsigned char)*r->p))
            r->line += *r->p++ == '\n';
        return true;
    }
    return wrong(r, "an escape that TOML does not know");
}

static bool closes(const char *p, const char *end, char quote, bool multi)
{
    return *p == quote && (!multi || (end - p >= 3 && p[1] == quote && p[2] == quote));
}

/* Returns how many bytes are between p and the end of the string. Reading its escapes never
 * lengthens it. */
static size_t string_bytes(const char *p, const char *end, char quote, bool multi)
{
    const char *start = p;
    while (p < end && !closes(p, end, quote, multi) && (multi || *p != '\n'))
        p += *p == '\\' && quote == '"' && end - p > 1 ? 2 : 1;
    return (size_t)(p - start);
}

/* Reads a string of any of the four kinds, from its first quote on. */
static bool read_string(struct reader *r, bool may_be_multi, const char **text)
{
    char quote = *r->p;
    bool multi = may_be_multi && r->end - r->p >= 3 && r->p[1] == quote && r->p[2] == quote;
    size_t quotes = multi ? 3 : 1;
    char *to = arena_take(r->arena, string_bytes(r->p + quotes, r->end, quote, multi) + quotes + 1);
    *text = to;
    r->p += quotes;
    if (multi && at(r, '\n')) {
        r->p++;
        r->line++;
    }
    while (r->p < r->end) {
        if (closes(r->p, r->end, quote, multi)) {
            r->p += quotes;
            for (int i = 0; multi && i < 2 && at(r, quote); i++) /* before the closing three */
                *to++ = *r->p++;
            *to = 0;
            return true;
        }
        if (*r->p == '\n' && !multi)
            break;
        if (*r->p == 0)
            return wrong(r, "a NUL byte");
        r->line += *r->p == '\n';
        if (*r->p == '\\' && quote == '"') {
            r->p++;
            if (!read_escape(r, multi, &to))
                return false;
        } else {
            *to++ = *r->p++;
        }
    }
    return wrong(r, "a string that does not end");
}

static bool is_bare(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-'; }

static bool read_key_part(struct reader *r, const char **part)
{
    if (at(r, '"') || at(r, '\''))
        return read_string(r, false, part);
    const char *start = r->p;
    while (r->p < r->end && is_bare(*r->p))
        r->p++;
    if (r->p == start)
        return wrong(r, "a key is expected");
    *part = arena_printf(r->arena, "%.*s", (int)(r->p - start), start);
    return true;
}

/* Appends a.b."c" to keys[*depth]. */
static bool read_key(struct reader *r, const char **keys, int *depth)
{
    for (;;) {
        skip_blanks(r);
        if (*depth == TOML_DEPTH)
            return wrong(r, "keys nested too deeply");
        if (!read_key_part(r, &keys[(*depth)++]))
            return false;
        skip_blanks(r);
        if (!at(r, '.'))
            return true;
        r->p++;
    }
}

static bool read_value(struct reader *r, struct toml_value *v, int nesting);

static bool read_array(struct reader *r, struct toml_value *v, int nesting)
{
    v->is_array = v->only_strings = true;
    r->p++;
    for (;;) {
        skip_lines(r);
        if (at(r, ']')) {
            r->p++;
            return true;
        }
        struct toml_value item = {.depth = TOML_DEPTH};
        if (!read_value(r, &item, nesting + 1))
            return false;
        v->items =
            (const char **)arena_grow(r->arena, (void *)v->items, v->count, sizeof *v->items);
        v->items[v->count++] = item.text;
        v->only_strings = v->only_strings && item.is_string;
        skip_lines(r);
        if (at(r, ','))
            r->p++;
        else if (!at(r, ']'))
            return wrong(r, "an array needs ',' or ']' here");
    }
}

static bool read_pair(struct reader *r, const char *const *above, int depth, int nesting);

static bool read_inline_table(struct reader *r, const struct toml_value *v, int nesting)
{
    r->p++;
    skip_blanks(r);
    if (at(r, '}')) {
        r->p++;
        return true;
    }
    for (;;) {
        skip_blanks(r);
        if (!read_pair(r, v->keys, v->depth, nesting + 1))
            return false;
        skip_blanks(r);
        if (at(r, '}')) {
            r->p++;
            return true;
        }
        if (!at(r, ','))
            return wrong(r, "an inline table needs ',' or '}' here");
        r->p++;
    }
}

static bool is_date(const char *start, const char *end)
{
    return end - start == 10 && start[4] == '-' && start[7] == '-';
}

/* Reads a number, a date or a boolean: the bytes up to the end of the value. */
static bool read_scalar(struct reader *r, const char **text)
{
    const char *start = r->p;
    while (r->p < r->end && (is_bare(*r->p) || *r->p == '+' || *r->p == '.' || *r->p == ':' ||
                             (*r->p == ' ' && is_date(start, r->p) && r->p + 1 < r->end &&
                              isdigit((unsigned char)r->p[1])))) /* 1979-05-27 07:32:00 */
        r->p++;
    *text = arena_printf(r->arena, "%.*s", (int)(r->p - start), start);
    bool word = strcmp(*text, "true") == 0 || strcmp(*text, "false") == 0;
    const char *digits = *text + (**text == '+' || **text == '-');
    word = word || strcmp(digits, "inf") == 0 || strcmp(digits, "nan") == 0;
    return word || isdigit((unsigned char)*digits) ||
           wrong(r, "a value is expected: strings need quotes");
}

static bool read_value(struct reader *r, struct toml_value *v, int nesting)
{
    if (nesting > TOML_DEPTH)
        return wrong(r, "values nested too deeply");
    if (at(r, '[')) /* v->depth is TOML_DEPTH inside an array, whose tables are skipped */
        return read_array(r, v, nesting);
    if (at(r, '{'))
        return read_inline_table(r, v, nesting);
    if (at(r, '"') || at(r, '\'')) {
        v->is_string = true;
        return read_string(r, true, &v->text);
    }
    return read_scalar(r, &v->text);
}

static bool read_pair(struct reader *r, const char *const *above, int depth, int nesting)
{
    struct toml_value v = {.depth = depth, .line = r->line};
    bool nobodys = depth >= TOML_DEPTH; /* a table inside an array, which is skipped */
    const char *spare[TOML_DEPTH];
    int spare_depth = 0;
    if (!nobodys && depth > 0)
        for (int i = 0; i < depth; i++)
            v.keys[i] = above[i];
    if (!(nobodys ? read_key(r, spare, &spare_depth) : read_key(r, v.keys, &v.depth)))
        return false;
    if (!at(r, '='))
        return wrong(r, "'=' is expected after the key");
    r->p++;
    skip_blanks(r);
    bool table = at(r, '{');
    if (!read_value(r, &v, nesting))
        return false;
    return nobodys || table || r->visit(r->data, &v, r->e);
}

static bool read_header(struct reader *r)
{
    bool list = r->end - r->p >= 2 && r->p[1] == '[';
    r->p += list ? 2 : 1;
    r->table_depth = 0;
    if (!read_key(r, r->table, &r->table_depth))
        return false;
    if (!at(r, ']') || (list && (r->end - r->p < 2 || r->p[1] != ']')))
        return wrong(r, "']' is expected");
    r->p += list ? 2 : 1;
    struct toml_value v = {.depth = r->table_depth, .line = r->line};
    for (int i = 0; i < v.depth; i++)
        v.keys[i] = r->table[i];
    return end_of_line(r) && r->visit(r->data, &v, r->e);
}

static bool read_all(struct reader *r)
{
    if (r->end - r->p >= 3 && memcmp(r->p, "\xef\xbb\xbf", 3) == 0)
        r->p += 3;
    for (;;) {
        skip_lines(r);
        if (r->p == r->end)
            return true;
        if (at(r, '[') ? !read_header(r)
                       : !read_pair(r, r->table, r->table_depth, 0) || !end_of_line(r))
            return false;
    }
}

bool toml_read(const char *text, size_t size,
               bool (*visit)(void *data, const struct toml_value *v, struct error *e), void *data,
               struct error *e)
{
    struct arena arena = {.blocks = NULL};
    struct reader r = {text, text + size, 1, &arena, e, {NULL}, 0, visit, data};
    volatile bool ok = false;
    if (setjmp(arena.out_of_memory) == 0)
        ok = read_all(&r);
    else
        error_set(e, "not enough memory");
    arena_free(&arena);
    return ok;
}
