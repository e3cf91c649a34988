/* SPDX-License-Identifier: Apache-2.0 */
/* One dimension, n = A B, by parts of the graph: fft/levels.h has why no bit depends on it.
 *
 *   block -1-> columns | lines of A | -2-> rows | the steps after A | -3-> block
 *
 * Columns are the inputs of one residue mod B, rows the outputs of one residue mod A, and a rank
 * has a block of either. TRANSPOSED ends with rows or begins with columns. CYCLIC: a rank has
 * residues mod G, which divides both, so that it has whole columns, and whole rows, and exchange 2
 * is the only one. Everything is in ascending order of the index in memory.
 *
 * Columns and rows go in groups that fit the caches: copied into scratch memory, transformed there,
 * and copied out again, for kernels are slow on numbers that are far apart by a power of two; rows,
 * of which eight or so are read together, are read from where they came. What
 * stays on its rank in exchanges 1 and 3 is read from the input, and written into the output.
 *
 * Real input needs rows 0 .. A/2 alone: outputs of row A - j are those of row j, conjugate, from
 * the other end. Where a prime above 13 goes through a convolution, which does not keep that
 * symmetry to the bit, it is complex with zeros. A -0 becomes +0, as in one process.
 *
 * C2R makes complex numbers of its half spectrum first, in pairs of those of indices k and N - k, N
 * being n/2 or odd n (docs/bits.md, 6). So whoever has columns [begin, end) has columns B - c too:
 * it is given a block of the residues 0 .. B/2, and those that mirror them. Every number travels
 * once, as in the other kinds. */
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/executor.h"
#include "base/isa.h"
#include "base/precision.h"
#include "arith/bits.h"
#include "fft/levels.h"
#include "half/lines.h"
#include "move.h"
#include "native/native.h"
#include "number.h"
#include "plan.h"

/* Of a group, by measurement (2 MB of cache): rows of the copies are to be long. */
enum { COLUMN_BYTES = 1 << 20, ROW_BYTES = 1 << 19 };

/* An element is howmany numbers, neighbours, each of a transform of its own: lines and rows are
 * those of the single numbers. */
typedef struct {
    stet_precision inside, outside; /* numbers of lines and rows; of the caller's arrays */
    size_t number;                  /* bytes of a real one inside */
    size_t element[2];              /* bytes of one of exchange 1, and of the others */
    ptrdiff_t many;                 /* howmany */
    int is_half;                    /* numbers of 16 bits are widened before all else */
    float load;                     /* and are multiplied by this then */
    double rest;                    /* 1 + rest is a factor of the result, of STET_DD */
    int natural[2], is_real, converts;
    int mirrors; /* R2C of rows 0 .. A/2 */
    int folds;   /* C2R */
    ptrdiff_t n, A, B, column_mod, row_mod;
    ptrdiff_t rows;                /* that there are, the rest being mirrored: A, or A/2 + 1 */
    const ptrdiff_t *column, *row; /* ranks' blocks of column_mod, and of row_mod or rows */
    const ptrdiff_t *low;          /* C2R: of the residues up to B/2; else column */
    ptrdiff_t *own;
    ptrdiff_t columns, width, height; /* this rank's; rows without a gap, and how often */
    int keeps[2];                     /* exchanges 1 and 3: what stays here takes no message */
    void *lines[2];                   /* of a group of columns, and of the last, smaller one */
    stet_fft1d *line_fft, *fold;      /* C2R: lines of A points; the pairs */
    stet_range *range;
    stet_mpi_move move;
    int *counts[2]; /* of the exchanges 1 and 3: sent, received, and where they begin */
    MPI_Datatype type[2];
    ptrdiff_t *offset[2];          /* of what comes from each rank, in what that rank sends */
    ptrdiff_t *begin[2];           /* where that is in own columns; and in those that mirror them */
    ptrdiff_t column_group, group; /* columns, and rows, that go together */
    stet_executor executor;
    size_t array, scratch, line, range_work; /* bytes */
    size_t room[2];                          /* of the arrays that are not shared */
    double scale;
    int swap;
} one;

static ptrdiff_t smaller(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

static ptrdiff_t larger(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }

static size_t round_up(size_t size) { return (size + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN; }

int stet_mpi_one_serves(const stet_mpi_shape *s)
{
    /* Of 16 bits the transforms of howmany overflow one by one. */
    const int one_by_one = stet_is_half(s->whole.precision) && s->given.howmany > 1;
    return s->whole.rank == 1 && s->A && !one_by_one &&
           (s->whole.level == STET_LEVEL_NATIVE || s->whole.level == STET_LEVEL_EXTENDED);
}

/* ------------------------------------------- a block beside residue classes - */

/* How many numbers below k have a residue mod m in [begin, end). */
static ptrdiff_t below(ptrdiff_t k, ptrdiff_t m, ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t rest = k % m;
    return k / m * (end - begin) + larger(0, smaller(rest, end) - begin);
}

static ptrdiff_t common(ptrdiff_t from, ptrdiff_t to, ptrdiff_t m, ptrdiff_t begin, ptrdiff_t end)
{
    return below(to, m, begin, end) - below(from, m, begin, end);
}

/* Indices [from, to) of residues [begin, end) mod m as runs, in ascending order. */
typedef void take_run(void *data, ptrdiff_t index, ptrdiff_t count);

static void for_runs(ptrdiff_t from, ptrdiff_t to, ptrdiff_t m, ptrdiff_t begin, ptrdiff_t end,
                     take_run *take, void *data)
{
    if (from >= to || begin >= end)
        return;
    for (ptrdiff_t base = from / m * m; base < to; base += m) {
        const ptrdiff_t first = larger(base + begin, from), last = smaller(base + end, to);
        if (first < last)
            take(data, first, last - first);
    }
}

typedef struct {
    ptrdiff_t begin, end;
} residues;

/* Those of m - j for j in [begin, end), where that is another one. */
static residues mirrored(ptrdiff_t m, ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t first = larger(begin, 1), last = smaller(end, (m + 1) / 2);
    return first < last ? (residues){m - last + 1, m - first + 1} : (residues){0, 0};
}

/* The columns that ranks [from, to) have; and, of C2R, those that mirror them. */
static residues columns_of(const one *t, int from, int to, int mirror)
{
    const ptrdiff_t begin = t->low[from], end = t->low[to];
    if (mirror)
        return t->folds ? mirrored(t->B, begin, end) : (residues){0, 0};
    return (residues){begin, end};
}

static residues mirrored_rows(const one *t, ptrdiff_t begin, ptrdiff_t end)
{
    return t->mirrors ? mirrored(t->A, begin, end) : (residues){0, 0};
}

/* How many inputs [from, to) are in columns of ranks [first, last). */
static ptrdiff_t inputs(const one *t, ptrdiff_t from, ptrdiff_t to, int first, int last, int mirror)
{
    const residues r = columns_of(t, first, last, mirror);
    return common(from, to, t->B, r.begin, r.end);
}

static ptrdiff_t all_inputs(const one *t, ptrdiff_t from, ptrdiff_t to, int first, int last)
{
    return inputs(t, from, to, first, last, 0) + inputs(t, from, to, first, last, 1);
}

/* How many of the outputs [from, to) are in rows [begin, end), or mirror one that is. */
static ptrdiff_t outputs(const one *t, ptrdiff_t from, ptrdiff_t to, ptrdiff_t begin, ptrdiff_t end)
{
    const residues m = mirrored_rows(t, begin, end);
    return common(from, to, t->A, begin, end) + common(from, to, t->A, m.begin, m.end);
}

/* A rank's outputs, in complex numbers: of C2R of even n each is two, and may be of two ranks. */
static residues span(const stet_mpi_plan *plan, const one *t, int rank)
{
    const ptrdiff_t begin = plan->shape.start[1][0][rank], end = plan->shape.start[1][0][rank + 1];
    if (t->n == plan->shape.dims[0].n || begin == end)
        return (residues){begin, end};
    return (residues){begin / 2, (end + 1) / 2};
}

/* ----------------------------------------------------------------- creation - */

/* What is kept leaves a gap in what is sent and in what is received. */
static void set_message(one *t, int which, int p, int i, int is_kept, const ptrdiff_t count[2],
                        const ptrdiff_t at[2])
{
    for (int way = 0; way < 2; way++) {
        t->counts[which][way * p + i] = is_kept ? 0 : (int)count[way];
        t->counts[which][(2 + way) * p + i] = (int)at[way];
    }
}

/* Exchange 1, from a block to columns, and 3, from rows to a block. */
static stet_status make_messages(stet_mpi_plan *plan, one *t, int which)
{
    const stet_mpi_shape *s = &plan->shape;
    const int p = s->ranks, me = plan->rank;
    const ptrdiff_t *start = s->start[0][0];
    ptrdiff_t at[2] = {0, 0}, sent = 0, most = 0;
    t->type[which] = MPI_DATATYPE_NULL;
    t->counts[which] = (int *)stet_alloc_array(4 * (size_t)p, sizeof(int));
    t->offset[which] = (ptrdiff_t *)stet_alloc_array((size_t)p, sizeof(ptrdiff_t));
    if (!t->counts[which] || !t->offset[which])
        return STET_E_MEMORY;
    for (int i = 0; i < p; i++) {
        ptrdiff_t count[2];
        if (which == 0) {
            t->offset[which][i] = all_inputs(t, start[i], start[i + 1], 0, me);
            count[0] = all_inputs(t, start[me], start[me + 1], i, i + 1);
            count[1] = all_inputs(t, start[i], start[i + 1], me, me + 1);
        } else {
            const residues mine = span(plan, t, me), other = span(plan, t, i);
            t->offset[which][i] = outputs(t, 0, mine.begin, t->row[i], t->row[i + 1]);
            at[0] = outputs(t, 0, other.begin, t->row[me], t->row[me + 1]);
            count[0] = outputs(t, other.begin, other.end, t->row[me], t->row[me + 1]);
            count[1] = outputs(t, mine.begin, mine.end, t->row[i], t->row[i + 1]);
        }
        most = larger(most, larger(at[0] + count[0], at[1] + count[1]));
        if (most > INT_MAX)
            return STET_E_OVERFLOW;
        set_message(t, which, p, i, i == me && t->keeps[which], count, at);
        sent += i == me ? 0 : count[0];
        at[0] += count[0];
        at[1] += count[1];
    }
    const size_t element = t->element[which];
    if (element > INT_MAX ||
        MPI_Type_contiguous((int)element, MPI_BYTE, &t->type[which]) != MPI_SUCCESS ||
        MPI_Type_commit(&t->type[which]) != MPI_SUCCESS)
        return STET_E_MPI;
    t->array = round_up((size_t)larger((ptrdiff_t)t->array, most * (ptrdiff_t)element));
    plan->exchanges++;
    plan->bytes += sent * (int64_t)element;
    return STET_OK;
}

/* Own columns as arrays of rows: what a rank sends for them is an interval of each. */
static stet_status make_intervals(const stet_mpi_plan *plan, one *t)
{
    const ptrdiff_t *start = plan->shape.start[0][0];
    const int p = plan->shape.ranks, me = plan->rank;
    for (int mirror = 0; mirror < 2; mirror++) {
        t->begin[mirror] = (ptrdiff_t *)stet_alloc_array((size_t)p + 1, sizeof(ptrdiff_t));
        if (!t->begin[mirror])
            return STET_E_MEMORY;
        for (int i = 0; i <= p; i++)
            t->begin[mirror][i] = inputs(t, 0, start[i], me, me + 1, mirror);
    }
    return STET_OK;
}

static stet_status make_move(stet_mpi_plan *plan, one *t)
{
    const int p = plan->shape.ranks, me = plan->rank;
    const ptrdiff_t ahi = t->mirrors ? 1 : t->A / t->row_mod, bhi = t->B / t->column_mod;
    const ptrdiff_t alo = t->mirrors ? t->rows : t->row_mod;
    stet_mpi_move *m = &t->move;
    *m = (stet_mpi_move){.comm = plan->comm, .p = p, .me = me, .axes = 4, .a = 0, .b = 3};
    m->chunks = 1;
    m->axis = m->b;
    m->way = plan->exchange;
    m->element = t->element[1];
    m->cut_a = t->row;
    m->cut_b = t->column;
    const ptrdiff_t width = t->column[me + 1] - t->column[me];
    const ptrdiff_t from[] = {alo, ahi, bhi, width};
    const ptrdiff_t to[] = {t->width, ahi, bhi, t->column_mod};
    memcpy(m->from, from, sizeof from);
    memcpy(m->to, to, sizeof to);
    const ptrdiff_t sent = alo * ahi * bhi * width, received = t->width * ahi * t->B;
    t->array = (size_t)larger((ptrdiff_t)t->array, larger(sent, received) * (ptrdiff_t)m->element);
    t->array = round_up(t->array);
    plan->exchanges++;
    plan->bytes += (alo - t->width) * ahi * bhi * width * (int64_t)m->element;
    return stet_mpi_move_create(m, NULL);
}

/* The lines of C2R: what is folded is in numbers that are inside. */
static stet_status make_folded_lines(const stet_mpi_plan *plan, one *t)
{
    const stet_isa *isa = stet_isa_in_use();
    const ptrdiff_t n = plan->shape.dims[0].n;
    t->fold = stet_fft1d_acquire(n, n % 2 ? STET_C2C : STET_C2R, t->inside, isa, NULL);
    t->line_fft = stet_fft1d_acquire(t->A, STET_C2C, t->inside, isa, NULL);
    for (int contiguous = 0; contiguous < 2 && t->line_fft; contiguous++) {
        const size_t work = stet_lines_plan(t->line_fft, contiguous, PTRDIFF_MAX).work;
        t->line = work > t->line ? work : t->line;
    }
    return t->fold && t->line_fft ? STET_OK : STET_E_MEMORY;
}

/* Lines of A points, factor 1; the range has the norm's. They read what exchange 1 has brought, the
 * caller's numbers but those of 16 bits, and write what is inside. */
static stet_status make_lines(const stet_mpi_plan *plan, one *t)
{
    const stet_mpi_shape *s = &plan->shape;
    stet_options o = s->whole;
    if (t->folds)
        return make_folded_lines(plan, t);
    if (!t->mirrors)
        o.kind = STET_C2C;
    const stet_dim dim = {t->A, 1, 1};
    const ptrdiff_t pitch = t->column_group * t->many;
    o.dims = &dim;
    o.threads = 1; /* groups are shared out, not lines */
    if (!t->converts || t->is_half) {
        o.level = STET_LEVEL_NATIVE;
        o.precision = t->inside;
    }
    o.norm = o.direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    for (int is_last = 0; is_last < 2; is_last++) {
        const ptrdiff_t columns = is_last ? t->columns % t->column_group : t->column_group;
        const stet_dim loop = {columns * t->many, 1, 1};
        const stet_part part = {0, pitch, pitch, 1, &loop, t->converts && !t->is_half};
        if (columns == 0 || columns > t->columns)
            continue;
        const stet_status status = stet_native_part(&t->lines[is_last], &o, &part);
        if (status)
            return status;
        t->line = (size_t)larger((ptrdiff_t)t->line,
                                 (ptrdiff_t)stet_native_engine.workspace(t->lines[is_last]));
    }
    return STET_OK;
}

/* Bytes of an element before the lines or after them. */
static size_t line_element(const one *t, int side)
{
    if (side == 0 && t->folds)
        return t->element[1];
    return t->element[side] * (side == 0 && t->is_real && !t->mirrors ? 2 : 1);
}

/* Bytes of a group of columns; of C2R one more number, and the columns that mirror them. */
static size_t columns_size(const one *t, int side)
{
    const ptrdiff_t rows = side && t->mirrors ? t->rows : t->A;
    return round_up((size_t)(rows * t->column_group + t->folds) * line_element(t, side));
}

static stet_status make_range(const stet_mpi_plan *plan, one *t)
{
    const stet_mpi_shape *s = &plan->shape;
    const ptrdiff_t row = t->B * (ptrdiff_t)t->element[1];
    t->range = stet_range_create(t->n, t->A, t->n, t->inside, stet_isa_in_use());
    if (!t->range)
        return STET_E_MEMORY;
    t->range_work = round_up(stet_range_work(t->range, 0));
    t->executor = stet_executor_of(s->whole.threads, NULL, NULL);
    t->group = larger(16, ROW_BYTES / row / 16 * 16);
    t->group = larger(1, smaller(t->group, t->width));
    const size_t columns = columns_size(t, 0) + columns_size(t, 1) + round_up(t->line);
    const size_t runs = (size_t)(t->B / t->column_mod + t->folds) * (size_t)s->ranks;
    const size_t rows =
        round_up((size_t)(t->group * row)) + t->range_work + round_up(runs * sizeof(stet_run));
    t->scratch = columns > rows ? columns : rows;
    return STET_OK;
}

static void set_blocks(const stet_mpi_shape *s, one *t)
{
    const int p = s->ranks;
    const stet_mpi_layout *layout = s->layout;
    ptrdiff_t *column = t->own, *row = t->own + p + 1, *low = t->own + 2 * (p + 1);
    t->column = t->low = column;
    t->row = row;
    stet_mpi_balance(t->column_mod, p, column);
    stet_mpi_balance(t->mirrors ? t->rows : t->row_mod, p, row);
    if (layout[0] != STET_MPI_NATURAL)
        t->column = t->low = s->start[0][0];
    if (layout[1] != STET_MPI_NATURAL)
        t->row = s->start[1][0];
    if (!t->folds)
        return;
    t->low = low;
    stet_mpi_balance(t->B / 2 + 1, p, low);
    for (int i = 0; i < p; i++) {
        const residues m = columns_of(t, i, i + 1, 1);
        column[i + 1] = column[i] + low[i + 1] - low[i] + m.end - m.begin;
    }
}

static stet_status make(stet_mpi_plan *plan, one *t)
{
    const stet_mpi_shape *s = &plan->shape;
    const int me = plan->rank;
    const int cyclic = s->layout[0] == STET_MPI_CYCLIC;
    int load;
    t->inside = stet_native_inside(&s->whole);
    t->outside = s->whole.precision;
    t->is_half = stet_is_half(t->outside);
    t->converts = t->inside != t->outside;
    t->number = stet_lines_number_size(t->inside);
    t->many = s->given.howmany;
    t->n = stet_mpi_points(s);
    t->is_real = s->whole.kind == STET_R2C;
    t->mirrors = t->is_real && stet_graph_of(t->n).rough == 1;
    t->folds = s->whole.kind == STET_C2R;
    t->element[0] = (size_t)t->many * (t->is_real ? 1 : 2) *
                    (t->is_half ? sizeof(float) : stet_number_size(t->outside));
    t->element[1] = (size_t)t->many * 2 * t->number;
    t->A = s->A;
    t->B = s->B;
    t->rows = t->mirrors ? t->A / 2 + 1 : t->A;
    t->column_mod = cyclic ? s->modulus[0] : t->B;
    t->row_mod = cyclic ? s->modulus[0] : t->A;
    t->scale = stet_native_factor(&s->whole, &load, &t->rest);
    t->load = (float)stet_power_of_two(load);
    t->swap = s->whole.direction == STET_INVERSE && !t->folds;
    t->own = (ptrdiff_t *)stet_alloc_array(3 * ((size_t)s->ranks + 1), sizeof(ptrdiff_t));
    if (!t->own)
        return STET_E_MEMORY;
    set_blocks(s, t);
    t->columns = (t->column[me + 1] - t->column[me]) * (t->B / t->column_mod);
    t->column_group = COLUMN_BYTES / (1 + t->folds) / (t->A * (ptrdiff_t)t->element[1]) / 8 * 8;
    t->column_group = larger(8, t->column_group);
    t->column_group =
        larger(1, smaller(t->column_group, t->folds ? t->low[me + 1] - t->low[me] : t->columns));
    t->width = t->row[me + 1] - t->row[me];
    t->height = t->mirrors ? 1 : t->A / t->row_mod;
    if (t->is_half) /* the input, in floats */
        t->array = (size_t)(plan->box[0].elements / t->many) * t->element[0];
    stet_status status = STET_OK;
    for (int which = 0; which < 2 && !status; which++) {
        t->natural[which] = s->layout[which] == STET_MPI_NATURAL;
        /* Numbers of 16 bits are widened before, mirrored rows are packed. */
        t->keeps[which] = !t->is_half && !t->folds && !(which && t->mirrors);
        if (t->natural[which])
            status = make_messages(plan, t, which);
    }
    if (!status && t->natural[0])
        status = make_intervals(plan, t);
    if (!status)
        status = make_move(plan, t);
    if (!status)
        status = make_lines(plan, t);
    return status ? status : make_range(plan, t);
}

static stet_status create(stet_mpi_plan *plan)
{
    one *t = (one *)stet_alloc(sizeof *t);
    plan->state = t;
    if (!t)
        return STET_E_MEMORY;
    memset(t, 0, sizeof *t);
    t->type[0] = t->type[1] = MPI_DATATYPE_NULL;
    /* For blocks beside residues MPI's types would be long lists. */
    if (plan->exchange == STET_MPI_ALLTOALLW)
        plan->exchange = STET_MPI_ALLTOALLV;
    const stet_status status = make(plan, t);
    /* What is sent is in the first, or in shared memory; what comes is in the second. */
    const int shares = plan->exchange == STET_MPI_SHARED;
    t->room[0] = !shares || t->mirrors || !t->natural[1] ? t->array : 0;
    t->room[1] = !shares || t->is_half ? t->array : 0;
    plan->shared_size = shares ? 2 * t->array : 0;
    plan->work_size = t->room[0] + t->room[1] +
                      (size_t)(t->executor.threads ? t->executor.threads : 1) * t->scratch;
    return status;
}

static void destroy(stet_mpi_plan *plan)
{
    one *t = (one *)plan->state;
    if (!t)
        return;
    stet_native_engine.destroy(t->lines[0]);
    stet_native_engine.destroy(t->lines[1]);
    stet_range_destroy(t->range);
    stet_fft1d_release(t->line_fft);
    stet_fft1d_release(t->fold);
    stet_mpi_move_destroy(&t->move);
    for (int which = 0; which < 2; which++) {
        stet_free(t->counts[which]);
        stet_free(t->offset[which]);
        stet_free(t->begin[which]);
        if (t->type[which] != MPI_DATATYPE_NULL)
            MPI_Type_free(&t->type[which]);
    }
    stet_free(t->own);
    stet_free(t);
    plan->state = NULL;
}

/* -------------------------------------------------------- exchanges 1 and 3 - */

typedef struct {
    const one *t;
    const char *from;
    char *to;
    ptrdiff_t index, width; /* the first of the other side's; rows of a rank */
    residues rows;          /* of that rank */
    ptrdiff_t n, A;
    stet_mpi_plan *plan;
} walk;

static void pack_run(void *data, ptrdiff_t index, ptrdiff_t count)
{
    walk *w = (walk *)data;
    const size_t element = w->t->element[0];
    memcpy(w->to, w->from + (size_t)(index - w->index) * element, (size_t)count * element);
    w->to += (size_t)count * element;
}

static void pack_block(const stet_mpi_plan *plan, const one *t, const char *in, char *send)
{
    const ptrdiff_t *start = plan->shape.start[0][0] + plan->rank;
    walk w = {.t = t, .from = in, .to = send, .index = start[0]};
    for (int i = 0; i < plan->shape.ranks; i++) {
        if (i == plan->rank && t->keeps[0]) {
            w.to += t->element[0] * (size_t)all_inputs(t, start[0], start[1], i, i + 1);
            continue;
        }
        for (int mirror = 0; mirror < 2; mirror++) {
            const residues r = columns_of(t, i, i + 1, mirror);
            for_runs(start[0], start[1], t->B, r.begin, r.end, pack_run, &w);
        }
    }
}

/* Mirrored outputs of own rows: index k is the conjugate of n - k, and they run backwards. */
static void pack_mirror(void *data, ptrdiff_t index, ptrdiff_t count)
{
    walk *w = (walk *)data;
    const size_t element = w->t->element[1];
    /* The words of an imaginary part: two of STET_DD. */
    const ptrdiff_t words = w->t->number == sizeof(float) ? 1 : (ptrdiff_t)w->t->number / 8;
    for (ptrdiff_t k = index; k < index + count; k++) {
        const ptrdiff_t other = w->n - k;
        const ptrdiff_t at = other / w->A * w->width + other % w->A - w->rows.begin;
        memcpy(w->to, w->from + (size_t)at * element, element);
        for (ptrdiff_t i = 0; i < w->t->many * words; i++) {
            const ptrdiff_t imaginary = i / words * 2 * words + words + i % words;
            if (w->t->inside == STET_F32)
                ((float *)(void *)w->to)[imaginary] *= -1;
            else
                ((double *)(void *)w->to)[imaginary] *= -1;
        }
        w->to += element;
    }
}

static void pack_direct(void *data, ptrdiff_t index, ptrdiff_t count)
{
    walk *w = (walk *)data;
    const ptrdiff_t at = index / w->A * w->width + index % w->A - w->rows.begin;
    const size_t bytes = w->t->element[1] * (size_t)count;
    memcpy(w->to, w->from + w->t->element[1] * (size_t)at, bytes);
    w->to += bytes;
}

/* Real input: for each rank the outputs that own rows have, then those that they mirror. Without
 * mirrors what a rank gets is contiguous as it is. */
static void pack_rows(const stet_mpi_plan *plan, const one *t, const char *rows, char *send)
{
    const ptrdiff_t *start = plan->shape.start[1][0];
    const residues own = {t->row[plan->rank], t->row[plan->rank + 1]};
    const residues m = mirrored_rows(t, own.begin, own.end);
    walk w = {t, rows, send, 0, t->width, own, plan->shape.dims[0].n, t->A, NULL};
    for (int i = 0; i < plan->shape.ranks; i++) {
        for_runs(start[i], start[i + 1], t->A, own.begin, own.end, pack_direct, &w);
        for_runs(start[i], start[i + 1], t->A, m.begin, m.end, pack_mirror, &w);
    }
}

/* Number i of those that came, rounded where it is wider than those of the caller's arrays. */
static double narrow(const one *t, const void *from, ptrdiff_t i)
{
    const double *x = (const double *)from;
    if (t->inside == STET_F32)
        return (double)((const float *)from)[i];
    return t->inside == STET_DD ? stet_native_narrow(x[2 * i], x[2 * i + 1], t->rest) : x[i];
}

/* Numbers into the output, without -0 where the input was real. Returns whether all are finite, of
 * 16 bits. */
static int put_numbers(const one *t, const void *from, ptrdiff_t count, char *to, int wide_out)
{
    int finite = 1;
    if ((!t->converts && !t->is_real) || wide_out) {
        memcpy(to, from, (size_t)count * t->number);
        return 1;
    }
    const double zero = t->is_real ? 0.0 : -0.0;
    for (ptrdiff_t i = 0; i < count; i++)
        finite &= stet_mpi_put_number(t->outside, narrow(t, from, i) + zero, to, i);
    return finite;
}

/* C2R: complex numbers from number `index` on as real ones, those of this rank. Of odd n the
 * imaginary parts are nothing. */
static int put_reals(const stet_mpi_plan *plan, const one *t, const void *from, ptrdiff_t index,
                     ptrdiff_t count, char *to)
{
    const ptrdiff_t *start = plan->shape.start[1][0] + plan->rank;
    const ptrdiff_t parts = t->n == plan->shape.dims[0].n ? 1 : 2;
    int finite = 1;
    for (ptrdiff_t i = 0; i < count * parts; i++) {
        const ptrdiff_t at = index * parts + i;
        for (ptrdiff_t h = 0; h < t->many && at >= start[0] && at < start[1]; h++)
            finite &= stet_mpi_put_number(
                t->outside, narrow(t, from, 2 * (i / parts * t->many + h) + i % parts), to,
                (at - start[0]) * t->many + h);
    }
    return finite;
}

/* Bytes of an element of the output. */
static size_t out_element(const stet_mpi_plan *plan) { return plan->box[1].element; }

static void put_elements(stet_mpi_plan *plan, const void *from, ptrdiff_t count, char *to)
{
    const one *t = (const one *)plan->state;
    if (!put_numbers(t, from, 2 * count * t->many, to, plan->shape.wide_out))
        plan->met |= STET_HALF_OUT_NOT_FINITE;
}

static void unpack_run(void *data, ptrdiff_t index, ptrdiff_t count)
{
    walk *w = (walk *)data;
    const size_t out = (size_t)w->t->many * out_element(w->plan);
    if (!w->t->folds)
        put_elements(w->plan, w->from, count, w->to + (size_t)(index - w->index) * out);
    else if (!put_reals(w->plan, w->t, w->from, index, count, w->to))
        w->plan->met |= STET_HALF_OUT_NOT_FINITE;
    w->from += (size_t)count * w->t->element[1];
}

/* `half` of the memory that a rank shares. */
static const char *shared_half(const stet_mpi_plan *plan, int rank, int half)
{
    return stet_mpi_shared_of(plan, rank) + (half ? plan->shared_size / 2 : 0);
}

/* Exchange 1 or 3: what came from rank i then begins at piece_of(i). */
static stet_status exchange_block(stet_mpi_plan *plan, const one *t, int which, const char *send,
                                  char *recv)
{
    const int p = plan->shape.ranks, *c = t->counts[which];
    if (plan->exchange == STET_MPI_SHARED)
        return stet_mpi_meet(plan);
    return MPI_Alltoallv(send, c, c + 2 * p, t->type[which], recv, c + p, c + 3 * p, t->type[which],
                         plan->comm) == MPI_SUCCESS
               ? STET_OK
               : STET_E_MPI;
}

static const char *piece_of(const stet_mpi_plan *plan, const one *t, int which, int i,
                            const char *recv)
{
    const size_t element = t->element[which];
    if (plan->exchange == STET_MPI_SHARED)
        return shared_half(plan, i, 0) + (size_t)t->offset[which][i] * element;
    return recv + (size_t)t->counts[which][3 * plan->shape.ranks + i] * element;
}

static void unpack_block(stet_mpi_plan *plan, const one *t, const char *recv, char *out)
{
    const residues own = span(plan, t, plan->rank);
    walk w = {.t = t, .to = out, .index = own.begin, .plan = plan};
    for (int i = 0; i < plan->shape.ranks; i++) {
        const residues m = mirrored_rows(t, t->row[i], t->row[i + 1]);
        if (i == plan->rank && t->keeps[1])
            continue;
        w.from = piece_of(plan, t, 1, i, recv);
        for_runs(own.begin, own.end, t->A, t->row[i], t->row[i + 1], unpack_run, &w);
        for_runs(own.begin, own.end, t->A, m.begin, m.end, unpack_run, &w);
    }
}

/* ----------------------------------------------------------------- columns -- */

typedef struct {
    const stet_mpi_plan *plan;
    const one *t;
    const char *in, *recv; /* the input, and what exchange 1 has brought; or both the input */
    char *to, *scratch;
} columns_job;

/* Own columns, or those that mirror them, as one array of rows: number `at` of it, and how many
 * follow it there. What comes from each rank is an interval of it. */
static const char *column_numbers(const columns_job *job, int mirror, ptrdiff_t at,
                                  ptrdiff_t *count)
{
    const one *t = job->t;
    const stet_mpi_plan *plan = job->plan;
    const int p = plan->shape.ranks, me = plan->rank;
    const ptrdiff_t element = (ptrdiff_t)t->element[0];
    if (!t->natural[0]) {
        *count = t->A * t->columns - at;
        return job->in + at * element;
    }
    const ptrdiff_t *begin = t->begin[mirror], *start = plan->shape.start[0][0];
    int first = 0, end = p; /* the last rank whose interval begins at `at` or before */
    while (end - first > 1) {
        const int middle = first + (end - first) / 2;
        *(begin[middle] <= at ? &first : &end) = middle;
    }
    *count = begin[end] - at;
    if (first == me && t->keeps[0]) {
        const ptrdiff_t index = at / t->columns * t->B + t->column[me] + at % t->columns;
        return job->in + (index - start[me]) * element;
    }
    const ptrdiff_t before = mirror ? inputs(t, start[first], start[first + 1], me, me + 1, 0) : 0;
    return piece_of(plan, t, 0, first, job->recv) + (before + at - begin[first]) * element;
}

/* Numbers of real input as complex ones; those of C2R as they are inside. */
static void widen_row(const one *t, const char *from, ptrdiff_t count, char *to)
{
    const ptrdiff_t numbers = count * t->many * (t->is_real ? 1 : 2);
    const ptrdiff_t step = t->is_real || t->inside == STET_DD ? 2 : 1;
    const stet_precision p = t->is_half ? STET_F32 : t->outside;
    if (step == 2)
        memset(to, 0, (size_t)count * line_element(t, 0));
    for (ptrdiff_t i = 0; i < numbers; i++) {
        if (t->is_real ? p == STET_F32 : t->inside == STET_F32)
            ((float *)(void *)to)[step * i] = ((const float *)(const void *)from)[i];
        else
            ((double *)(void *)to)[step * i] = p == STET_F32
                                                   ? (double)((const float *)(const void *)from)[i]
                                                   : ((const double *)(const void *)from)[i];
    }
}

/* `count` neighbours of own columns into scratch memory. */
static void copy_row(const columns_job *job, int mirror, ptrdiff_t at, ptrdiff_t count, char *to)
{
    const one *t = job->t;
    const int widens = t->is_real ? !t->mirrors : t->folds && t->converts && !t->is_half;
    for (ptrdiff_t done = 0, some; done < count; done += some) {
        const char *from = column_numbers(job, mirror, at + done, &some);
        some = smaller(some, count - done);
        if (widens)
            widen_row(t, from, some, to);
        else
            memcpy(to, from, (size_t)some * t->element[0]);
        to += (size_t)some * line_element(t, 0);
    }
}

/* Rows of `count` columns, from own column `begin` on, out of scratch memory in the order of
 * exchange 2, residues slowest. */
static void columns_out(const columns_job *job, const char *from, ptrdiff_t begin, ptrdiff_t count)
{
    const one *t = job->t;
    const ptrdiff_t element = (ptrdiff_t)t->element[1];
    const ptrdiff_t low = t->move.from[0], times = t->move.from[1];
    for (ptrdiff_t row = 0; row < t->rows; row++) {
        const ptrdiff_t place = times > 1 ? row % low * times + row / low : row;
        memcpy(job->to + (place * t->columns + begin) * element,
               from + row * t->column_group * element, (size_t)(count * element));
    }
}

/* A group of columns: together in scratch memory, through the steps up to A, and out of it. */
static void run_columns(const columns_job *job, ptrdiff_t begin, char *scratch)
{
    const one *t = job->t;
    const ptrdiff_t count = smaller(t->column_group, t->columns - begin);
    const ptrdiff_t before = (ptrdiff_t)line_element(t, 0);
    const int is_same = before == (ptrdiff_t)t->element[1];
    char *results = is_same ? scratch : scratch + columns_size(t, 0);
    for (ptrdiff_t row = 0; row < t->A; row++)
        copy_row(job, 0, row * t->columns + begin, count, scratch + row * t->column_group * before);
    stet_native_part_run(t->lines[count < t->column_group], scratch, results,
                         scratch + columns_size(t, 0) + columns_size(t, 1));
    columns_out(job, results, begin, count);
}

/* ------------------------------------------------------------ columns of C2R - */

/* A group of columns [begin, end), x, and those that mirror them, y, from column B - last + 1 on,
 * last being the end of those that have another one. */
typedef struct {
    const one *t;
    ptrdiff_t begin, end, first, last;
    char *x, *y;
} folded;

static char *folded_at(const folded *g, char *array, ptrdiff_t row, ptrdiff_t column)
{
    return array + (row * g->t->column_group + column) * (ptrdiff_t)g->t->element[1];
}

static void fold_pairs(const one *t, ptrdiff_t k, ptrdiff_t count, char *x, char *y)
{
    for (ptrdiff_t h = 0; h < t->many; h++)
        stet_hermitian_pairs(t->fold, k, count, t->many, x + (size_t)h * 2 * t->number,
                             y + (size_t)h * 2 * t->number);
}

/* Columns 0 and B/2, whose pairs are within them: rows a and A - a, or A - 1 - a. */
static void fold_own(const folded *g, ptrdiff_t column)
{
    const one *t = g->t;
    const ptrdiff_t rows = column ? t->A - 1 : t->A, c = column - g->begin;
    for (ptrdiff_t a = column ? 0 : 1; 2 * a <= rows; a++)
        fold_pairs(t, a * t->B + column, 1, folded_at(g, g->x, a, c),
                   folded_at(g, g->x, rows - a, c));
}

/* Number 0; that of index N, of even n, is behind the last row. */
static void fold_first(const folded *g)
{
    const one *t = g->t;
    if (t->n == stet_fft1d_length(t->fold))
        for (ptrdiff_t h = 0; h < t->many; h++)
            memset(g->x + (size_t)(2 * h + 1) * t->number, 0, t->number);
    else
        fold_pairs(t, 0, 1, g->x, folded_at(g, g->x, t->A, 0));
}

static void fold(const folded *g)
{
    const one *t = g->t;
    for (ptrdiff_t a = 0; a < t->A && g->first < g->last; a++) {
        /* Columns from `middle` on have k > N/2: there the mirror's are the lower ones. */
        const ptrdiff_t k = a * t->B, b = t->A - 1 - a;
        const ptrdiff_t middle = larger(g->first, smaller(g->last, t->n / 2 - k + 1));
        if (g->first < middle)
            fold_pairs(t, k + g->first, middle - g->first,
                       folded_at(g, g->x, a, g->first - g->begin),
                       folded_at(g, g->y, b, g->last - 1 - g->first));
        if (middle < g->last)
            fold_pairs(t, t->n - (k + g->last - 1), g->last - middle, folded_at(g, g->y, b, 0),
                       folded_at(g, g->x, a, g->last - 1 - g->begin));
    }
    if (g->begin == 0) {
        fold_first(g);
        fold_own(g, 0);
    }
    if (t->B % 2 == 0 && g->begin <= t->B / 2 && t->B / 2 < g->end)
        fold_own(g, t->B / 2);
}

static void run_folded(const columns_job *job, ptrdiff_t begin, char *scratch)
{
    const one *t = job->t;
    const int me = job->plan->rank;
    const residues own = columns_of(t, me, me + 1, 0), mirror = columns_of(t, me, me + 1, 1);
    const ptrdiff_t width[2] = {own.end - own.begin, mirror.end - mirror.begin};
    const ptrdiff_t first = own.begin + begin, last = smaller(first + t->column_group, own.end);
    const residues m = mirrored(t->B, first, last);
    const ptrdiff_t from[2] = {begin, m.begin - mirror.begin};
    const ptrdiff_t count[2] = {last - first, m.end - m.begin}, column[2] = {first, m.begin};
    char *array[2] = {scratch, scratch + columns_size(t, 0)};
    const folded g = {t,       first,   last, larger(first, 1), smaller(last, (t->B + 1) / 2),
                      scratch, array[1]};
    const ptrdiff_t most = job->plan->shape.dims[0].n / 2; /* the last index */
    for (int which = 0; which < 2; which++)
        for (ptrdiff_t row = 0; row < t->A; row++) {
            const ptrdiff_t some = smaller(count[which], most + 1 - row * t->B - column[which]);
            copy_row(job, which, row * width[which] + from[which], some,
                     folded_at(&g, array[which], row, 0));
        }
    if (first == 0 && most == t->n)
        copy_row(job, 0, t->A * width[0], 1, folded_at(&g, scratch, t->A, 0));
    fold(&g);
    for (int which = 0; which < 2; which++) {
        const ptrdiff_t pitch = t->column_group * t->many;
        const stet_lines lines = {array[which],          array[which], pitch, pitch, 1, 1,
                                  count[which] * t->many};
        if (count[which] == 0)
            continue;
        stet_lines_run(t->line_fft, &lines, 0, 1, scratch + 2 * columns_size(t, 0));
        columns_out(job, array[which], (which ? width[0] : 0) + from[which], count[which]);
    }
}

static void columns_share(void *data, ptrdiff_t part)
{
    const columns_job *job = (const columns_job *)data;
    const one *t = job->t;
    const int me = job->plan->rank;
    const ptrdiff_t columns = t->folds ? t->low[me + 1] - t->low[me] : t->columns;
    const ptrdiff_t groups = (columns + t->column_group - 1) / t->column_group;
    const ptrdiff_t parts = t->executor.threads;
    for (ptrdiff_t i = stet_cut(groups, part, parts); i < stet_cut(groups, part + 1, parts); i++)
        (t->folds ? run_folded : run_columns)(job, i * t->column_group,
                                              job->scratch + (size_t)part * t->scratch);
}

/* -------------------------------------------------------------------- rows -- */

typedef struct {
    const stet_mpi_plan *plan;
    const one *t;
    const char *recv;
    char *to, *out, *scratch;
    ptrdiff_t groups, first; /* of rows without a gap; the residue of the first */
} rows_job;

/* `count` numbers, those of neighbouring rows from index `index` on: what stays here into the
 * output, all else to where it is sent from. */
static void put_row(const rows_job *job, ptrdiff_t index, ptrdiff_t count, const char *from,
                    char *to)
{
    const one *t = job->t;
    const ptrdiff_t *start = job->plan->shape.start[1][0] + job->plan->rank;
    const size_t element = t->element[1], out = (size_t)t->many * out_element(job->plan);
    const int is_kept = t->natural[1] && t->keeps[1];
    const ptrdiff_t first = is_kept ? smaller(larger(start[0] - index, 0), count) : count;
    const ptrdiff_t last = is_kept ? smaller(larger(start[1] - index, first), count) : count;
    memcpy(to, from, (size_t)first * element);
    if (first < last)
        put_numbers(t, from + (size_t)first * element, 2 * (last - first) * t->many,
                    job->out + (size_t)(index + first - start[0]) * out, job->plan->shape.wide_out);
    memcpy(to + (size_t)last * element, from + (size_t)last * element,
           (size_t)(count - last) * element);
}

/* Where numbers of a group's rows are that rank i has sent, from its own column `column` on. */
static stet_run run_of(const rows_job *job, ptrdiff_t row, ptrdiff_t hi, int i, ptrdiff_t column,
                       ptrdiff_t length)
{
    const one *t = job->t;
    const ptrdiff_t width = t->column[i + 1] - t->column[i], bhi = t->B / t->column_mod;
    const ptrdiff_t id = t->height * bhi * width;
    const char *piece =
        t->move.way == STET_MPI_SHARED
            ? shared_half(job->plan, i, 1) + job->first * id * (ptrdiff_t)t->element[1]
            : job->recv + t->column[i] * t->width * t->height * bhi * (ptrdiff_t)t->element[1];
    return (stet_run){piece + (row * id + hi * bhi * width + column) * (ptrdiff_t)t->element[1],
                      length, id * t->many};
}

/* Rows from number `row` of this rank on, in the order of the columns. Returns how many runs. */
static ptrdiff_t list_runs(const rows_job *job, ptrdiff_t row, ptrdiff_t hi, stet_run *run)
{
    const one *t = job->t;
    const int p = t->move.p;
    ptrdiff_t count = 0;
    for (ptrdiff_t b = 0; b < t->B / t->column_mod; b++)
        for (int i = 0; i < p; i++) {
            const ptrdiff_t width = t->low[i + 1] - t->low[i];
            run[count++] = run_of(job, row, hi, i, b * width, width);
        }
    for (int i = p - 1; i >= 0 && t->folds; i--) {
        const residues m = columns_of(t, i, i + 1, 1);
        run[count++] = run_of(job, row, hi, i, t->low[i + 1] - t->low[i], m.end - m.begin);
    }
    return count;
}

/* A group of rows: through the steps into scratch memory, and out of it. */
static void run_rows(const rows_job *job, ptrdiff_t number, char *scratch)
{
    const one *t = job->t;
    const ptrdiff_t hi = number / job->groups, begin = number % job->groups * t->group;
    const ptrdiff_t end = smaller(begin + t->group, t->width), all = t->width * t->height;
    const size_t element = t->element[1];
    const ptrdiff_t row = hi * t->row_mod + job->first + begin;
    char *work = scratch + round_up((size_t)(t->group * t->B) * element);
    stet_run *run = (stet_run *)(void *)(work + t->range_work);
    const ptrdiff_t runs = list_runs(job, begin, hi, run);
    for (ptrdiff_t h = 0; h < t->many; h++) {
        const stet_rows rows = {.out = scratch + (size_t)h * 2 * t->number,
                                .is = {0, 0, t->many},
                                .os = {t->B, 0, t->group * t->many},
                                .od = t->many,
                                .row = row,
                                .count = end - begin,
                                .runs = runs,
                                .run = run};
        stet_range_run(t->range, &rows, t->swap, t->scale, work);
        for (ptrdiff_t i = 0; i < runs; i++) /* to the next of the many */
            run[i].in = (const char *)run[i].in + 2 * t->number;
    }
    for (ptrdiff_t q = 0; q < t->B; q++)
        put_row(job, q * t->A + row, end - begin, scratch + (size_t)(q * t->group) * element,
                job->to + (size_t)(hi * t->width + begin + q * all) * element);
}

static void run_share(void *data, ptrdiff_t part)
{
    const rows_job *job = (const rows_job *)data;
    const ptrdiff_t count = job->groups * job->t->height, parts = job->t->executor.threads;
    for (ptrdiff_t i = stet_cut(count, part, parts); i < stet_cut(count, part + 1, parts); i++)
        run_rows(job, i, job->scratch + (size_t)part * job->t->scratch);
}

/* ------------------------------------------------------------------- the way - */

/* Numbers of 16 bits. Returns whether all are finite. */
static int widen(const one *t, const uint16_t *in, ptrdiff_t count, float *out)
{
    const int is_f16 = t->outside == STET_F16;
    const unsigned infinity = is_f16 ? 0x7c00 : 0x7f80;
    int finite = 1;
    for (ptrdiff_t i = 0; i < count; i++) {
        out[i] = t->load * (is_f16 ? stet_f16_to_f32(in[i]) : stet_bf16_to_f32(in[i]));
        finite &= (in[i] & infinity) != infinity;
    }
    return finite;
}

/* Own memory is `a` and `b`. What others read is written into the halves of shared memory by turns:
 * when the second is written they have read the first. With messages it is `a`. */
static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    one *t = (one *)plan->state;
    const int shares = plan->exchange == STET_MPI_SHARED;
    char *a = work, *b = work + t->room[0], *scratch = b + t->room[1];
    char *first = shares ? plan->shared : a, *second = shares ? first + plan->shared_size / 2 : a;
    const char *columns = (const char *)in;
    stet_status status = STET_OK;
    if (t->is_half) {
        if (!widen(t, (const uint16_t *)in, plan->box[0].elements * (t->is_real ? 1 : 2),
                   (float *)(void *)b))
            plan->met |= STET_HALF_IN_NOT_FINITE;
        columns = b;
    }
    if (t->natural[0]) {
        pack_block(plan, t, columns, first);
        status = exchange_block(plan, t, 0, first, b);
    }
    if (status)
        return status;
    columns_job first_part = {plan, t, columns, b, second, scratch};
    stet_executor_run(&t->executor, t->executor.threads, columns_share, &first_part);
    status = shares ? stet_mpi_meet(plan) : stet_mpi_move_run(&t->move, second, b);
    if (status)
        return status;
    const int direct = !t->natural[1] && (!t->converts || plan->shape.wide_out);
    char *rows = direct ? (char *)out : !t->natural[1] || t->mirrors ? a : first;
    rows_job job = {plan,
                    t,
                    b,
                    rows,
                    (char *)out,
                    scratch,
                    (t->width + t->group - 1) / t->group,
                    t->row[plan->rank]};
    stet_executor_run(&t->executor, t->executor.threads, run_share, &job);
    if (direct)
        return STET_OK;
    if (!t->natural[1]) {
        put_elements(plan, rows, t->B * t->width * t->height, (char *)out);
        return STET_OK;
    }
    char *send = rows;
    if (t->mirrors) {
        send = shares ? first : b;
        pack_rows(plan, t, rows, send);
    }
    char *recv = send == b ? a : b;
    status = exchange_block(plan, t, 1, send, recv);
    if (!status)
        unpack_block(plan, t, recv, (char *)out);
    return status;
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    const one *t = (const one *)plan->state;
    stet_put(to, "parts: %td x %td\n", t->A, t->B);
    if (plan->shape.layout[0] == STET_MPI_CYCLIC)
        stet_put(to, "residues: %td\n", t->row_mod);
}

const stet_mpi_way stet_mpi_one = {"parts of the graph", create, destroy, run, describe};
