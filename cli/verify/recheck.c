/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/recheck.h"
#include "input.h"
#include "transform.h"
#include "verify/precision.h"

#include <math.h>
#include <string.h>

/* The transform reads what the maker read: values of the precision, rounded once. */
static void convert_input(struct problem *p, stet_precision precision)
{
    for (size_t i = 0; i < 2 * p->rows * p->in.points; i++)
        p->in.data[i] =
            ldexp(component_round(ldexp(p->in.data[i], p->exponent), component_of(precision)),
                  -p->exponent);
}

static bool judge(struct recheck *r, const struct certificate *c, const struct array *in,
                  const struct array *out, const char *in_path, const char *out_path,
                  struct error *e)
{
    struct wish w = {.in_path = in_path,
                     .out_path = out_path,
                     .kind = (int)c->kind,
                     .inverse = c->direction == STET_INVERSE,
                     .norm = (int)c->norm,
                     .axis_count = 1,
                     .axes = {c->axis},
                     .n = (ptrdiff_t)c->length};
    enum component component = component_of(c->precision);
    const struct format *format = format_of(component);
    if (c->output.dtype->component != component)
        r->shapes_differ = "its precision is not that of its output";
    else if (problem_settle(&r->problem, &w, &in->layout, &out->layout, false, e) != FIT_YES)
        r->shapes_differ = "this transform of its input does not have the shape of its output";
    if (r->shapes_differ != NULL)
        return true;
    if (!problem_load_in(&r->problem, in, e))
        return error_prefix(e, in_path);
    if (!problem_load_out(&r->problem, out, NULL, e))
        return error_prefix(e, out_path);
    convert_input(&r->problem, c->precision);
    r->measured = measure_run(&r->measure, &r->problem, format, true, e);
    return r->measured;
}

bool recheck_run(struct recheck *r, const struct certificate *c, const char *in_path,
                 const char *out_path, struct error *e)
{
    struct array in = {.data = NULL}, out = {.data = NULL};
    struct identity in_id, out_id;
    memset(r, 0, sizeof *r);
    bool ok = input_load_as(in_path, c->input.dtype, &in, e) &&
              input_load_as(out_path, c->output.dtype, &out, e);
    if (ok) {
        array_identify(&in, &in_id);
        array_identify(&out, &out_id);
        r->input_differs = claim_differs(&c->input, &in.layout, &in_id);
        r->output_differs = claim_differs(&c->output, &out.layout, &out_id);
    }
    if (ok && r->input_differs == NULL && r->output_differs == NULL)
        ok = judge(r, c, &in, &out, in_path, out_path, e);
    array_free(&in);
    array_free(&out);
    if (!ok)
        recheck_free(r);
    return ok;
}

void recheck_free(struct recheck *r)
{
    problem_free(&r->problem);
    measure_free(&r->measure);
}

bool recheck_passed(const struct recheck *r)
{
    return r->measured && r->measure.counts.right == r->measure.counts.parts;
}
