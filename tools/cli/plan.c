/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include "files/options.h"
#include "files/output.h"
#include "files/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------- options -- */

struct plan_request plan_request_new(void)
{
    return (struct plan_request){
        .kind = STET_C2C, .precision = STET_F32, .mode = 0, .level = STET_LEVEL_NATIVE, .batch = 1};
}

/* Takes 1024 or 64x100. It accepts any length, so that the plan reports what is wrong with it. */
static bool take_lengths(struct plan_request *r, const char *value, struct error *e)
{
    const char *at = value;
    for (r->rank = 0; r->rank < RANK_MAX;) {
        long long n;
        if (!take_whole(&at, &n) || n < 1)
            break;
        r->n[r->rank++] = (ptrdiff_t)n;
        if (*at == 0)
            return true;
        if (*at++ != 'x')
            break;
    }
    return error_set(e, "--plan %s: not a length such as 1024, nor up to %d of them such as 64x100",
                     value, RANK_MAX);
}

bool plan_take_option(struct plan_request *r, int key, const char *value, struct error *e)
{
    r->is_option = r->is_option || key != 'p';
    switch (key) {
    case 'p': return take_lengths(r, value, e);
    case 'k': return parse_choice("kind", value, kind_choices, &r->kind, e);
    case 'P': return parse_choice("precision", value, precision_choices, &r->precision, e);
    case 'M': return parse_choice("mode", value, mode_choices, &r->mode, e);
    case 'l': return parse_choice("level", value, level_choices, &r->level, e);
    case 'b': return parse_number("batch", value, 1, PTRDIFF_MAX, &r->batch, e);
    case 't': return parse_threads("--threads", value, &r->threads, e);
    case 'i': r->inverse = true; return true;
    default: r->strided = true; return true;
    }
}

/* ----------------------------------------------------------------- plan -- */

/* Stores the strides of packed arrays, of dimensions and batch on one side. Returns false if they
 * overflow. */
static bool set_strides(const struct plan_request *r, bool is_half, ptrdiff_t *strides,
                        ptrdiff_t *batch)
{
    ptrdiff_t stride = r->strided ? r->batch : 1;
    for (int i = r->rank - 1; i >= 0; i--) {
        const ptrdiff_t n = i == r->rank - 1 && is_half ? r->n[i] / 2 + 1 : r->n[i];
        strides[i] = stride;
        if (__builtin_mul_overflow(stride, n, &stride))
            return false;
    }
    *batch = r->strided ? 1 : stride;
    return true;
}

static bool make_plan(const struct plan_request *r, stet_plan **plan, struct error *e)
{
    ptrdiff_t in[RANK_MAX], out[RANK_MAX];
    stet_dim dims[RANK_MAX], batch = {.n = r->batch};
    stet_options o;
    stet_options_init(&o);
    o.kind = (stet_kind)r->kind;
    o.precision = (stet_precision)r->precision;
    o.level = (stet_level)r->level;
    o.direction = r->inverse || r->kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    o.threads = r->threads;
    if (r->mode != 0)
        o.half_mode = (stet_half_mode)r->mode;
    if (!set_strides(r, r->kind == STET_C2R, in, &batch.in_stride) ||
        !set_strides(r, r->kind == STET_R2C, out, &batch.out_stride))
        return error_set(e, "--plan: the array is too large to have an address");
    for (int i = 0; i < r->rank; i++)
        dims[i] = (stet_dim){r->n[i], in[i], out[i]};
    o.rank = r->rank;
    o.dims = dims;
    o.batch_rank = r->batch > 1;
    o.batch = &batch;
    const stet_status status = stet_plan_create(plan, &o);
    return status == STET_OK || error_set(e, "--plan: %s", stet_strerror(status));
}

/* ---------------------------------------------------------------- print -- */

/* Takes the line "key: value" at *at and moves *at behind it. Returns false at the end. */
static bool take_line(char **at, char **key, char **value)
{
    if (**at == 0)
        return false;
    *key = *at;
    *at = strchr(*at, '\n');
    *(*at)++ = 0;
    *value = strchr(*key, ':');
    **value = 0;
    *value += 2;
    return true;
}

static void print_table(char *text)
{
    char *key, *value;
    while (take_line(&text, &key, &value))
        printf("%s%-11s %s\n", strcmp(key, "axis") == 0 ? "\n" : "", key, value);
}

/* Returns a JSON number if the text is one. */
static json_t *json_of(const char *value)
{
    char *end;
    const long long n = strtoll(value, &end, 10);
    if (*value != 0 && *end == 0)
        return json_integer(n);
    const double x = strtod(value, &end);
    return *value != 0 && *end == 0 && isfinite(x) ? json_real(x) : json_string(value);
}

/* Prints the plan as JSON. Each key "axis" begins a stage; keys before the first belong to the
 * plan. */
static bool print_json(char *text, struct error *e)
{
    json_t *plan = json_object(), *stages = json_array(), *at = plan;
    char *key, *value;
    bool whole = plan != NULL && stages != NULL;
    while (whole && take_line(&text, &key, &value)) {
        if (strcmp(key, "axis") == 0)
            whole = json_array_append_new(stages, at = json_object()) == 0;
        whole = whole && json_object_set_new(at, key, json_of(value)) == 0;
    }
    whole = json_object_set_new(plan, "stages", stages) == 0 && whole;
    if (!whole) {
        json_decref(plan);
        plan = NULL;
    }
    return json_print(plan, JSON_INDENT(2), stdout, "standard output", e);
}

/* Returns the plan's description and, before its first dimension, the error bound of its result.
 * The caller frees it. */
static char *text_of(const stet_plan *plan)
{
    enum { OF_BOUND = 200 };
    stet_error_bound bound = {.size = sizeof bound};
    char lines[OF_BOUND];
    const size_t size = stet_plan_describe(plan, NULL, 0) + 1;
    char *text = malloc(OF_BOUND + size);
    if (text == NULL || stet_plan_bound(plan, &bound) != STET_OK)
        return text;
    const int length =
        snprintf(lines, sizeof lines, "rounding: %.3g\nerror: %.3g\nerror_rms: %.3g\n", bound.unit,
                 bound.each, bound.rms);
    stet_plan_describe(plan, text, size);
    char *at = strstr(text, "axis: ");
    if (at == NULL)
        at = text + size - 1;
    memmove(at + length, at, strlen(at) + 1);
    memcpy(at, lines, (size_t)length);
    return text;
}

bool plan_print(const struct plan_request *r, bool as_json, struct error *e)
{
    stet_plan *plan;
    if (r->rank == 0)
        return error_set(
            e, "these options describe a plan: add --plan N, or leave all but --json out");
    if (r->mode != 0 && r->precision != STET_F16 && r->precision != STET_BF16)
        return error_set(
            e, "--mode is for --precision f16 and bf16: leave it out, or say --precision f16");
    if (!output_check_stdout(e) || !make_plan(r, &plan, e))
        return false;
    char *text = text_of(plan);
    stet_plan_destroy(plan);
    bool ok = text != NULL || error_set(e, "--plan: not enough memory");
    if (ok && as_json)
        ok = print_json(text, e);
    else if (ok)
        print_table(text);
    free(text);
    return ok && (fflush(stdout) == 0 || error_errno(e, "standard output", "cannot write"));
}
