/* SPDX-License-Identifier: Apache-2.0 */
#include "files/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct error *error_write(struct error *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->text, sizeof e->text, format, arguments);
    va_end(arguments);
    return e;
}

struct error *error_write_prefix(struct error *e, const char *prefix)
{
    struct error old = *e;
    size_t capacity = sizeof e->text - 3; /* ": " and the NUL */
    size_t head = strlen(prefix);
    if (head > capacity / 2)
        head = capacity / 2; /* keeps the reason rather than the end of a very long path */
    return error_write(e, "%.*s: %.*s", (int)head, prefix, (int)(capacity - head), old.text);
}

struct error *error_write_errno(struct error *e, const char *path, const char *what)
{
    int number = errno;
    error_write(e, "%s: %s", what, strerror(number));
    return error_write_prefix(e, path);
}
