/* SPDX-License-Identifier: Apache-2.0 */
/* Executes level `correct`: runs blocks of transforms through stage double, and passes undecided
 * numbers to stages.c. */
#include <string.h>

#include "base/fpenv.h"
#include "correct/correct.h"

typedef struct {
    const struct stet_correct *c;
    const char *in;
    char *out;
    char *work;
    int timed;
} execution;

/* Stores the offsets in bytes of transform number `turn` of the batch. */
static void offsets(const struct stet_correct *c, ptrdiff_t turn, ptrdiff_t *in, ptrdiff_t *out)
{
    const ptrdiff_t number = (ptrdiff_t)stet_number_size(c->precision);
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

stet_status stet_correct_run_native(const struct stet_correct *c, const double *x, double *y,
                                    ptrdiff_t lines, char *work)
{
    stet_status status = STET_OK;
    if (c->is_lone) {
        const stet_lone *lone = &c->lone;
        const int c2r = c->half && c->kind == STET_C2R;
        const stet_lines set = {x,    y, 1, 1, c2r ? c->n / 2 + 1 : c->n, c2r ? c->n : c->points,
                                lines};
        lone->kernel(lone->fft, &set, lone->swap, lone->scale, work, NULL);
        return STET_OK;
    }
    for (ptrdiff_t l = 0; l < lines && !status; l++)
        status = stet_native_engine.run(c->transform, x + l * stet_correct_inputs(c),
                                        y + 2 * l * c->points, work, NULL);
    return status;
}

/* Decides the numbers of line l that stage double has left undecided. */
static stet_status resolve_line(const stet_correct_block *b, ptrdiff_t l, void *out,
                                ptrdiff_t *next, int timed)
{
    const struct stet_correct *c = b->c;
    const stet_correct_pieces *p = &c->pieces;
    const ptrdiff_t numbers = 2 * c->points, base = l * numbers;
    const ptrdiff_t step = c->half && c->kind == STET_C2R ? 2 : 1;
    double *x = b->x + l * stet_correct_inputs(c);
    const int reads_floats = stet_correct_reads_floats(b);
    stet_correct_job job = {.c = c,
                            .input =
                                reads_floats ? (const void *)(b->floats + l * b->floats_step) : x,
                            .form = reads_floats          ? STET_FLOAT_PAIRS
                                    : !c->half            ? STET_PAIRS
                                    : c->kind == STET_R2C ? STET_REALS
                                                          : STET_HALF_SPECTRUM,
                            .x = c->half ? (double *)(b->work + p->full_x) : x,
                            .line = x,
                            .has_spectrum = c->native && !b->is_fused,
                            .y = (double *)(b->work + p->y) + base,
                            .y_scale = b->y_scale,
                            .is_real = (b->known[l] & STET_KNOWN_REAL) != 0,
                            .out = out,
                            .step = 1,
                            .undecided = (ptrdiff_t *)(b->work + p->undecided),
                            .squares = b->squares[l],
                            .work = b->work + p->work,
                            .wanted = (uint8_t *)b->work + p->wanted,
                            .stats = b->stats,
                            .timed = timed};
    ptrdiff_t i = *next;
    if (b->lines == 1 && step == 1) { /* uses the list as it is */
        job.undecided = b->list + i;
        job.count = b->count - i;
        i = b->count;
    }
    for (; i < b->count && b->list[i] < base + numbers; i++)
        job.undecided[job.count++] = (b->list[i] - base) * step;
    *next = i;
    if (c->native && job.count == 0 && c->policy == STET_CORRECT_ADAPTIVE)
        return STET_OK;
    if (!reads_floats)
        (void)stet_correct_line(b, l);
    if (!c->half) {
        job.bounds = b->bounds;
        return stet_correct_resolve(&job);
    }
    if (c->native && c->policy == STET_CORRECT_ADAPTIVE && stet_correct_is_sparse(&job)) {
        job.step = step;
        return stet_correct_resolve(&job);
    }
    job.out = b->work + p->full_out;
    stet_correct_spread(c, out, job.out);
    const stet_status status = stet_correct_resolve(&job);
    stet_correct_take_back(c, out, job.out);
    return status;
}

/* Returns where the list continues after line l, which is not finite. The list may contain zeros of
 * either sign of that line. */
static ptrdiff_t after_line(const stet_correct_block *b, ptrdiff_t l, ptrdiff_t next)
{
    while (next < b->count && b->list[next] < (l + 1) * 2 * b->c->points)
        next++;
    return next;
}

/* Finishes lines with undecided numbers, lines that are not finite, and lines whose outputs must be
 * moved. */
static stet_status finish_lines(const stet_correct_block *b, const execution *x, ptrdiff_t first)
{
    const struct stet_correct *c = b->c;
    ptrdiff_t next = 0, from, to;
    stet_status status = STET_OK;
    for (ptrdiff_t l = 0; l < b->lines && !status; l++) {
        const ptrdiff_t number = (ptrdiff_t)stet_number_size(c->precision);
        char *out = (char *)b->out + l * b->step * number; /* the step may be negative */
        if (!(b->squares[l] - b->squares[l] == 0)) {
            b->stats->not_finite++;
            stet_correct_fill_nan(c, out);
            next = after_line(b, l, next);
        } else {
            status = resolve_line(b, l, out, &next, x->timed);
        }
        offsets(c, first + l, &from, &to);
        if (!status && !c->is_direct)
            stet_correct_scatter(c, out, x->out + to);
    }
    return status;
}

/* Reads adjacent lines as if they were one. Returns the sum of all squares, 0 if a number is not
 * finite. The sum serves as the sum of each line until a line has undecided numbers; it includes
 * numbers that C2R does not read. */
static double widen_together(const struct stet_correct *c, const char *from, double *in,
                             ptrdiff_t lines, double *squares)
{
    const ptrdiff_t numbers = stet_correct_inputs(c);
    double total;
    c->narrow->widen_lines(from, 0, in, lines * numbers, 1, &total);
    if (!(total - total == 0))
        return 0;
    if (c->kind == STET_C2R)
        total *= 2; /* covers the whole spectrum's |X_k|^2 */
    for (ptrdiff_t l = 0; l < lines; l++) {
        squares[l] = total;
        if (c->kind == STET_C2R)
            in[l * numbers + 1] = in[l * numbers + c->n + 1] = 0;
    }
    return total;
}

/* Loads the inputs of a block as doubles, and the squares of their 2-norms. Returns whether all are
 * finite. */
static int load_block(stet_correct_block *b, const execution *x, ptrdiff_t first)
{
    const struct stet_correct *c = b->c;
    const ptrdiff_t numbers = stet_correct_inputs(c);
    ptrdiff_t from, to;
    int finite = 1;
    offsets(c, first, &from, &to);
    if (c->is_together && b->lines > 1)
        b->total = widen_together(c, x->in + from, b->x, b->lines, b->squares);
    if (c->is_plain && b->total == 0) {
        c->narrow->widen_lines(x->in + from, c->in_step, b->x, numbers, b->lines, b->squares);
        for (ptrdiff_t l = 0; l < b->lines; l++)
            finite &= c->kind == STET_C2R
                          ? stet_correct_clear_ignored(c, b->x + l * numbers, &b->squares[l])
                          : b->squares[l] - b->squares[l] == 0;
    }
    for (ptrdiff_t l = 0; l < b->lines && !c->is_plain; l++) {
        offsets(c, first + l, &from, &to);
        const int all = stet_correct_gather(c, x->in + from, b->x + l * numbers, &b->squares[l]);
        if (!all || c->precision == STET_F64) /* squares of finite numbers may overflow */
            b->squares[l] = all ? 0 : __builtin_inf();
        finite &= all;
    }
    return finite;
}

/* Runs stage double of a block, fused if possible. Returns whether all lines are finite. */
static int stage_double_of_block(stet_correct_block *b, const execution *x, ptrdiff_t first,
                                 stet_status *status)
{
    const struct stet_correct *c = b->c;
    int *in_sweeps = &((stet_correct_outcome *)b->work)->in_sweeps;
    ptrdiff_t from, to;
    offsets(c, first, &from, &to);
    const int fused = c->fused && x->in != x->out; /* in and out then share no number */
    if (fused && !*in_sweeps) {
        b->is_fused = 1;
        b->floats = (const float *)(x->in + from);
        b->floats_step = c->in_step;
        if (stet_correct_stage_double_fused(b)) {
            int finite = 1;
            for (ptrdiff_t l = 0; l < b->lines; l++)
                finite &= b->squares[l] - b->squares[l] == 0;
            return finite;
        }
        *in_sweeps = 1;
        b->is_fused = 0;
    }
    memset(b->known, 0, (size_t)b->lines);
    const int finite = load_block(b, x, first);
    if (c->native) {
        *status = stet_correct_run_native(c, b->x, b->y, b->lines, b->work + c->pieces.work);
        stet_correct_stage_double(b);
    }
    if (fused && b->listed <= c->capacity * b->lines / 2)
        *in_sweeps = 0;
    return finite;
}

/* Runs transforms first .. first + lines - 1, at most a block. */
static stet_status run_block(const execution *x, ptrdiff_t first, ptrdiff_t lines, char *work)
{
    const struct stet_correct *c = x->c;
    const stet_correct_pieces *p = &c->pieces;
    ptrdiff_t from, to;
    stet_status status = STET_OK;
    const double start = stet_correct_now(x->timed);
    offsets(c, first, &from, &to);
    stet_correct_block b = {.c = c,
                            .lines = lines,
                            .x = (double *)(work + p->x),
                            .y = (double *)(work + p->y),
                            .squares = (double *)(work + p->squares),
                            .bound = (double *)(work + p->bound),
                            .known = (uint8_t *)work + p->known,
                            .out = c->is_direct ? x->out + to : work + p->out,
                            .step = c->is_direct && c->batch_rank > 0
                                        ? (c->kind == STET_C2R ? 1 : 2) * c->batch[0].out_stride
                                        : 2 * c->points,
                            .list = (ptrdiff_t *)(work + p->list),
                            .work = work,
                            .stats = &((stet_correct_outcome *)work)->stats};
    b.stats->transforms += lines;
    const int finite = stage_double_of_block(&b, x, first, &status);
    b.stats->seconds_f64 += stet_correct_now(x->timed) - start;
    if (status ||
        (c->native && finite && b.count == 0 && c->is_direct && c->policy == STET_CORRECT_ADAPTIVE))
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
    memset(work, 0, sizeof(stet_correct_outcome));
    for (ptrdiff_t i = stet_cut(c->turns, part, c->parts); i < end && !status;) {
        const ptrdiff_t count = end - i >= c->block ? c->block : end - i;
        status = run_block(x, i, count, work);
        i += count;
    }
    ((stet_correct_outcome *)work)->status = status;
}

void stet_correct_add_stats(stet_correct_stats *to, const stet_correct_stats *s)
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
    to->seconds_f64 += s->seconds_f64;
    to->seconds_classes += s->seconds_classes;
    to->seconds_dd += s->seconds_dd;
    to->seconds_fixed += s->seconds_fixed;
}

/* Returns the numbers of output that the caller gets, of all transforms. */
static int64_t numbers_of(const struct stet_correct *c)
{
    const ptrdiff_t last = c->lengths[c->rank - 1];
    if (c->kind == STET_R2C)
        return 2 * c->turns * (c->n / last) * (last / 2 + 1);
    return (c->kind == STET_C2R ? 1 : 2) * c->turns * c->n;
}

/* In place, outputs of one line of a batch may be stored in the inputs of others. Therefore all
 * inputs of a block are read before any of its outputs is written, and no two blocks share lines,
 * as in level native. */
stet_status stet_correct_run(const void *state, const void *in, void *out, char *work,
                             stet_correct_stats *stats)
{
    const struct stet_correct *c = (const struct stet_correct *)state;
    execution x = {c, (const char *)in, (char *)out, work, stats != NULL};
    const uint64_t caller = stet_fpenv_enter();
    if (c->parts > 1)
        stet_executor_run(&c->executor, c->parts, run_part, &x);
    else
        run_part(&x, 0);
    stet_fpenv_leave(caller);
    stet_status worst = STET_OK;
    for (int i = 0; i < c->parts; i++) {
        const stet_correct_outcome *part =
            (const stet_correct_outcome *)(work + (size_t)i * c->slot);
        worst = part->status ? part->status : worst;
        if (stats)
            stet_correct_add_stats(stats, &part->stats);
    }
    if (stats)
        stats->numbers += numbers_of(c);
    return worst;
}
