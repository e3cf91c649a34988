/* SPDX-License-Identifier: Apache-2.0 */
/* Text into memory that may be too short for it, as snprintf() does. */
#ifndef STET_BASE_TEXT_H
#define STET_BASE_TEXT_H

#include <stddef.h>

#include "base/private.h"

typedef struct stet_text {
    char *text;
    size_t size; /* of text; 0: only count */
    size_t used; /* length of all that was put, without the 0 at the end */
} stet_text;

/* Text of at most size bytes, empty so far; NULL: only count. */
static inline stet_text stet_text_in(char *text, size_t size)
{
    if (text && size > 0)
        *text = 0;
    return (stet_text){text, text ? size : 0, 0};
}

STET_PRIVATE __attribute__((format(printf, 2, 3))) void stet_put(stet_text *to, const char *format,
                                                                 ...);

#endif
