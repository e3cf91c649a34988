/* SPDX-License-Identifier: Apache-2.0 */
/* A table has sections of rows, printed for people or as one JSON object. */
#ifndef STET_LAB_TABLES_TABLE_H
#define STET_LAB_TABLES_TABLE_H

#include "files/error.h"

#include <jansson.h>
#include <stdio.h>

/* One column of a section: the key of its values in the rows, its heading, and the format of
 * numbers that are not whole. */
struct column {
    const char *key, *head, *format;
};

struct tables {
    bool as_json;
    json_t *json;       /* maps the key of a section to its rows */
    const char *device; /* for gpu; NULL: the first device */
};

/* Takes over rows, an array of objects, and prints them below title and above note, which may be
 * "". If the output is JSON it prints nothing here. columns ends with a key that is NULL; keys that
 * are not in columns are only in the JSON. A missing or null value is "-". */
void section(struct tables *t, const char *key, const char *title, const struct column *columns,
             json_t *rows, const char *note);

struct table_request {
    bool json;
    FILE *plot; /* or NULL */
};

struct table {
    const char *name, *summary;
    bool (*run)(struct tables *t, struct error *e);
    void (*draw)(FILE *out); /* or NULL if the table has no picture */
};

extern const struct table table_correct, table_dual_select, table_fpsan, table_gpu, table_guide,
    table_mojo;

#endif
