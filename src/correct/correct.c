/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of level `correct`, and their execution: level 1, and what resolve.c makes of its rest. */
#include "correct/correct.h"

#include <string.h>

#include "base/alloc.h"
#include "base/fpenv.h"

/* -------------------------------------------------------------- creation -- */

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

/* `count` transforms in double, contiguous, not scaled. */
static stet_status create_native(struct stet_correct *c, const stet_options *o, ptrdiff_t count,
                                 stet_plan **plan)
{
    stet_options inner;
    const stet_kind kind = c->half ? STET_R2C : STET_C2C;
    stet_dim batch = {count, c->n, c->points};
    stet_dim *dims = (stet_dim *)stet_alloc_array((size_t)c->rank, sizeof *dims);
    if (!dims)
        return STET_E_MEMORY;
    stet_options_init(&inner);
    stet_status status = stet_dims_contiguous(kind, c->rank, c->lengths, dims);
    inner.kind = kind;
    inner.rank = c->rank;
    inner.dims = dims;
    inner.direction = c->direction;
    inner.norm = c->direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    inner.batch_rank = count > 1;
    inner.batch = &batch;
    if (c->parts == 1) {
        inner.threads = o->threads;
        inner.parallel = o->parallel;
        inner.parallel_context = o->parallel_context;
    }
    if (!status)
        status = stet_plan_create(plan, &inner);
    stet_free(dims);
    return status;
}

/* Classes repeat: bounds are laid out for at least that many outputs, so that loops are long. */
enum { LEAST_PERIOD = 256, BLOCK_POINTS = 1024 };

/* Level 1 of narrow formats: double, if its bound is known. */
static stet_status create_level1(struct stet_correct *c, const stet_options *o)
{
    c->block = c->n < BLOCK_POINTS ? BLOCK_POINTS / c->n : 1;
    if (c->block > c->turns / c->parts)
        c->block = c->turns / c->parts > 0 ? c->turns / c->parts : 1;
    stet_status status = create_native(c, o, 1, &c->native[0]);
    if (!status && c->block > 1)
        status = create_native(c, o, c->block, &c->native[1]);
    if (status)
        return status;
    const stet_fft1d **transforms =
        (const stet_fft1d **)stet_alloc_array((size_t)c->rank, sizeof *transforms);
    if (!transforms)
        return STET_E_MEMORY;
    for (int i = 0; i < c->rank; i++) /* stages begin with the last dimension */
        transforms[c->rank - 1 - i] = c->native[0]->stages[i].fft;
    const int known = stet_bound_create(&c->bound, c->rank, transforms);
    stet_free((void *)transforms);
    if (!known) {
        stet_plan_destroy(c->native[0]);
        stet_plan_destroy(c->native[1]);
        c->native[0] = c->native[1] = NULL;
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

static size_t round_to_line(size_t size)
{
    return (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

/* At the beginning of the workspace of a part. */
typedef struct {
    stet_correct_stats stats;
    stet_status status;
} outcome;

/* Pieces of the workspace of a part. */
typedef struct {
    size_t x, y, full, out, undecided, wanted, work, sums, bounds, fold, size;
} pieces;

/* Arrays of a power of two, one after another, would fall into the same sets of the cache. */
enum { STAGGER = 2112 };

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static pieces pieces_of(const struct stet_correct *c)
{
    const size_t n = (size_t)c->n, points = n * (size_t)c->block;
    const size_t number = stet_number_size(c->precision);
    size_t native = 0;
    for (int i = 0; i < 2; i++)
        if (c->native[i] && stet_plan_workspace(c->native[i]) > native)
            native = stet_plan_workspace(c->native[i]);
    pieces p;
    size_t at = round_to_line(sizeof(outcome));
#define PIECE(name, bytes) p.name = at, at += round_to_line(bytes) + STAGGER
    PIECE(x, points * 2 * sizeof(double));
    PIECE(y, (points + (size_t)c->block) * 2 * sizeof(double)); /* half spectra: n/2 + 1 each */
    PIECE(full, c->half ? 2 * n * sizeof(double) : 0);
    PIECE(out, stet_correct_is_direct(c) ? 0 : n * 2 * number);
    PIECE(undecided, (2 * n + 8) * sizeof(ptrdiff_t));
    PIECE(wanted, n);
    PIECE(work, larger(native, stet_correct_dd_work(c))); /* one after the other */
    PIECE(sums, (size_t)c->period * sizeof(double));
    PIECE(bounds, 2 * (size_t)c->period * sizeof(double));
    PIECE(fold, c->native[0] ? 4 * (size_t)c->period * sizeof(double) : 0);
#undef PIECE
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
    c->half = c->narrow && c->kind == STET_R2C && c->rank == 1;
    c->points = c->half ? c->n / 2 + 1 : c->n;
    const ptrdiff_t worth = c->turns * c->n / STET_LEAST_POINTS;
    c->parts = 1;
    if (c->turns >= 2 * c->executor.threads && worth > 1)
        c->parts = (int)(worth < c->executor.threads ? worth : c->executor.threads);
    stet_status status = c->narrow ? create_level1(c, o) : STET_OK;
    if (!status && !create_dd(c))
        status = STET_E_MEMORY;
    if (status)
        return status;
    choose_scale(c);
    c->slot = pieces_of(c).size;
    return STET_OK;
}

void stet_correct_destroy(struct stet_correct *c)
{
    if (!c)
        return;
    stet_plan_destroy(c->native[0]);
    stet_plan_destroy(c->native[1]);
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

/* ------------------------------------------------------------- execution -- */

typedef struct {
    const struct stet_correct *c;
    const char *in;
    char *out;
    char *work;
    const pieces *p;
    int timed;
} execution;

/* Where transform number `turn` of the batch begins, in bytes. */
static void offsets(const struct stet_correct *c, ptrdiff_t turn, ptrdiff_t *in, ptrdiff_t *out)
{
    const ptrdiff_t number = (ptrdiff_t)stet_number_size(c->precision);
    *in = *out = 0;
    for (int i = c->batch_rank - 1; i >= 0; i--) {
        const ptrdiff_t index = turn % c->batch[i].n;
        turn /= c->batch[i].n;
        *in += index * c->batch[i].in_stride;
        *out += index * c->batch[i].out_stride;
    }
    *in *= c->kind == STET_R2C ? number : 2 * number;
    *out *= c->kind == STET_C2R ? number : 2 * number;
}

enum { MOST_SHORT = 1024 };

/* Outputs k and -k are conjugates: class j has the energies of j and -j of the half spectrum. Those of
 * 0 and n/2 are counted twice, which only enlarges the bound. */
static void mirror(double *sums, ptrdiff_t period)
{
    for (ptrdiff_t j = 0; 2 * j <= period; j++) {
        const ptrdiff_t opposite = j == 0 ? 0 : period - j;
        sums[j] = sums[opposite] = sums[j] + sums[opposite];
    }
}

/* Level 1 on the spectrum of one transform. */
static void certify(stet_correct_job *job, double *sums, double *bounds, double *fold)
{
    const struct stet_correct *c = job->c;
    const double start = stet_correct_now(job);
    const double copies = c->half ? 2 : 1; /* most of a half spectrum stands for two outputs */
    if (c->n <= MOST_SHORT) {
        job->count =
            c->narrow->certify_short(&c->bound, job->y, c->points, copies, c->scale.hi,
                                     c->scale_is_exact, job->out, job->undecided, &job->squares);
    } else {
        c->kernels->energies(job->y, c->points, c->period, sums);
        if (c->half)
            mirror(sums, c->period);
        c->kernels->bounds(&c->bound, sums, c->period, c->scale.hi, c->scale_is_exact, bounds,
                           fold);
        job->count = c->narrow->certify(job->y, 2 * c->points, c->scale.hi, bounds, c->period,
                                        job->out, job->undecided);
        job->squares = 0;
        for (ptrdiff_t j = 0; j < c->period && job->count > 0; j++)
            job->squares += sums[j];
    }
    job->squares /= (double)c->n; /* Parseval: the computed Y is that close to X */
    job->stats->seconds[STET_CORRECT_F64] += stet_correct_now(job) - start;
}

/* Real input: the imaginary parts of outputs 0 and n/2 are zero, and that is all that most data leave. */
static void settle_real(stet_correct_job *job)
{
    const ptrdiff_t n = job->c->n;
    ptrdiff_t left = 0;
    for (ptrdiff_t i = 0; i < job->count; i++) {
        const ptrdiff_t number = job->undecided[i];
        if (number == 1 || number == n + 1)
            stet_number_put(job->c->precision, job->out, number, 0);
        else
            job->undecided[left++] = number;
    }
    job->stats->after_f64 += job->count - left;
    job->stats->rational += job->count - left;
    job->count = left;
}

/* input is what was gathered, NULL if it is not finite. */
static stet_status finish_one(stet_correct_job *job, const execution *x, const double *input,
                              char *work, char *out)
{
    const struct stet_correct *c = x->c;
    stet_status status = STET_OK;
    job->stats->transforms++;
    if (!input) {
        job->stats->not_finite++;
        stet_correct_fill_nan(c, job->out);
    } else {
        if (c->native[0])
            certify(job, (double *)(work + x->p->sums), (double *)(work + x->p->bounds),
                    (double *)(work + x->p->fold));
        if (c->half && c->policy == STET_CORRECT_ADAPTIVE)
            settle_real(job);
        if (!c->native[0] || job->count > 0 || c->policy == STET_CORRECT_STEADY) {
            if (c->half)
                stet_correct_expand(c, input, job->x);
            status = stet_correct_resolve(job);
        }
    }
    if (!status && job->out != (void *)out)
        stet_correct_scatter(c, job->out, out);
    return status;
}

enum { MOST_BLOCK = BLOCK_POINTS };

/* Transforms first .. first + count - 1, count being 1 or the block. */
static stet_status run_block(const execution *x, ptrdiff_t first, ptrdiff_t count, char *work)
{
    const struct stet_correct *c = x->c;
    double *in = (double *)(work + x->p->x), *y = (double *)(work + x->p->y);
    stet_correct_stats *stats = &((outcome *)work)->stats;
    const ptrdiff_t in_numbers = c->half ? c->n : 2 * c->n;
    unsigned char finite[MOST_BLOCK];
    ptrdiff_t from, to;
    stet_status status = STET_OK;
    const stet_correct_job clock = {.timed = x->timed};
    const double start = stet_correct_now(&clock);
    for (ptrdiff_t i = 0; i < count; i++) {
        offsets(c, first + i, &from, &to);
        finite[i] = (unsigned char)stet_correct_gather(c, x->in + from, in + i * in_numbers);
    }
    if (c->native[0])
        status = stet_execute_with(c->native[count > 1], in, y, work + x->p->work,
                                   x->p->sums - x->p->work);
    stats->seconds[STET_CORRECT_F64] += stet_correct_now(&clock) - start;
    for (ptrdiff_t i = 0; i < count && !status; i++) {
        offsets(c, first + i, &from, &to);
        stet_correct_job job = {c,
                                c->half ? (double *)(work + x->p->full) : in + 2 * i * c->n,
                                y + 2 * i * c->points,
                                stet_correct_is_direct(c) ? x->out + to : work + x->p->out,
                                (ptrdiff_t *)(work + x->p->undecided),
                                0,
                                0,
                                work + x->p->work,
                                (uint8_t *)work + x->p->wanted,
                                stats,
                                x->timed};
        status = finish_one(&job, x, finite[i] ? in + i * in_numbers : NULL, work, x->out + to);
    }
    return status;
}

static void run_part(void *data, ptrdiff_t part)
{
    const execution *x = (const execution *)data;
    const struct stet_correct *c = x->c;
    char *work = x->work + (size_t)part * c->slot;
    const ptrdiff_t end = stet_cut(c->turns, part + 1, c->parts);
    stet_status status = STET_OK;
    memset(work, 0, sizeof(outcome));
    for (ptrdiff_t i = stet_cut(c->turns, part, c->parts); i < end && !status;) {
        const ptrdiff_t count = end - i >= c->block ? c->block : 1;
        status = run_block(x, i, count, work);
        i += count;
    }
    ((outcome *)work)->status = status;
}

static void add_stats(stet_correct_stats *to, const stet_correct_stats *s)
{
    to->transforms += s->transforms;
    to->not_finite += s->not_finite;
    to->after_f64 += s->after_f64;
    to->after_classes += s->after_classes;
    to->after_dd += s->after_dd;
    to->wide += s->wide;
    to->rational += s->rational;
    to->classes += s->classes;
    to->limbs = s->limbs > to->limbs ? s->limbs : to->limbs;
    for (int i = 0; i < STET_CORRECT_LEVELS; i++)
        to->seconds[i] += s->seconds[i];
}

/* That the caller gets, of all transforms. */
static int64_t numbers_of(const struct stet_correct *c)
{
    const ptrdiff_t last = c->lengths[c->rank - 1];
    if (c->kind == STET_R2C)
        return 2 * c->turns * (c->n / last) * (last / 2 + 1);
    return (c->kind == STET_C2R ? 1 : 2) * c->turns * c->n;
}

/* Where outputs of several lines of a batch may lie in the inputs of others, in place, all inputs of a
 * block are read before an output is written, and blocks own their lines: as with native. */
stet_status stet_correct_run(const struct stet_correct *c, const void *in, void *out, char *work,
                             stet_correct_stats *stats)
{
    const pieces p = pieces_of(c);
    execution x = {c, (const char *)in, (char *)out, work, &p, stats != NULL};
    const uint64_t caller = stet_fpenv_enter();
    if (c->parts > 1)
        stet_executor_run(&c->executor, c->parts, run_part, &x);
    else
        run_part(&x, 0);
    stet_fpenv_leave(caller);
    stet_status worst = STET_OK;
    for (int i = 0; i < c->parts; i++) {
        const outcome *part = (const outcome *)(work + (size_t)i * c->slot);
        worst = part->status ? part->status : worst;
        if (stats)
            add_stats(stats, &part->stats);
    }
    if (stats)
        stats->numbers += numbers_of(c);
    return worst;
}
