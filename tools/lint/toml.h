/* SPDX-License-Identifier: Apache-2.0 */
/* Reads TOML 1.0 (toml.io) strictly. It reports each value with its full key, and errors with their
 * line. Numbers, dates and booleans are passed as text. */
#ifndef STET_LINT_TOML_H
#define STET_LINT_TOML_H

#include "files/error.h"

#include <stddef.h>

#define TOML_DEPTH 16

struct toml_value {
    const char *keys[TOML_DEPTH]; /* "tool", "stet", "lint", "select" */
    int depth;
    int line;
    bool is_string, is_array;
    const char *text;   /* content of a string, else as written */
    const char **items; /* strings of an array */
    size_t count;
    bool only_strings; /* the array has only strings */
};

/* Calls visit for each value and each table (text, items NULL and is_array false); visit returns
 * false with e set to stop. Returns false with "line N: what" in e. The strings are valid during
 * the call. */
bool toml_read(const char *text, size_t size,
               bool (*visit)(void *data, const struct toml_value *v, struct error *e), void *data,
               struct error *e);

#endif
