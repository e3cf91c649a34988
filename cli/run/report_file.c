/* SPDX-License-Identifier: Apache-2.0 */
#include "run/report_file.h"

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
        return error_set(e, "TMPDIR is too long");
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

/* A row onto the one of the list that is about the same, or as one of its own. */
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
            return;
        }
    }
    json_array_append(rows, row);
}

static void add_rows(json_t *sum, const json_t *line, const char *name)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(line, name), i, row)
    {
        json_object_set(row, "precision", json_object_get(line, "precision"));
        add_row(json_object_get(sum, name), row);
    }
}

/* A process writes a line for each precision that it used. */
static void add_line(json_t *sum, json_t *processes, const json_t *line)
{
    char number[24];
    snprintf(number, sizeof number, "%lld",
             (long long)json_integer_value(json_object_get(line, "process")));
    json_object_set_new(processes, number, json_true());
    json_object_set(sum, "isa", json_object_get(line, "isa"));
    add_rows(sum, line, "served");
    add_rows(sum, line, "refused");
}

json_t *report_read(const char *path, struct error *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    json_t *sum = json_pack("{s:i,s:n,s:[],s:[]}", "processes", 0, "isa", "served", "refused");
    json_t *processes = json_object();
    if (file == NULL || sum == NULL || processes == NULL) {
        if (file == NULL)
            error_errno(e, path, "cannot read what was served");
        else
            error_set(e, "not enough memory for what was served");
        json_decref(sum);
        sum = NULL;
    }
    while (sum != NULL && getline(&text, &size, file) > 0) {
        json_t *line = json_loads(text, 0, NULL);
        if (json_is_object(line))
            add_line(sum, processes, line);
        json_decref(line);
    }
    if (sum != NULL)
        json_object_set_new(sum, "processes",
                            json_integer((json_int_t)json_object_size(processes)));
    json_decref(processes);
    free(text);
    if (file != NULL)
        fclose(file);
    return sum;
}
