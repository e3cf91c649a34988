/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_FILES_JSON_H
#define STET_FILES_JSON_H

#include "files/error.h"

#include <jansson.h>
#include <stdio.h>

/* JSON is complete, or it is an error. jansson returns NULL when it gets no memory, and the result
 * lacks a key or a row. So after json_watch() each refusal is remembered, in its thread, until
 * json_begin(). A process that makes one JSON needs no json_begin(). */
void json_watch(void);
void json_begin(void);
/* Notes that the caller got no memory for a value. */
void json_refuse(void);
/* Returns the text, which the caller frees. NULL if json is NULL, or if memory was refused since
 * json_begin(). */
char *json_whole(const json_t *json, size_t flags);
/* Writes json_whole() and a newline into the file of this name, and nothing if it is not complete.
 * Takes over json. */
bool json_print(json_t *json, size_t flags, FILE *to, const char *name, struct error *e);

#endif
