/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of level `correct`, and their execution: blocks through level 1, and what resolve.c makes of the rest. */
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

/* A transform in double, contiguous, not scaled. */
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

/* Level 1 of float: double, if its bound is known. */
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

static size_t round_to_line(size_t size)
{
    return (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

/* At the beginning of the workspace of a part. */
typedef struct {
    stet_correct_stats stats;
    stet_status status;
} outcome;

/* Arrays of a power of two, one after another, would fall into the same sets of the cache. */
enum { STAGGER = 2112, SMALL_STAGGER = 192 };

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

/* run_native() goes to the kernel itself where it can. */
static int is_lone(const struct stet_correct *c) { return c->rank == 1 && c->native->lone; }

static size_t native_work(const struct stet_correct *c)
{
    if (!c->native)
        return 0;
    return is_lone(c) && c->block == 1 ? stet_fft1d_lone_work(c->native->stages[0].fft)
                                       : stet_plan_workspace(c->native);
}

static stet_correct_pieces pieces_of(const struct stet_correct *c)
{
    const size_t n = (size_t)c->n, block = (size_t)c->block, points = (size_t)c->points;
    const size_t number = c->precision == STET_F32 ? sizeof(float) : sizeof(double);
    const size_t stagger = n * block >= BLOCK_POINTS ? STAGGER : SMALL_STAGGER;
    const size_t native = native_work(c);
    stet_correct_pieces p;
    size_t at = round_to_line(sizeof(outcome));
#define PIECE(name, bytes) p.name = at, at += (bytes) > 0 ? round_to_line(bytes) + stagger : 0
    PIECE(x, n * block * 2 * sizeof(double));
    PIECE(y, points * block * 2 * sizeof(double));
    PIECE(squares, block * sizeof(double));
    PIECE(bound, block * sizeof(double));
    PIECE(list, (2 * larger(n, points * block) + 8) * sizeof(ptrdiff_t));
    PIECE(out, c->is_direct ? 0 : block * points * 2 * number);
    PIECE(full_x, c->half ? 2 * n * sizeof(double) : 0);
    PIECE(full_out, c->half ? 2 * n * number : 0);
    PIECE(undecided, block > 1 ? (2 * n + 8) * sizeof(ptrdiff_t) : 0);
    PIECE(wanted, n);
    PIECE(work, larger(native, stet_correct_dd_work(c))); /* one after the other */
    const size_t period = c->native && c->n > STET_MOST_SHORT ? (size_t)c->period : 0;
    PIECE(sums, 2 * period * sizeof(double));
    PIECE(bounds, 2 * period * sizeof(double));
    PIECE(fold, 4 * period * sizeof(double));
#undef PIECE
    if (block == 1)
        p.undecided = p.list;
    p.size = at;
    return p;
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
    c->executor = stet_executor_of(o->threads, o->parallel, o->parallel_context);
    c->block = 1;
    if (!copy_shape(c, o))
        return STET_E_MEMORY;
    c->half = c->precision == STET_F32 && c->rank == 1 &&
              (c->kind == STET_R2C || (c->kind == STET_C2R && c->n % 2 == 0));
    c->points = !c->half ? c->n : c->kind == STET_R2C ? c->n / 2 + 1 : c->n / 2;
    const ptrdiff_t worth = c->turns * c->n / STET_LEAST_POINTS;
    c->parts = 1;
    if (c->turns >= 2 * c->executor.threads && worth > 1)
        c->parts = (int)(worth < c->executor.threads ? worth : c->executor.threads);
    stet_status status = c->precision == STET_F32 ? create_level1(c, o) : STET_OK;
    if (!status && !create_dd(c))
        status = STET_E_MEMORY;
    if (status)
        return status;
    choose_scale(c);
    c->is_direct = stet_correct_is_direct(c) && (c->batch_rank <= 1 || c->block == 1);
    c->is_plain = c->precision == STET_F32 && c->rank == 1 && c->kind != STET_C2R &&
                  (c->kind == STET_C2C || c->half) && c->dims[0].in_stride == 1 && c->batch_rank <= 1;
    c->in_step = c->batch_rank > 0 ? (c->kind == STET_R2C ? 1 : 2) * c->batch[0].in_stride : 0;
    c->pieces = pieces_of(c);
    c->slot = c->pieces.size;
    return STET_OK;
}

void stet_correct_destroy(struct stet_correct *c)
{
    if (!c)
        return;
    stet_plan_destroy(c->native);
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
    int timed;
} execution;

/* Where transform number `turn` of the batch begins, in bytes. */
static void offsets(const struct stet_correct *c, ptrdiff_t turn, ptrdiff_t *in, ptrdiff_t *out)
{
    const ptrdiff_t number = c->precision == STET_F32 ? sizeof(float) : sizeof(double);
    *in = *out = 0;
    for (int i = c->batch_rank - 1; i >= 0; i--) {
        const ptrdiff_t index = i > 0 ? turn % c->batch[i].n : turn;
        turn = i > 0 ? turn / c->batch[i].n : 0;
        *in += index * c->batch[i].in_stride;
        *out += index * c->batch[i].out_stride;
    }
    *in *= c->kind == STET_R2C ? number : 2 * number;
    *out *= c->kind == STET_C2R ? number : 2 * number;
}

/* Numbers that the native transform reads of a line. */
static ptrdiff_t line_numbers(const struct stet_correct *c)
{
    return !c->half ? 2 * c->n : c->kind == STET_R2C ? c->n : c->n + 2;
}

/* The native transforms of a block, by the shortest way to the kernel that there is. */
static stet_status run_native(const stet_correct_block *b, double *y)
{
    const struct stet_correct *c = b->c;
    const stet_plan *plan = c->native;
    const stet_stage *s = &plan->stages[0];
    char *work = b->work + c->pieces.work;
    stet_status status = STET_OK;
    if (is_lone(c)) {
        const int c2r = plan->stages[0].fft->kind == STET_C2R;
        const stet_lines lines = {b->x,    y, 1, 1, c2r ? c->n / 2 + 1 : c->n, c2r ? c->n : c->points,
                                  b->lines};
        s->kernel(s->fft, &lines, s->swap, s->scale, work, NULL);
        return STET_OK;
    }
    for (ptrdiff_t l = 0; l < b->lines && !status; l++)
        status = stet_execute_with(plan, b->x + l * line_numbers(c), y + 2 * l * c->points, work,
                                   stet_plan_workspace(plan));
    return status;
}

/* Half of the outputs, of R2C, or their real parts, of C2R, among all n outputs as levels after the first
 * know them; and back. */
static void spread(const struct stet_correct *c, const float *half, float *all)
{
    const ptrdiff_t step = c->kind == STET_C2R ? 2 : 1;
    for (ptrdiff_t i = 0; i < 2 * c->points; i++)
        all[step * i] = half[i];
}

static void take_back(const struct stet_correct *c, float *half, const float *all)
{
    const ptrdiff_t step = c->kind == STET_C2R ? 2 : 1;
    for (ptrdiff_t i = 0; i < 2 * c->points; i++)
        half[i] = all[step * i];
}

/* What level 1 has left of line l. */
static stet_status resolve_line(const stet_correct_block *b, ptrdiff_t l, void *out,
                                ptrdiff_t *next, int timed)
{
    const struct stet_correct *c = b->c;
    const stet_correct_pieces *p = &c->pieces;
    const ptrdiff_t numbers = 2 * c->points, base = l * numbers;
    const ptrdiff_t step = c->half && c->kind == STET_C2R ? 2 : 1;
    double *x = (double *)(b->work + p->x) + l * line_numbers(c);
    stet_correct_job job = {.c = c,
                            .x = x,
                            .y = (double *)(b->work + p->y) + base,
                            .out = out,
                            .undecided = (ptrdiff_t *)(b->work + p->undecided),
                            .squares = b->squares[l],
                            .work = b->work + p->work,
                            .wanted = (uint8_t *)b->work + p->wanted,
                            .stats = b->stats,
                            .timed = timed};
    for (; *next < b->count && b->list[*next] < base + numbers; ++*next)
        job.undecided[job.count++] = (b->list[*next] - base) * step;
    if (c->native && job.count == 0 && c->policy == STET_CORRECT_ADAPTIVE)
        return STET_OK;
    if (!c->half)
        return stet_correct_resolve(&job);
    job.x = (double *)(b->work + p->full_x);
    job.out = b->work + p->full_out;
    stet_correct_expand(c, x, job.x);
    spread(c, (const float *)out, (float *)job.out);
    const stet_status status = stet_correct_resolve(&job);
    take_back(c, (float *)out, (const float *)job.out);
    return status;
}

/* Lines with something left, or not finite, or out of place. */
static stet_status finish_lines(const stet_correct_block *b, const execution *x, ptrdiff_t first)
{
    const struct stet_correct *c = b->c;
    ptrdiff_t next = 0, from, to;
    stet_status status = STET_OK;
    for (ptrdiff_t l = 0; l < b->lines && !status; l++) {
        const size_t number = c->precision == STET_F32 ? sizeof(float) : sizeof(double);
        char *out = (char *)b->out + (size_t)(l * b->step) * number;
        if (!(b->squares[l] - b->squares[l] == 0)) {
            b->stats->not_finite++;
            stet_correct_fill_nan(c, out);
        } else {
            status = resolve_line(b, l, out, &next, x->timed);
        }
        offsets(c, first + l, &from, &to);
        if (!status && !c->is_direct)
            stet_correct_scatter(c, out, x->out + to);
    }
    return status;
}

/* Transforms first .. first + lines - 1, at most a block. */
static stet_status run_block(const execution *x, ptrdiff_t first, ptrdiff_t lines, char *work)
{
    const struct stet_correct *c = x->c;
    const stet_correct_pieces *p = &c->pieces;
    double *in = (double *)(work + p->x), *y = (double *)(work + p->y);
    double *squares = (double *)(work + p->squares);
    ptrdiff_t from, to;
    int finite = 1;
    stet_status status = STET_OK;
    const stet_correct_job clock = {.timed = x->timed};
    const double start = stet_correct_now(&clock);
    offsets(c, first, &from, &to);
    if (c->is_plain)
        c->kernels->widen_lines((const float *)(x->in + from), c->in_step, in, line_numbers(c),
                                lines, squares);
    for (ptrdiff_t l = 0; l < lines && c->is_plain; l++)
        finite &= squares[l] - squares[l] == 0;
    for (ptrdiff_t l = 0; l < lines && !c->is_plain; l++) {
        offsets(c, first + l, &from, &to);
        const int all = stet_correct_gather(c, x->in + from, in + l * line_numbers(c), &squares[l]);
        if (!all || c->precision == STET_F64) /* where squares of finite numbers may overflow */
            squares[l] = all ? 0 : __builtin_inf();
        finite &= all;
    }
    offsets(c, first, &from, &to);
    stet_correct_block b = {.c = c,
                            .lines = lines,
                            .x = in,
                            .y = y,
                            .squares = squares,
                            .bound = (double *)(work + p->bound),
                            .out = (float *)(c->is_direct ? x->out + to : work + p->out),
                            .step = c->is_direct && c->batch_rank > 0
                                        ? (c->kind == STET_C2R ? 1 : 2) * c->batch[0].out_stride
                                        : 2 * c->points,
                            .list = (ptrdiff_t *)(work + p->list),
                            .work = work,
                            .stats = &((outcome *)work)->stats};
    b.stats->transforms += lines;
    if (c->native) {
        status = run_native(&b, y);
        stet_correct_level1(&b);
    }
    b.stats->seconds[STET_CORRECT_F64] += stet_correct_now(&clock) - start;
    if (status || (c->native && finite && b.count == 0 && c->is_direct &&
                   c->policy == STET_CORRECT_ADAPTIVE))
        return status;
    return finish_lines(&b, x, first);
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
        const ptrdiff_t count = end - i >= c->block ? c->block : end - i;
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
    execution x = {c, (const char *)in, (char *)out, work, stats != NULL};
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
