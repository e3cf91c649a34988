/* SPDX-License-Identifier: Apache-2.0 */
/* Applies fixes from the end of the file. A fix that overlaps another or touches a comment is left
 * out. Then the file is parsed again. */
#include "lint.h"

#include <stdlib.h>
#include <string.h>

#define ROUNDS_MOST 32

static int from_the_end(const void *x, const void *y)
{
    const struct lint_edit *a = *(const struct lint_edit *const *)x,
                           *b = *(const struct lint_edit *const *)y;
    return a->start != b->start ? (a->start < b->start ? 1 : -1)
           : a->end != b->end   ? (a->end < b->end ? 1 : -1)
                                : 0;
}

/* Reports whether the fix would delete a '#' or '/' of a comment. A fix of rule 0 may: its purpose
 * is to delete a comment. */
static bool touches_comment(const struct lint_finding *f, const char *text)
{
    for (int i = 0; i < f->edit_count && f->rule != &lint_rules[0]; i++)
        for (uint32_t k = f->edits[i].start; k < f->edits[i].end; k++)
            if (text[k] == '#' || (text[k] == '/' && k + 1 < f->edits[i].end &&
                                   (text[k + 1] == '/' || text[k + 1] == '*')))
                return true;
    return false;
}

static bool overlaps(const struct lint_finding *f, const struct lint_edit *const *taken,
                     size_t count)
{
    for (int i = 0; i < f->edit_count; i++)
        for (size_t k = 0; k < count; k++)
            if (f->edits[i].start <= taken[k]->end && taken[k]->start <= f->edits[i].end)
                return true;
    return false;
}

/* Collects the edits of all fixes that can be applied together. */
static size_t collect(const struct lint_result *r, const char *text, bool unsafe,
                      const struct lint_edit **edits, int *fixes)
{
    size_t count = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        const struct lint_finding *f = &r->findings[i];
        if (f->suppressed || f->edit_count == 0 || f->fix == LINT_NO_FIX ||
            (f->fix == LINT_UNSAFE && !unsafe) || touches_comment(f, text) ||
            overlaps(f, edits, count))
            continue;
        for (int k = 0; k < f->edit_count; k++)
            edits[count++] = &f->edits[k];
        ++*fixes;
    }
    qsort((void *)edits, count, sizeof(const struct lint_edit *), from_the_end);
    return count;
}

static char *apply(const char *text, size_t size, const struct lint_edit **edits, size_t count,
                   size_t *new_size)
{
    size_t capacity = size + 1;
    for (size_t i = 0; i < count; i++)
        capacity += strlen(edits[i]->text);
    char *to = malloc(capacity);
    if (to == NULL)
        return NULL;
    memcpy(to, text, size);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(edits[i]->text);
        memmove(to + edits[i]->start + length, to + edits[i]->end, size - edits[i]->end);
        memcpy(to + edits[i]->start, edits[i]->text, length);
        size = size - (edits[i]->end - edits[i]->start) + length;
    }
    to[size] = 0;
    *new_size = size;
    return to;
}

/* Applies one round of fixes. Returns NULL if no fix is left or the fixes would break the
 * syntax. */
static char *mend(struct lint_worker *worker, const char *path, enum lint_language_id language,
                  const char *text, size_t size, bool unsafe, size_t *new_size, int *applied)
{
    struct lint_result before, after;
    int fixes = 0;
    char *result = NULL;
    lint_source(worker, path, language, text, size, &before);
    const struct lint_edit **edits =
        (const struct lint_edit **)calloc(4 * (size_t)before.count + 1, sizeof *edits);
    size_t count = edits != NULL ? collect(&before, text, unsafe, edits, &fixes) : 0;
    if (count != 0)
        result = apply(text, size, edits, count, new_size);
    if (result != NULL) {
        lint_source(worker, path, language, result, *new_size, &after);
        if (after.error_bytes > before.error_bytes || after.failed ||
            after.linted != before.linted) {
            free(result);
            result = NULL;
        } else {
            *applied += fixes;
        }
        lint_result_free(&after);
    }
    free((void *)edits);
    lint_result_free(&before);
    return result;
}

char *lint_fix_text(struct lint_worker *worker, const char *path, enum lint_language_id language,
                    const char *text, size_t size, bool unsafe, size_t *new_size, int *applied)
{
    char *latest = NULL;
    *applied = 0;
    for (int i = 0; i < ROUNDS_MOST; i++) {
        size_t next_size;
        char *next = mend(worker, path, language, text, size, unsafe, &next_size, applied);
        if (next == NULL)
            return latest;
        free(latest);
        text = latest = next;
        size = *new_size = next_size;
    }
    /* The rounds do not end: a parenthesis is missing, and the text inserted into one call becomes
     * part of another. The text stays unchanged, as in a second run. */
    free(latest);
    *applied = 0;
    return NULL;
}
