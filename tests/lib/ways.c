/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/ways.h"

#include <stdlib.h>
#include <string.h>

#include "lib/generate.h"
#include "lib/guard.h"

/* clang-format off */
const struct way ways[] = {
    {.name = "plain"},
    {.name = "stet_transform", .call = WAY_TRANSFORM},
    {.name = "own workspace", .call = WAY_EXECUTE_WITH},
    {.name = "strided", .in_step = 3, .out_step = 2},
    {.name = "backwards", .in_step = -1, .out_step = -2},
    {.name = "first axis fastest", .fortran = true},
    {.name = "both misaligned by one number", .in_offset = 1, .out_offset = 1},
    {.name = "input misaligned by two numbers", .in_offset = 2},
    {.name = "output misaligned by three numbers", .out_offset = 3},
    {.name = "in place", .in_place = true},
    {.name = "in place, own workspace", .in_place = true, .call = WAY_EXECUTE_WITH},
    {.name = "in place, strided", .in_place = true, .in_step = 3, .out_step = 3},
    {.name = "member 3 of 5", .batch = 5, .member = 3, .limit = 16384},
    {.name = "member 3 of 5, in place", .batch = 5, .member = 3, .in_place = true,
     .limit = 16384},
    {.name = "member 4 of 5, interleaved", .batch = 5, .member = 4, .interleaved = true,
     .limit = 16384},
    {.name = "member 13 of 19, interleaved", .batch = 19, .member = 13, .interleaved = true,
     .limit = 2048},
    {.name = "member 2 of 19, interleaved, in place", .batch = 19, .member = 2,
     .interleaved = true, .in_place = true, .limit = 2048},
    {.name = "member 8 of 9, interleaved, misaligned", .batch = 9, .member = 8,
     .interleaved = true, .in_offset = 3, .out_offset = 1, .out_step = 2, .limit = 4096},
};
/* clang-format on */

const size_t way_count = sizeof ways / sizeof *ways;

bool way_fits(const struct way *way, const struct transform *t)
{
    bool unit_rows = !way->interleaved && way->in_step == way->out_step && way->in_step <= 1;
    if (way->in_place && (t->kind == STET_R2C || t->kind == STET_C2R) && !unit_rows)
        return false;
    if (way->fortran && t->rank == 1)
        return false;
    return way->limit == 0 || transform_reals(t, SIDE_OUT) <= way->limit;
}

/* The whole batch on one side; the batch dimension comes first. */
static struct layout spread(const struct way *way, const struct transform *t, enum side side)
{
    struct layout packed = transform_layout(t, side);
    struct layout layout = {.element = packed.element, .rank = packed.rank + 1};
    int step = side == SIDE_IN ? way->in_step : way->out_step;
    ptrdiff_t sign = step < 0 ? -1 : 1, batch = way->batch > 0 ? way->batch : 1;
    ptrdiff_t stride = (ptrdiff_t)packed.element * (step == 0 ? 1 : step < 0 ? -step : step);
    layout.n[0] = batch;
    layout.stride[0] = stride;
    if (way->interleaved)
        stride *= batch;
    for (int i = 0; i < t->rank; i++) {
        int axis = way->fortran ? i : t->rank - 1 - i;
        ptrdiff_t length = packed.n[axis];
        if (way->in_place && axis == t->rank - 1 && !transform_is_complex(t, side))
            length = 2 * (t->n[axis] / 2 + 1); /* rows of the real side are padded */
        layout.n[axis + 1] = packed.n[axis];
        layout.stride[axis + 1] = stride * sign;
        stride *= length;
    }
    if (!way->interleaved)
        layout.stride[0] = stride;
    return layout;
}

/* Where the layouts say so, with the batch apart from the rest. */
static stet_options options_for(const struct transform *t, const struct layout *in,
                                const struct layout *out, stet_dim dims[LAYOUT_RANK])
{
    for (int i = 0; i < in->rank; i++) {
        dims[i].n = i == 0 ? in->n[0] : t->n[i - 1];
        dims[i].in_stride = in->stride[i] / (ptrdiff_t)in->element;
        dims[i].out_stride = out->stride[i] / (ptrdiff_t)out->element;
    }
    stet_dim unused[TRANSFORM_RANK];
    stet_options options = transform_options(t, unused);
    options.dims = dims + 1;
    options.batch = dims;
    options.batch_rank = in->n[0] > 1;
    return options;
}

/* NULL for success. An overflow of 16 bits is none of these tests' concern. */
static const char *wrong_status(stet_status status)
{
    return status == STET_OK || status == STET_E_HALF_RANGE ? NULL : stet_strerror(status);
}

static const char *execute_with(const stet_plan *plan, const void *in, void *out)
{
    size_t size = stet_plan_workspace(plan);
    struct layout bytes = {
        .element = 1, .rank = 1, .n = {size > 0 ? (ptrdiff_t)size : 1}, .stride = {1}};
    struct guard work;
    guard_open(&work, &bytes, 1);
    stet_status status = stet_execute_with(plan, in, out, work.origin, size);
    bool intact = guard_intact(&work, &bytes);
    guard_close(&work);
    if (wrong_status(status))
        return wrong_status(status);
    return intact ? NULL : "bytes outside the workspace were written";
}

static const char *call(enum way_call how, const stet_options *options, const void *in, void *out)
{
    if (how == WAY_TRANSFORM)
        return wrong_status(stet_transform(options, in, out));
    stet_plan *plan;
    stet_status status = stet_plan_create(&plan, options);
    if (status != STET_OK)
        return stet_strerror(status);
    const char *wrong = NULL;
    if (how == WAY_EXECUTE_WITH)
        wrong = execute_with(plan, in, out);
    else
        wrong = wrong_status(stet_execute(plan, in, out));
    stet_plan_destroy(plan);
    return wrong;
}

/* A batch whose other members hold data that would show in ours if they met. */
static void fill(const struct way *way, const struct transform *t, const struct layout *layout,
                 const void *in, void *origin)
{
    size_t batch = (size_t)layout->n[0], bytes = transform_bytes(t, SIDE_IN);
    char *packed = transform_alloc(t, SIDE_IN, batch);
    generate_reals(packed, t->precision, batch * transform_reals(t, SIDE_IN), GENERATE_INFINITIES,
                   batch);
    memcpy(packed + (size_t)way->member * bytes, in, bytes);
    layout_scatter(layout, packed, origin);
    free(packed);
}

static void fetch(const struct way *way, const struct layout *layout, const void *origin, void *out)
{
    struct layout member = *layout;
    member.n[0] = 1;
    layout_gather(&member, (const char *)origin + way->member * layout->stride[0], out);
}

static const char *run_in_place(const struct way *way, const struct transform *t, const void *in,
                                void *out)
{
    struct layout from = spread(way, t, SIDE_IN), to = spread(way, t, SIDE_OUT);
    const struct layout *both = transform_is_complex(t, SIDE_OUT) ? &to : &from;
    stet_dim dims[LAYOUT_RANK];
    stet_options options = options_for(t, &from, &to, dims);
    struct guard g;
    guard_open(&g, both, (size_t)way->in_offset * transform_real(t));
    fill(way, t, &from, in, g.origin);
    const char *wrong = call(way->call, &options, g.origin, g.origin);
    if (wrong == NULL && !guard_intact(&g, both))
        wrong = "bytes outside the array were written";
    fetch(way, &to, g.origin, out);
    guard_close(&g);
    return wrong;
}

static const char *run_apart(const struct way *way, const struct transform *t, const void *in,
                             void *out)
{
    struct layout from = spread(way, t, SIDE_IN), to = spread(way, t, SIDE_OUT);
    stet_dim dims[LAYOUT_RANK];
    stet_options options = options_for(t, &from, &to, dims);
    struct guard source, target;
    guard_open(&source, &from, (size_t)way->in_offset * transform_real(t));
    guard_open(&target, &to, (size_t)way->out_offset * transform_real(t));
    fill(way, t, &from, in, source.origin);
    guard_remember(&source);
    const char *wrong = call(way->call, &options, source.origin, target.origin);
    if (wrong == NULL && !guard_intact(&source, NULL))
        wrong = "the input was written";
    if (wrong == NULL && !guard_intact(&target, &to))
        wrong = "bytes outside the output were written";
    fetch(way, &to, target.origin, out);
    guard_close(&source);
    guard_close(&target);
    return wrong;
}

const char *way_run(const struct way *way, const struct transform *t, const void *in, void *out)
{
    return way->in_place ? run_in_place(way, t, in, out) : run_apart(way, t, in, out);
}
