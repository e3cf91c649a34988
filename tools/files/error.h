/* SPDX-License-Identifier: Apache-2.0 */
/* An error travels up as text. main() prints it once, after the command's name. */
#ifndef STET_FILES_ERROR_H
#define STET_FILES_ERROR_H

#include <stdbool.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))
#else
#define PRINTF_LIKE(at, first)
#endif

struct error {
    char text[1200];
};

/* These three macros are false, so that a failing function can end with "return error_set(...)".
 * error_false() shows this to a compiler that sees only one file. */
static inline bool error_false(struct error *e)
{
    (void)e;
    return false;
}

struct error *error_write(struct error *e, const char *format, ...) PRINTF_LIKE(2, 3);
struct error *error_write_prefix(struct error *e, const char *prefix);
struct error *error_write_errno(struct error *e, const char *path, const char *what);

#define error_set(...) error_false(error_write(__VA_ARGS__))
/* Puts "prefix: " before the text. */
#define error_prefix(e, prefix) error_false(error_write_prefix(e, prefix))
/* Writes "PATH: what: strerror(errno)". */
#define error_errno(e, path, what) error_false(error_write_errno(e, path, what))

#endif
