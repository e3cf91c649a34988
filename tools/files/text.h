/* SPDX-License-Identifier: Apache-2.0 */
/* Text that came from outside, made safe to show. */
#ifndef STET_FILES_TEXT_H
#define STET_FILES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Copy from into to[size] as valid UTF-8: control characters (a terminal would obey
 * them) and bytes that are not UTF-8 (JSON and SVG may not hold them) become '?'. */
void text_clean(char *to, size_t size, const char *from);

/* True if text_clean() would copy all of it: then nothing is lost. */
bool text_is_clean(const char *text);

/* The nearest of some words to one that is none of them: offer each. best is NULL if none is near:
 * a word that it begins, or one that few letters change, come, go or are exchanged for. */
struct nearest_word {
    const char *word;
    size_t length; /* of word */
    const char *best;
    size_t changes;
};
struct nearest_word nearest_to(const char *word, size_t length);
void nearest_offer(struct nearest_word *n, const char *candidate);

/* "1.23 ms", at most 16 bytes. */
void text_seconds(char *to, size_t size, double seconds);

/* "(3, 4)" as numpy writes a shape; "..." where size is too small. */
void text_shape(char *to, size_t size, const size_t *shape, int rank);

#endif
