/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of a subcommand. They are collected once, and printed as a table for people or as
 * one JSON object. */
#ifndef STET_FILES_REPORT_H
#define STET_FILES_REPORT_H

#include "files/array.h"
#include "files/json.h"

struct report {
    json_t *json;
    bool whole;   /* true if no key was lost */
    bool as_json; /* report_finish() prints JSON, not the table */
    struct row {
        const char *label;
        char text[400];
    } rows[24];
    int row_count;
};

void report_start(struct report *r, bool as_json);

/* Adds a row to the table. A row without label is dropped. */
void report_row(struct report *r, const char *label, const char *format, ...) PRINTF_LIKE(3, 4);
/* Adds a key to the JSON object. Takes over value. */
void report_key(struct report *r, const char *key, json_t *value);

/* Prints and releases the report. main() checks whether stdout accepted it. */
bool report_finish(struct report *r, struct error *e);

/* These make values for report_key(). */
json_t *json_text(const char *text); /* any bytes; see text_clean() */
/* Returns the name of a file: text if it is valid UTF-8 without control characters that JSON cannot
 * escape, else an object with its bytes in hexadecimal. */
json_t *json_name(const char *name);
json_t *json_shape(const size_t *shape, int rank);
json_t *json_hex(uint64_t bits, int digits); /* "0x3f800000" */
json_t *json_size(uint64_t n);               /* above 2^63 the nearest double */
json_t *json_number(double x);               /* null if x is not finite, as JSON has no other way */

#endif
