/* SPDX-License-Identifier: Apache-2.0 */
/* A strict reader of the part of JSON that tuning files and profiles use: objects, arrays, strings
 * of printable ASCII without escapes, true, false, and numbers without an exponent. A JSON library
 * would be loaded into every program that uses stet, where its names meet those of another one. */
#ifndef STET_BASE_JSON_H
#define STET_BASE_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "base/private.h"

/* Reading goes on as long as nothing is wrong; then every function does nothing and returns 0. */
typedef struct stet_json {
    char *text, *end; /* *end is a 0. Strings are ended by a 0 in the place of their second quote */
    char *at;
    const char *wrong; /* what is wrong at `at`, or NULL */
} stet_json;

/* size bytes of text, and a 0 after them. */
STET_PRIVATE stet_json stet_json_of(char *text, size_t size);

/* The first complaint stays. Returns 0. */
STET_PRIVATE int stet_json_complain(stet_json *j, char *at, const char *wrong);

/* Lines and columns of j->at, from 1; a column is a byte. */
STET_PRIVATE void stet_json_place(const stet_json *j, int *line, int *column);

/* Blanks. */
STET_PRIVATE void stet_json_skip(stet_json *j);

/* Blanks, and the next character if it is c; 0: it is another, which is no error. */
STET_PRIVATE int stet_json_next(stet_json *j, char c);

/* The same where it must be c; what: "a comma or the end of the list". */
STET_PRIVATE int stet_json_need(stet_json *j, char c, const char *what);

/* NULL: there is none, which is an error. */
STET_PRIVATE char *stet_json_string(stet_json *j);

/* true or false. 0: it is neither, which is no error. */
STET_PRIVATE int stet_json_flag(stet_json *j, int *value);

/* A number from least to most, of up to 15 digits before the point: *scaled is 10^decimals times
 * as much, further digits dropped. decimals = 0: a whole number, without a point. */
int stet_json_number(stet_json *j, int64_t least, int64_t most, int decimals, int64_t *scaled);

/* After the last value: nothing but blanks. */
STET_PRIVATE int stet_json_end(stet_json *j);

#endif
