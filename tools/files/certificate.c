/* SPDX-License-Identifier: Apache-2.0 */
#include "files/certificate.h"
#include "files/options.h"
#include "files/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first format has one axis, with "axis" and "length". The second has several, with the lists
 * "axes" and "lengths". */
#define FORMAT "stet certificate 1"
#define FORMAT_AXES "stet certificate 2"
#define STATEMENT                                                                                  \
    "Every real number of the output is the exact value of the transform, rounded once to "        \
    "nearest, ties to even; an exact zero is +0."

struct certificate certificate_begin(const struct transform *t, const stet_correct_stats *stats)
{
    struct certificate c = {.kind = t->kind,
                            .direction = t->direction,
                            .norm = t->norm,
                            .precision = t->precision,
                            .axis_count = t->axis_count,
                            .bits_version = stet_bits_version(),
                            .stats = *stats};
    memcpy(c.axes, t->axes, sizeof c.axes);
    memcpy(c.lengths, t->n, sizeof c.lengths);
    snprintf(c.version, sizeof c.version, "%s", stet_version());
    return c;
}

void claim_set(struct claim *c, const struct layout *l, const struct identity *id)
{
    c->dtype = l->dtype;
    c->rank = l->rank;
    memcpy(c->shape, l->shape, sizeof c->shape);
    memcpy(c->sha256, id->sha256, sizeof c->sha256);
}

const char *claim_differs(const struct claim *c, const struct layout *l, const struct identity *id)
{
    if (c->dtype != l->dtype)
        return "the type is another";
    if (c->rank != l->rank || memcmp(c->shape, l->shape, (size_t)c->rank * sizeof *c->shape) != 0)
        return "the shape is another";
    return strcmp(c->sha256, id->sha256) != 0 ? "the values are others" : NULL;
}

/* ------------------------------------------------------------ writing -- */

static json_t *claim_json(const struct claim *c)
{
    json_t *shape = json_array();
    for (int i = 0; i < c->rank; i++)
        json_array_append_new(shape, json_integer((json_int_t)c->shape[i]));
    return json_pack("{s:s, s:o, s:s}", "dtype", c->dtype->name, "shape", shape, "sha256",
                     c->sha256);
}

/* These are the members of stet_correct_stats, in this order. */
static const char *const counts[] = {"transforms", "numbers",  "after_f64", "after_classes",
                                     "after_dd",   "rational", "classes",   "limbs"};
#define COUNTS (sizeof counts / sizeof *counts)
static const char *const stages[] = {"f64", "classes", "dd", "fixed"};
#define STAGES (sizeof stages / sizeof *stages)

static json_t *stats_json(const stet_correct_stats *s)
{
    const int64_t values[COUNTS] = {s->transforms, s->numbers,  s->after_f64, s->after_classes,
                                    s->after_dd,   s->rational, s->classes,   s->limbs};
    const double times[STAGES] = {s->seconds_f64, s->seconds_classes, s->seconds_dd,
                                  s->seconds_fixed};
    json_t *stats = json_object(), *seconds = json_object();
    for (size_t i = 0; i < COUNTS; i++)
        json_object_set_new(stats, counts[i], json_integer((json_int_t)values[i]));
    for (size_t i = 0; i < STAGES; i++)
        json_object_set_new(seconds, stages[i], json_real(times[i]));
    json_object_set_new(stats, "seconds", seconds);
    return stats;
}

json_t *certificate_json(const struct certificate *c)
{
    json_t *transform =
        json_pack("{s:s, s:s, s:s, s:s}", "kind", choice_name(kind_choices, (int)c->kind),
                  "direction", choice_name(direction_choices, (int)c->direction), "norm",
                  choice_name(norm_choices, (int)c->norm), "precision",
                  choice_name(precision_choices, (int)c->precision));
    bool one = c->axis_count == 1;
    if (one) {
        json_object_set_new(transform, "axis", json_integer(c->axes[0]));
        json_object_set_new(transform, "length", json_integer((json_int_t)c->lengths[0]));
    } else {
        json_t *axes = json_array(), *lengths = json_array();
        for (int i = 0; i < c->axis_count; i++) {
            json_array_append_new(axes, json_integer(c->axes[i]));
            json_array_append_new(lengths, json_integer((json_int_t)c->lengths[i]));
        }
        json_object_set_new(transform, "axes", axes);
        json_object_set_new(transform, "lengths", lengths);
    }
    return json_pack("{s:s, s:s, s:{s:s, s:i}, s:o, s:o, s:o, s:o}", "format",
                     one ? FORMAT : FORMAT_AXES, "statement", STATEMENT, "stet", "version",
                     c->version, "bits_version", c->bits_version, "transform", transform, "input",
                     claim_json(&c->input), "output", claim_json(&c->output), "statistics",
                     stats_json(&c->stats));
}

/* ------------------------------------------------------------ reading -- */

/* An object that is being read: its place, for messages, and how many of its keys are taken. */
struct reader {
    const json_t *object;
    const char *name;
    size_t taken;
    struct error *e;
};

static const json_t *take(struct reader *r, const char *key, json_type type, const char *what)
{
    const json_t *value = json_object_get(r->object, key);
    if (value == NULL || json_typeof(value) != type) {
        error_set(r->e, "%s%s%s: %s; the file is no certificate of stet fft", r->name,
                  *r->name ? "." : "", key, value == NULL ? "missing" : what);
        return NULL;
    }
    r->taken++;
    return value;
}

static bool take_text(struct reader *r, const char *key, const char **text)
{
    const json_t *value = take(r, key, JSON_STRING, "not a text");
    if (value != NULL)
        *text = json_string_value(value);
    return value != NULL;
}

static bool take_number(struct reader *r, const char *key, json_int_t least, json_int_t most,
                        json_int_t *number)
{
    const json_t *value = take(r, key, JSON_INTEGER, "not a whole number");
    if (value == NULL)
        return false;
    *number = json_integer_value(value);
    return (*number >= least && *number <= most) ||
           error_set(r->e, "%s%s%s: %lld is not from %lld to %lld", r->name, *r->name ? "." : "",
                     key, (long long)*number, (long long)least, (long long)most);
}

static bool take_object(struct reader *r, const char *key, struct reader *inner)
{
    const json_t *value = take(r, key, JSON_OBJECT, "not an object");
    *inner = (struct reader){value, key, 0, r->e};
    return value != NULL;
}

static bool take_choice(struct reader *r, const char *key, const struct choice *choices,
                        int *chosen)
{
    const char *text;
    if (!take_text(r, key, &text))
        return false;
    const struct choice *found = find_choice(choices, text);
    if (found == NULL)
        return error_set(r->e, "%s.%s: '%s' is unknown", r->name, key, text);
    *chosen = found->value;
    return true;
}

static bool nothing_else(const struct reader *r)
{
    return json_object_size(r->object) == r->taken ||
           error_set(r->e, "%s: a key that no certificate has", *r->name ? r->name : "the object");
}

static bool is_sha256(const char *text)
{
    return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

static bool read_claim(struct reader *outer, const char *key, struct claim *c)
{
    struct reader r;
    const char *dtype, *sha256;
    const json_t *shape;
    if (!take_object(outer, key, &r) || !take_text(&r, "dtype", &dtype) ||
        !take_text(&r, "sha256", &sha256) ||
        (shape = take(&r, "shape", JSON_ARRAY, "not a list")) == NULL || !nothing_else(&r))
        return false;
    c->dtype = dtype_by_name(dtype);
    if (c->dtype == NULL)
        return error_set(r.e, "%s.dtype: not a type that stet reads", key);
    if (!is_sha256(sha256))
        return error_set(r.e, "%s.sha256: not 64 hexadecimal digits", key);
    memcpy(c->sha256, sha256, sizeof c->sha256);
    if (json_array_size(shape) > RANK_MAX)
        return error_set(r.e, "%s.shape: more than %d dimensions", key, RANK_MAX);
    c->rank = (int)json_array_size(shape);
    for (int i = 0; i < c->rank; i++) {
        const json_t *length = json_array_get(shape, (size_t)i);
        if (!json_is_integer(length) || json_integer_value(length) < 0)
            return error_set(r.e, "%s.shape: not a list of lengths", key);
        c->shape[i] = (size_t)json_integer_value(length);
    }
    return true;
}

static bool read_stats(struct reader *outer, stet_correct_stats *s)
{
    struct reader r, seconds;
    int64_t *values[COUNTS] = {&s->transforms, &s->numbers,  &s->after_f64, &s->after_classes,
                               &s->after_dd,   &s->rational, &s->classes,   &s->limbs};
    double *times[STAGES] = {&s->seconds_f64, &s->seconds_classes, &s->seconds_dd,
                             &s->seconds_fixed};
    if (!take_object(outer, "statistics", &r))
        return false;
    for (size_t i = 0; i < COUNTS; i++) {
        json_int_t number;
        if (!take_number(&r, counts[i], 0, INT64_MAX, &number))
            return false;
        *values[i] = number;
    }
    if (!take_object(&r, "seconds", &seconds))
        return false;
    for (size_t i = 0; i < STAGES; i++) {
        const json_t *time = take(&seconds, stages[i], JSON_REAL, "not a number");
        if (time == NULL)
            return false;
        *times[i] = json_real_value(time);
    }
    return nothing_else(&seconds) && nothing_else(&r);
}

/* Reads a list of *count integers, or of any number if *count is 0. */
static bool take_list(struct reader *r, const char *key, json_int_t least, json_int_t most,
                      int *count, json_int_t *numbers)
{
    const json_t *list = take(r, key, JSON_ARRAY, "not a list");
    if (list == NULL)
        return false;
    size_t size = json_array_size(list);
    bool ok = size >= 1 && size <= RANK_MAX && (*count == 0 || (size_t)*count == size);
    *count = (int)size;
    for (size_t i = 0; ok && i < size; i++) {
        const json_t *number = json_array_get(list, i);
        ok = json_is_integer(number) && json_integer_value(number) >= least &&
             json_integer_value(number) <= most;
        numbers[i] = ok ? json_integer_value(number) : 0;
    }
    return ok ||
           error_set(r->e, "%s.%s: not a list of whole numbers, one for each axis", r->name, key);
}

static bool take_axes(struct reader *r, struct certificate *c)
{
    json_int_t axes[RANK_MAX], lengths[RANK_MAX];
    if (c->axis_count == 1) {
        if (!take_number(r, "axis", 0, RANK_MAX - 1, axes) ||
            !take_number(r, "length", 1, PTRDIFF_MAX, lengths))
            return false;
    } else if (!take_list(r, "axes", 0, RANK_MAX - 1, &c->axis_count, axes) ||
               !take_list(r, "lengths", 1, PTRDIFF_MAX, &c->axis_count, lengths)) {
        return false;
    }
    for (int i = 0; i < c->axis_count; i++) {
        c->axes[i] = (int)axes[i];
        c->lengths[i] = (size_t)lengths[i];
    }
    return true;
}

static bool read_transform(struct reader *outer, struct certificate *c)
{
    struct reader r;
    int kind, direction, norm, precision;
    if (!take_object(outer, "transform", &r) || !take_choice(&r, "kind", kind_choices, &kind) ||
        !take_choice(&r, "direction", direction_choices, &direction) ||
        !take_choice(&r, "norm", norm_choices, &norm) ||
        !take_choice(&r, "precision", precision_choices, &precision) || !take_axes(&r, c) ||
        !nothing_else(&r))
        return false;
    c->kind = (stet_kind)kind;
    c->direction = (stet_direction)direction;
    c->norm = (stet_norm)norm;
    c->precision = (stet_precision)precision;
    return true;
}

static bool read_header(struct reader *r, struct certificate *c)
{
    struct reader stet;
    const char *format, *statement, *version;
    json_int_t bits_version;
    if (!take_text(r, "format", &format))
        return false;
    c->axis_count = strcmp(format, FORMAT) == 0 ? 1 : 0; /* 0: read later */
    if (c->axis_count == 0 && strcmp(format, FORMAT_AXES) != 0)
        return error_set(r->e, "format: not \"%s\" or \"%s\"; a later stet may know it", FORMAT,
                         FORMAT_AXES);
    if (!take_text(r, "statement", &statement) || !take_object(r, "stet", &stet) ||
        !take_text(&stet, "version", &version) ||
        !take_number(&stet, "bits_version", 0, INT32_MAX, &bits_version) || !nothing_else(&stet))
        return false;
    if (strcmp(statement, STATEMENT) != 0)
        return error_set(r->e, "statement: not that of a certificate of this format");
    snprintf(c->version, sizeof c->version, "%s", version);
    c->bits_version = (int)bits_version;
    return true;
}

static bool read_all(const json_t *json, struct certificate *c, struct error *e)
{
    struct reader r = {json, "", 0, e};
    memset(c, 0, sizeof *c);
    if (!json_is_object(json))
        return error_set(e, "not a JSON object");
    return read_header(&r, c) && read_transform(&r, c) && read_claim(&r, "input", &c->input) &&
           read_claim(&r, "output", &c->output) && read_stats(&r, &c->stats) && nothing_else(&r);
}

bool certificate_parse(struct certificate *c, const char *bytes, size_t size, struct error *e)
{
    json_error_t problem;
    json_t *json = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &problem);
    if (json == NULL)
        return error_set(e, "line %d, column %d: %s", problem.line, problem.column, problem.text);
    bool ok = read_all(json, c, e);
    json_decref(json);
    return ok;
}

/* Reads the whole file, at most CERTIFICATE_MOST bytes. */
static bool read_file(const char *path, char **bytes, size_t *size, struct error *e)
{
    void *block = NULL;
    uint64_t file_size;
    ssize_t got = 0;
    int fd = source_open(path, &file_size, e);
    if (fd < 0)
        return false;
    bool ok = file_size <= CERTIFICATE_MOST ||
              error_set(e, "%s: %llu bytes are too many for a certificate", source_name(path),
                        (unsigned long long)file_size);
    ok = ok && allocate(&block, CERTIFICATE_MOST, e);
    if (ok && (got = source_read(fd, block, CERTIFICATE_MOST, 0)) < 0)
        ok = error_errno(e, source_name(path), "cannot read");
    close(fd);
    *bytes = block;
    *size = (size_t)got;
    if (!ok)
        free(block);
    return ok;
}

bool certificate_load(struct certificate *c, const char *path, struct error *e)
{
    char *bytes;
    size_t size;
    if (!read_file(path, &bytes, &size, e))
        return false;
    bool ok = certificate_parse(c, bytes, size, e) || error_prefix(e, source_name(path));
    free(bytes);
    return ok;
}
