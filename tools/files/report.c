/* SPDX-License-Identifier: Apache-2.0 */
#include "files/report.h"
#include "files/output.h"
#include "files/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void report_start(struct report *r, bool as_json)
{
    r->json = json_object();
    r->as_json = as_json;
    r->whole = r->json != NULL;
    r->row_count = 0;
}

void report_row(struct report *r, const char *label, const char *format, ...)
{
    char raw[sizeof r->rows[0].text];
    struct row *row = &r->rows[r->row_count];
    if (r->row_count == (int)(sizeof r->rows / sizeof r->rows[0]))
        return;
    r->row_count++;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    row->label = label;
    text_clean(row->text, sizeof row->text, raw);
}

void report_key(struct report *r, const char *key, json_t *value)
{
    r->whole = json_object_set_new(r->json, key, value) == 0 && r->whole;
}

static bool print(struct report *r, struct error *e)
{
    static const char name[] = "standard output";
    if (r->as_json &&
        !json_print(r->whole ? json_incref(r->json) : NULL, JSON_INDENT(2), stdout, name, e))
        return false;
    for (int i = 0; i < r->row_count && !r->as_json; i++)
        printf("%-11s %s\n", r->rows[i].label, r->rows[i].text);
    return fflush(stdout) == 0 || error_errno(e, name, "cannot write");
}

bool report_finish(struct report *r, struct error *e)
{
    bool ok = output_check_stdout(e) && print(r, e);
    json_decref(r->json);
    r->json = NULL;
    return ok;
}

/* ---------------------------------------------------------------- values -- */

json_t *json_text(const char *text)
{
    char clean[4400]; /* PATH_MAX and a margin */
    text_clean(clean, sizeof clean, text);
    return json_string(clean);
}

json_t *json_name(const char *name)
{
    if (text_is_clean(name))
        return json_string(name);
    char *digits = malloc(2 * strlen(name) + 1);
    if (digits == NULL) {
        json_refuse();
        return NULL;
    }
    for (size_t i = 0; name[i] != 0; i++)
        snprintf(digits + 2 * i, 3, "%02x", (unsigned)(unsigned char)name[i]);
    json_t *object = json_pack("{s:s}", "bytes", digits);
    free(digits);
    return object;
}

json_t *json_shape(const size_t *shape, int rank)
{
    json_t *array = json_array();
    for (int i = 0; i < rank; i++)
        json_array_append_new(array, json_size(shape[i]));
    return array;
}

json_t *json_hex(uint64_t bits, int digits)
{
    char text[20];
    snprintf(text, sizeof text, "0x%0*" PRIx64, digits, bits);
    return json_string(text);
}

json_t *json_size(uint64_t n)
{
    return n <= INT64_MAX ? json_integer((json_int_t)n) : json_real((double)n);
}

json_t *json_number(double x) { return isfinite(x) ? json_real(x) : json_null(); }
