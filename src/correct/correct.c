/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of level `correct`: what is known before the data. */
#include "correct/correct.h"

#include <string.h>

#include "base/alloc.h"

static int copy_shape(struct stet_correct *c, const stet_options *o)
{
    const size_t rank = (size_t)o->rank, batch = (size_t)o->batch_rank;
    c->arrays = stet_alloc((rank + batch) * sizeof(stet_dim) + rank * sizeof(ptrdiff_t) +
                           rank * sizeof(stet_dd_fft *));
    if (!c->arrays)
        return 0;
    c->dims = (stet_dim *)c->arrays;
    c->batch = c->dims + rank;
    c->lengths = (ptrdiff_t *)(c->batch + batch);
    c->dd = (stet_dd_fft **)(c->lengths + rank);
    memcpy(c->dims, o->dims, rank * sizeof(stet_dim));
    if (batch > 0)
        memcpy(c->batch, o->batch, batch * sizeof(stet_dim));
    c->n = c->turns = 1;
    for (size_t i = 0; i < rank; i++) {
        c->lengths[i] = o->dims[i].n;
        c->n *= o->dims[i].n;
        c->dd[i] = NULL;
    }
    for (size_t i = 0; i < batch; i++)
        c->turns *= o->batch[i].n;
    return 1;
}

/* The transforms of a block in double, contiguous, not scaled; of several dimensions, one of them. */
static stet_status create_native(struct stet_correct *c, const stet_options *o)
{
    stet_options inner;
    const stet_kind kind = c->half ? c->kind : STET_C2C;
    stet_dim *dims = (stet_dim *)stet_alloc_array((size_t)c->rank, sizeof *dims);
    if (!dims)
        return STET_E_MEMORY;
    stet_options_init(&inner);
    stet_status status = stet_dims_contiguous(kind, c->rank, c->lengths, dims);
    inner.kind = kind;
    inner.rank = c->rank;
    inner.dims = dims;
    const stet_dim lines = {c->block, kind == STET_C2R ? c->n / 2 + 1 : c->n,
                            kind == STET_C2R ? c->n : c->points};
    inner.batch_rank = c->rank == 1 && c->block > 1;
    inner.batch = &lines;
    inner.direction = c->direction;
    inner.norm = c->direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    if (c->parts == 1) {
        inner.threads = o->threads;
        inner.parallel = o->parallel;
        inner.parallel_context = o->parallel_context;
    }
    if (!status)
        status = stet_plan_create(&c->native, &inner);
    stet_free(dims);
    return status;
}

/* Classes repeat: bounds are laid out for at least that many outputs, so that loops are long. */
enum { LEAST_PERIOD = 256, BLOCK_POINTS = 1024 };

/* Shorter transforms in double-double take little time and less memory than direct sums. */
enum { LEAST_DIRECT = 256 };

/* Level 1 of narrow formats: double, if its bound is known. */
static stet_status create_level1(struct stet_correct *c, const stet_options *o)
{
    c->block = c->n < BLOCK_POINTS ? BLOCK_POINTS / c->n : 1;
    if (c->block > c->turns / c->parts)
        c->block = c->turns / c->parts > 0 ? c->turns / c->parts : 1;
    const stet_status status = create_native(c, o);
    if (status)
        return status;
    const stet_fft1d **transforms =
        (const stet_fft1d **)stet_alloc_array((size_t)c->rank, sizeof *transforms);
    if (!transforms)
        return STET_E_MEMORY;
    for (int i = 0; i < c->rank; i++) /* stages begin with the last dimension */
        transforms[c->rank - 1 - i] = c->native->stages[i].fft;
    const int known = stet_bound_create(&c->bound, c->rank, transforms);
    stet_free((void *)transforms);
    if (!known) {
        stet_plan_destroy(c->native);
        c->native = NULL;
        c->block = 1;
        return STET_OK;
    }
    const ptrdiff_t finest = c->bound.length[c->bound.finest];
    const ptrdiff_t least = c->n < LEAST_PERIOD ? c->n : LEAST_PERIOD;
    c->period = finest * ((least + finest - 1) / finest);
    return STET_OK;
}

/* Equal lengths share one. */
static int create_dd(struct stet_correct *c)
{
    double sum = 0;
    for (int i = 0; i < c->rank; i++) {
        for (int j = 0; j < i && !c->dd[i]; j++)
            if (c->lengths[j] == c->lengths[i])
                c->dd[i] = c->dd[j];
        if (!c->dd[i])
            c->dd[i] = stet_dd_fft_create(c->lengths[i], c->kernels);
        if (!c->dd[i])
            return 0;
        /* The error of one dimension, carried through the others: of 2-norm sqrt(n of them). */
        sum += stet_dd_fft_error(c->dd[i]) * __builtin_sqrt((double)c->n / (double)c->lengths[i]);
    }
    c->dd_error = sum * (1 + 0x1p-30);
    return 1;
}

/* 1, 1/N or 1/sqrt(N) as in stet.h: 11 u^2 and 25/8 u^2 (arith/dw.h). */
static void choose_scale(struct stet_correct *c)
{
    const stet_dd one = {1, 0}, n = {(double)c->n, (double)(c->n - (ptrdiff_t)(double)c->n)};
    const int inverse = c->direction == STET_INVERSE;
    const int power_of_two = (c->n & (c->n - 1)) == 0;
    c->scale = one;
    if (c->norm == STET_NORM_ORTHO)
        c->scale = stet_dd_div(one, stet_dd_sqrt(n));
    else if ((c->norm == STET_NORM_BACKWARD) == inverse)
        c->scale = stet_dd_div(one, n);
    const int even = __builtin_ctzll((unsigned long long)c->n) % 2 == 0;
    c->scale_is_exact = c->scale.hi == 1 || (power_of_two && (c->norm != STET_NORM_ORTHO || even));
}

/* Level 1 in one go: of floats in one dimension that the native transform takes as they come. Shorter lines of a batch
 * take less time together. */
static void choose_fused(struct stet_correct *c)
{
    enum { LISTED = 64, MORE = 16, LEAST_OF_BATCH = 128 };
    c->in_sweeps = &c->hint;
    atomic_init(c->in_sweeps, 0);
    if (c->native && c->precision == STET_F32 && stet_correct_is_lone(c) && c->is_plain &&
        c->is_direct && c->policy == STET_CORRECT_ADAPTIVE &&
        (c->turns == 1 || c->n >= LEAST_OF_BATCH))
        c->fused = stet_fused_of(c->native->stages[0].fft);
    c->room = 2 * c->n / LISTED + MORE; /* one number in so many, and some more */
    c->unit = stet_correct_unit(c) * __builtin_sqrt((double)c->n) * (1 + 0x1p-50);
}

static size_t round_to_line(size_t size)
{
    return (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

/* Arrays of a power of two, one after another, would fall into the same sets of the cache. */
enum { STAGGER = 2112, SMALL_STAGGER = 192 };

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static stet_correct_pieces pieces_of(const struct stet_correct *c)
{
    const size_t n = (size_t)c->n, block = (size_t)c->block, points = (size_t)c->points;
    const size_t number = stet_number_size(c->precision);
    const size_t stagger = n * block >= BLOCK_POINTS ? STAGGER : SMALL_STAGGER;
    const size_t native = stet_plan_workspace(c->native);
    const size_t fused = c->fused ? stet_fused_work(c->native->stages[0].fft) : 0;
    stet_correct_pieces p;
    size_t at = round_to_line(sizeof(stet_correct_outcome));
#define PIECE(name, bytes) p.name = at, at += (bytes) > 0 ? round_to_line(bytes) + stagger : 0
    PIECE(x, n * block * 2 * sizeof(double));
    PIECE(y, points * block * 2 * sizeof(double));
    PIECE(squares, block * sizeof(double));
    PIECE(bound, block * sizeof(double));
    PIECE(real, block);
    PIECE(list,
          (2 * larger(n, points * block) + 8) * sizeof(ptrdiff_t)); /* as many as there can be */
    PIECE(out, c->is_direct ? 0 : block * points * 2 * number);
    PIECE(full_x, c->half ? 2 * n * sizeof(double) : 0);
    PIECE(full_out, c->half ? 2 * n * number : 0);
    PIECE(undecided, block > 1 ? (2 * n + 8) * sizeof(ptrdiff_t) : 0);
    PIECE(wanted, n);
    const size_t direct = c->direct ? stet_direct_sum_work(c->direct) : 0;
    PIECE(work, larger(larger(native, fused), larger(direct, stet_correct_dd_work(c))));
    const size_t period = c->native && c->n >= STET_LEAST_REFINED ? (size_t)c->period : 0;
    PIECE(sums, 2 * period * sizeof(double));
    PIECE(bounds, 2 * period * sizeof(double));
    PIECE(fold, 4 * period * sizeof(double));
#undef PIECE
    if (block == 1)
        p.undecided = p.list;
    p.size = at;
    return p;
}

static const stet_correct_narrow *narrow_of(const stet_correct_kernels *k, stet_precision p)
{
    switch (p) {
    case STET_F32: return &k->f32;
    case STET_F16: return &k->f16;
    case STET_BF16: return &k->bf16;
    default: return NULL;
    }
}

stet_status stet_correct_create(struct stet_correct **correct, const stet_options *o)
{
    struct stet_correct *c = (struct stet_correct *)stet_alloc(sizeof *c);
    *correct = c;
    if (!c)
        return STET_E_MEMORY;
    memset(c, 0, sizeof *c);
    c->kind = o->kind;
    c->precision = o->precision;
    c->direction = o->direction;
    c->norm = o->norm;
    c->policy = o->policy;
    c->rank = o->rank;
    c->batch_rank = o->batch_rank;
    c->kernels = stet_correct_kernels_in_use();
    c->narrow = narrow_of(c->kernels, o->precision);
    c->executor = stet_executor_of(o->threads, o->parallel, o->parallel_context);
    c->block = 1;
    if (!copy_shape(c, o))
        return STET_E_MEMORY;
    c->half = c->narrow && c->rank == 1 &&
              (c->kind == STET_R2C || (c->kind == STET_C2R && c->n % 2 == 0));
    c->points = !c->half ? c->n : c->kind == STET_R2C ? c->n / 2 + 1 : c->n / 2;
    const ptrdiff_t worth = c->turns * c->n / STET_LEAST_POINTS;
    c->parts = 1;
    if (c->turns >= 2 * c->executor.threads && worth > 1)
        c->parts = (int)(worth < c->executor.threads ? worth : c->executor.threads);
    stet_status status = c->narrow ? create_level1(c, o) : STET_OK;
    c->limbs = stet_limb_tables_create(c->kernels);
    if (!status && (!c->limbs || !create_dd(c)))
        status = STET_E_MEMORY;
    if (!status && c->native && c->rank == 1 && c->n >= LEAST_DIRECT) {
        c->direct = stet_direct_sum_create(c->n, c->kernels);
        status = c->direct ? STET_OK : STET_E_MEMORY;
        c->most_direct = c->direct ? stet_direct_sum_most(c->direct) : 0;
    }
    if (status)
        return status;
    choose_scale(c);
    c->is_direct = stet_correct_is_direct(c) && (c->batch_rank <= 1 || c->block == 1);
    c->is_plain = c->narrow && c->rank == 1 && (c->kind == STET_C2C || c->half) &&
                  c->dims[0].in_stride == 1 && c->batch_rank <= 1;
    c->in_step = c->batch_rank > 0 ? (c->kind == STET_R2C ? 1 : 2) * c->batch[0].in_stride : 0;
    c->is_together = c->is_plain && c->is_direct && c->block > 1 && c->n < STET_LEAST_REFINED &&
                     c->policy == STET_CORRECT_ADAPTIVE && c->in_step == stet_correct_inputs(c) &&
                     c->batch[0].out_stride * (c->kind == STET_C2R ? 1 : 2) == 2 * c->points;
    choose_fused(c);
    c->pieces = pieces_of(c);
    c->slot = c->pieces.size;
    return STET_OK;
}

void stet_correct_destroy(struct stet_correct *c)
{
    if (!c)
        return;
    stet_plan_destroy(c->native);
    stet_limb_tables_destroy(c->limbs);
    stet_direct_sum_destroy(c->direct);
    for (int i = c->arrays ? c->rank - 1 : -1; i >= 0; i--) {
        int shared = 0;
        for (int j = 0; j < i; j++)
            shared |= c->dd[j] == c->dd[i];
        if (!shared)
            stet_dd_fft_destroy(c->dd[i]);
    }
    stet_free(c->arrays);
    stet_free(c);
}

size_t stet_correct_workspace(const struct stet_correct *c) { return (size_t)c->parts * c->slot; }

/* The native transform inside is that of level 1. */
void stet_correct_describe(stet_text *to, const struct stet_correct *c)
{
    stet_put(to, "fused: %s\n", c->fused ? "yes" : "no");
    if (c->native) {
        stet_put(to, "inside: 1\n");
        stet_plan_put(to, c->native);
    }
}
