/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct around the passes: kernels/correct.h says what the three kernels do. */
#include <string.h>

#include "arith/bits.h"
#include "arith/dd.h"
#include "base/precision.h"
#include "plan/build.h"

enum {
    THREADS = 128,
    RECORD = 24,
    LIST_OF_EACH = 32,    /* numbers of each transform that there is room for, and 1024 */
    LONGEST_SUMS = 65536, /* above, listed numbers are for the CPU, */
    BLOCKS_OF_SUMS = 1024
};

static int64_t bits_of(double x) { return (int64_t)stet_bits_f64(x); }

static double points_of(const stet_options *o)
{
    double n = 1;
    for (int i = 0; i < o->rank; i++)
        n *= (double)o->dims[i].n;
    return n;
}

static int64_t batch_of(const stet_options *o)
{
    int64_t count = 1;
    for (int i = 0; i < o->batch_rank; i++)
        count *= o->batch[i].n;
    return count;
}

static int has_list(const stet_options *o) { return o->rank == 1 && o->dims[0].n <= LONGEST_SUMS; }
static int64_t room_of(const stet_options *o) { return batch_of(o) * LIST_OF_EACH + 1024; }
static int64_t open_at(const stet_options *o) { return batch_of(o) * RECORD; }
static int64_t list_at(const stet_options *o) { return (open_at(o) + 4 * batch_of(o) + 7) / 8 * 8; }

static int is_power_of_two(double x) { return (stet_bits_f64(x) & (((uint64_t)1 << 52) - 1)) == 0; }

/* No length has primes above 13, nor the halves that spectra of even length are transformed by. */
static int is_smooth(const stet_options *o)
{
    int is = o->kind != STET_C2R;
    for (int i = 0; i < o->rank; i++)
        is = is && stet_gpu_graph_of(o->dims[i].n).rough == 1;
    return is;
}

static void set_extra(const stet_options *o, int64_t lines, int64_t quarters, int64_t *extra)
{
    const int64_t all[STET_GPU_EXTRA] = {
        open_at(o),
        list_at(o),
        room_of(o),
        lines,
        quarters,
        is_smooth(o) | (o->kind == STET_R2C ? 2 : 0),
        is_power_of_two(stet_gpu_factor(o)),
        has_list(o),
    };
    memcpy(extra, all, sizeof all);
}

/* Strides of all inputs of a transform, then of the batch on that side, the numbers above, and the
 * batch of the output. */
static int64_t add_layout(stet_gpu_builder *b, const stet_options *o, int batch_dims)
{
    const int64_t count = 2 + 2 * o->rank + 4 * batch_dims + STET_GPU_EXTRA;
    const int64_t at = stet_gpu_add_table(b, (size_t)count * sizeof(int64_t));
    if (at < 0)
        return at;
    int64_t *to = (int64_t *)(void *)stet_gpu_table(b, at);
    *to++ = o->dims[o->rank - 1].in_stride;
    *to++ = o->dims[o->rank - 1].out_stride;
    for (int i = 0; i < o->rank; i++) {
        const int is_half = o->kind == STET_C2R && i == o->rank - 1;
        *to++ = is_half ? o->dims[i].n / 2 + 1 : o->dims[i].n;
        *to++ = o->dims[i].in_stride;
    }
    for (int side = 0; side < 2; side++) {
        if (o->batch_rank == 0)
            *to = 1, to += 2;
        for (int i = 0; i < o->batch_rank; i++) {
            *to++ = o->batch[i].n;
            *to++ = side ? o->batch[i].out_stride : o->batch[i].in_stride;
        }
        if (side == 0) {
            set_extra(o, 1, 0, to);
            to += STET_GPU_EXTRA;
        }
    }
    return at;
}

/* `each` and `underflow` of the transform in double: stet_plan_bound(). */
static stet_status bound_of(const stet_options *o, stet_error_bound *bound)
{
    stet_options wide = *o;
    stet_plan *plan;
    wide.precision = STET_F32;
    wide.level = STET_LEVEL_EXTENDED;
    wide.threads = 0;
    wide.effort = STET_EFFORT_ESTIMATE;
    bound->size = sizeof *bound;
    stet_status status = stet_plan_create(&plan, &wide);
    if (!status)
        status = stet_plan_bound(plan, bound);
    stet_plan_destroy(plan);
    return status;
}

static stet_gpu_launch *add_launch(stet_gpu_builder *b, const stet_options *o, const char *name,
                                   int what)
{
    const int batch_dims = o->batch_rank > 0 ? o->batch_rank : 1;
    const int64_t layout = add_layout(b, o, batch_dims);
    double count = points_of(o);
    if (o->kind == STET_C2R)
        count = count / (double)o->dims[o->rank - 1].n * (double)(o->dims[o->rank - 1].n / 2 + 1);
    if ((count > 0x1p31 || batch_of(o) > INT32_MAX) && !b->status)
        b->status = STET_E_OVERFLOW;
    stet_gpu_launch *l = stet_gpu_add_launch(b);
    if (!l)
        return NULL;
    l->kernel = name;
    l->block = THREADS;
    l->shared = 2 * THREADS * sizeof(double);
    l->definitions =
        (stet_gpu_definitions){.REAL = 64,
                               .CORRECT = what,
                               .IN_FORMAT = stet_gpu_format(o, 64),
                               .OUT_FORMAT = stet_gpu_format(o, 64),
                               .IN_FORM = o->kind == STET_C2C   ? FORM_COMPLEX
                                          : o->kind == STET_R2C ? FORM_REAL
                                                                : FORM_HALF,
                               .OUT_FORM = o->kind == STET_C2C   ? FORM_COMPLEX
                                           : o->kind == STET_R2C ? FORM_HALF
                                                                 : FORM_REAL,
                               .SWAP_IN = o->kind == STET_C2C && o->direction == STET_INVERSE,
                               .SWAP_OUT = o->kind == STET_C2C && o->direction == STET_INVERSE,
                               .STEPS = 1,
                               .R0 = 1,
                               .R1 = 1,
                               .R2 = 1,
                               .R3 = 1,
                               .R4 = 1,
                               .R5 = 1,
                               .R6 = 1,
                               .R7 = 1,
                               .G = 1,
                               .LANES = 1,
                               .DEPTH = 1,
                               .DIMS_IN = o->rank,
                               .DIMS_OUT = batch_dims};
    l->slot[1] = (stet_gpu_slot){STET_GPU_OUT, 0};
    l->slot[2] = l->slot[3] = l->slot[4] = (stet_gpu_slot){STET_GPU_TABLES, layout};
    l->slot[5] = (stet_gpu_slot){STET_GPU_WORK, STET_GPU_RECORDS};
    l->number[0] = (int64_t)count;
    l->number[NUMBER_N] = o->dims[o->rank - 1].n;
    return l;
}

/* Several dimensions of half a spectrum go to the CPU: the bound is that of a real signal's. */
void stet_gpu_begin_correct(stet_gpu_builder *b, const stet_options *o)
{
    stet_error_bound bound;
    const stet_status status = bound_of(o, &bound);
    if (status && !b->status)
        b->status = status;
    b->region[STET_GPU_RECORDS] = (size_t)(list_at(o) + 8 + 8 * room_of(o));
    b->result->transforms = batch_of(o);
    b->result->open = open_at(o);
    stet_gpu_launch *l = add_launch(b, o, "stet_energy", IS_ENERGY);
    if (!l)
        return;
    const double n = points_of(o), root = __builtin_sqrt(n);
    l->grid = batch_of(o);
    l->number[8] = bits_of(bound.each * stet_gpu_factor(o) * root * 0x1.00001p0);
    l->number[9] = bits_of(bound.underflow + 0x1p-900);
    l->number[10] = o->kind == STET_C2R && o->rank > 1;
    l->number[11] = bits_of(__builtin_sqrt(2 * n) * 0x1.00001p0);
}

/* A byte for each line of the last dimension to be transformed: which multiples of a quarter and of
 * a half of a turn it has along the others. */
static int64_t add_quarters(stet_gpu_builder *b, const stet_options *o, int axis, int64_t lines)
{
    const int64_t at = stet_gpu_add_table(b, (size_t)lines);
    for (int64_t line = 0; at >= 0 && line < lines; line++) {
        int64_t left = line;
        int is_quarter = 1, is_half = 1;
        for (int i = o->rank - 1; i >= 0; i--) {
            if (i == axis)
                continue;
            const int64_t count = stet_gpu_length_across(o, i), k = left % count;
            left /= count;
            is_quarter = is_quarter && 4 * k % o->dims[i].n == 0;
            is_half = is_half && 2 * k % o->dims[i].n == 0;
        }
        stet_gpu_table(b, at)[line] = (char)(is_quarter | is_half << 1);
    }
    return at;
}

/* The factor as a pair. */
static stet_dd wide_factor(const stet_options *o)
{
    const stet_dd n = stet_dd_from(stet_gpu_divisor(o));
    return stet_dd_div(stet_dd_from(1), o->norm == STET_NORM_ORTHO ? stet_dd_sqrt(n) : n);
}

void stet_gpu_end_correct(stet_gpu_builder *b, const stet_options *o)
{
    const int axis = o->direction == STET_INVERSE ? o->rank - 1 : 0, last = b->result->count - 1;
    int64_t lines = 1;
    for (int i = 0; i < o->rank; i++)
        if (i != axis)
            lines *= stet_gpu_length_across(o, i);
    const int64_t quarters = o->rank > 1 ? add_quarters(b, o, axis, lines) : 0;
    const int64_t n = o->dims[0].n, roots = has_list(o) ? stet_gpu_root_table(b, 65, n) : 0;
    if (b->status)
        return;
    stet_gpu_launch *l = &b->result->launch[last];
    const int64_t layout = l->slot[4].offset,
                  strides = 2 + 2 * (l->definitions.DIMS_IN + l->definitions.DIMS_OUT);
    l->definitions.CORRECT = IS_DECIDING;
    if (l->slot[5].place != STET_GPU_WORK)
        l->slot[5] = (stet_gpu_slot){STET_GPU_WORK, STET_GPU_RECORDS};
    set_extra(o, lines, o->rank > 1 ? quarters - layout : 0,
              (int64_t *)(void *)stet_gpu_table(b, layout) + strides);
    if (!has_list(o))
        return;
    l = add_launch(b, o, "stet_direct", IS_DIRECT);
    if (!l)
        return;
    const stet_dd factor = wide_factor(o);
    const double terms = 2 * (double)n + 16;
    l->grid = room_of(o) < BLOCKS_OF_SUMS ? room_of(o) : BLOCKS_OF_SUMS;
    l->slot[3].offset = roots;
    l->number[1] = l->grid;
    l->number[8] = bits_of(factor.hi);
    l->number[9] = bits_of(factor.lo);
    l->number[10] =
        bits_of(0x1p-106 * terms * terms * __builtin_sqrt(2 * (double)n) * factor.hi * 0x1.01p0);
}
