/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a unified diff of two texts that differ in few lines. Lines are matched greedily, within
 * WINDOW lines. */
#include "lint.h"

#include <stdlib.h>
#include <string.h>

#define WINDOW 60
#define CONTEXT 3

struct text {
    const char *p, *end;
    const char **lines; /* count + 1 entries; the last is the end */
    size_t count;
};

static bool split(struct text *t)
{
    size_t count = 0;
    for (const char *p = t->p; p < t->end; p++)
        count += *p == '\n';
    t->lines = (const char **)malloc((count + 3) * sizeof *t->lines);
    if (t->lines == NULL)
        return false;
    for (const char *p = t->p; p < t->end;) {
        const char *newline = memchr(p, '\n', (size_t)(t->end - p));
        t->lines[t->count++] = p;
        p = newline != NULL ? newline + 1 : t->end;
    }
    t->lines[t->count] = t->end;
    return true;
}

static bool same(const struct text *a, size_t i, const struct text *b, size_t k)
{
    size_t n = (size_t)(a->lines[i + 1] - a->lines[i]), m = (size_t)(b->lines[k + 1] - b->lines[k]);
    return n == m && memcmp(a->lines[i], b->lines[k], n) == 0;
}

/* Advances *i and *k from two lines that differ to the nearest two that are equal. */
static void meet(const struct text *a, const struct text *b, size_t *i, size_t *k)
{
    for (size_t sum = 1; sum < 2 * WINDOW; sum++)
        for (size_t x = 0; x <= sum; x++)
            if (*i + x < a->count && *k + sum - x < b->count && same(a, *i + x, b, *k + sum - x)) {
                *i += x;
                *k += sum - x;
                return;
            }
    *i = a->count;
    *k = b->count;
}

static void print_line(FILE *to, char mark, const struct text *t, size_t i)
{
    size_t n = (size_t)(t->lines[i + 1] - t->lines[i]);
    fputc(mark, to);
    fwrite(t->lines[i], 1, n, to);
    if (n == 0 || t->lines[i][n - 1] != '\n')
        fputs("\n\\ No newline at end of file\n", to);
}

struct change {
    size_t i, k, to_i, to_k;
};

static void print_hunk(FILE *to, const struct text *a, const struct text *b,
                       const struct change *changes, size_t count)
{
    const struct change *first = &changes[0], *last = &changes[count - 1];
    size_t lead = first->i < CONTEXT ? first->i : CONTEXT;
    size_t tail = a->count - last->to_i < CONTEXT ? a->count - last->to_i : CONTEXT;
    size_t from_i = first->i - lead, from_k = first->k - lead;
    fprintf(to, "@@ -%zu,%zu +%zu,%zu @@\n", from_i + 1, last->to_i + tail - from_i, from_k + 1,
            last->to_k + tail - from_k);
    size_t i = from_i;
    for (size_t c = 0; c < count; c++) {
        while (i < changes[c].i)
            print_line(to, ' ', a, i++);
        while (i < changes[c].to_i)
            print_line(to, '-', a, i++);
        for (size_t k = changes[c].k; k < changes[c].to_k; k++)
            print_line(to, '+', b, k);
    }
    while (i < last->to_i + tail)
        print_line(to, ' ', a, i++);
}

static void print(FILE *to, const char *path, const struct text *a, const struct text *b,
                  struct change *changes)
{
    size_t count = 0, i = 0, k = 0;
    while (i < a->count || k < b->count) {
        if (i < a->count && k < b->count && same(a, i, b, k)) {
            i++, k++;
            continue;
        }
        struct change c = {i, k, 0, 0};
        meet(a, b, &i, &k);
        c.to_i = i;
        c.to_k = k;
        changes[count++] = c;
    }
    if (count != 0)
        fprintf(to, "--- a/%s\n+++ b/%s\n", path, path);
    for (size_t first = 0; first < count;) {
        size_t last = first + 1;
        while (last < count && changes[last].i - changes[last - 1].to_i <= 2 * CONTEXT)
            last++;
        print_hunk(to, a, b, changes + first, last - first);
        first = last;
    }
}

void lint_diff(FILE *to, const char *path, const char *old_text, size_t old_size,
               const char *new_text, size_t new_size)
{
    struct text a = {old_text, old_text + old_size, NULL, 0},
                b = {new_text, new_text + new_size, NULL, 0};
    struct change *changes = NULL;
    if (split(&a) && split(&b) &&
        (changes = malloc((a.count + b.count + 1) * sizeof *changes)) != NULL)
        print(to, path, &a, &b, changes);
    free(changes);
    free((void *)a.lines);
    free((void *)b.lines);
}
