/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

void stet_put(stet_text *to, const char *format, ...)
{
    const int fits = to->used < to->size;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(fits ? to->text + to->used : NULL, fits ? to->size - to->used : 0,
                                 format, arguments);
    va_end(arguments);
    to->used += length > 0 ? (size_t)length : 0;
}
