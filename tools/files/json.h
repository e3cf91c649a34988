/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STET_FILES_JSON_H
#define STET_FILES_JSON_H

#include "files/error.h"

#include <jansson.h>
#include <stdio.h>

/* JSON is whole, or it is an error. jansson says by NULL that memory was refused, and what is built
 * of that lacks a key or a row: so from json_watch() on each refusal is remembered, in the thread
 * that met it, until json_begin(). A process that makes one JSON needs no json_begin(). */
void json_watch(void);
void json_begin(void);
/* The caller's own memory for a value was refused. */
void json_refuse(void);
/* The text, which the caller frees; NULL if json is, or if memory was refused since json_begin().
 */
char *json_whole(const json_t *json, size_t flags);
/* Writes json_whole() and a line's end into the file of this name; nothing if it is not whole.
 * Takes json over. */
bool json_print(json_t *json, size_t flags, FILE *to, const char *name, struct error *e);

#endif
