/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct around the passes: kernels/correct.h describes the kernels. */
#include <string.h>

#include "arith/bits.h"
#include "arith/dd.h"
#include "base/precision.h"
#include "plan/build.h"

enum {
    THREADS = 128,
    RECORD = 24,
    MOST_RANK = 16,          /* a higher rank goes to the CPU at once */
    LONGEST_ROUND = 1 << 20, /* most points of a round */
    LONGEST_SUMS = 65536,    /* most points with sums; above, a round is cheaper */
    LEAST_ROUND = 2049,      /* fewest points of a round */
    ROUND = 1 << 18,         /* points of all its transforms, or it has one */
    LIST = 64,               /* most listed numbers of a transform */
    MOST_SUMS = 1 << 20,     /* most products of a block's remaining sums, if there are rounds */
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

int64_t stet_gpu_batch(const stet_options *o)
{
    int64_t count = 1;
    for (int i = 0; i < o->batch_rank; i++)
        count *= o->batch[i].n;
    return count;
}

/* Reports whether open numbers are computed as sums. For noise the graph in double leaves about 2
 * (N/2^13)^1.5 numbers open: 42 of 2^16 points, and 2700 of 2^20 points, whose sums need 50 times
 * the operations of a transform in double-double. */
static int has_sums(const stet_options *o)
{
    return o->rank <= MOST_RANK && points_of(o) <= LONGEST_SUMS;
}
static int has_round(const stet_options *o)
{
    return o->rank <= MOST_RANK && points_of(o) >= LEAST_ROUND && points_of(o) <= LONGEST_ROUND;
}
static int64_t list_capacity(const stet_options *o)
{
    return stet_gpu_batch(o) * (LIST / 2) + 1024;
}
static int64_t open_at(const stet_options *o) { return stet_gpu_batch(o) * RECORD; }
static int64_t list_at(const stet_options *o)
{
    return (open_at(o) + 4 * stet_gpu_batch(o) + 7) / 8 * 8;
}

static int is_power_of_two(double x) { return (stet_bits_f64(x) & (((uint64_t)1 << 52) - 1)) == 0; }

/* Reports whether no length has a rough prime. Spectra of even length use transforms of half the
 * length, which are included. */
static int has_no_convolution(const stet_options *o)
{
    int is = o->kind != STET_C2R;
    for (int i = 0; i < o->rank; i++)
        is = is && stet_gpu_graph_of(o->dims[i].n).rough_count == 0;
    return is;
}

/* Returns the axis that is transformed last. The next function returns the output's numbers along
 * an axis. */
static int last_axis(const stet_options *o)
{
    return stet_axis_of_stage(o->direction, o->rank, o->rank - 1);
}

static int64_t outputs_along(const stet_options *o, int i)
{
    const int is_half = i == o->rank - 1 && o->kind == STET_R2C;
    return is_half ? o->dims[i].n / 2 + 1 : o->dims[i].n;
}

static int64_t outputs_of(const stet_options *o)
{
    int64_t count = 1;
    for (int i = 0; i < o->rank; i++)
        count *= outputs_along(o, i);
    return count;
}

static void set_extra(const stet_options *o, int64_t lines, int64_t quarters, int64_t *extra)
{
    const int64_t all[STET_GPU_EXTRA] = {
        open_at(o),
        list_at(o),
        list_capacity(o),
        lines,
        quarters,
        has_no_convolution(o) | (o->kind == STET_R2C ? 2 : 0),
        is_power_of_two(stet_gpu_factor(o).scale),
        has_sums(o) ? LIST : 0,
        outputs_along(o, last_axis(o)),
    };
    memcpy(extra, all, sizeof all);
}

/* Adds the strides of all inputs of a transform, then of the batch on that side, the numbers
 * EXTRA_*, and the batch of the output. */
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

/* Stores `each` and `underflow` for the transform in double or double-double: stet_plan_bound() of
 * level extended of f32 or f64. */
static stet_status bound_of(const stet_options *o, stet_precision precision,
                            stet_error_bound *bound)
{
    stet_options wide = *o;
    stet_plan *plan;
    wide.precision = precision;
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
    const ptrdiff_t last = o->dims[o->rank - 1].n, half = last / 2 + 1;
    if (o->kind == STET_C2R)
        count = count / (double)last * (double)half;
    if ((count > 0x1p31 || stet_gpu_batch(o) > INT32_MAX) && !b->status)
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

/* Returns f so that the sum of all inputs is at most f |x|_2. */
static double size_factor(const stet_options *o)
{
    return __builtin_sqrt(2 * points_of(o)) * 0x1.00001p0;
}

/* Adds the launches before the passes. The bound assumes a real signal, but half a spectrum of
 * several dimensions need not belong to one: the last dimension takes real parts. stet_energy sums
 * all numbers that are read, doubled if they stand for two, so no intermediate result exceeds its
 * |x|_2. */
void stet_gpu_begin_correct(stet_gpu_builder *b, const stet_options *o)
{
    stet_error_bound bound = {0};
    const stet_status status = bound_of(o, STET_F32, &bound);
    if (status && !b->status)
        b->status = status;
    b->region[STET_GPU_RECORDS] = (size_t)(list_at(o) + 8 + 8 * list_capacity(o));
    b->result->transforms = stet_gpu_batch(o);
    b->result->open = open_at(o);
    stet_gpu_launch *l = add_launch(b, o, "stet_energy", IS_ENERGY);
    if (!l)
        return;
    const double n = points_of(o), root = __builtin_sqrt(n);
    l->grid = stet_gpu_batch(o);
    l->number[8] = bits_of(bound.each * stet_gpu_factor(o).scale * root * 0x1.00001p0);
    l->number[9] = bits_of(bound.underflow + 0x1p-900);
    l->number[11] = bits_of(size_factor(o));
}

/* Adds a byte for each line of the dimension that is transformed last: it says whether the line's
 * indices along the other dimensions are multiples of a quarter or of half a turn. */
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

static int64_t divisor_of_both(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Returns the least common multiple of the lengths. */
static int64_t common_multiple(const stet_options *o)
{
    int64_t D = 1;
    for (int i = 0; i < o->rank; i++)
        D *= o->dims[i].n / divisor_of_both(D, o->dims[i].n);
    return D;
}

/* Stores the primes of lcm(4, n) and the orders of roots, which are the divisors of n; several
 * dimensions have neither. Returns how many numbers these are; to may be NULL. */
static int64_t orders_of(const stet_options *o, int64_t *orders, int64_t *primes, int64_t *to)
{
    const int64_t n = o->dims[0].n;
    int64_t left = n, used = 0;
    *orders = *primes = 0;
    if (o->rank > 1)
        return 0;
    for (int64_t p = 2; p <= left || p == 2; p++) {
        if (p > 2 && left % p != 0)
            continue;
        while (left % p == 0)
            left /= p;
        if (to)
            to[used] = p;
        ++*primes;
        used++;
    }
    for (int64_t d = 1; d <= n; d++)
        if (n % d == 0) {
            if (to)
                to[used] = d;
            ++*orders;
            used++;
        }
    return used;
}

/* Adds the description of a transform that kernels/sums.h reads. */
static int64_t add_shape(stet_gpu_builder *b, const stet_options *o, int64_t D)
{
    int64_t orders, primes;
    const int64_t more = orders_of(o, &orders, &primes, NULL), head = 4 * o->rank + 5;
    const int64_t at = stet_gpu_add_table(b, (size_t)(head + more) * sizeof(int64_t));
    if (at < 0)
        return at;
    int64_t *to = (int64_t *)(void *)stet_gpu_table(b, at);
    for (int i = 0; i < o->rank; i++) {
        *to++ = outputs_along(o, i);
        *to++ = o->dims[i].out_stride;
        *to++ = D / o->dims[i].n;
        *to++ = o->dims[i].n;
    }
    const int64_t about[] = {last_axis(o), outputs_along(o, last_axis(o)), outputs_of(o), orders,
                             primes};
    memcpy(to, about, sizeof about);
    orders_of(o, &orders, &primes, to + 5);
    return at;
}

/* Returns 1/factor if that is an integer, else 0. */
static double whole_divisor(const stet_options *o)
{
    const double n = stet_norm_divisor(o);
    if (o->norm != STET_NORM_ORTHO)
        return n;
    const double root = (double)(int64_t)(__builtin_sqrt(n) + 0.5);
    return root * root == n ? root : 0;
}

/* Adds a launch of stet_direct or stet_rest. */
static stet_gpu_launch *add_sums(stet_gpu_builder *b, const stet_options *o, const char *name,
                                 int what, int64_t shape, int64_t roots)
{
    const stet_dd factor = stet_norm_factor_dd(o);
    const double terms = 2 * points_of(o) + 16;
    stet_gpu_launch *l = add_launch(b, o, name, what);
    if (!l)
        return NULL;
    l->slot[2].offset = shape;
    l->slot[3].offset = roots;
    l->number[2] = common_multiple(o);
    l->number[4] = has_round(o) ? MOST_SUMS : INT64_MAX;
    l->number[5] = bits_of(whole_divisor(o));
    l->number[8] = bits_of(factor.hi);
    l->number[9] = bits_of(factor.lo);
    const double bound = 0x1p-106 * terms * terms * size_factor(o) * 0x1.01p0;
    l->number[10] = bits_of(bound * factor.hi);
    l->number[14] = bits_of(bound);
    l->number[11] = bits_of(size_factor(o));
    double most = 4;
    while (most < 4 * points_of(o))
        most *= 2;
    l->number[12] = bits_of(most * 0x1p-51);
    return l;
}

/* ---------------------------------------------------------------- rounds -- */

int stet_gpu_next_round(const stet_gpu_lowering *l, const void *open, int64_t *from, void *list)
{
    const uint32_t *words = (const uint32_t *)open;
    uint32_t *to = (uint32_t *)list, found = 0;
    if (l->round == 0 || *from == l->transforms)
        return 0;
    memset(to, 0, 4 * (size_t)(l->round + 1));
    for (; *from < l->transforms && (int64_t)found < l->round; ++*from)
        if (words[*from] != 0)
            to[++found] = (uint32_t)*from;
    to[0] = found;
    return found > 0;
}

/* Adds passes over the transforms of a round, which are stored one after the other: doubles to
 * pairs, without a factor. */
static void add_wide_passes(stet_gpu_builder *b, const stet_options *o, int64_t round)
{
    stet_dim dims[MOST_RANK], batch = {(ptrdiff_t)round, 1, 1};
    stet_options wide = *o;
    const int first = b->result->count;
    for (int i = o->rank - 1; i >= 0; i--) {
        const int is_half = o->kind == STET_C2R && i == o->rank - 1;
        dims[i] = (stet_dim){o->dims[i].n, batch.in_stride, batch.out_stride};
        batch.in_stride *= is_half ? o->dims[i].n / 2 + 1 : o->dims[i].n;
        batch.out_stride *= (ptrdiff_t)outputs_along(o, i);
    }
    wide.precision = STET_F64;
    wide.level = STET_LEVEL_EXTENDED;
    wide.norm = o->direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    wide.dims = dims;
    wide.batch = &batch;
    wide.batch_rank = 1;
    stet_gpu_add_axes(b, &wide);
    for (int i = first; i < b->result->count; i++) {
        stet_gpu_launch *l = &b->result->launch[i];
        if (l->slot[0].place == STET_GPU_IN)
            l->slot[0] = (stet_gpu_slot){STET_GPU_WORK, STET_GPU_WIDENED};
        if (l->slot[1].place == STET_GPU_OUT) {
            l->slot[1] = (stet_gpu_slot){STET_GPU_WORK, STET_GPU_SPECTRA};
            l->definitions.OUT_FORMAT = FORMAT_OWN;
        }
    }
}

/* Adds a round: the transforms in double-double of the open transforms, and the decisions by
 * them. */
static void add_round(stet_gpu_builder *b, const stet_options *o, int64_t shape, int64_t roots)
{
    const int64_t n = (int64_t)points_of(o), batch = stet_gpu_batch(o), fit = ROUND / n;
    const int64_t round = fit < 1 ? 1 : fit < batch ? fit : batch;
    const size_t in = o->kind == STET_R2C ? sizeof(double) : 2 * sizeof(double);
    const size_t out = o->kind == STET_C2R ? sizeof(stet_dd) : 2 * sizeof(stet_dd);
    const int64_t outputs = outputs_of(o) * (o->kind == STET_C2R ? 1 : 2);
    stet_error_bound bound = {0};
    b->status = b->status ? b->status : bound_of(o, STET_F64, &bound);
    b->result->at_once = b->result->count;
    b->result->round = round;
    b->result->listed = list_at(o);
    b->region[STET_GPU_WIDENED] = (size_t)(round * n) * in;
    b->region[STET_GPU_SPECTRA] = (size_t)(round * outputs_of(o)) * out;
    stet_gpu_launch *l = add_sums(b, o, "stet_widen", IS_WIDEN, shape, roots);
    if (!l)
        return;
    l->grid = round * ((l->number[0] + THREADS - 1) / THREADS);
    l->slot[1] = (stet_gpu_slot){STET_GPU_WORK, STET_GPU_WIDENED};
    add_wide_passes(b, o, round);
    l = add_sums(b, o, "stet_settle", IS_SETTLE, shape, roots);
    if (!l)
        return;
    const double each = bound.each * __builtin_sqrt((double)n) * 0x1.00001p0;
    l->grid = round * ((outputs + THREADS - 1) / THREADS);
    l->slot[0] = (stet_gpu_slot){STET_GPU_WORK, STET_GPU_SPECTRA};
    l->number[10] = bits_of(each * stet_gpu_factor(o).scale * 0x1.00001p0);
    l->number[14] = bits_of(each);
}

void stet_gpu_end_correct(stet_gpu_builder *b, const stet_options *o)
{
    const int axis = last_axis(o), last = b->result->count - 1;
    int64_t lines = 1;
    for (int i = 0; i < o->rank; i++)
        if (i != axis)
            lines *= stet_gpu_length_across(o, i);
    const int64_t quarters = o->rank > 1 ? add_quarters(b, o, axis, lines) : 0;
    const int64_t D = has_sums(o) || has_round(o) ? common_multiple(o) : 1;
    const int64_t roots = has_sums(o) ? stet_gpu_root_table(b, 65, D) : 0;
    const int64_t shape = has_sums(o) || has_round(o) ? add_shape(b, o, D) : 0;
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
    if (has_sums(o)) {
        l = add_sums(b, o, "stet_direct", IS_DIRECT, shape, roots);
        if (!l)
            return;
        l->grid = list_capacity(o) < BLOCKS_OF_SUMS ? list_capacity(o) : BLOCKS_OF_SUMS;
        l->number[1] = l->grid;
        l = add_sums(b, o, "stet_rest", IS_REST, shape, roots);
        if (l)
            l->grid = stet_gpu_batch(o);
    }
    if (has_round(o))
        add_round(b, o, shape, roots);
}
