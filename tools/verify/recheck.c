/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/recheck.h"
#include "files/input.h"
#include "files/transform.h"
#include "verify/precision.h"

#include <math.h>
#include <string.h>

/* Rounds the input once to the precision, as the maker of the certificate read it. */
static void convert_input(struct problem *p, stet_precision precision)
{
    for (size_t i = 0; i < 2 * p->rows * p->in.points; i++)
        p->in.data[i] =
            ldexp(component_round(ldexp(p->in.data[i], p->exponent), component_of(precision)),
                  -p->exponent);
}

/* Reports whether the statistics fit the transform. They prove nothing, but they must belong to
 * it. */
static bool stats_fit(const stet_correct_stats *s, const struct problem *p)
{
    int64_t numbers = (int64_t)(p->rows * p->out.points) * p->out.layout.dtype->parts;
    return s->transforms == (int64_t)p->rows && s->numbers == numbers && s->after_f64 <= numbers &&
           s->after_classes <= numbers && s->after_dd <= numbers && s->rational <= numbers;
}

static bool judge(struct recheck *r, const struct certificate *c, const struct array *in,
                  const struct array *out, const char *in_path, const char *out_path,
                  struct error *e)
{
    struct request request = {.in_path = in_path,
                              .out_path = out_path,
                              .kind = (int)c->kind,
                              .inverse = c->direction == STET_INVERSE,
                              .norm = (int)c->norm,
                              .axes = {.count = c->axis_count},
                              .n = c->axis_count == 1 ? (ptrdiff_t)c->lengths[0] : 0};
    enum component component = component_of(c->precision);
    const struct format *format = format_of(component);
    for (int i = 0; i < c->axis_count; i++)
        request.axes.items[i] = c->axes[i];
    if (c->output.dtype->component != component)
        r->shapes_differ = "its precision is not that of its output";
    else if (problem_settle(&r->problem, &request, &in->layout, &out->layout, false, e) != FIT_YES)
        r->shapes_differ = "this transform of its input does not have the shape of its output";
    else if (memcmp(r->problem.n, c->lengths, (size_t)c->axis_count * sizeof *c->lengths) != 0)
        r->shapes_differ = "its lengths are not those of its arrays";
    else if (!stats_fit(&c->stats, &r->problem))
        r->shapes_differ = "its statistics are not those of this transform";
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

bool recheck_arrays(struct recheck *r, const struct certificate *c, const struct array *in,
                    const char *in_name, const struct array *out, const char *out_name,
                    struct error *e)
{
    struct identity in_id, out_id;
    memset(r, 0, sizeof *r);
    array_identify(in, &in_id);
    array_identify(out, &out_id);
    r->input_differs = claim_differs(&c->input, &in->layout, &in_id);
    r->output_differs = claim_differs(&c->output, &out->layout, &out_id);
    if (r->input_differs != NULL || r->output_differs != NULL ||
        judge(r, c, in, out, in_name, out_name, e))
        return true;
    recheck_free(r);
    return false;
}

bool recheck_run(struct recheck *r, const struct certificate *c, const char *in_path,
                 const char *out_path, struct error *e)
{
    struct array in = {.data = NULL}, out = {.data = NULL};
    bool ok = input_load_as(in_path, c->input.dtype, &in, e) &&
              input_load_as(out_path, c->output.dtype, &out, e) &&
              recheck_arrays(r, c, &in, in_path, &out, out_path, e);
    array_free(&in);
    array_free(&out);
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

bool recheck_undecided(const struct recheck *r)
{
    const struct counts *c = &r->measure.counts;
    return r->measured && c->wrong + c->zero_signs + c->not_finite == 0 && !recheck_passed(r);
}
