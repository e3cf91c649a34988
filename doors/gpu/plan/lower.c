/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers options: one dimension after the other, each as all lines along one axis, in the order of
 * graph/norm.h. */
#include <string.h>

#include "arith/bits.h"
#include "base/precision.h"
#include "half/lines.h"
#include "plan/build.h"

typedef struct {
    const stet_options *o;
    int real;
    int between; /* format between dimensions */
    int64_t batch;
} shape;

/* ----------------------------------------------------------------- factors -- */

/* Returns the factor. Passes of level correct are those of level native in double. */
stet_factor stet_gpu_factor(const stet_options *o)
{
    stet_options inside = *o;
    if (o->level == STET_LEVEL_CORRECT) {
        inside.level = STET_LEVEL_NATIVE;
        inside.precision = STET_F64;
    }
    return stet_norm_factor(&inside);
}

static int64_t bits_of(double x) { return (int64_t)stet_bits_f64(x); }
static int64_t narrow_bits_of(double x) { return (int64_t)stet_bits_f32((float)x); }

/* Sets the factors of the numbers that are read and written. */
static void set_factors(const shape *s, stet_gpu_builder *b, int first, int last,
                        stet_gpu_line *line)
{
    const stet_factor factor = stet_gpu_factor(s->o);
    const double scale = factor.scale;
    double rest = factor.rest;
    b->result->half_exponent = factor.exponent;
    if (s->real == 33)
        rest = scale - (double)(float)scale;
    line->load = narrow_bits_of(first ? stet_power_of_two(factor.load) : 1);
    line->scaled = last && (scale != 1 || rest != 0);
    line->scale = s->real >= 64 ? bits_of(scale) : narrow_bits_of(scale);
    line->rest = !last ? 0 : s->real >= 64 ? bits_of(rest) : narrow_bits_of(rest);
}

/* ------------------------------------------------------------------ arrays -- */

static int real_of(const stet_options *o)
{
    if (o->level == STET_LEVEL_CORRECT)
        return 64;
    if (stet_is_half(o->precision))
        return o->half_mode == STET_HALF_NATIVE && o->level == STET_LEVEL_NATIVE ? 16 : 32;
    if (o->level == STET_LEVEL_EXTENDED_FF)
        return 33;
    if (o->level == STET_LEVEL_EXTENDED)
        return o->precision == STET_F32 ? 64 : 65;
    return o->precision == STET_F32 ? 32 : 64;
}

int stet_gpu_format(const stet_options *o, int real)
{
    switch (o->precision) {
    case STET_F16: return FORMAT_F16;
    case STET_BF16: return FORMAT_BF16;
    case STET_F32: return real == 32 ? FORMAT_OWN : FORMAT_F32;
    default: return real == 64 ? FORMAT_OWN : FORMAT_F64;
    }
}

/* Returns the numbers along dimension i for the lines of other dimensions; a half spectrum has
 * fewer. */
int64_t stet_gpu_length_across(const stet_options *o, int i)
{
    const int is_half = i == o->rank - 1 && (o->kind == STET_R2C || o->kind == STET_C2R);
    return is_half ? o->dims[i].n / 2 + 1 : o->dims[i].n;
}

/* Adds a loop inside the others, or extends the innermost one if both arrays continue it. */
static void add_loop(stet_gpu_builder *b, stet_gpu_line *line, int64_t n, int64_t in, int64_t out)
{
    const int last = line->in.dims > 0 ? 2 * (line->in.dims - 1) : 0;
    int64_t *last_in = &line->in.dim[last], *last_out = &line->out.dim[last];
    if (n == 1)
        return;
    if (line->in.dims > 0 && last_in[1] == n * in && last_out[1] == n * out) {
        last_in[0] = last_out[0] = last_in[0] * n;
        last_in[1] = in;
        last_out[1] = out;
    } else if (line->in.dims == STET_GPU_DIMS) {
        b->status = b->status ? b->status : STET_E_RANK;
    } else {
        const int at = 2 * line->in.dims;
        line->in.dim[at] = line->out.dim[at] = n;
        line->in.dim[at + 1] = in;
        line->out.dim[at + 1] = out;
        line->out.dims = ++line->in.dims;
    }
}

/* Returns the stride of dimension i in the workspace array between dimensions. */
static int64_t inner_stride(const stet_options *o, int i)
{
    int64_t stride = 1;
    for (int k = o->rank - 1; k > i; k--)
        stride *= stet_gpu_length_across(o, k);
    return stride;
}

static int64_t batch_stride(const shape *s, int i)
{
    int64_t stride = inner_stride(s->o, -1);
    for (int k = s->o->batch_rank - 1; k > i; k--)
        stride *= s->o->batch[k].n;
    return stride;
}

/* Returns a side: its place, and the strides of the dimension and of the batch there. */
static stet_gpu_side side_of(const shape *s, stet_gpu_place place, const stet_gpu_side *before)
{
    const stet_options *o = s->o;
    if (place != STET_GPU_WORK)
        return (stet_gpu_side){.place = place, .format = stet_gpu_format(o, s->real)};
    const size_t size = s->between == FORMAT_OWN ? stet_gpu_size(s->real) : 4;
    return (stet_gpu_side){.place = place,
                           .offset = before ? before->offset : 0,
                           .format = s->between,
                           .size = (size_t)(inner_stride(o, -1) * s->batch) * size};
}

static int64_t stride_of(const shape *s, const stet_gpu_side *side, int i)
{
    if (side->place == STET_GPU_WORK)
        return inner_stride(s->o, i);
    return side->place == STET_GPU_IN ? s->o->dims[i].in_stride : s->o->dims[i].out_stride;
}

static int64_t stride_of_batch(const shape *s, const stet_gpu_side *side, int i)
{
    if (side->place == STET_GPU_WORK)
        return batch_stride(s, i);
    return side->place == STET_GPU_IN ? s->o->batch[i].in_stride : s->o->batch[i].out_stride;
}

static void set_forms(const stet_options *o, int axis, stet_gpu_line *line)
{
    line->in.form = line->out.form = FORM_COMPLEX;
    if (axis != o->rank - 1 || o->kind == STET_C2C)
        return;
    if (o->kind == STET_R2C) {
        line->in.form = FORM_REAL;
        line->out.form = FORM_HALF;
    } else {
        line->in.form = line->n % 2 ? FORM_HALF : FORM_PAIRS;
        line->out.form = line->n % 2 ? FORM_REAL : FORM_PAIRS;
    }
}

/* --------------------------------------------------------------- half store -- */

/* Lowers a line that half mode store divides: n2 lines of n1 numbers, then n1 lines of n2. */
static stet_gpu_side add_divided(stet_gpu_builder *b, const shape *s, const stet_gpu_line *line,
                                 int64_t n1)
{
    const int64_t n = line->n, n2 = n / n1;
    stet_gpu_line first = *line, second = *line;
    const stet_gpu_side middle = {.place = STET_GPU_WORK,
                                  .format = stet_gpu_format(s->o, s->real),
                                  .form = FORM_COMPLEX,
                                  .size = (size_t)(line->lines * n) * 4,
                                  .dims = 1,
                                  .dim = {line->lines, n}};
    const int dims = line->in.dims;
    if (dims == STET_GPU_DIMS) {
        b->status = b->status ? b->status : STET_E_RANK;
        return line->in;
    }
    first.n = n1;
    second.n = n2;
    first.lines = line->lines * n2;
    second.lines = line->lines * n1;
    first.scaled = 0;
    second.load = narrow_bits_of(1);
    second.twist = n;
    second.parts = n1;
    first.out = second.in = middle;
    /* Column c of n2: the numbers c + n2 a, a < n1, of the line go to j n2 + c. */
    first.in.dim[2 * dims] = n2;
    first.in.dim[2 * dims + 1] = line->in.step;
    first.in.dims++;
    first.in.step = n2 * line->in.step;
    first.out.dim[2] = n2;
    first.out.dim[3] = 1;
    first.out.dims = 2;
    first.out.step = n2;
    second.in = stet_gpu_add_line(b, &first);
    /* Row j of n1: the numbers j n2 + c, c < n2, go to j + n1 q. */
    second.in.dims = 2;
    second.in.dim[2] = n1;
    second.in.dim[3] = n2;
    second.in.step = 1;
    second.out.dim[2 * dims] = n1;
    second.out.dim[2 * dims + 1] = line->out.step;
    second.out.dims++;
    second.out.step = n1 * line->out.step;
    return stet_gpu_add_line(b, &second);
}

/* -------------------------------------------------------------- dimensions -- */

/* Adds all lines along an axis. The loops of the batch are outside those of the dimensions. */
static stet_gpu_side add_axis(stet_gpu_builder *b, const shape *s, int stage,
                              const stet_gpu_side *before)
{
    const stet_options *o = s->o;
    const int axis = stet_axis_of_stage(o->direction, o->rank, stage);
    const int first = stage == 0, last = stage == o->rank - 1;
    stet_gpu_line line = {.real = s->real, .n = o->dims[axis].n, .lines = 1};
    line.in = side_of(s, first ? STET_GPU_IN : STET_GPU_WORK, before);
    line.out = side_of(s, last ? STET_GPU_OUT : STET_GPU_WORK, NULL);
    line.in.step = stride_of(s, &line.in, axis);
    line.out.step = stride_of(s, &line.out, axis);
    line.swap = o->direction == STET_INVERSE && !(o->kind == STET_C2R && axis == o->rank - 1);
    set_forms(o, axis, &line);
    set_factors(s, b, first, last, &line);
    for (int i = 0; i < o->batch_rank; i++)
        add_loop(b, &line, o->batch[i].n, stride_of_batch(s, &line.in, i),
                 stride_of_batch(s, &line.out, i));
    for (int i = 0; i < o->rank; i++)
        if (i != axis)
            add_loop(b, &line, stet_gpu_length_across(o, i), stride_of(s, &line.in, i),
                     stride_of(s, &line.out, i));
    if (line.in.dims == 0)
        line.in.dims = line.out.dims = 1, line.in.dim[0] = line.out.dim[0] = 1;
    for (int i = 0; i < line.in.dims; i++)
        line.lines *= line.in.dim[2 * i];
    line.in_chunks = o->rank == 1 && o->level != STET_LEVEL_CORRECT;
    const int divides = o->half_mode == STET_HALF_STORE && stet_is_half(o->precision) &&
                        o->level == STET_LEVEL_NATIVE && line.in.form == FORM_COMPLEX;
    const int64_t n1 = divides ? stet_half_split_of(line.n) : 1;
    return n1 > 1 ? add_divided(b, s, &line, n1) : stet_gpu_add_line(b, &line);
}

void stet_gpu_add_axes(stet_gpu_builder *b, const stet_options *o)
{
    shape s = {.o = o, .real = real_of(o), .batch = stet_gpu_batch(o)};
    const int is_store = stet_is_half(o->precision) && o->half_mode == STET_HALF_STORE &&
                         o->level == STET_LEVEL_NATIVE;
    s.between = is_store ? stet_gpu_format(o, s.real) : FORMAT_OWN;
    stet_gpu_side side = {.place = STET_GPU_IN};
    for (int stage = 0; stage < o->rank && !b->status; stage++)
        side = add_axis(b, &s, stage, &side);
}

stet_status stet_gpu_lower(stet_gpu_lowering **lowering, const stet_options *o,
                           const stet_gpu_limits *limits)
{
    stet_gpu_builder b;
    *lowering = NULL;
    if (stet_gpu_begin(&b, limits))
        return b.status;
    if (o->kind == STET_R2R || (o->level == STET_LEVEL_CORRECT && o->precision == STET_F64)) {
        *lowering = b.result;
        b.result->open = -1;
        b.result->transforms = stet_gpu_batch(o);
        return STET_OK;
    }
    if (o->level == STET_LEVEL_CORRECT)
        stet_gpu_begin_correct(&b, o);
    stet_gpu_add_axes(&b, o);
    if (o->level == STET_LEVEL_CORRECT)
        stet_gpu_end_correct(&b, o);
    if (!stet_gpu_finish(&b))
        return b.status;
    *lowering = b.result;
    return STET_OK;
}
