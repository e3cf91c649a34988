/* SPDX-License-Identifier: Apache-2.0 */
#include "run/report_file.h"

#include "../../../doors/fftw3/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool report_create(char *path, size_t size, struct error *e)
{
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || *folder == 0)
        folder = "/tmp";
    if ((size_t)snprintf(path, size, "%s/stet-run-XXXXXX", folder) >= size)
        return error_set(e, "TMPDIR: the name of the folder is too long");
    const int file = mkstemp(path);
    if (file < 0)
        return error_errno(e, path, "cannot make the file of the summary");
    close(file);
    return true;
}

/* ------------------------------------------------------------------- sum -- */

static bool is_same(const json_t *a, const json_t *b)
{
    static const char *const names[] = {"precision", "kind", "level", "why"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const json_t *x = json_object_get(a, names[i]), *y = json_object_get(b, names[i]);
        if (x != y && !json_equal(x, y))
            return false;
    }
    return true;
}

static void add_number(json_t *to, const char *name, const json_t *from)
{
    json_t *now = json_object_get(to, name);
    if (json_is_integer(from))
        json_object_set_new(to, name,
                            json_integer(json_integer_value(now) + json_integer_value(from)));
    else if (json_is_real(from))
        json_object_set_new(to, name, json_real(json_number_value(now) + json_number_value(from)));
}

/* Adds a row, which this takes over, to the row of the list with the same keys, or appends it. */
static void add_row(json_t *rows, json_t *row)
{
    size_t i;
    json_t *there;
    const char *name;
    json_t *value;
    json_array_foreach(rows, i, there)
    {
        if (is_same(there, row)) {
            json_object_foreach(row, name, value) add_number(there, name, value);
            json_decref(row);
            return;
        }
    }
    json_array_append_new(rows, row);
}

static json_t *json_of(const char *text, size_t size)
{
    return json_stringn(text, strnlen(text, size));
}

#define TEXT(array) json_of(array, sizeof(array))
#define NUMBER(counter) json_integer(atomic_load(&(counter)))

/* The next two functions return whether there was a count. */
static bool add_served(json_t *rows, const record *r, const struct served *row)
{
    if (atomic_load(&row->executions) == 0)
        return false;
    add_row(rows, json_pack("{s:o,s:o,s:o,s:o,s:o,s:f}", "precision", TEXT(r->precision), "kind",
                            TEXT(row->kind), "level", TEXT(row->level), "transforms",
                            NUMBER(row->transforms), "executions", NUMBER(row->executions),
                            "seconds", 1e-9 * (double)atomic_load(&row->nanoseconds)));
    return true;
}

static bool add_refused(json_t *rows, const record *r, const struct refused *row)
{
    if (atomic_load(&row->calls) == 0)
        return false;
    add_row(rows, json_pack("{s:o,s:o,s:o}", "precision", TEXT(r->precision), "why", TEXT(row->why),
                            "calls", NUMBER(row->calls)));
    return true;
}

/* Adds a record. A process has one for each precision that it used. */
static void add_record(json_t *sum, json_t *processes, const record *r)
{
    char number[24];
    bool is_used = atomic_load(&r->plans) > 0;
    for (int i = 0; i < RECORD_SERVED; i++)
        is_used |= add_served(json_object_get(sum, "served"), r, &r->served[i]);
    for (int i = 0; i < RECORD_REFUSED; i++)
        is_used |= add_refused(json_object_get(sum, "refused"), r, &r->refused[i]);
    if (!is_used)
        return;
    snprintf(number, sizeof number, "%lld", r->process);
    json_object_set_new(processes, number, json_true());
    json_object_set_new(sum, "isa", TEXT(r->isa));
}

json_t *report_read(const char *path, struct error *e)
{
    record r;
    FILE *file = fopen(path, "rb");
    json_t *sum = json_pack("{s:i,s:n,s:[],s:[]}", "processes", 0, "isa", "served", "refused");
    json_t *processes = json_object();
    if (file == NULL || sum == NULL || processes == NULL) {
        if (file == NULL)
            error_errno(e, path, "cannot read the summary of the FFTW interface");
        else
            error_set(e, "not enough memory for the summary of the FFTW interface");
        json_decref(sum);
        sum = NULL;
    }
    while (sum != NULL && fread(&r, sizeof r, 1, file) == 1)
        add_record(sum, processes, &r);
    if (sum != NULL)
        json_object_set_new(sum, "processes",
                            json_integer((json_int_t)json_object_size(processes)));
    json_decref(processes);
    if (file != NULL)
        fclose(file);
    return sum;
}
