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

STET_PRIVATE __attribute__((format(printf, 2, 3))) void stet_put(stet_text *to, const char *format,
                                                                 ...);

#endif
