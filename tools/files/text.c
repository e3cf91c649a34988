/* SPDX-License-Identifier: Apache-2.0 */
#include "files/text.h"

#include <stdio.h>
#include <string.h>

/* Returns the length of the valid UTF-8 sequence at s, or 0. Surrogates, overlong forms and values
 * above U+10FFFF are invalid (Unicode 15, table 3-7). */
static size_t utf8_length(const unsigned char *s)
{
    size_t length = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    unsigned char low = 0x80, high = 0xbf;
    if (s[0] >= 0x80 && (s[0] < 0xc2 || s[0] > 0xf4))
        return 0;
    if (s[0] == 0xe0)
        low = 0xa0;
    if (s[0] == 0xed)
        high = 0x9f;
    if (s[0] == 0xf0)
        low = 0x90;
    if (s[0] == 0xf4)
        high = 0x8f;
    for (size_t i = 1; i < length; i++) {
        if (s[i] < low || s[i] > high)
            return 0;
        low = 0x80;
        high = 0xbf;
    }
    return length;
}

/* Returns the length of the character at s if it may be shown, else 0. */
static size_t shown_length(const unsigned char *s)
{
    bool control = s[0] < 0x20 || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0);
    return control ? 0 : utf8_length(s);
}

bool text_is_clean(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    for (size_t length; *s != 0; s += length)
        if ((length = shown_length(s)) == 0)
            return false;
    return true;
}

void text_clean(char *to, size_t size, const char *from)
{
    const unsigned char *s = (const unsigned char *)from;
    size_t used = 0;
    while (*s != 0) {
        size_t length = utf8_length(s);
        if (used + (length ? length : 1) >= size)
            break;
        if (length == 0 || *s < 0x20 || *s == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0)) {
            to[used++] = '?';
            s += length ? length : 1;
        } else {
            memcpy(to + used, s, length);
            used += length;
            s += length;
        }
    }
    to[used] = 0;
}

enum { WORD_MOST = 40 }; /* letters that are compared */

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Returns how many letters must be changed, inserted, deleted or exchanged with their neighbour to
 * turn a into b (Damerau 1964), by the rows of Wagner and Fischer's table (1974). */
static size_t changes(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][WORD_MOST + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] =
                smaller(smaller(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

struct nearest_word nearest_to(const char *word, size_t length)
{
    return (struct nearest_word){word, length, NULL, 2 + length / 4};
}

void nearest_offer(struct nearest_word *n, const char *candidate)
{
    const size_t length = strlen(candidate);
    if (n->length == 0 || n->length > WORD_MOST || length > WORD_MOST)
        return;
    const bool begins = n->length > 2 && strncmp(n->word, candidate, n->length) == 0;
    const size_t by = begins ? 1 : changes(n->word, n->length, candidate, length);
    if (by >= n->changes || by >= length)
        return;
    n->best = candidate;
    n->changes = by;
}

void text_seconds(char *to, size_t size, double seconds)
{
    if (seconds < 1e-3)
        snprintf(to, size, "%.1f us", seconds * 1e6);
    else if (seconds < 1)
        snprintf(to, size, "%.2f ms", seconds * 1e3);
    else
        snprintf(to, size, "%.2f s", seconds);
}

void text_shape(char *to, size_t size, const size_t *shape, int rank)
{
    size_t used = (size_t)snprintf(to, size, "(");
    for (int i = 0; i < rank && used + 32 < size; i++) {
        const char *after = i + 1 < rank ? ", " : rank == 1 ? "," : "";
        used += (size_t)snprintf(to + used, size - used, "%zu%s", shape[i], after);
        if (i + 1 < rank && used + 32 >= size)
            used += (size_t)snprintf(to + used, size - used, "...");
    }
    snprintf(to + used, size - used, ")");
}
