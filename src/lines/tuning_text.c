/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning tables as JSON, one entry to a line:
 *     {"format": "stet tuning", "version": 1, "cpu": "...", "isa": "avx512", "entries": [
 *     {"kind": "c2c", "precision": "f32", "n": 1024, "schedule": "wide 16: ...", "ns": 388.1}
 *     ]}
 * A file has all of these keys, in this order. Only "gain" is optional, at the end of an entry. */
#include <string.h>

#include "base/alloc.h"
#include "base/isa.h"
#include "base/json.h"
#include "lines/sketch.h"
#include "lines/tuned.h"

static const char FORMAT[] = "stet tuning";
enum { VERSION = 1, MOST_ENTRIES = 4096 };
static const int64_t MOST_NS = 1000000000000;

const char *stet_kind_name(stet_kind kind)
{
    return kind == STET_C2C ? "c2c" : kind == STET_R2C ? "r2c" : "c2r";
}

const char *stet_precision_name(stet_precision precision)
{
    return precision == STET_F16 ? "f16" : precision == STET_F32 ? "f32" : "f64";
}

/* --------------------------------------------------------------- reading -- */

typedef struct reader {
    stet_json j;
    const stet_isa *isa;
    stet_tuning *t;
    stet_sketch *sketch; /* of the last entry */
    int short_of_memory;
} reader;

/* Reads "key":. */
static int take_key(stet_json *j, const char *key, const char *missing)
{
    char *found = stet_json_string(j);
    if (found && strcmp(found, key) != 0)
        return stet_json_complain(j, found, missing);
    return stet_json_need(j, ':', "a colon is missing here");
}

#define KEY(j, key) take_key(j, key, "the key \"" key "\" is missing here")
#define COMMA(j) stet_json_need(j, ',', "a comma is missing here")

static int take_kind(stet_json *j, stet_kind *kind)
{
    char *name = stet_json_string(j);
    for (*kind = STET_C2C; name && *kind <= STET_C2R; ++*kind)
        if (strcmp(name, stet_kind_name(*kind)) == 0)
            return 1;
    return name && stet_json_complain(j, name, "no such kind; use c2c, r2c or c2r");
}

static int take_precision(stet_json *j, stet_precision *precision)
{
    char *name = stet_json_string(j);
    for (*precision = STET_F32; name && *precision <= STET_F16; ++*precision)
        if (strcmp(name, stet_precision_name(*precision)) == 0)
            return 1;
    return name && stet_json_complain(j, name, "no such precision; use f16, f32 or f64");
}

/* Reads a schedule, which must be one of the entry's transform on these instructions. */
static int take_schedule(reader *r, stet_tuned *e)
{
    stet_json *j = &r->j;
    char *text = stet_json_string(j);
    stet_schedule list[STET_SCHEDULES];
    const char *at = text;
    if (!text)
        return 0;
    if (strlen(text) >= STET_TUNED_TEXT)
        return stet_json_complain(j, text, "the schedule is too long");
    const char *wrong = stet_schedule_parse(text, list, &at);
    if (wrong)
        return stet_json_complain(j, text + (at - text), wrong);
    stet_free(r->sketch);
    r->sketch = stet_sketch_create(e->n, e->kind, e->precision, r->isa);
    if (!r->sketch) {
        r->short_of_memory = 1;
        return stet_json_complain(j, text, "not enough memory");
    }
    wrong = stet_sketch_wrong(r->sketch, list);
    e->schedule = text;
    return !wrong || stet_json_complain(j, text, wrong);
}

static int take_time(stet_json *j, stet_tuned *e)
{
    enum { MOST_GAIN = 1000 };
    int64_t gain = 0;
    if (!KEY(j, "ns") || !stet_json_number(j, 0, MOST_NS, 1, &e->tenths_of_ns))
        return 0;
    if (!stet_json_next(j, ','))
        return !j->wrong;
    if (!KEY(j, "gain") || !stet_json_number(j, 1, MOST_GAIN, 3, &gain))
        return 0;
    e->gain = (int)gain;
    return 1;
}

static int is_new(const stet_tuning *t, const stet_tuned *e)
{
    for (int i = 0; i < t->count; i++)
        if (t->entry[i].n == e->n && t->entry[i].kind == e->kind &&
            t->entry[i].precision == e->precision)
            return 0;
    return 1;
}

static int take_length(stet_json *j, stet_tuned *e)
{
    int64_t n = 0;
    const int done = stet_json_number(j, 1, STET_MAX_LENGTH, 0, &n);
    e->n = (ptrdiff_t)n;
    return done;
}

static int take_entry(reader *r, int room)
{
    stet_json *j = &r->j;
    stet_tuned *e = &r->t->entry[r->t->count];
    if (!stet_json_need(j, '{', "an entry is missing here"))
        return 0;
    char *at = j->at;
    if (r->t->count == room)
        return stet_json_complain(j, at, "too many entries");
    *e = (stet_tuned){0};
    return KEY(j, "kind") && take_kind(j, &e->kind) && COMMA(j) && KEY(j, "precision") &&
           take_precision(j, &e->precision) && COMMA(j) && KEY(j, "n") && take_length(j, e) &&
           COMMA(j) && KEY(j, "schedule") && take_schedule(r, e) && COMMA(j) && take_time(j, e) &&
           stet_json_need(j, '}', "a comma or the end of the entry is missing here") &&
           (is_new(r->t, e) ||
            stet_json_complain(j, at, "an earlier entry has the same transform"));
}

static int take_entries(reader *r, int room)
{
    stet_json *j = &r->j;
    if (!KEY(j, "entries") || !stet_json_need(j, '[', "the list of entries is missing here"))
        return 0;
    if (stet_json_next(j, ']'))
        return 1;
    do {
        if (!take_entry(r, room))
            return 0;
        r->t->count++;
    } while (stet_json_next(j, ','));
    return stet_json_need(j, ']', "a comma or the end of the list is missing here");
}

static int take_isa(reader *r)
{
    stet_json *j = &r->j;
    char *name = stet_json_string(j);
    r->t->isa = name;
    if (name && strcmp(name, r->isa->name) != 0)
        return stet_json_complain(j, name,
                                  "it was measured on other instructions than new plans run "
                                  "on (see STET_ISA)");
    return name != NULL;
}

static int take_format(stet_json *j)
{
    if (!stet_json_need(j, '{', "not a tuning file: it must begin with a brace") ||
        !KEY(j, "format"))
        return 0;
    char *format = stet_json_string(j);
    if (format && strcmp(format, FORMAT) != 0)
        return stet_json_complain(j, format,
                                  "not a tuning file: its format is not \"stet tuning\"");
    return format != NULL;
}

static int take_version(stet_json *j)
{
    int64_t version = 0;
    if (!KEY(j, "version"))
        return 0;
    char *at = j->at;
    if (stet_json_number(j, 0, MOST_NS, 0, &version) && version != VERSION)
        return stet_json_complain(j, at,
                                  "unsupported version of the format: this stet reads version 1");
    return !j->wrong;
}

static int take_file(reader *r, int room)
{
    stet_json *j = &r->j;
    if (!take_format(j) || !COMMA(j) || !take_version(j) || !COMMA(j) || !KEY(j, "cpu"))
        return 0;
    r->t->cpu = stet_json_string(j);
    return COMMA(j) && KEY(j, "isa") && take_isa(r) && COMMA(j) && take_entries(r, room) &&
           stet_json_need(j, '}', "the last brace is missing here") && stet_json_end(j);
}

/* Makes the table, its entries, the name and the text in one block. */
static stet_tuning *make(const char *origin, const char *text, size_t size, int *room, char **copy)
{
    int braces = 0;
    for (size_t i = 0; i < size && braces <= MOST_ENTRIES; i++)
        braces += text[i] == '{';
    *room = braces > 0 ? braces - 1 : 0;
    const size_t entries = (size_t)*room * sizeof(stet_tuned), name = strlen(origin) + 1;
    stet_tuning *t = (stet_tuning *)stet_alloc(sizeof *t + entries + name + size + 1);
    if (!t)
        return NULL;
    memset(t, 0, sizeof *t);
    t->entry = (stet_tuned *)(t + 1);
    char *strings = (char *)t->entry + entries;
    memcpy(strings, origin, name);
    t->origin = strings;
    *copy = strings + name;
    if (size > 0)
        memcpy(*copy, text, size);
    (*copy)[size] = 0;
    return t;
}

stet_tuning *stet_tuning_parse(const char *origin, const char *text, size_t size,
                               const stet_isa *isa, stet_status *status, stet_text *why)
{
    int room, line, column;
    char *copy;
    reader r = {.isa = isa, .t = make(origin, text, size, &room, &copy)};
    *status = STET_E_MEMORY;
    if (r.t) {
        r.j = stet_json_of(copy, size);
        *status = take_file(&r, room) ? STET_OK : r.short_of_memory ? STET_E_MEMORY : STET_E_TUNING;
    }
    stet_free(r.sketch);
    if (*status == STET_E_TUNING) {
        stet_json_place(&r.j, &line, &column);
        stet_put(why, "%s:%d:%d: %s; the file is not used: make a new one with stet tune --output",
                 origin, line, column, r.j.wrong);
    } else if (*status) {
        stet_put(why, "%s: not enough memory", origin);
    }
    if (*status) {
        stet_free(r.t);
        r.t = NULL;
    }
    return r.t;
}

/* --------------------------------------------------------------- writing -- */

/* Times are written as integers: printf() writes the decimal point of the caller's locale. */
void stet_tuning_print(stet_text *to, const stet_tuned *e, int is_first)
{
    stet_put(to, is_first ? "\n" : ",\n");
    stet_put(to, "{\"kind\": \"%s\", \"precision\": \"%s\", \"n\": %td, \"schedule\": \"%s\", ",
             stet_kind_name(e->kind), stet_precision_name(e->precision), e->n, e->schedule);
    stet_put(to, "\"ns\": %lld.%d", (long long)(e->tenths_of_ns / 10), (int)(e->tenths_of_ns % 10));
    if (e->gain > 0)
        stet_put(to, ", \"gain\": %d.%03d", e->gain / 1000, e->gain % 1000);
    stet_put(to, "}");
}

void stet_tuning_print_head(stet_text *to, const char *isa, const char *cpu)
{
    stet_put(to,
             "{\"format\": \"%s\", \"version\": %d, \"cpu\": \"%s\", \"isa\": \"%s\", "
             "\"entries\": [",
             FORMAT, VERSION, cpu, isa);
}

void stet_tuning_print_end(stet_text *to) { stet_put(to, "\n]}\n"); }
