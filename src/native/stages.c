/* SPDX-License-Identifier: Apache-2.0 */
/* Makes stages of the options, with their loops and their lines. */
#include "native/stages.h"

#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "base/isa.h"
#include "base/precision.h"
#include "base/size.h"
#include "graph/norm.h"
#include "lines/tuning.h"

/* Returns the number of lines across dimension i, which is smaller for a half spectrum. */
static ptrdiff_t length_across(const stet_options *o, int i)
{
    const ptrdiff_t n = o->dims[i].n;
    return i == o->rank - 1 && (o->kind == STET_R2C || o->kind == STET_C2R) ? n / 2 + 1 : n;
}

/* Reports whether the array between the dimensions has wider numbers. */
static int is_wide_inside(const stet_options *o)
{
    return stet_norm_inside(o) != o->precision && o->rank > 1;
}

static int goes_through_work(const stet_options *o)
{
    return o->rank > 1 && (o->kind == STET_C2R || is_wide_inside(o));
}

/* Returns the bytes of a complex number between the dimensions. */
static ptrdiff_t complex_size(const stet_options *o, const stet_stages *t)
{
    if (is_wide_inside(o))
        return (o->kind == STET_R2R ? 1 : 2) *
               (ptrdiff_t)stet_lines_number_size(stet_norm_inside(o));
    return o->kind == STET_R2C ? t->out_element : t->in_element;
}

/* Rounds the length of a row in the workspace up to an odd number of cache lines. Vectors of
 * columns would cross a line in most rows of a half spectrum: C2R of 256 x 256 to 1024 x 1024 takes
 * 0.74 to 0.95 of the time (Emerald Rapids). Short rows stay as they are. */
static ptrdiff_t row_in_work(ptrdiff_t length, ptrdiff_t element)
{
    enum { LEAST = 16 }; /* cache lines */
    const ptrdiff_t line = STET_ALIGN / element, lines = (length + line - 1) / line;
    return lines < LEAST ? length : (lines | 1) * line;
}

/* Returns the stride of dimension i in the array at a place. The workspace is contiguous, except
 * the rows of two dimensions: of more, loops over rows and columns stay one. */
static ptrdiff_t stride_at(const stet_options *o, const stet_stages *t, stet_place place, int i)
{
    if (place == STET_PLACE_IN)
        return o->dims[i].in_stride;
    if (place == STET_PLACE_OUT)
        return o->dims[i].out_stride;
    ptrdiff_t stride = 1;
    for (int k = o->rank - 1; k > i; k--)
        stride *= length_across(o, k);
    return o->rank == 2 && i == 0 ? row_in_work(stride, complex_size(o, t)) : stride;
}

/* The lines of the innermost loop run together, so it should be the loop whose lines are
 * closest. */
static void add_loop(stet_stage *s, stet_loop loop)
{
    int i = s->loop_count++;
    for (; i > 0 && stet_magnitude(s->loops[i - 1].out_stride) < stet_magnitude(loop.out_stride);
         i--)
        s->loops[i] = s->loops[i - 1];
    s->loops[i] = loop;
}

static void begin_stage(const stet_options *o, const stet_stages *t, int stage, stet_stage *s)
{
    const int axis = stet_axis_of_stage(o->direction, o->rank, stage);
    const int first = stage == 0, last = stage == o->rank - 1;
    const int through_work = goes_through_work(o), real_axis = axis == o->rank - 1;
    s->axis = axis;
    s->from = first ? STET_PLACE_IN : through_work ? STET_PLACE_WORK : STET_PLACE_OUT;
    s->to = last || !through_work ? STET_PLACE_OUT : STET_PLACE_WORK;
    s->swap =
        o->direction == STET_INVERSE && !(o->kind == STET_C2R && real_axis) && o->kind != STET_R2R;
    s->scale = last ? stet_norm_factor_f64(o) : 1;
    const ptrdiff_t complex_element = complex_size(o, t);
    s->in_element = s->from == STET_PLACE_IN ? t->in_element : complex_element;
    s->out_element = s->to == STET_PLACE_OUT ? t->out_element : complex_element;
    s->is = stride_at(o, t, s->from, axis);
    s->os = stride_at(o, t, s->to, axis);
    s->loop_count = 0;
}

/* Reports whether the stages run slab by slab. A slab stays in the second-level cache, so the array
 * passes through it twice, not once for each dimension: 64 x 64 x 64 and 128 x 128 x 128 floats
 * take 0.84 to 0.98 of the time (Emerald Rapids). Arrays that fit that cache gain nothing, nor does
 * C2R, which goes through the workspace. Slabs lie apart, so dimension 0 has the largest strides.
 * Threads divide whole stages. */
static int has_slabs(const stet_options *o, const stet_stages *t)
{
    enum { CACHE = 1 << 20 };
    const stet_dim *d = o->dims;
    ptrdiff_t bytes = stet_larger(t->in_element, t->out_element);
    for (int i = 1; i < o->rank; i++) {
        if (stet_magnitude(d[i].in_stride) > stet_magnitude(d[0].in_stride) ||
            stet_magnitude(d[i].out_stride) > stet_magnitude(d[0].out_stride))
            return 0;
        bytes = bytes > CACHE / d[i].n ? CACHE + 1 : bytes * d[i].n;
    }
    return o->rank > 2 && !goes_through_work(o) && t->executor.threads == 1 && bytes <= CACHE &&
           bytes > CACHE / d[0].n;
}

static void build_stage(const stet_options *o, const stet_stages *t, int stage, stet_stage *s)
{
    begin_stage(o, t, stage, s);
    s->in_slab = t->slabs.n > 0 && s->axis > 0;
    for (int i = s->in_slab; i < o->rank; i++)
        if (i != s->axis)
            add_loop(s, (stet_loop){length_across(o, i), stride_at(o, t, s->from, i),
                                    stride_at(o, t, s->to, i), 1});
    if (o->rank == 1)
        for (int i = 0; i < o->batch_rank; i++)
            add_loop(s,
                     (stet_loop){o->batch[i].n, o->batch[i].in_stride, o->batch[i].out_stride, 1});
}

/* Only the last dimension of R2C and C2R has a real side. */
static stet_kind kind_of(const stet_options *o, int axis)
{
    if (o->kind == STET_R2R)
        return stet_r2r_line_kind(o->r2r[axis]);
    if (axis < o->rank - 1 || o->kind == STET_C2C)
        return STET_C2C;
    return o->kind == STET_R2C ? STET_R2C : STET_C2R;
}

/* Makes the plan of lines that have wide numbers on both sides, or the caller's. */
static stet_status build_fft(const stet_options *o, stet_stage *s, int wide_in, int wide_out)
{
    const stet_isa *isa = stet_isa_in_use();
    const ptrdiff_t n = o->dims[s->axis].n;
    const stet_kind kind = kind_of(o, s->axis);
    const stet_precision inside = stet_norm_inside(o);
    if (o->effort == STET_EFFORT_MEASURE)
        stet_measure(n, kind, inside, isa);
    stet_fft1d *f = stet_fft1d_acquire(n, kind, inside, isa, NULL);
    if (!f)
        return STET_E_MEMORY;
    const stet_extended_shape shape = {.outside = o->precision,
                                       .wide_in = wide_in,
                                       .wide_out = wide_out,
                                       .contiguous = s->is == 1 && s->os == 1,
                                       .count = s->lines};
    s->converts = inside != o->precision && !(wide_in && wide_out);
    s->line = s->converts ? stet_extended_plan(f, &shape)
                          : stet_lines_plan(f, shape.contiguous, shape.count);
    if (inside == STET_DD && !wide_out)
        s->scale = stet_norm_pair(stet_norm_divisor(o), o->norm == STET_NORM_ORTHO);
    return STET_OK;
}

/* Makes the plan of lines of 16 bits, or, between the dimensions of mode IO, of floats. */
static stet_status build_half(const stet_options *o, stet_stages *t, int stage, stet_stage *s)
{
    const int first = stage == 0, last = stage == o->rank - 1, wide = is_wide_inside(o);
    if (wide && !first && !last) {
        stet_options between = *o;
        between.precision = STET_F32;
        between.level = STET_LEVEL_NATIVE;
        return build_fft(&between, s, 1, 1);
    }
    const stet_factor factor = stet_norm_factor(o);
    t->half_exponent = factor.exponent;
    const stet_half_shape shape = {.n = o->dims[s->axis].n,
                                   .kind = kind_of(o, s->axis),
                                   .precision = o->precision,
                                   .mode = o->half_mode,
                                   .effort = o->effort,
                                   .wide_in = wide && !first,
                                   .wide_out = wide && !last,
                                   .contiguous = s->is == 1 && s->os == 1,
                                   .load = first ? (float)stet_power_of_two(factor.load) : 1,
                                   .scale = last ? factor.scale : 1};
    const stet_status status = stet_half_create(&s->half, &shape, stet_isa_in_use());
    if (!status)
        s->line = stet_half_plan(s->half);
    return status;
}

static stet_status build_lines(const stet_options *o, stet_stages *t, int stage, stet_stage *s)
{
    return stet_is_half(o->precision) ? build_half(o, t, stage, s)
                                      : build_fft(o, s, stage > 0, stage < o->rank - 1);
}

/* Leaves out loops of one turn, and makes one loop of two if all their turns are equally far apart.
 * Returns how many are left. */
static int join_loops(stet_loop *loops, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const stet_loop inner = loops[i];
        stet_loop *outer = kept > 0 ? &loops[kept - 1] : NULL;
        if (inner.n == 1)
            continue;
        if (outer && outer->in_stride == inner.n * inner.in_stride &&
            outer->out_stride == inner.n * inner.out_stride)
            *outer = (stet_loop){outer->n * inner.n, inner.in_stride, inner.out_stride, 1};
        else
            loops[kept++] = inner;
    }
    return kept;
}

/* Joins loops, fills in `below`, and returns the turns of all loops. */
static ptrdiff_t count_turns(stet_loop *loops, int *count)
{
    ptrdiff_t turns = 1;
    *count = join_loops(loops, *count);
    for (int i = *count - 1; i >= 0; i--) {
        loops[i].below = turns;
        turns *= loops[i].n;
    }
    return turns;
}

static stet_status build(const stet_options *o, stet_stages *t)
{
    const size_t stages = (size_t)o->rank, loops = stages * stages + (size_t)o->batch_rank;
    t->block = stet_alloc(stages * sizeof(stet_stage) + loops * sizeof(stet_loop));
    if (!t->block)
        return STET_E_MEMORY;
    memset(t->block, 0, stages * sizeof(stet_stage));
    t->stages = (stet_stage *)t->block;
    t->loops = (stet_loop *)(t->stages + stages);
    stet_loop *loop = t->loops;
    if (o->rank > 1) {
        for (int i = 0; i < o->batch_rank; i++)
            *loop++ = (stet_loop){o->batch[i].n, o->batch[i].in_stride, o->batch[i].out_stride, 1};
        t->loop_count = o->batch_rank;
    }
    t->turns = count_turns(t->loops, &t->loop_count);
    if (has_slabs(o, t))
        t->slabs = (stet_loop){o->dims[0].n, o->dims[0].in_stride, o->dims[0].out_stride, 1};
    for (int i = 0; i < o->rank; i++) {
        t->stages[i].loops = loop;
        build_stage(o, t, i, &t->stages[i]);
        loop += t->stages[i].loop_count;
        t->stages[i].lines = count_turns(t->stages[i].loops, &t->stages[i].loop_count);
        t->stage_count++;
        const stet_status status = build_lines(o, t, i, &t->stages[i]);
        if (status)
            return status;
    }
    if (goes_through_work(o))
        t->array_work = (size_t)complex_size(o, t) * (size_t)length_across(o, 0) *
                        (size_t)stride_at(o, t, STET_PLACE_WORK, 0);
    stet_stages_divide(t);
    return STET_OK;
}

static void destroy(void *state)
{
    stet_stages *t = (stet_stages *)state;
    if (!t)
        return;
    for (int i = 0; i < t->stage_count; i++) {
        stet_fft1d_release(t->stages[i].line.fft);
        stet_half_destroy(t->stages[i].half);
    }
    stet_free(t->block);
    stet_free(t);
}

static stet_stages *begin(const stet_options *o)
{
    stet_stages *t = (stet_stages *)stet_alloc(sizeof *t);
    if (!t)
        return NULL;
    memset(t, 0, sizeof *t);
    t->in_element = stet_in_element(o->kind, o->precision);
    t->out_element = stet_out_element(o->kind, o->precision);
    t->executor = stet_executor_of(o->threads, o->parallel, o->parallel_context);
    t->least_points = STET_LEAST_POINTS;
    t->factor = stet_norm_factor_f64(o);
    t->unit = stet_norm_inside(o) == o->precision ? 0 : stet_unit_roundoff(o->precision);
    return t;
}

static stet_status finish(stet_status status, stet_stages *t, void **state)
{
    if (status) {
        destroy(t);
        t = NULL;
    }
    *state = t;
    return status;
}

/* Returns the dimension from i on that a plan keeps, or rank. A transform of one complex point
 * leaves the point as it is, so its dimension is left out. If all are such, the last one stays. If
 * numbers between the dimensions have another precision, or are scaled, all dimensions stay. */
static int kept_from(const stet_options *o, int i)
{
    const int all = stet_is_half(o->precision) || stet_norm_inside(o) != o->precision;
    while (i < o->rank && !all && o->dims[i].n == 1 && kind_of(o, i) == STET_C2C)
        i++;
    return i;
}

static stet_status build_kept(const stet_options *o, stet_stages *t, stet_dim *dims)
{
    stet_options kept = *o;
    kept.dims = dims;
    kept.rank = 0;
    for (int i = kept_from(o, 0); i < o->rank; i = kept_from(o, i + 1))
        dims[kept.rank++] = o->dims[i];
    if (kept.rank == 0)
        dims[kept.rank++] = o->dims[o->rank - 1];
    const stet_status status = build(&kept, t);
    for (int k = 0; k < t->stage_count; k++) {
        int axis = kept_from(o, 0);
        for (int i = 0; i < t->stages[k].axis; i++)
            axis = kept_from(o, axis + 1);
        t->stages[k].axis = axis < o->rank ? axis : o->rank - 1;
    }
    return status;
}

static stet_status create(void **state, const stet_options *o)
{
    stet_stages *t = begin(o);
    stet_dim *dims = (stet_dim *)stet_alloc_array((size_t)o->rank, sizeof *dims);
    const stet_status status = t && dims ? build_kept(o, t, dims) : STET_E_MEMORY;
    stet_free(dims);
    return finish(status, t, state);
}

/* Does the work of build() for one stage with the caller's strides and loops. */
static stet_status build_part(const stet_options *o, const stet_part *part, stet_stages *t)
{
    const size_t loops = (size_t)part->loop_count;
    t->block = stet_alloc(sizeof(stet_stage) + loops * sizeof(stet_loop));
    if (!t->block)
        return STET_E_MEMORY;
    stet_stage *s = (stet_stage *)t->block;
    t->stages = s;
    t->stage_count = 1;
    t->turns = 1;
    memset(s, 0, sizeof *s);
    s->loops = (stet_loop *)(s + 1);
    begin_stage(o, t, part->stage, s);
    s->from = STET_PLACE_IN;
    s->to = STET_PLACE_OUT;
    s->is = part->is;
    s->os = part->os;
    for (int i = 0; i < part->loop_count; i++)
        add_loop(s, (stet_loop){part->loops[i].n, part->loops[i].in_stride,
                                part->loops[i].out_stride, 1});
    s->lines = count_turns(s->loops, &s->loop_count);
    if (part->wide_out)
        s->out_element = 2 * (ptrdiff_t)stet_lines_number_size(stet_norm_inside(o));
    const stet_status status =
        part->wide_out ? build_fft(o, s, part->stage > 0, 1) : build_lines(o, t, part->stage, s);
    if (!status)
        stet_stages_divide(t);
    return status;
}

stet_status stet_native_part(void **state, const stet_options *o, const stet_part *part)
{
    stet_stages *t = begin(o);
    return finish(t ? build_part(o, part, t) : STET_E_MEMORY, t, state);
}

static size_t workspace(const void *state)
{
    const stet_stages *t = (const stet_stages *)state;
    return (size_t)t->parts * t->slot;
}

static int half_exponent(const void *state) { return ((const stet_stages *)state)->half_exponent; }

const stet_lone *stet_native_lone(const void *state) { return &((const stet_stages *)state)->lone; }

/* Level extended of 16 bits is float inside, which is mode IO. */
static stet_status accepts_extended(const stet_options *o)
{
    return stet_is_half(o->precision) && o->half_mode != STET_HALF_IO ? STET_E_HALF_MODE : STET_OK;
}

static stet_status accepts_float_float(const stet_options *o)
{
    return o->precision == STET_F32 ? STET_OK : STET_E_PRECISION;
}

#define ENGINE(level, accepted)                                                                    \
    {.name = (level),                                                                              \
     .accepts = (accepted),                                                                        \
     .create = create,                                                                             \
     .destroy = destroy,                                                                           \
     .workspace = workspace,                                                                       \
     .run = stet_stages_run,                                                                       \
     .lone = stet_native_lone,                                                                     \
     .half_exponent = half_exponent,                                                               \
     .bound = stet_stages_bound,                                                                   \
     .describe = stet_stages_describe}

const stet_engine stet_native_engine = ENGINE("native", NULL);
const stet_engine stet_extended_engine = ENGINE("extended", accepts_extended);
const stet_engine stet_extended_ff_engine = ENGINE("extended-ff", accepts_float_float);

const stet_fft1d *stet_native_axis(const void *state, int axis)
{
    const stet_stages *t = (const stet_stages *)state;
    for (int i = 0; i < t->stage_count; i++)
        if (t->stages[i].axis == axis)
            return t->stages[i].line.fft;
    return NULL;
}

int stet_stages_limit_radix(stet_stages *t, int max_radix)
{
    int done = 1;
    for (int i = 0; i < t->stage_count && done; i++) {
        stet_stage *s = &t->stages[i];
        done = s->half ? stet_half_limit_radix(s->half, max_radix)
                       : stet_lines_limit_radix(&s->line, max_radix);
    }
    stet_stages_divide(t);
    return done;
}
