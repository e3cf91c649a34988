/* SPDX-License-Identifier: Apache-2.0 */
/* The findings of a subcommand, written once, and shown as a table for people or as one JSON
 * object. */
#ifndef STET_FILES_REPORT_H
#define STET_FILES_REPORT_H

#include "files/array.h"
#include "files/json.h"

struct report {
    json_t *json;
    bool whole;   /* no key was lost */
    bool as_json; /* which of the two report_finish() prints */
    struct row {
        const char *label;
        char text[400];
    } rows[24];
    int row_count;
};

void report_start(struct report *r, bool as_json);

/* A row of the table; without label it is dropped. */
void report_row(struct report *r, const char *label, const char *format, ...) PRINTF_LIKE(3, 4);
/* A key of the JSON object; takes value over. */
void report_key(struct report *r, const char *key, json_t *value);

/* Print and release. main() looks whether stdout took it. */
bool report_finish(struct report *r, struct error *e);

/* Values for report_key(). */
json_t *json_text(const char *text); /* any bytes; see text_clean() */
/* The name of a file: text if it is valid UTF-8 without control characters that JSON cannot escape,
 * else an object with its bytes in hexadecimal. */
json_t *json_name(const char *name);
json_t *json_shape(const size_t *shape, int rank);
json_t *json_hex(uint64_t bits, int digits); /* "0x3f800000" */
json_t *json_size(uint64_t n);               /* an integer, beyond 2^63 the nearest double */
json_t *json_number(double x);               /* null if x is not finite: JSON has no other way */

#endif
