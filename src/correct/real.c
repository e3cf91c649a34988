/* SPDX-License-Identifier: Apache-2.0 */
/* The engine of real-to-real transforms of level correct: real.h has the method. */
#include "correct/real.h"

#include <string.h>

#include "base/alloc.h"
#include "base/precision.h"
#include "base/size.h"
#include "graph/norm.h"
#include "correct/engine.h"

typedef struct stet_real {
    int rank, batch_rank;
    stet_real_axis *axes;
    stet_dim *batch;
    ptrdiff_t turns, numbers; /* transforms, and outputs of each */
    stet_precision precision;
    stet_kind kind;           /* kind of F */
    int minus;                /* every entry changes its sign: R2C, whose half has no opposites */
    void *inside;             /* F, a plan of level correct, one transform of contiguous arrays */
    uint8_t *requested;       /* parts of its outputs that are taken; NULL for C2R: all */
    ptrdiff_t row, whole_row; /* outputs of F along the last dimension, and its length */
    size_t from, to;          /* bytes of the arrays of F */
    size_t slot;              /* bytes of workspace of each part */
    int parts;
    stet_executor executor;
    void *block;
} stet_real;

/* ---------------------------------------------------------------- making -- */

/* Copies the arrays that the options point to, and allocates the tables. */
static int copy_shape(stet_real *r, const stet_options *o)
{
    const size_t rank = (size_t)o->rank, batch = (size_t)o->batch_rank;
    size_t points = 0;
    for (int i = 0; i < o->rank; i++)
        if (__builtin_add_overflow(points, (size_t)o->dims[i].n, &points))
            return 0;
    const size_t fixed = rank * sizeof *r->axes + batch * sizeof *r->batch;
    const size_t each = sizeof *r->axes->inputs + sizeof *r->axes->outputs;
    if (points > (SIZE_MAX - fixed) / each)
        return 0;
    r->block = stet_alloc(fixed + points * each);
    if (!r->block)
        return 0;
    r->axes = (stet_real_axis *)r->block;
    stet_real_input *inputs = (stet_real_input *)(r->axes + rank);
    stet_real_output *outputs = (stet_real_output *)(inputs + points);
    r->batch = (stet_dim *)(outputs + points);
    r->turns = r->numbers = 1;
    for (size_t i = 0; i < batch; i++) {
        r->batch[i] = o->batch[i];
        r->turns *= o->batch[i].n;
    }
    for (size_t i = 0; i < rank; i++) {
        const stet_dim d = o->dims[i];
        r->axes[i] = (stet_real_axis){.n = d.n,
                                      .in_stride = d.in_stride,
                                      .out_stride = d.out_stride,
                                      .kind = o->r2r[i],
                                      .inputs = inputs,
                                      .outputs = outputs};
        r->numbers *= d.n;
        stet_real_shape(&r->axes[i], rank == 1);
        inputs += d.n;
        outputs += d.n;
    }
    return 1;
}

/* A single dimension may be R2C or C2R. Several dimensions are complex unless all are cosines and
 * sines. */
static void choose_kind(stet_real *r)
{
    const stet_r2r_kind first = r->axes[0].kind;
    int sines = 0;
    r->kind = STET_R2C;
    for (int i = 0; i < r->rank; i++) {
        if (r->axes[i].kind < STET_DCT1)
            r->kind = STET_C2C;
        sines += r->axes[i].kind >= STET_DST1;
    }
    if (r->rank == 1 && first == STET_R2HC)
        r->kind = STET_R2C;
    if (r->rank == 1 && first == STET_HC2R)
        r->kind = STET_C2R;
    r->minus = r->kind == STET_R2C && (sines % 4 == 1 || sines % 4 == 2);
}

/* Sets the dimensions of F. */
static stet_status lay_out(stet_real *r, stet_dim *dims, int *rank)
{
    ptrdiff_t step = 1, bytes;
    int at = 2 * r->rank;
    for (int i = r->rank - 1; i >= 0; i--) {
        const stet_real_axis *a = &r->axes[i];
        dims[--at] = (stet_dim){.n = a->m};
        if (a->e > 1)
            dims[--at] = (stet_dim){.n = a->e};
        if (__builtin_mul_overflow(step, a->m, &step) || __builtin_mul_overflow(step, a->e, &step))
            return STET_E_OVERFLOW;
    }
    if (__builtin_mul_overflow(step, (ptrdiff_t)(4 * sizeof(double)), &bytes))
        return STET_E_OVERFLOW;
    *rank = 2 * r->rank - at;
    memmove(dims, dims + at, (size_t)*rank * sizeof *dims);
    return STET_OK;
}

/* Sets the strides of contiguous arrays, and the bytes of both; then the tables of places, in
 * elements of the input for entries and of the output for outputs. */
static void place(stet_real *r, stet_dim *dims, int rank)
{
    ptrdiff_t in = 1, out = 1;
    for (int i = rank - 1; i >= 0; i--) {
        const ptrdiff_t half = i == rank - 1 ? dims[i].n / 2 + 1 : dims[i].n;
        dims[i].in_stride = in;
        dims[i].out_stride = out;
        in *= r->kind == STET_C2R ? half : dims[i].n;
        out *= r->kind == STET_R2C ? half : dims[i].n;
    }
    r->whole_row = dims[rank - 1].n;
    r->row = r->kind == STET_R2C ? r->whole_row / 2 + 1 : r->whole_row;
    r->from = (size_t)(in * stet_in_element(r->kind, r->precision));
    r->to = (size_t)(out * stet_out_element(r->kind, r->precision));
    int at = rank;
    for (int i = r->rank - 1; i >= 0; i--) {
        stet_real_axis *a = &r->axes[i];
        at -= a->e > 1 ? 2 : 1;
        const stet_dim *d = &dims[a->e > 1 ? at + 1 : at];
        stet_real_fill(a, r->rank == 1);
        for (ptrdiff_t j = 0; j < a->n; j++) {
            for (int k = 0; k < a->inputs[j].count; k++)
                a->inputs[j].place[k] *= d->in_stride;
            a->outputs[j].place *= d->out_stride;
            a->outputs[j].opposite *= d->out_stride;
        }
    }
}

/* Returns the factor of the norm times 2^-t. */
static struct stet_norm_scale scale_of(const stet_real *r, const stet_options *o,
                                       ptrdiff_t *lengths)
{
    for (int i = 0; i < r->rank; i++)
        lengths[i] = stet_logical_length(o, i);
    struct stet_norm_scale scale = stet_norm_scale_of(r->rank, lengths, o->direction, o->norm);
    for (int i = 0; i < r->rank; i++)
        scale.divisor <<= r->axes[i].twos;
    return scale;
}

/* Returns the number that is taken from the output in place `at` of F. sine is the distance to the
 * opposite place in a dimension whose sum is a sine, or 0. */
static inline ptrdiff_t number_of(const stet_real *r, ptrdiff_t at, ptrdiff_t sine, int unit)
{
    unit %= 4;
    if (r->kind == STET_C2R)
        return at;
    if (unit == 1 || unit == 2) /* minus: R2C entries, else opposite */
        at += r->kind == STET_C2C ? sine : 0;
    return 2 * at + unit % 2;
}

static void mark(const stet_real *r, int axis, ptrdiff_t at, ptrdiff_t sine, int unit)
{
    if (axis == r->rank) {
        const ptrdiff_t number = number_of(r, at, sine, unit), k = number >> 1;
        r->requested[k / r->row * r->whole_row + k % r->row] |= (uint8_t)(1 << (number & 1));
        return;
    }
    const stet_real_axis *a = &r->axes[axis];
    for (ptrdiff_t k = 0; k < a->n; k++) {
        const stet_real_output *o = &a->outputs[k];
        mark(r, axis + 1, at + o->place, o->is_sine ? o->opposite - o->place : sine,
             unit + o->unit);
    }
}

/* Requests only the outputs of F that are taken: real.h. */
static stet_status request_outputs(stet_real *r, const stet_dim *dims, int rank)
{
    size_t points = 1;
    if (r->kind == STET_C2R)
        return STET_OK;
    for (int i = 0; i < rank; i++)
        points *= (size_t)dims[i].n; /* below an array's bytes: lay_out() */
    r->requested = (uint8_t *)stet_alloc(points);
    if (!r->requested)
        return STET_E_MEMORY;
    memset(r->requested, 0, points);
    mark(r, 0, 0, 0, 0);
    stet_correct_request(r->inside, r->requested);
    return STET_OK;
}

static stet_status create_inside(stet_real *r, const stet_options *o, stet_dim *dims,
                                 ptrdiff_t *lengths)
{
    int rank;
    const stet_status status = lay_out(r, dims, &rank);
    if (status)
        return status;
    place(r, dims, rank);
    stet_options inside = *o;
    inside.kind = r->kind;
    inside.direction = r->kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    inside.norm = STET_NORM_BACKWARD;
    inside.rank = rank;
    inside.dims = dims;
    inside.batch_rank = 0;
    inside.batch = NULL;
    inside.r2r = NULL;
    if (r->parts > 1)
        inside.threads = 1;
    const struct stet_norm_scale scale = scale_of(r, o, lengths);
    const stet_status created = stet_correct_create_scaled(&r->inside, &inside, &scale);
    return created ? created : request_outputs(r, dims, rank);
}

static stet_status build(stet_real *r, const stet_options *o)
{
    r->rank = o->rank;
    r->batch_rank = o->batch_rank;
    r->precision = o->precision;
    r->executor = stet_executor_of(o->threads, o->parallel, o->parallel_context);
    if (!copy_shape(r, o))
        return STET_E_MEMORY;
    choose_kind(r);
    const ptrdiff_t threads = r->executor.threads;
    r->parts = (int)(r->turns < threads ? r->turns : threads);
    stet_dim *dims = (stet_dim *)stet_alloc_array(2 * (size_t)r->rank, sizeof *dims);
    ptrdiff_t *lengths = (ptrdiff_t *)stet_alloc_array((size_t)r->rank, sizeof *lengths);
    const stet_status status = dims && lengths ? create_inside(r, o, dims, lengths) : STET_E_MEMORY;
    stet_free(dims);
    stet_free(lengths);
    if (status)
        return status;
    r->slot = stet_round_to_line(sizeof(stet_correct_outcome)) + stet_round_to_line(r->from) +
              stet_round_to_line(r->to) +
              stet_round_to_line(stet_correct_engine.workspace(r->inside));
    return STET_OK;
}

static void destroy(void *state)
{
    stet_real *r = (stet_real *)state;
    if (!r)
        return;
    stet_correct_engine.destroy(r->inside);
    stet_free(r->requested);
    stet_free(r->block);
    stet_free(r);
}

static stet_status create(void **state, const stet_options *o)
{
    stet_real *r = (stet_real *)stet_alloc(sizeof *r);
    *state = NULL;
    if (!r)
        return STET_E_MEMORY;
    memset(r, 0, sizeof *r);
    const stet_status status = build(r, o);
    if (status)
        destroy(r);
    else
        *state = r;
    return status;
}

static size_t workspace(const void *state)
{
    const stet_real *r = (const stet_real *)state;
    return (size_t)r->parts * r->slot;
}

/* --------------------------------------------------------------- running -- */

/* One transform: the caller's arrays and those of F. Offsets count numbers of the caller's arrays
 * and elements of F. */
typedef struct {
    const stet_real *r;
    const char *in;
    char *out, *from, *to;
} turn;

/* Copies number i of x, or its negative, to number `at` of y. */
static inline void put(stet_precision p, const void *x, ptrdiff_t i, void *y, ptrdiff_t at,
                       int minus)
{
    if (p == STET_F64) {
        const double number = ((const double *)x)[i];
        ((double *)y)[at] = minus ? -number : number;
    } else {
        const float number = ((const float *)x)[i];
        ((float *)y)[at] = minus ? -number : number;
    }
}

/* Stores entries of F, times i^unit, from a line along the last dimension. p is a constant. */
static inline void enter_line(const turn *t, stet_precision p, int is_real, ptrdiff_t from,
                              ptrdiff_t at, int unit)
{
    const stet_real_axis *a = &t->r->axes[t->r->rank - 1];
    const void *in = t->in;
    void *to = t->from;
    for (ptrdiff_t j = 0; j < a->n; j++) {
        const stet_real_input *input = &a->inputs[j];
        const ptrdiff_t here = from + j * a->in_stride;
        for (int k = 0; k < input->count; k++) {
            const ptrdiff_t place = at + input->place[k];
            const int turned = (unit + input->unit[k]) % 4;
            if (is_real)
                put(p, in, here, to, place, turned == 2);
            else
                put(p, in, here, to, 2 * place + turned % 2, turned >= 2);
        }
    }
}

static void enter(const turn *t, int axis, ptrdiff_t from, ptrdiff_t at, int unit)
{
    const stet_real *r = t->r;
    const stet_real_axis *a = &r->axes[axis];
    if (axis + 1 == r->rank) {
        if (r->precision == STET_F64)
            enter_line(t, STET_F64, r->kind == STET_R2C, from, at, unit);
        else if (r->kind == STET_R2C)
            enter_line(t, STET_F32, 1, from, at, unit);
        else
            enter_line(t, STET_F32, 0, from, at, unit);
        return;
    }
    for (ptrdiff_t j = 0; j < a->n; j++) {
        const stet_real_input *input = &a->inputs[j];
        for (int k = 0; k < input->count; k++)
            enter(t, axis + 1, from + j * a->in_stride, at + input->place[k],
                  unit + input->unit[k]);
    }
}

static void leave(const turn *t, int axis, ptrdiff_t to, ptrdiff_t at, ptrdiff_t sine, int unit)
{
    const stet_real *r = t->r;
    const stet_real_axis *a = &r->axes[axis];
    for (ptrdiff_t k = 0; k < a->n; k++) {
        const stet_real_output *o = &a->outputs[k];
        const ptrdiff_t here = to + k * a->out_stride, place = at + o->place;
        const ptrdiff_t moved = o->is_sine ? o->opposite - o->place : sine;
        if (axis + 1 == r->rank)
            put(r->precision, t->to, number_of(r, place, moved, unit + o->unit), t->out, here, 0);
        else
            leave(t, axis + 1, here, place, moved, unit + o->unit);
    }
}

typedef struct {
    const stet_real *r;
    const char *in;
    char *out, *work;
    int counts;
} execution;

static stet_status run_turn(const execution *x, ptrdiff_t number, char *work,
                            stet_correct_stats *stats)
{
    const stet_real *r = x->r;
    const ptrdiff_t size = (ptrdiff_t)stet_number_size(r->precision);
    turn t = {.r = r, .in = x->in, .out = x->out, .from = work};
    t.to = work + stet_round_to_line(r->from);
    for (int i = r->batch_rank - 1; i >= 0; i--) {
        const ptrdiff_t k = number % r->batch[i].n;
        t.in += k * r->batch[i].in_stride * size;
        t.out += k * r->batch[i].out_stride * size;
        number /= r->batch[i].n;
    }
    memset(t.from, 0, r->from);
    enter(&t, 0, 0, 0, r->minus ? 2 : 0);
    const stet_status status = stet_correct_engine.run(
        r->inside, t.from, t.to, t.to + stet_round_to_line(r->to), x->counts ? stats : NULL);
    if (!status)
        leave(&t, 0, 0, 0, 0, 0);
    return status;
}

static void run_part(void *data, ptrdiff_t part)
{
    const execution *x = (const execution *)data;
    const stet_real *r = x->r;
    char *work = x->work + (size_t)part * r->slot;
    stet_correct_outcome *outcome = (stet_correct_outcome *)work;
    memset(outcome, 0, sizeof *outcome);
    const ptrdiff_t end = stet_cut(r->turns, part + 1, r->parts);
    for (ptrdiff_t i = stet_cut(r->turns, part, r->parts); i < end && !outcome->status; i++)
        outcome->status =
            run_turn(x, i, work + stet_round_to_line(sizeof *outcome), &outcome->stats);
}

static stet_status run(const void *state, const void *in, void *out, char *work,
                       stet_correct_stats *stats)
{
    const stet_real *r = (const stet_real *)state;
    execution x = {r, (const char *)in, (char *)out, work, stats != NULL};
    stet_status worst = STET_OK;
    if (r->parts > 1)
        stet_executor_run(&r->executor, r->parts, run_part, &x);
    else
        run_part(&x, 0);
    for (int i = 0; i < r->parts; i++) {
        const stet_correct_outcome *part =
            (const stet_correct_outcome *)(work + (size_t)i * r->slot);
        worst = part->status ? part->status : worst;
        if (stats)
            stet_correct_add_stats(stats, &part->stats);
    }
    if (stats)
        stats->numbers += r->turns * r->numbers;
    return worst;
}

/* ------------------------------------------------------------- the engine -- */

static stet_status accepts(const stet_options *o)
{
    (void)o;
    return STET_OK;
}

static void describe(stet_text *to, const void *state)
{
    const stet_real *r = (const stet_real *)state;
    stet_put(to, "as: %s of %zu bytes\n",
             r->kind == STET_C2C   ? "c2c"
             : r->kind == STET_R2C ? "r2c"
                                   : "c2r",
             r->from);
    stet_correct_engine.describe(to, r->inside);
}

static void bound(const void *state, stet_error_bound *bound)
{
    bound->unit = stet_unit_roundoff(((const stet_real *)state)->precision);
}

const stet_engine stet_correct_real_engine = {.name = "correct",
                                              .accepts = accepts,
                                              .create = create,
                                              .destroy = destroy,
                                              .workspace = workspace,
                                              .run = run,
                                              .has_stats = 1,
                                              .bound = bound,
                                              .describe = describe};
