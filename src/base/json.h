/* SPDX-License-Identifier: Apache-2.0 */
/* Reads, strictly, the part of JSON that tuning files and profiles use: objects, arrays, strings of
 * printable ASCII without escapes, true, false, and numbers without an exponent. The library uses
 * no JSON library, because every program that uses stet would load it, where its names could
 * collide with those of another one. */
#ifndef STET_BASE_JSON_H
#define STET_BASE_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "base/private.h"

/* Reading goes on as long as nothing is wrong. After an error every function does nothing and
 * returns 0. */
typedef struct stet_json {
    /* *end is a 0. A string ends with a 0 in the place of its second quote. */
    char *text, *end;
    char *at;
    const char *wrong; /* what is wrong at `at`, or NULL */
} stet_json;

/* Returns a reader of `size` bytes of text, with a 0 after them. */
STET_PRIVATE stet_json stet_json_of(char *text, size_t size);

/* Stores a complaint, unless there is one already. Returns 0. */
STET_PRIVATE int stet_json_complain(stet_json *j, char *at, const char *wrong);

/* Stores line and column of j->at, from 1; a column is a byte. */
STET_PRIVATE void stet_json_place(const stet_json *j, int *line, int *column);

/* Skips blanks. */
STET_PRIVATE void stet_json_skip(stet_json *j);

/* Skips blanks, and the next character if it is c. Returns 0 if it is another one, which is no
 * error. */
STET_PRIVATE int stet_json_next(stet_json *j, char c);

/* Skips blanks and c, which must come next; what: "a comma or the end of the list". */
STET_PRIVATE int stet_json_need(stet_json *j, char c, const char *what);

/* Reads a string. Returns NULL if there is none, which is an error. */
STET_PRIVATE char *stet_json_string(stet_json *j);

/* Reads true or false. Returns 0 if it is neither, which is no error. */
STET_PRIVATE int stet_json_flag(stet_json *j, int *value);

/* Reads a number from least to most, with up to 15 digits before the point. *scaled is the number
 * times 10^decimals; further digits are dropped. decimals = 0: a whole number, without a point. */
int stet_json_number(stet_json *j, int64_t least, int64_t most, int decimals, int64_t *scaled);

/* Checks that only blanks follow the last value. */
STET_PRIVATE int stet_json_end(stet_json *j);

#endif
