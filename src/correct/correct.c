/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of level `correct`: everything that can be computed before the data are known. */
#include "correct/correct.h"

#include <string.h>

#include "base/alloc.h"
#include "base/size.h"
#include "correct/engine.h"

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

/* Returns the place of dimension i among those of the native transform. A forward one begins with
 * the last dimension (bound.h), an inverse one with the first. */
static int native_axis(const struct stet_correct *c, int i)
{
    return c->direction == STET_INVERSE ? c->rank - 1 - i : i;
}

/* Makes the transforms of a block in double, contiguous, not scaled; for several dimensions, one of
 * them. */
static stet_status create_native(struct stet_correct *c, const stet_options *o)
{
    const stet_kind kind = c->half ? c->kind : STET_C2C;
    const stet_dim lines = {c->block, kind == STET_C2R ? c->n / 2 + 1 : c->n,
                            kind == STET_C2R ? c->n : c->points};
    stet_dim *dims = (stet_dim *)stet_alloc_array((size_t)c->rank, sizeof *dims);
    stet_options inner = {.size = sizeof inner,
                          .kind = kind,
                          .precision = STET_F64,
                          .level = STET_LEVEL_NATIVE,
                          .direction = c->direction,
                          .norm =
                              c->direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD,
                          .rank = c->rank,
                          .dims = dims,
                          .effort = o->effort,
                          .batch_rank = c->rank == 1 && c->block > 1,
                          .batch = &lines};
    if (!dims)
        return STET_E_MEMORY;
    ptrdiff_t stride = 1;
    for (int i = c->rank - 1; i >= 0; i--) {
        dims[native_axis(c, i)] = (stet_dim){c->lengths[i], stride, stride};
        stride *= c->lengths[i];
    }
    if (c->parts == 1) {
        inner.threads = o->threads;
        inner.parallel = o->parallel;
        inner.parallel_context = o->parallel_context;
    }
    const stet_status status = stet_native_engine.create(&c->transform, &inner);
    stet_free(dims);
    if (!status)
        c->lone = *stet_native_lone(c->transform);
    c->is_lone = !status && c->lone.kernel && c->rank == 1;
    return status;
}

/* Bounds are repeated for at least this many outputs, so that loops are long. */
enum { LEAST_PERIOD = 256, BLOCK_POINTS = 1024 };

/* Doubles in the widest vectors: this many lines of a block are processed side by side. */
enum { BESIDE = 8 };

/* Below this length double-double takes little time and less memory than direct sums. */
enum { LEAST_DIRECT = 256 };

/* Makes the transform in double, if its bound is known: stage double of narrow formats. */
static stet_status create_stage_double(struct stet_correct *c, const stet_options *o)
{
    c->block = c->narrow && c->n < BLOCK_POINTS ? BLOCK_POINTS / c->n : 1;
    if (c->block > BESIDE)
        c->block -= c->block % BESIDE;
    if (c->block > c->turns / c->parts)
        c->block = c->turns / c->parts > 0 ? c->turns / c->parts : 1;
    const stet_status status = create_native(c, o);
    if (status)
        return status;
    const stet_fft1d **transforms =
        (const stet_fft1d **)stet_alloc_array((size_t)c->rank, sizeof *transforms);
    if (!transforms)
        return STET_E_MEMORY;
    for (int i = 0; i < c->rank; i++)
        transforms[i] = stet_native_axis(c->transform, native_axis(c, i));
    const int known =
        stet_lines_bound(&c->bound, c->rank, c->lengths, c->half ? c->kind : STET_C2C, transforms);
    stet_free((void *)transforms);
    if (!known) {
        stet_native_engine.destroy(c->transform);
        c->transform = NULL;
        c->is_lone = 0;
        c->block = 1;
        return STET_OK;
    }
    c->native = c->narrow ? c->transform : NULL;
    c->slice_unit = 0x1p-53 * STET_BOUND_SLACK * (1 + 0x1p-40) * (c->bound.all + 4) * c->root *
                    __builtin_sqrt((double)c->n);
    const ptrdiff_t finest = c->bound.length[c->bound.finest];
    const ptrdiff_t least = c->n < LEAST_PERIOD ? c->n : LEAST_PERIOD;
    c->period = finest * ((least + finest - 1) / finest);
    return STET_OK;
}

/* Equal lengths share one transform. */
static int create_dd(struct stet_correct *c)
{
    for (int i = 0; i < c->rank; i++) {
        for (int j = 0; j < i && !c->dd[i]; j++)
            if (c->lengths[j] == c->lengths[i])
                c->dd[i] = c->dd[j];
        if (!c->dd[i])
            c->dd[i] = stet_dd_fft_create(c->lengths[i], c->kernels);
        if (!c->dd[i])
            return 0;
    }
    const stet_dd_axes axes = {c->rank, c->lengths, c->dd, c->n};
    c->dd_error = stet_dd_axes_error(&axes);
    return 1;
}

static stet_dd dd_of(int64_t n) { return (stet_dd){(double)n, (double)(n - (int64_t)(double)n)}; }

/* Sets the factor of the norm. Its error is at most 11 u^2, and 25/8 u^2 for the root (arith/dw.h).
 */
static void choose_scale(struct stet_correct *c)
{
    const int64_t divisor = c->norm_scale.divisor;
    const int64_t square = divisor * divisor * c->norm_scale.f; /* n, for a norm of stet.h */
    const int is_rooted = c->norm_scale.f > 1;
    c->scale = stet_dd_div(dd_of(1), is_rooted ? stet_dd_sqrt(dd_of(square)) : dd_of(divisor));
    c->scale_is_exact = !is_rooted && stet_is_power_of_two(divisor);
}

/* Returns whether fused stage double is faster than sweeps. Times relative to sweeps on an AVX-512
 * EPYC (Zen 5):
 *   C2C 0.87 to 0.97 at 256 to 4096 points, except 1.07 at 512, where the native transform has
 *       distances that the compiler knows; 0.87 to 0.94 at 720 to 48000 points by tiles
 *   C2R 0.86 to 0.92 at 128 to 512 and 2048 to 4096, and 1 elsewhere
 *   R2C 0.78 to 0.93 at 32 to 256, 0.82 to 0.96 at 2048 to 8192, 1 to 1.04 above, where most lines
 *       have undecided numbers, for which sweeps have prepared more
 * In batches the ratio is 0.76 to 0.97 at 128 to 2048 points, 1 for C2R of 1024 points, and 1.08
 * for C2C of 64 points, whose native transforms run side by side. */
static int is_quicker_fused(const struct stet_correct *c)
{
    enum { LEAST_OF_BATCH = 128, MOST_REAL = 8192, KNOWN = 512 };
    if ((c->kind == STET_R2C && c->n > MOST_REAL) || (c->kind == STET_C2C && c->n == KNOWN))
        return 0;
    return c->turns == 1 || c->n >= LEAST_OF_BATCH;
}

/* Chooses the fused kernel, for floats in one dimension in the layout of the native transform. */
static void choose_fused(struct stet_correct *c)
{
    enum { LISTED = 64, MORE = 16 };
    if (c->native && c->precision == STET_F32 && c->is_lone && c->is_plain && c->is_direct &&
        c->policy == STET_CORRECT_ADAPTIVE && is_quicker_fused(c))
        c->fused = stet_fused_of(c->lone.fft);
    c->capacity = 2 * c->points / LISTED + MORE; /* one number in LISTED, and MORE */
    c->unit = stet_correct_unit(c) * __builtin_sqrt((double)c->n) * (1 + 0x1p-50);
}

/* Gaps between arrays of a power of two, which would otherwise fall into the same cache sets. */
enum { STAGGER = 2112, SMALL_STAGGER = 192 };

/* Makes direct sums: in several dimensions as many as take no more space than double-double. */
static stet_status create_direct(struct stet_correct *c)
{
    if (!c->native || c->n < LEAST_DIRECT)
        return STET_OK;
    if (c->rank == 1) {
        c->direct = stet_direct_sum_create(c->n, c->kernels);
        c->most_direct = c->direct ? stet_direct_sum_most(c->direct) : 0;
        return c->direct ? STET_OK : STET_E_MEMORY;
    }
#ifndef STET_FEW_DIRECT_SUMS
    stet_direct_axis axes[STET_DIRECT_AXES];
    if (c->rank > STET_DIRECT_AXES)
        return STET_OK;
    ptrdiff_t stride = 1;
    for (int i = c->rank - 1; i >= 0; stride *= c->lengths[i--])
        axes[i] = (stet_direct_axis){c->lengths[i], 0, c->lengths[i], stride};
    c->direct_axes = stet_direct_axes_create(c->rank, axes, c->kernels);
    if (!c->direct_axes)
        return STET_E_MEMORY;
    c->most_direct = stet_direct_axes_most(c->direct_axes);
    while (c->most_direct && stet_correct_axes_work(c, c->most_direct) > stet_correct_pairs_work(c))
        c->most_direct /= 2;
#endif
    return STET_OK;
}

static size_t work_size_of(const struct stet_correct *c)
{
    const size_t native =
        c->transform ? stet_round_to_line(stet_native_engine.workspace(c->transform)) : 0;
    const size_t slices = c->transform ? native + ((size_t)c->n + 1) * 2 * sizeof(double) : 0;
    const size_t fused = c->fused ? stet_fused_work(c->lone.fft) : 0;
    const size_t direct = c->direct ? stet_direct_sum_work(c->direct) : 0;
    return stet_round_to_line(stet_larger_size(
        stet_larger_size(slices, fused), stet_larger_size(direct, stet_correct_pairs_work(c))));
}

static stet_correct_pieces pieces_of(const struct stet_correct *c)
{
    const size_t n = (size_t)c->n, block = (size_t)c->block, points = (size_t)c->points;
    const size_t number = stet_number_size(c->precision);
    const size_t stagger = n * block >= BLOCK_POINTS ? STAGGER : SMALL_STAGGER;
    stet_correct_pieces p;
    size_t at = stet_round_to_line(sizeof(stet_correct_outcome));
#define PIECE(name, bytes) p.name = at, at += (bytes) > 0 ? stet_round_to_line(bytes) + stagger : 0
    PIECE(x, n * block * 2 * sizeof(double));
    PIECE(y, points * block * 2 * sizeof(double));
    PIECE(squares, block * sizeof(double));
    PIECE(bound, block * sizeof(double));
    PIECE(known, block);
    /* The list has space for all numbers; slices.c stores doubles in that space. */
    PIECE(list, (2 * stet_larger_size(n, points * block) + 8) * sizeof(double));
    PIECE(out, c->is_direct ? 0 : block * points * 2 * number);
    PIECE(full_x, c->half ? 2 * n * sizeof(double) : 0);
    PIECE(full_out, c->half ? 2 * n * number : 0);
    PIECE(undecided, block > 1 ? (2 * n + 8) * sizeof(double) : 0);
    PIECE(wanted, n);
    PIECE(work, c->work_size);
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

/* Accepts IO alone and no scaling: other half modes name arithmetic that this level does not use,
 * and a scaled result is another transform. */
static stet_status accepts(const stet_options *o)
{
    if (!stet_is_half(o->precision))
        return STET_OK;
    if (o->half_mode != STET_HALF_IO)
        return STET_E_HALF_MODE;
    return o->half_exponent == STET_HALF_SAFE || o->half_exponent == 0 ? STET_OK
                                                                       : STET_E_HALF_EXPONENT;
}

static stet_status build(struct stet_correct *c, const stet_options *o,
                         const struct stet_norm_scale *scale)
{
    ptrdiff_t bytes;
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
    if (__builtin_mul_overflow(c->n, (ptrdiff_t)(2 * sizeof(double)), &bytes))
        return STET_E_OVERFLOW;
    c->half = c->narrow && c->rank == 1 &&
              (c->kind == STET_R2C || (c->kind == STET_C2R && c->n % 2 == 0));
    c->is_smooth = stet_is_smooth(c->n);
    c->points = !c->half ? c->n : c->kind == STET_R2C ? c->n / 2 + 1 : c->n / 2;
    const ptrdiff_t worth = c->turns * c->n / STET_LEAST_POINTS;
    c->parts = 1;
    if (c->turns >= 2 * c->executor.threads && worth > 1)
        c->parts = (int)(worth < c->executor.threads ? worth : c->executor.threads);
    c->norm_scale = scale ? *scale : stet_norm_scale_of(c->rank, c->lengths, c->direction, c->norm);
    c->root = __builtin_sqrt((double)c->norm_scale.f);
    stet_status status = create_stage_double(c, o);
    if (!status)
        status = stet_orbits_create(&c->orbits, c->rank, c->lengths, c->norm_scale.f);
    c->limbs = stet_limb_tables_create(c->kernels);
    if (!status && (!c->limbs || !create_dd(c)))
        status = STET_E_MEMORY;
    if (!status)
        status = create_direct(c);
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
    c->work_size = work_size_of(c);
    c->pieces = pieces_of(c);
    c->slot = c->pieces.size;
    return STET_OK;
}

static void destroy(void *state)
{
    struct stet_correct *c = (struct stet_correct *)state;
    if (!c)
        return;
    stet_native_engine.destroy(c->transform);
    stet_orbits_destroy(&c->orbits);
    stet_limb_tables_destroy(c->limbs);
    stet_direct_sum_destroy(c->direct);
#ifndef STET_FEW_DIRECT_SUMS
    stet_direct_axes_destroy(c->direct_axes);
#endif
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

stet_status stet_correct_create_scaled(void **state, const stet_options *o,
                                       const struct stet_norm_scale *scale)
{
    struct stet_correct *c = (struct stet_correct *)stet_alloc(sizeof *c);
    *state = NULL;
    if (!c)
        return STET_E_MEMORY;
    memset(c, 0, sizeof *c);
    const stet_status status = build(c, o, scale);
    if (status)
        destroy(c);
    else
        *state = c;
    return status;
}

void stet_correct_request(void *state, const uint8_t *requested)
{
    ((struct stet_correct *)state)->requested = requested;
}

static stet_status create(void **state, const stet_options *o)
{
    return stet_correct_create_scaled(state, o, NULL);
}

size_t stet_correct_workspace(const void *state)
{
    const struct stet_correct *c = (const struct stet_correct *)state;
    return (size_t)c->parts * c->slot;
}

/* Describes nothing: stage double and the stages after it have no choices. */
static void describe(stet_text *to, const void *state)
{
    const struct stet_correct *c = (const struct stet_correct *)state;
    stet_put(to, "inside: %s\n",
             c->fused       ? "level native in double, whose passes certify what they write"
             : c->transform ? "level native in double"
                            : "nothing of level native");
    if (c->transform)
        stet_native_engine.describe(to, c->transform);
}

/* Sets the bound: the only error is the rounding. */
static void exact_but_rounding(const void *state, stet_error_bound *bound)
{
    bound->unit = stet_unit_roundoff(((const struct stet_correct *)state)->precision);
}

const stet_engine stet_correct_engine = {.name = "correct",
                                         .accepts = accepts,
                                         .create = create,
                                         .destroy = destroy,
                                         .workspace = stet_correct_workspace,
                                         .run = stet_correct_run,
                                         .has_stats = 1,
                                         .bound = exact_but_rounding,
                                         .describe = describe};
