/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms two and more dimensions with one exchange. The steps of all axes form one sequence,
 * which may be cut anywhere, even inside an axis, without changing a bit (range/range.h says why).
 * Here it is cut inside axis c of n = A B points:
 *
 *   axes after c, c up to A | exchange | c after A, axes before c
 *
 * This is the order of a forward transform; an inverse one begins with the axes before c. Only axis
 * c is cut over ranks, by its residues mod G, where G divides A and B. Before the exchange a rank
 * therefore has whole columns, the numbers of one index mod B along c, and after it whole rows, the
 * numbers of one index mod A. (Koopman and Bisseling 2023 cut all axes in this way, with one
 * exchange too, in another order of operations.)
 *
 * The work before the exchange and the work after it are two phases. Each processes the array in
 * groups that fit the caches. In the phase with the axes after c a group has these axes whole: it
 * is some planes, one for each index before c, or a few columns or rows of one plane. In the phase
 * with the axes before c a group has those whole, and a few of the numbers after c. (At the end of
 * a forward transform whose output has the inner precision, rows go in planes into the output, and
 * the axes before c are lines there: groups of short pieces, far apart by a power of two, took
 * longer.) In a group axis c is A x columns or B x rows. In the array the order of the two is
 * reversed: index a B + b is at a (columns) + (position of b), and index j + A q at q (rows) +
 * (position of j). The steps after A read their input from the receive buffers; all lanes work on
 * the same row (stet_rows.same). */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/executor.h"
#include "base/isa.h"
#include "half/lines.h"
#include "graph/norm.h"
#include "native/native.h"
#include "exchange/alltoall.h"
#include "layout/convert.h"
#include "layout/size.h"
#include "plan.h"
#include "range/range.h"

/* Sizes of groups, measured with 2 MB of cache. */
enum { PLANE_BYTES = 1 << 18, NUMBER_BYTES = 1 << 20, LEAST_NUMBERS = 8 };

/* Axes of a group: the axes before c, or all of them as one; A or B; columns or rows; the axes
 * after c and howmany, or all of them as one. */
enum { AXES = STET_MPI_MAX_RANK + 3 };

typedef struct {
    int planar;        /* groups are planes of the axes after c */
    int is_output;     /* its stages are lines in the output, run after all groups */
    int first, stages; /* the stages of the transform that are lines */
    ptrdiff_t parts;   /* A or B; then this rank's columns or rows */
    ptrdiff_t minor;
    ptrdiff_t planes, columns,
        numbers; /* of a group: indices before c, columns or rows, numbers after c */
    ptrdiff_t groups;
    ptrdiff_t stride[AXES];           /* strides of the caller's array */
    void *part[2][STET_MPI_MAX_RANK]; /* stages of a group, and of the smaller last group */
} phase;

typedef struct {
    int c, stage;                  /* the axis that is cut, and the stage that transforms it */
    ptrdiff_t n, A, B, G;          /* lengths of axis c and its parts */
    ptrdiff_t outer, inner;        /* indices before and after c: the array is outer x n x inner */
    ptrdiff_t ahi, bhi;            /* A/G and B/G */
    const ptrdiff_t *column, *row; /* blocks of residues of the ranks */
    size_t element;                /* bytes of a complex number inside */
    phase phase[2];
    stet_range *range;
    double scale, rest; /* factor of the range if it is the last stage */
    int swap;
    stet_mpi_alltoall alltoall;
    const char **base; /* where each rank's block begins */
    /* Bytes: of the send and receive buffers; of a group, of its lines, of its rows; of one
     * thread; of lines in the output, which all threads share. */
    size_t send, recv, array, line, range_work, scratch, lines;
    stet_executor executor;
} nd_cyclic;

static ptrdiff_t width(const ptrdiff_t *start, int rank) { return start[rank + 1] - start[rank]; }

int stet_mpi_nd_cyclic_serves(const stet_mpi_problem *s)
{
    return s->transform.rank > 1 && s->layout[0] == STET_MPI_CYCLIC &&
           (s->transform.level == STET_LEVEL_NATIVE || s->transform.level == STET_LEVEL_EXTENDED);
}

/* ------------------------------------------------------------------- groups - */

/* Returns the length of an axis between the stages. */
static ptrdiff_t length(const stet_mpi_problem *s, int axis)
{
    return stet_mpi_side_length(s, s->transform.kind == STET_C2R ? STET_MPI_IN : STET_MPI_OUT,
                                axis);
}

/* Lists the extents of a group; returns their number. */
static int list_extents(const stet_mpi_problem *s, const nd_cyclic *t, const phase *h, int is_last,
                        ptrdiff_t *n)
{
    int axes = 0;
    if (h->planar)
        n[axes++] = is_last ? t->outer % h->planes : h->planes;
    for (int i = 0; i < t->c && !h->planar; i++)
        n[axes++] = s->dims[i].n;
    n[axes++] = h->parts;
    n[axes++] = h->columns;
    for (int i = t->c + 1; i < s->transform.rank && h->planar; i++)
        n[axes++] = length(s, i);
    n[axes++] = h->planar ? s->options.howmany : is_last ? t->inner % h->numbers : h->numbers;
    return axes;
}

/* Returns the axis of a group that contains an axis of the transform. */
static int group_axis_of(const nd_cyclic *t, const phase *h, int axis)
{
    const int c = h->planar ? 1 : t->c;
    return axis > t->c ? c + 1 + axis - t->c : axis < t->c ? axis : c;
}

/* Sets the strides of the caller's array along the axes of a group. Axes that form one axis of the
 * group are contiguous in the array. */
static void set_strides(const stet_mpi_plan *plan, const nd_cyclic *t, phase *h)
{
    const int r = plan->problem.transform.rank;
    const stet_mpi_axis *axis = plan->box[h == &t->phase[1]].axis;
    int axes = 0;
    if (h->planar)
        h->stride[axes++] = t->c ? axis[t->c - 1].stride : 0;
    for (int i = 0; i < t->c && !h->planar; i++)
        h->stride[axes++] = axis[i].stride;
    h->stride[axes++] = h->minor * axis[t->c].stride;
    h->stride[axes++] = axis[t->c].stride;
    for (int i = t->c + 1; i < r && h->planar; i++)
        h->stride[axes++] = axis[i].stride;
    h->stride[axes++] = 1;
}

/* Returns the largest divisor of n up to a limit, or 1. */
static ptrdiff_t divisor_up_to(ptrdiff_t n, ptrdiff_t limit)
{
    ptrdiff_t best = stet_larger(1, stet_smaller(n, limit));
    while (n % best)
        best--;
    return best;
}

static ptrdiff_t ceil_divide(ptrdiff_t n, ptrdiff_t of) { return (n + of - 1) / of; }

static void set_group(nd_cyclic *t, phase *h)
{
    const ptrdiff_t one = h->parts * (ptrdiff_t)t->element;
    if (h->minor == 0)
        return; /* this rank has no numbers, so it has no groups */
    h->planes = t->outer;
    h->columns = h->minor;
    h->numbers = t->inner;
    if (h->planar) {
        h->columns = divisor_up_to(h->minor, PLANE_BYTES / (one * t->inner));
        h->planes = h->columns < h->minor ? 1 : PLANE_BYTES / (one * t->inner * h->minor);
        h->planes = stet_larger(1, stet_smaller(h->planes, t->outer));
    } else {
        h->numbers = NUMBER_BYTES / (one * t->outer) / LEAST_NUMBERS * LEAST_NUMBERS;
        h->numbers = stet_smaller(stet_larger(LEAST_NUMBERS, h->numbers), t->inner);
        h->columns = h->numbers < t->inner
                         ? 1
                         : divisor_up_to(h->minor, NUMBER_BYTES / (one * t->outer * t->inner));
    }
    h->groups = h->minor / h->columns * ceil_divide(t->outer, h->planes) *
                ceil_divide(t->inner, h->numbers);
    t->array = (size_t)stet_larger((ptrdiff_t)t->array, one * h->planes * h->columns * h->numbers);
}

typedef struct {
    ptrdiff_t plane, column, number; /* the group's origin; then its extents */
    ptrdiff_t planes, numbers;
    int is_last;
} group;

static group group_at(const nd_cyclic *t, const phase *h, ptrdiff_t i)
{
    const ptrdiff_t columns = h->minor / h->columns, along = ceil_divide(t->inner, h->numbers);
    group g = {0};
    g.number = i % along * h->numbers;
    g.column = i / along % columns * h->columns;
    g.plane = i / along / columns * h->planes;
    g.planes = stet_smaller(h->planes, t->outer - g.plane);
    g.numbers = stet_smaller(h->numbers, t->inner - g.number);
    g.is_last = g.planes < h->planes || g.numbers < h->numbers;
    return g;
}

/* ----------------------------------------------------------------- creation - */

/* Describes lines of A points as the only stage of a smaller transform: as a first stage, which
 * reads the caller's numbers, or as a middle one, which reads and writes the inner precision. */
static int stage_up_to_A(const nd_cyclic *t, stet_options *o, stet_dim dims[3])
{
    ptrdiff_t points = 1;
    for (int i = 0; i < o->rank; i++)
        points *= o->dims[i].n;
    const int stage = t->stage > 0;
    memset(dims, 0, 3 * sizeof *dims);
    dims[0].n = dims[1].n = dims[2].n = 1;
    dims[stage].n = t->A;
    dims[!stage].n =
        points / t->A; /* keeps the number of points, which sets the factor of 16-bit input */
    o->kind = STET_C2C;
    o->dims = dims;
    o->rank = 2 + stage;
    return stage;
}

/* Makes stage number k of a phase, for whole groups or for the smaller last one. */
static stet_status make_stage(const stet_mpi_plan *plan, nd_cyclic *t, phase *h, int k, int is_last)
{
    const stet_mpi_problem *s = &plan->problem;
    const int r = s->transform.rank, stage = h->first + k, after = h == &t->phase[1];
    const int axis = stet_mpi_axis_of_stage(s, stage);
    const int place = group_axis_of(t, h, axis);
    stet_options o = s->transform;
    stet_dim dims[3], loops[AXES];
    ptrdiff_t n[AXES], dense[AXES];
    const int axes = list_extents(s, t, h, is_last, n);
    stet_mpi_row_major(axes, n, dense);
    const ptrdiff_t *from = !after && k == 0 ? h->stride : dense;
    const ptrdiff_t *to = after && k == h->stages - 1 ? h->stride : dense;
    o.threads = 1; /* threads divide the groups, not the lines */
    stet_part p = {stage, from[place], to[place], 0, loops, s->wide_out && stage == r - 1};
    for (int i = 0; i < axes; i++) {
        if (n[i] == 0)
            return STET_OK; /* all groups have the same size */
        if (i != place && n[i] > 1)
            loops[p.loop_count++] = (stet_dim){n[i], from[i], to[i]};
    }
    if (stage == t->stage) {
        p.stage = stage_up_to_A(t, &o, dims);
        p.wide_out = 0;
    }
    const stet_status status = stet_native_part(&h->part[is_last][k], &o, &p);
    if (!status)
        t->line = (size_t)stet_larger((ptrdiff_t)t->line,
                                      (ptrdiff_t)stet_native_engine.workspace(h->part[is_last][k]));
    return status;
}

/* Makes stage number k of the second phase as lines in the output. */
static stet_status make_lines(const stet_mpi_plan *plan, nd_cyclic *t, int k)
{
    const stet_mpi_problem *s = &plan->problem;
    const stet_mpi_axis *axis = plan->box[1].axis;
    const int stage = t->phase[1].first + k, along = stet_mpi_axis_of_stage(s, stage);
    const ptrdiff_t stride = axis[along].stride;
    stet_dim loops[STET_MPI_MAX_RANK];
    stet_part p = {stage, stride, stride, 0, loops, s->wide_out && along == 0};
    for (int i = 0; i < t->c; i++)
        if (i != along)
            loops[p.loop_count++] = (stet_dim){axis[i].n, axis[i].stride, axis[i].stride};
    loops[p.loop_count++] = (stet_dim){axis[t->c].count * t->inner, 1, 1};
    void **part = &t->phase[1].part[0][k];
    const stet_status status = stet_native_part(part, &s->transform, &p);
    if (!status)
        t->lines = (size_t)stet_larger((ptrdiff_t)t->lines,
                                       (ptrdiff_t)stet_native_engine.workspace(*part));
    return status;
}

static stet_status make_phase(const stet_mpi_plan *plan, nd_cyclic *t, int after)
{
    const stet_options *o = &plan->problem.transform;
    phase *h = &t->phase[after];
    h->planar = after == (o->direction == STET_INVERSE);
    h->is_output = after && !h->planar && plan->box[1].element == t->element;
    h->planar |= h->is_output;
    h->first = after ? t->stage + 1 : 0;
    h->stages = after ? o->rank - h->first : t->stage + 1;
    h->parts = after ? t->B : t->A;
    h->minor = after ? t->ahi * width(t->row, plan->rank) : t->bhi * width(t->column, plan->rank);
    set_strides(plan, t, h);
    set_group(t, h);
    stet_status status = STET_OK;
    for (int k = 0; k < h->stages && h->is_output && h->groups && !status; k++)
        status = make_lines(plan, t, k);
    if (h->is_output)
        return status;
    for (int i = 0; i < 2 * h->stages && h->groups && !status; i++)
        status = make_stage(plan, t, h, i / 2, i % 2);
    return status;
}

/* Sets up the exchange of an array of outer x A/G x residues x B/G x residues x inner. */
static stet_status make_alltoall(stet_mpi_plan *plan, nd_cyclic *t)
{
    const int me = plan->rank;
    const ptrdiff_t columns = width(t->column, me), rows = width(t->row, me);
    const ptrdiff_t from[] = {t->outer, t->ahi, t->G, t->bhi, columns, t->inner};
    const ptrdiff_t to[] = {t->outer, t->ahi, rows, t->bhi, t->G, t->inner};
    ptrdiff_t stride[STET_MPI_AXES];
    stet_mpi_alltoall *m = &t->alltoall;
    *m = (stet_mpi_alltoall){.comm = plan->comm,
                             .p = plan->problem.ranks,
                             .me = me,
                             .axes = 6,
                             .a = 2,
                             .b = 4,
                             .element = t->element,
                             .cut_a = t->row,
                             .cut_b = t->column,
                             .exchange = plan->exchange,
                             .chunks = 1,
                             .keeps_own = 1}; /* own numbers are read from the send buffer */
    memcpy(m->from, from, sizeof from);
    memcpy(m->to, to, sizeof to);
    t->recv = t->element * (size_t)stet_mpi_row_major(6, to, stride);
    t->send = t->element * (size_t)(t->outer * t->A * t->bhi * columns * t->inner);
    plan->exchanges = 1;
    plan->bytes = (int64_t)t->send / t->G * (t->G - rows);
    return stet_mpi_alltoall_create(m, stride);
}

static stet_status make_range(const stet_mpi_plan *plan, nd_cyclic *t)
{
    const stet_options *o = &plan->problem.transform;
    const stet_precision inside = stet_norm_inside(o);
    t->range = stet_range_create(t->n, t->A, t->n, inside, stet_isa_in_use());
    if (!t->range)
        return STET_E_MEMORY;
    t->range_work = stet_round_to_line(stet_range_work(t->range, 1));
    t->swap = o->direction == STET_INVERSE;
    t->scale = 1;
    if (t->stage == o->rank - 1) {
        const stet_factor factor = stet_norm_factor(o);
        t->scale = factor.scale;
        t->rest = factor.rest;
    }
    return STET_OK;
}

static stet_status make(stet_mpi_plan *plan, nd_cyclic *t)
{
    const stet_mpi_problem *s = &plan->problem;
    t->c = s->axis;
    t->stage = stet_mpi_axis_of_stage(s, t->c);
    t->n = s->dims[t->c].n;
    t->A = s->A;
    t->B = s->B;
    t->G = s->modulus[0];
    t->ahi = t->A / t->G;
    t->bhi = t->B / t->G;
    t->column = s->start[0][0];
    t->row = s->start[1][0];
    t->element = stet_mpi_inner_element_size(s);
    t->outer = 1;
    t->inner = s->options.howmany;
    for (int i = 0; i < s->transform.rank; i++)
        *(i < t->c ? &t->outer : &t->inner) *= i == t->c ? 1 : length(s, i);
    t->executor = stet_executor_of(s->transform.threads, NULL, NULL);
    t->base = (const char **)stet_alloc_array((size_t)s->ranks, sizeof *t->base);
    stet_status status = t->base ? make_alltoall(plan, t) : STET_E_MEMORY;
    if (!status)
        status = make_range(plan, t);
    for (int after = 0; after < 2 && !status; after++)
        status = make_phase(plan, t, after);
    return status;
}

static stet_status create(stet_mpi_plan *plan)
{
    nd_cyclic *t = (nd_cyclic *)stet_alloc(sizeof *t);
    plan->state = t;
    if (!t)
        return STET_E_MEMORY;
    memset(t, 0, sizeof *t);
    const stet_status status = make(plan, t);
    const size_t runs = (size_t)t->bhi * (size_t)plan->problem.ranks * sizeof(stet_run);
    t->array = stet_round_to_line(t->array);
    t->line = stet_round_to_line(t->line);
    t->scratch = t->array + stet_larger((ptrdiff_t)t->line,
                                        (ptrdiff_t)(t->range_work + stet_round_to_line(runs)));
    plan->work_size = (size_t)(t->executor.threads ? t->executor.threads : 1) * t->scratch;
    plan->work_size = plan->work_size > t->lines ? plan->work_size : t->lines;
    /* One buffer is enough: every execution begins with an agreement of all ranks, which separates
     * it from the previous one. */
    if (plan->exchange == STET_MPI_SHARED)
        plan->shared_size = stet_round_to_line(t->send);
    else
        plan->work_size += stet_round_to_line(t->send) + stet_round_to_line(t->recv);
    return status;
}

static void destroy(stet_mpi_plan *plan)
{
    nd_cyclic *t = (nd_cyclic *)plan->state;
    if (!t)
        return;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < STET_MPI_MAX_RANK; k++)
            stet_native_engine.destroy(t->phase[i / 2].part[i % 2][k]);
    stet_range_destroy(t->range);
    stet_mpi_alltoall_destroy(&t->alltoall);
    stet_free((void *)t->base);
    stet_free(t);
    plan->state = NULL;
}

/* ---------------------------------------------------------------- execution - */

typedef struct {
    const stet_mpi_plan *plan;
    const nd_cyclic *t;
    const char *in;
    char *out, *send, *scratch;
    atomic_int half_flags;
} job;

/* Returns the beginning of a group in the caller's array. */
static ptrdiff_t offset(const nd_cyclic *t, const phase *h, const group *g)
{
    const ptrdiff_t plane =
        h->planar ? h->stride[0] : 0; /* a group that is not planar has all planes */
    const ptrdiff_t column = h->stride[(h->planar ? 1 : t->c) + 1];
    return g->plane * plane + g->column * column + g->number;
}

/* Copies the columns of a group into the send buffer: row-major blocks of outer x A/G x residues x
 * columns x inner, one for each rank. */
static void send_group(const job *j, const group *g, const char *from)
{
    const nd_cyclic *t = j->t;
    const phase *h = &t->phase[0];
    const ptrdiff_t size = (ptrdiff_t)t->element;
    ptrdiff_t n[] = {g->planes, t->ahi, t->G, h->columns, g->numbers}, all[5], dense[5];
    stet_mpi_row_major(5, n, dense);
    for (int i = 0; i < j->plan->problem.ranks; i++) {
        const ptrdiff_t whole[] = {t->outer, t->ahi, width(t->row, i), h->minor, t->inner};
        stet_mpi_row_major(5, whole, all);
        n[2] = width(t->row, i);
        const ptrdiff_t block = t->outer * t->ahi * h->minor * t->inner;
        const ptrdiff_t at = t->row[i] * block + g->plane * all[0] + g->column * all[3] + g->number;
        stet_mpi_copy_box(5, n, t->element, dense, from + t->row[i] * dense[2] * size, all,
                          j->send + at * size);
    }
}

static void run_before(job *j, const group *g, char *scratch)
{
    const nd_cyclic *t = j->t;
    const phase *h = &t->phase[0];
    const char *from = j->in + offset(t, h, g) * (ptrdiff_t)j->plan->box[0].element;
    int half_flags = 0;
    for (int k = 0; k < h->stages; k++) {
        half_flags |=
            stet_native_part_run(h->part[g->is_last][k], from, scratch, scratch + t->array);
        from = scratch;
    }
    atomic_fetch_or(&j->half_flags, half_flags);
    send_group(j, g, scratch);
}

/* Lists the runs of a row: for each column of residues mod G, in the order of the ranks that sent
 * them. `at` is the number of the row among the rows of this rank in all planes. */
static ptrdiff_t list_runs(const job *j, ptrdiff_t at, ptrdiff_t number, stet_run *run)
{
    const nd_cyclic *t = j->t;
    const stet_mpi_plan *plan = j->plan;
    const ptrdiff_t size = (ptrdiff_t)t->element;
    ptrdiff_t count = 0;
    for (ptrdiff_t b = 0; b < t->bhi; b++)
        for (int i = 0; i < plan->problem.ranks; i++) {
            /* ALLTOALLW has received the numbers in their final places. */
            const int placed = plan->exchange == STET_MPI_ALLTOALLW && i != plan->rank;
            const ptrdiff_t length = width(t->column, i), columns = placed ? t->G : length;
            const ptrdiff_t from = ((at * t->bhi + b) * columns * t->inner + number) * size;
            run[count] = (stet_run){t->base[i] + from, length, 1};
            count += length > 0;
        }
    return count;
}

/* Runs the steps after A on the rows of a group. */
static void run_rows(const job *j, const group *g, char *to, const ptrdiff_t stride[3], char *work)
{
    const nd_cyclic *t = j->t;
    const ptrdiff_t size = (ptrdiff_t)t->element, mine = width(t->row, j->plan->rank);
    stet_run *run = (stet_run *)(void *)(work + t->range_work);
    for (ptrdiff_t plane = 0; plane < g->planes; plane++)
        for (ptrdiff_t i = 0; i < t->phase[1].columns; i++) {
            const ptrdiff_t row = g->column + i, hi = row / mine, lo = row % mine;
            const ptrdiff_t at = ((g->plane + plane) * t->ahi + hi) * mine + lo;
            const stet_rows rows = {.out = to + (plane * stride[0] + i * stride[2]) * size,
                                    .is = {0, 0, t->inner},
                                    .os = {t->B, 0, stride[1]},
                                    .od = 1,
                                    .row = hi * t->G + t->row[j->plan->rank] + lo,
                                    .count = g->numbers,
                                    .same = 1,
                                    .runs = list_runs(j, at, g->number, run),
                                    .run = run};
            stet_range_run(t->range, &rows, t->swap, t->scale, work);
        }
}

/* Stores the numbers of a group in the caller's precision if the steps after A are the last stage.
 * Returns 0 if a 16-bit number is not finite, otherwise 1. */
static int store_group(const job *j, const group *g, const char *from)
{
    const nd_cyclic *t = j->t;
    const phase *h = &t->phase[1];
    const stet_precision outside = j->plan->problem.transform.precision;
    const stet_precision inside = stet_norm_inside(&j->plan->problem.transform);
    const ptrdiff_t *stride = h->stride + t->c;
    int finite = 1;
    for (ptrdiff_t i = 0; i < t->B * h->columns; i++) {
        const ptrdiff_t at =
            offset(t, h, g) + i / h->columns * stride[0] + i % h->columns * stride[1];
        char *to = j->out + at * (ptrdiff_t)j->plan->box[1].element;
        for (ptrdiff_t k = 0; k < 2 * g->numbers; k++)
            finite &= stet_mpi_store_number(
                outside, stet_mpi_load_inside(inside, t->rest, from, 2 * i * g->numbers + k), to,
                k);
    }
    return finite;
}

static void run_after(job *j, const group *g, char *scratch)
{
    const nd_cyclic *t = j->t;
    const phase *h = &t->phase[1];
    char *out = j->out + offset(t, h, g) * (ptrdiff_t)j->plan->box[1].element;
    const char *from = scratch;
    const ptrdiff_t dense[3] = {t->B * h->columns * g->numbers, h->columns * g->numbers,
                                g->numbers};
    if (h->is_output) {
        run_rows(j, g, out, h->stride, scratch + t->array);
        return;
    }
    run_rows(j, g, scratch, dense, scratch + t->array);
    int half_flags = 0;
    if (h->stages == 0 && !store_group(j, g, scratch))
        half_flags = STET_HALF_OUT_NOT_FINITE;
    for (int k = 0; k < h->stages; k++) {
        char *to = k == h->stages - 1 ? out : scratch;
        half_flags |= stet_native_part_run(h->part[g->is_last][k], from, to, scratch + t->array);
        from = to;
    }
    atomic_fetch_or(&j->half_flags, half_flags);
}

static void run_share(job *j, int after, ptrdiff_t part)
{
    const nd_cyclic *t = j->t;
    const phase *h = &t->phase[after];
    const ptrdiff_t parts = t->executor.threads;
    const ptrdiff_t end = stet_cut(h->groups, part + 1, parts);
    for (ptrdiff_t i = stet_cut(h->groups, part, parts); i < end; i++) {
        const group g = group_at(t, h, i);
        (after ? run_after : run_before)(j, &g, j->scratch + (size_t)part * t->scratch);
    }
}

static void share_before(void *data, ptrdiff_t part) { run_share((job *)data, 0, part); }

static void share_after(void *data, ptrdiff_t part) { run_share((job *)data, 1, part); }

/* Finds the beginning of each rank's block. This rank's own block stays in the send buffer. */
static void find_blocks(const stet_mpi_plan *plan, nd_cyclic *t, const char *send, const char *recv)
{
    const int me = plan->rank, shares = plan->exchange == STET_MPI_SHARED;
    const ptrdiff_t size = (ptrdiff_t)t->element, rows = t->outer * t->ahi * width(t->row, me);
    for (int i = 0; i < plan->problem.ranks; i++) {
        /* elements for each residue; then for each residue of one row */
        const ptrdiff_t block = t->outer * t->ahi * t->bhi * width(t->column, i) * t->inner;
        const ptrdiff_t column = t->bhi * t->inner;
        if (shares || i == me)
            t->base[i] =
                (i == me ? send : stet_mpi_shared_memory(plan, i)) + t->row[me] * block * size;
        else if (plan->exchange == STET_MPI_ALLTOALLW)
            t->base[i] = recv + t->column[i] * t->inner * size;
        else
            t->base[i] = recv + t->column[i] * rows * column * size;
    }
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    nd_cyclic *t = (nd_cyclic *)plan->state;
    const int shares = plan->exchange == STET_MPI_SHARED;
    char *send = shares ? plan->shared : work, *recv = work + stet_round_to_line(t->send);
    job j = {.plan = plan,
             .t = t,
             .in = (const char *)in,
             .out = (char *)out,
             .send = send,
             .scratch = shares ? work : recv + stet_round_to_line(t->recv)};
    atomic_init(&j.half_flags, 0);
    stet_executor_run(&t->executor, t->executor.threads, share_before, &j);
    const stet_status status =
        shares ? stet_mpi_shared_barrier(plan) : stet_mpi_alltoall_run(&t->alltoall, send, recv);
    if (status)
        return status;
    find_blocks(plan, t, send, recv);
    stet_executor_run(&t->executor, t->executor.threads, share_after, &j);
    const phase *h = &t->phase[1];
    for (int k = 0; k < h->stages && h->is_output && h->groups; k++)
        (void)stet_native_part_run(h->part[0][k], out, out, j.scratch);
    plan->half_flags |= atomic_load(&j.half_flags);
    return STET_OK;
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    const nd_cyclic *t = (const nd_cyclic *)plan->state;
    stet_put(to, "axis: %d\nparts: %td x %td\nresidues: %td\n", t->c, t->A, t->B, t->G);
}

const stet_mpi_algorithm stet_mpi_nd_cyclic = {"one exchange", create, destroy, run, describe};
