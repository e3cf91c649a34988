/* SPDX-License-Identifier: Apache-2.0 */
#include "files/comparison.h"
#include "files/difference.h"
#include "files/text.h"
#include "files/ulp.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const part_names[] = {"real", "imaginary"};

static void file_row(struct report *r, const char *label, const char *path, const struct array *a)
{
    char shape[200];
    text_shape(shape, sizeof shape, a->layout.shape, a->layout.rank);
    report_row(r, label, "%s: %s %s", path, a->layout.dtype->name, shape);
    json_t *file = json_object();
    json_object_set_new(file, "file", json_name(path));
    json_object_set_new(file, "dtype", json_string(a->layout.dtype->name));
    json_object_set_new(file, "shape", json_shape(a->layout.shape, a->layout.rank));
    report_key(r, label, file);
}

/* One number: its value, exact if it is an integer, and its bits in the format. */
struct shown {
    double x;
    struct whole whole;
    enum component own, format;
};

static json_t *json_value(struct shown s)
{
    json_t *value = json_object();
    int digits = 2 * (int)component_size(s.format);
    bool is_whole = component_is_integer(s.format);
    uint64_t bits = !is_whole          ? component_bits(s.x, s.format)
                    : s.whole.negative ? 0 - s.whole.size
                                       : s.whole.size;
    if (is_whole && digits < 16)
        bits &= ((uint64_t)1 << 4 * digits) - 1;
    json_object_set_new(value, "value",
                        !component_is_integer(s.own) ? json_number(s.x)
                        : s.whole.negative           ? json_integer((json_int_t)(0 - s.whole.size))
                                                     : json_size(s.whole.size));
    json_object_set_new(value, "bits", json_hex(bits, digits));
    return value;
}

static void value_text(char *text, size_t size, struct shown s, int digits)
{
    if (component_is_integer(s.own))
        snprintf(text, size, "%s%" PRIu64, s.whole.negative ? "-" : "", s.whole.size);
    else
        snprintf(text, size, "%.*g", digits, s.x);
}

static void place_rows(struct report *r, const char *label, const char *key, const char *amount,
                       const struct place *p, const struct difference *d, const struct array *a,
                       int digits)
{
    char index[200], text[2][40];
    int rank = a->layout.rank;
    bool complex = a->layout.dtype->parts == 2;
    struct shown one = {p->a, p->whole_a, d->own[0], d->format},
                 two = {p->b, p->whole_b, d->own[1], d->format};
    text_shape(index, sizeof index, p->index, rank);
    value_text(text[0], sizeof text[0], one, digits);
    value_text(text[1], sizeof text[1], two, digits);
    report_row(r, label, "%s at %s%s%s: %s and %s", amount, index, complex ? ", " : "",
               complex ? part_names[p->part] : "", text[0], text[1]);
    json_t *where = json_object();
    json_object_set_new(where, "index", json_shape(p->index, rank));
    json_object_set_new(where, "part", complex ? json_string(part_names[p->part]) : json_null());
    json_object_set_new(where, "a", json_value(one));
    json_object_set_new(where, "b", json_value(two));
    report_key(r, key, where);
}

static const char *format_name(enum component c)
{
    return c == COMPONENT_F16    ? "f16"
           : c == COMPONENT_BF16 ? "bf16"
           : c == COMPONENT_F32  ? "f32"
           : c == COMPONENT_F64  ? "f64"
                                 : dtype_of(c, 1)->name;
}

/* Returns how many decimal digits distinguish any two numbers of both types. */
static int enough_digits(const struct array *a, const struct array *b)
{
    return a->layout.dtype->component == COMPONENT_F64 ||
                   b->layout.dtype->component == COMPONENT_F64
               ? 17
               : 9;
}

static void number_rows(struct report *r, const struct difference *d, const struct array *a,
                        int digits)
{
    char amount[80];
    report_key(r, "components", json_size(d->components));
    report_key(r, "different", json_size(d->different));
    report_key(r, "signed_zeros", json_size(d->signed_zeros));
    report_key(r, "nan", json_size(d->nans));
    report_key(r, "nan_mismatches", json_size(d->nan_mismatches));
    report_key(r, "ulp_format", json_string(format_name(d->format)));
    report_key(r, "max_ulp", json_size(d->max_ulp));
    report_key(r, "max_abs", json_number(d->max_abs));
    report_key(r, "relative_l2", json_number(d->relative_l2));
    report_row(r, "different", "%zu of %zu components", d->different, d->components);
    if (d->signed_zeros != 0)
        report_row(r, "zeros", "%zu differ in the sign of a zero only: 0 ulp, other bits",
                   d->signed_zeros);
    if (d->nans != 0)
        report_row(r, "nan", "%zu in both, equal as a class", d->nans);
    if (d->nan_mismatches != 0)
        report_row(r, "nan", "%zu in one file only", d->nan_mismatches);
    if (d->max_ulp != 0) {
        snprintf(amount, sizeof amount, "%" PRIu64 " (%s)", d->max_ulp, format_name(d->format));
        place_rows(r, "max ulp", "max_ulp_at", amount, &d->ulp_at, d, a, digits);
    }
    if (d->max_abs > 0) {
        snprintf(amount, sizeof amount, "%.3g", d->max_abs);
        place_rows(r, "max abs", "max_abs_at", amount, &d->abs_at, d, a, digits);
    }
    if (isfinite(d->relative_l2))
        report_row(r, "relative L2", "%.3g", d->relative_l2);
    else
        report_row(r, "relative L2", "not finite");
}

bool comparison_report(const char *a_name, const struct array *a, const char *b_name,
                       const struct array *b, struct report *r)
{
    struct difference d;
    const char *reason = arrays_differ_in_kind(a, b);
    bool comparable = arrays_comparable(a, b), same = false;
    file_row(r, "a", a_name, a);
    file_row(r, "b", b_name, b);
    if (comparable) {
        arrays_compare(a, b, &d);
        same = reason == NULL && d.different == 0;
        if (reason == NULL && !same)
            reason = "the bits differ";
    }
    report_key(r, "same", json_boolean(same));
    report_key(r, "reason", same ? json_null() : json_string(reason));
    if (same)
        report_row(r, "result", "the same bits");
    else
        report_row(r, "result", "different: %s", reason);
    if (comparable)
        number_rows(r, &d, a, enough_digits(a, b));
    return same;
}
