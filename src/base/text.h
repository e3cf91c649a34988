/* SPDX-License-Identifier: Apache-2.0 */
/* Writes text into memory that may be too short for it, as snprintf() does. */
#ifndef STET_BASE_TEXT_H
#define STET_BASE_TEXT_H

#include <stddef.h>

#include "base/private.h"

typedef struct stet_text {
    char *text;
    size_t size; /* bytes of text; 0: only count */
    size_t used; /* length of the whole text, without the 0 at the end */
} stet_text;

/* Returns an empty text of at most `size` bytes; text = NULL: only count. */
static inline stet_text stet_text_in(char *text, size_t size)
{
    if (text && size > 0)
        *text = 0;
    return (stet_text){text, text ? size : 0, 0};
}

STET_PRIVATE __attribute__((format(printf, 2, 3))) void stet_put(stet_text *to, const char *format,
                                                                 ...);

#endif
