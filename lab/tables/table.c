/* SPDX-License-Identifier: Apache-2.0 */
#include "tables/table.h"

#include <string.h>

#define CELL 64
#define COLUMNS_MAX 12

static void cell_text(char *text, const json_t *row, const struct column *c)
{
    const json_t *value = json_object_get(row, c->key);
    if (json_is_string(value))
        snprintf(text, CELL, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, CELL, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_boolean(value))
        snprintf(text, CELL, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_real(value) && strcmp(c->format, "%.2f %%") == 0)
        snprintf(text, CELL, "%.2f %%", json_real_value(value));
    else if (json_is_real(value) && strcmp(c->format, "%.2e") == 0)
        snprintf(text, CELL, "%.2e", json_real_value(value));
    else if (json_is_real(value) && c->format != NULL && strcmp(c->format, "%.2f") == 0)
        snprintf(text, CELL, "%.2f", json_real_value(value));
    else if (json_is_real(value))
        snprintf(text, CELL, "%.9g", json_real_value(value));
    else
        snprintf(text, CELL, "-");
}

/* Prints a cell. The last column is not padded. */
static void put_cell(const char *text, int width, bool last)
{
    if (last)
        printf("  %s", text);
    else
        printf("  %-*s", width, text);
}

static void print_rows(const struct column *columns, const json_t *rows)
{
    int count = 0, width[COLUMNS_MAX];
    char text[CELL];
    size_t i;
    json_t *row;
    for (; columns[count].key != NULL; count++) {
        width[count] = (int)strlen(columns[count].head);
        json_array_foreach(rows, i, row)
        {
            cell_text(text, row, &columns[count]);
            if ((int)strlen(text) > width[count])
                width[count] = (int)strlen(text);
        }
    }
    for (int c = 0; c < count; c++)
        put_cell(columns[c].head, width[c], c == count - 1);
    puts("");
    json_array_foreach(rows, i, row)
    {
        for (int c = 0; c < count; c++) {
            cell_text(text, row, &columns[c]);
            put_cell(text, width[c], c == count - 1);
        }
        puts("");
    }
}

void section(struct tables *t, const char *key, const char *title, const struct column *columns,
             json_t *rows, const char *note)
{
    if (!t->as_json) {
        printf("%s\n\n", title);
        print_rows(columns, rows);
        bool ends = *note == 0 || note[strlen(note) - 1] == '\n';
        printf("%s%s%s\n", *note ? "\n" : "", note,
               ends ? "" : "\n"); /* prints a blank line last */
        fflush(stdout);
    }
    json_object_set_new(t->json, key, rows);
}
