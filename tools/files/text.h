/* SPDX-License-Identifier: Apache-2.0 */
/* Makes text from outside safe to show. */
#ifndef STET_FILES_TEXT_H
#define STET_FILES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Copies from into to[size] as valid UTF-8. Control characters (a terminal would obey them) and
 * bytes that are not UTF-8 (JSON and SVG may not contain them) become '?'. */
void text_clean(char *to, size_t size, const char *from);

/* Reports whether text_clean() would change nothing. */
bool text_is_clean(const char *text);

/* Finds the word that is nearest to a wrong word: pass each candidate to nearest_offer(). best is
 * NULL if none is near. A word is near if it begins with the wrong one, or if few letters
 * differ. */
struct nearest_word {
    const char *word;
    size_t length; /* letters of word */
    const char *best;
    size_t changes;
};
struct nearest_word nearest_to(const char *word, size_t length);
void nearest_offer(struct nearest_word *n, const char *candidate);

/* Writes "1.23 ms", at most 16 bytes. */
void text_seconds(char *to, size_t size, double seconds);

/* Writes a shape as numpy does, "(3, 4)"; with "..." if size is too small. */
void text_shape(char *to, size_t size, const size_t *shape, int rank);

#endif
