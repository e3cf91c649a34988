/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms one dimension, n = A B, by parts of the graph; range/range.h says why no bit depends
 * on the cut.
 *
 *   block -1-> columns | lines of A | -2-> rows | the steps after A | -3-> block
 *
 * A column is the inputs of one residue mod B, a row the outputs of one residue mod A; each rank
 * has a block of columns and a block of rows. TRANSPOSED output ends with the rows, TRANSPOSED
 * input begins with the columns. With CYCLIC a rank has residues mod G, where G divides A and B; it
 * then has whole columns and whole rows, and exchange 2 is the only one. All arrays are in
 * ascending order of the index.
 *
 * Columns and rows run in groups that fit the caches. Columns are copied into scratch memory,
 * transformed there and copied out again, because kernels are slow on numbers that are far apart by
 * a power of two. Rows are read from the receive buffers, about eight at a time. Numbers that stay
 * on their rank in exchanges 1 and 3 are read from the input and written into the output directly.
 *
 * R2C needs only the rows 0 .. A/2: the outputs of row A - j are the conjugates of those of row j,
 * in reverse order. A prime above 127 needs a convolution, which does not keep that symmetry to the
 * last bit; the input is then made complex with zeros. A -0 becomes +0, as in one process.
 *
 * C2R first makes complex numbers of its half spectrum, in pairs of indices k and N - k, where N is
 * n/2, or n if n is odd (docs/bits.md, 6). A rank with columns [begin, end) therefore needs the
 * columns B - c too: it has a block of the residues 0 .. B/2, and the columns that mirror them.
 * Every number travels once, as in the other kinds. */
#include <stdint.h>
#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "base/executor.h"
#include "base/isa.h"
#include "base/precision.h"
#include "half/lines.h"
#include "graph/norm.h"
#include "native/native.h"
#include "exchange/alltoall.h"
#include "plan.h"
#include "range/range.h"
#include "transform_1d/transform_1d.h"

/* These sizes of groups were measured with 2 MB of cache: the copies need long rows. */
enum { COLUMN_BYTES = 1 << 20, ROW_BYTES = 1 << 19 };

int stet_mpi_1d_serves(const stet_mpi_problem *s)
{
    /* With howmany 16-bit transforms, each one overflows separately. */
    const int one_by_one = stet_is_half(s->transform.precision) && s->options.howmany > 1;
    return s->transform.rank == 1 && s->A && !one_by_one &&
           (s->transform.level == STET_LEVEL_NATIVE || s->transform.level == STET_LEVEL_EXTENDED);
}

/* ----------------------------------------------------------------- creation - */

static stet_status make_alltoall(stet_mpi_plan *plan, stet_1d *t)
{
    const int p = plan->problem.ranks, me = plan->rank;
    const ptrdiff_t ahi = t->mirrors ? 1 : t->A / t->row_mod, bhi = t->B / t->column_mod;
    const ptrdiff_t alo = t->mirrors ? t->rows : t->row_mod;
    stet_mpi_alltoall *m = &t->alltoall;
    *m = (stet_mpi_alltoall){.comm = plan->comm, .p = p, .me = me, .axes = 4, .a = 0, .b = 3};
    m->chunks = 1;
    m->chunk_axis = m->b;
    m->exchange = plan->exchange;
    m->element = t->element[1];
    m->cut_a = t->row;
    m->cut_b = t->column;
    const ptrdiff_t width = t->column[me + 1] - t->column[me];
    const ptrdiff_t from[] = {alo, ahi, bhi, width};
    const ptrdiff_t to[] = {t->width, ahi, bhi, t->column_mod};
    memcpy(m->from, from, sizeof from);
    memcpy(m->to, to, sizeof to);
    const ptrdiff_t sent = alo * ahi * bhi * width, received = t->width * ahi * t->B;
    t->array = (size_t)stet_larger((ptrdiff_t)t->array,
                                   stet_larger(sent, received) * (ptrdiff_t)m->element);
    t->array = stet_round_to_line(t->array);
    plan->exchanges++;
    plan->bytes += (alo - t->width) * ahi * bhi * width * (int64_t)m->element;
    return stet_mpi_alltoall_create(m, NULL);
}

/* Makes the lines of A points, with factor 1; the range applies the norm's factor. They read the
 * caller's numbers from exchange 1 (floats in place of 16-bit numbers), and write the inner
 * precision. */
static stet_status make_lines(const stet_mpi_plan *plan, stet_1d *t)
{
    const stet_mpi_problem *s = &plan->problem;
    stet_options o = s->transform;
    if (t->is_c2r)
        return stet_1d_make_c2r_lines(plan, t);
    if (!t->mirrors)
        o.kind = STET_C2C;
    const stet_dim dim = {t->A, 1, 1};
    const ptrdiff_t pitch = t->column_group * t->howmany;
    o.dims = &dim;
    o.threads = 1; /* threads divide the groups, not the lines */
    if (!t->converts || t->is_half) {
        o.level = STET_LEVEL_NATIVE;
        o.precision = t->inside;
    }
    o.norm = o.direction == STET_FORWARD ? STET_NORM_BACKWARD : STET_NORM_FORWARD;
    for (int is_last = 0; is_last < 2; is_last++) {
        const ptrdiff_t columns = is_last ? t->columns % t->column_group : t->column_group;
        const stet_dim loop = {columns * t->howmany, 1, 1};
        const stet_part part = {0, pitch, pitch, 1, &loop, t->converts && !t->is_half};
        if (columns == 0 || columns > t->columns)
            continue;
        const stet_status status = stet_native_part(&t->lines[is_last], &o, &part);
        if (status)
            return status;
        t->line = (size_t)stet_larger((ptrdiff_t)t->line,
                                      (ptrdiff_t)stet_native_engine.workspace(t->lines[is_last]));
    }
    return STET_OK;
}

static stet_status make_range(const stet_mpi_plan *plan, stet_1d *t)
{
    const stet_mpi_problem *s = &plan->problem;
    const ptrdiff_t row = t->B * (ptrdiff_t)t->element[1];
    t->range = stet_range_create(t->n, t->A, t->n, t->inside, stet_isa_in_use());
    if (!t->range)
        return STET_E_MEMORY;
    t->range_work = stet_round_to_line(stet_range_work(t->range, 0));
    t->executor = stet_executor_of(s->transform.threads, NULL, NULL);
    t->row_group = stet_larger(16, ROW_BYTES / row / 16 * 16);
    t->row_group = stet_larger(1, stet_smaller(t->row_group, t->width));
    const size_t columns = columns_size(t, 0) + columns_size(t, 1) + stet_round_to_line(t->line);
    const size_t runs = (size_t)(t->B / t->column_mod + t->is_c2r) * (size_t)s->ranks;
    const size_t rows = stet_round_to_line((size_t)(t->row_group * row)) + t->range_work +
                        stet_round_to_line(runs * sizeof(stet_run));
    t->scratch = columns > rows ? columns : rows;
    return STET_OK;
}

static void set_blocks(const stet_mpi_problem *s, stet_1d *t)
{
    const int p = s->ranks;
    const stet_mpi_layout *layout = s->layout;
    ptrdiff_t *column = t->block_memory, *row = t->block_memory + p + 1,
              *low = t->block_memory + 2 * (p + 1);
    t->column = t->residue = column;
    t->row = row;
    stet_mpi_balanced_blocks(t->column_mod, p, column);
    stet_mpi_balanced_blocks(t->mirrors ? t->rows : t->row_mod, p, row);
    if (layout[0] != STET_MPI_NATURAL)
        t->column = t->residue = s->start[0][0];
    if (layout[1] != STET_MPI_NATURAL)
        t->row = s->start[1][0];
    if (!t->is_c2r)
        return;
    t->residue = low;
    stet_mpi_balanced_blocks(t->B / 2 + 1, p, low);
    for (int i = 0; i < p; i++) {
        const residues m = columns_of(t, i, i + 1, 1);
        column[i + 1] = column[i] + low[i + 1] - low[i] + m.end - m.begin;
    }
}

static stet_status make(stet_mpi_plan *plan, stet_1d *t)
{
    const stet_mpi_problem *s = &plan->problem;
    const int me = plan->rank;
    const int cyclic = s->layout[0] == STET_MPI_CYCLIC;
    const stet_factor factor = stet_norm_factor(&s->transform);
    t->inside = stet_norm_inside(&s->transform);
    t->outside = s->transform.precision;
    t->is_half = stet_is_half(t->outside);
    t->converts = t->inside != t->outside;
    t->number = stet_lines_number_size(t->inside);
    t->howmany = s->options.howmany;
    t->n = stet_mpi_complex_length(s);
    t->is_real = s->transform.kind == STET_R2C;
    t->mirrors = t->is_real && stet_graph_of(t->n).rough_count == 0;
    t->is_c2r = s->transform.kind == STET_C2R;
    t->element[0] = (size_t)t->howmany * (t->is_real ? 1 : 2) *
                    (t->is_half ? sizeof(float) : stet_number_size(t->outside));
    t->element[1] = (size_t)t->howmany * 2 * t->number;
    t->A = s->A;
    t->B = s->B;
    t->rows = t->mirrors ? t->A / 2 + 1 : t->A;
    t->column_mod = cyclic ? s->modulus[0] : t->B;
    t->row_mod = cyclic ? s->modulus[0] : t->A;
    t->scale = factor.scale;
    t->rest = factor.rest;
    t->load = (float)stet_power_of_two(factor.load);
    t->swap = s->transform.direction == STET_INVERSE && !t->is_c2r;
    t->block_memory = (ptrdiff_t *)stet_alloc_array(3 * ((size_t)s->ranks + 1), sizeof(ptrdiff_t));
    if (!t->block_memory)
        return STET_E_MEMORY;
    set_blocks(s, t);
    t->columns = (t->column[me + 1] - t->column[me]) * (t->B / t->column_mod);
    t->column_group = COLUMN_BYTES / (1 + t->is_c2r) / (t->A * (ptrdiff_t)t->element[1]) / 8 * 8;
    t->column_group = stet_larger(8, t->column_group);
    t->column_group =
        stet_larger(1, stet_smaller(t->column_group,
                                    t->is_c2r ? t->residue[me + 1] - t->residue[me] : t->columns));
    t->width = t->row[me + 1] - t->row[me];
    t->height = t->mirrors ? 1 : t->A / t->row_mod;
    if (t->is_half) /* space for the input as floats */
        t->array = (size_t)(plan->box[0].elements / t->howmany) * t->element[0];
    stet_status status = STET_OK;
    for (int which = 0; which < 2 && !status; which++) {
        t->natural[which] = s->layout[which] == STET_MPI_NATURAL;
        /* 16-bit numbers are widened first, and mirrored rows are packed, so own numbers are sent
         * too. */
        t->keeps_own[which] = !t->is_half && !t->is_c2r && !(which && t->mirrors);
        if (t->natural[which])
            status = stet_1d_make_exchange(plan, t, which);
    }
    if (!status && t->natural[0])
        status = stet_1d_make_intervals(plan, t);
    if (!status)
        status = make_alltoall(plan, t);
    if (!status)
        status = make_lines(plan, t);
    return status ? status : make_range(plan, t);
}

static stet_status create(stet_mpi_plan *plan)
{
    stet_1d *t = (stet_1d *)stet_alloc(sizeof *t);
    plan->state = t;
    if (!t)
        return STET_E_MEMORY;
    memset(t, 0, sizeof *t);
    t->type[0] = t->type[1] = MPI_DATATYPE_NULL;
    /* ALLTOALLW would need types with long lists for blocks of residues. */
    if (plan->exchange == STET_MPI_ALLTOALLW)
        plan->exchange = STET_MPI_ALLTOALLV;
    const stet_status status = make(plan, t);
    /* The rank sends from the first buffer, or from shared memory, and receives into the second. */
    const int shares = plan->exchange == STET_MPI_SHARED;
    t->buffer_size[0] = !shares || t->mirrors || !t->natural[1] ? t->array : 0;
    t->buffer_size[1] = !shares || t->is_half ? t->array : 0;
    plan->shared_size = shares ? 2 * t->array : 0;
    plan->work_size = t->buffer_size[0] + t->buffer_size[1] +
                      (size_t)(t->executor.threads ? t->executor.threads : 1) * t->scratch;
    return status;
}

static void destroy(stet_mpi_plan *plan)
{
    stet_1d *t = (stet_1d *)plan->state;
    if (!t)
        return;
    stet_native_engine.destroy(t->lines[0]);
    stet_native_engine.destroy(t->lines[1]);
    stet_range_destroy(t->range);
    stet_fft1d_release(t->line_fft);
    stet_fft1d_release(t->c2r_fft);
    stet_mpi_alltoall_destroy(&t->alltoall);
    for (int which = 0; which < 2; which++) {
        stet_free(t->counts[which]);
        stet_free(t->offset[which]);
        stet_free(t->interval[which]);
        if (t->type[which] != MPI_DATATYPE_NULL)
            MPI_Type_free(&t->type[which]);
    }
    stet_free(t->block_memory);
    stet_free(t);
    plan->state = NULL;
}

/* ----------------------------------------------------------------- columns -- */

/* Returns the address of number `at` of this rank's columns, or of the columns that mirror them,
 * and the count of numbers that follow it there. The columns are taken as one array of rows; each
 * rank sends an interval of it. */
static const char *column_numbers(const columns_job *job, int mirror, ptrdiff_t at,
                                  ptrdiff_t *count)
{
    const stet_1d *t = job->t;
    const stet_mpi_plan *plan = job->plan;
    const int p = plan->problem.ranks, me = plan->rank;
    const ptrdiff_t element = (ptrdiff_t)t->element[0];
    if (!t->natural[0]) {
        *count = t->A * t->columns - at;
        return job->in + at * element;
    }
    const ptrdiff_t *begin = t->interval[mirror], *start = plan->problem.start[0][0];
    int first = 0, end = p; /* the last rank whose interval begins at `at` or before */
    while (end - first > 1) {
        const int middle = first + (end - first) / 2;
        *(begin[middle] <= at ? &first : &end) = middle;
    }
    *count = begin[end] - at;
    if (first == me && t->keeps_own[0]) {
        const ptrdiff_t index = at / t->columns * t->B + t->column[me] + at % t->columns;
        return job->in + (index - start[me]) * element;
    }
    const ptrdiff_t before =
        mirror ? stet_1d_count_inputs(t, start[first], start[first + 1], me, me + 1, 0) : 0;
    return stet_1d_received_from(plan, t, 0, first, job->recv) +
           (before + at - begin[first]) * element;
}

/* Makes complex numbers of real input, and numbers of the inner precision for C2R. */
static void widen_row(const stet_1d *t, const char *from, ptrdiff_t count, char *to)
{
    const ptrdiff_t numbers = count * t->howmany * (t->is_real ? 1 : 2);
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

void stet_1d_load_columns(const columns_job *job, int mirror, ptrdiff_t at, ptrdiff_t count,
                          char *to)
{
    const stet_1d *t = job->t;
    const int widens = t->is_real ? !t->mirrors : t->is_c2r && t->converts && !t->is_half;
    for (ptrdiff_t done = 0, some; done < count; done += some) {
        const char *from = column_numbers(job, mirror, at + done, &some);
        some = stet_smaller(some, count - done);
        if (widens)
            widen_row(t, from, some, to);
        else
            memcpy(to, from, (size_t)some * t->element[0]);
        to += (size_t)some * line_element(t, 0);
    }
}

void stet_1d_store_columns(const columns_job *job, const char *from, ptrdiff_t begin,
                           ptrdiff_t count)
{
    const stet_1d *t = job->t;
    const ptrdiff_t element = (ptrdiff_t)t->element[1];
    const ptrdiff_t low = t->alltoall.from[0], times = t->alltoall.from[1];
    for (ptrdiff_t row = 0; row < t->rows; row++) {
        const ptrdiff_t place = times > 1 ? row % low * times + row / low : row;
        memcpy(job->to + (place * t->columns + begin) * element,
               from + row * t->column_group * element, (size_t)(count * element));
    }
}

/* Runs a group of columns: copies it into scratch memory, runs the steps up to A and copies it
 * out. */
static void run_columns(const columns_job *job, ptrdiff_t begin, char *scratch)
{
    const stet_1d *t = job->t;
    const ptrdiff_t count = stet_smaller(t->column_group, t->columns - begin);
    const ptrdiff_t before = (ptrdiff_t)line_element(t, 0);
    const int is_same = before == (ptrdiff_t)t->element[1];
    char *results = is_same ? scratch : scratch + columns_size(t, 0);
    for (ptrdiff_t row = 0; row < t->A; row++)
        stet_1d_load_columns(job, 0, row * t->columns + begin, count,
                             scratch + row * t->column_group * before);
    stet_native_part_run(t->lines[count < t->column_group], scratch, results,
                         scratch + columns_size(t, 0) + columns_size(t, 1));
    stet_1d_store_columns(job, results, begin, count);
}

static void columns_share(void *data, ptrdiff_t part)
{
    const columns_job *job = (const columns_job *)data;
    const stet_1d *t = job->t;
    const int me = job->plan->rank;
    const ptrdiff_t columns = t->is_c2r ? t->residue[me + 1] - t->residue[me] : t->columns;
    const ptrdiff_t groups = (columns + t->column_group - 1) / t->column_group;
    const ptrdiff_t parts = t->executor.threads;
    for (ptrdiff_t i = stet_cut(groups, part, parts); i < stet_cut(groups, part + 1, parts); i++)
        (t->is_c2r ? stet_1d_run_c2r_columns : run_columns)(
            job, i * t->column_group, job->scratch + (size_t)part * t->scratch);
}

/* -------------------------------------------------------------------- rows -- */

typedef struct {
    const stet_mpi_plan *plan;
    const stet_1d *t;
    const char *recv;
    char *to, *out, *scratch;
    ptrdiff_t groups, first; /* groups of rows without a gap; residue of the first row */
} rows_job;

/* Stores `count` outputs from global index `index` on: own outputs into the output, others into
 * the send buffer. */
static void store_row(const rows_job *job, ptrdiff_t index, ptrdiff_t count, const char *from,
                      char *to)
{
    const stet_1d *t = job->t;
    const ptrdiff_t *start = job->plan->problem.start[1][0] + job->plan->rank;
    const size_t element = t->element[1],
                 out = (size_t)t->howmany * stet_1d_output_element_size(job->plan);
    const int is_kept = t->natural[1] && t->keeps_own[1];
    const ptrdiff_t first = is_kept ? stet_smaller(stet_larger(start[0] - index, 0), count) : count;
    const ptrdiff_t last =
        is_kept ? stet_smaller(stet_larger(start[1] - index, first), count) : count;
    memcpy(to, from, (size_t)first * element);
    if (first < last)
        stet_1d_store_numbers(t, from + (size_t)first * element, 2 * (last - first) * t->howmany,
                              job->out + (size_t)(index + first - start[0]) * out,
                              job->plan->problem.wide_out);
    memcpy(to + (size_t)last * element, from + (size_t)last * element,
           (size_t)(count - last) * element);
}

/* Returns the run of a group's rows that rank i sent, from its column `column` on. */
static stet_run run_from_rank(const rows_job *job, ptrdiff_t row, ptrdiff_t hi, int i,
                              ptrdiff_t column, ptrdiff_t length)
{
    const stet_1d *t = job->t;
    const ptrdiff_t width = t->column[i + 1] - t->column[i], bhi = t->B / t->column_mod;
    const ptrdiff_t id = t->height * bhi * width;
    const char *piece =
        t->alltoall.exchange == STET_MPI_SHARED
            ? stet_1d_shared_buffer(job->plan, i, 1) + job->first * id * (ptrdiff_t)t->element[1]
            : job->recv + t->column[i] * t->width * t->height * bhi * (ptrdiff_t)t->element[1];
    return (stet_run){piece + (row * id + hi * bhi * width + column) * (ptrdiff_t)t->element[1],
                      length, id * t->howmany};
}

/* Lists the runs of rows from number `row` of this rank on, in the order of the columns. Returns
 * their number. */
static ptrdiff_t list_runs(const rows_job *job, ptrdiff_t row, ptrdiff_t hi, stet_run *run)
{
    const stet_1d *t = job->t;
    const int p = t->alltoall.p;
    ptrdiff_t count = 0;
    for (ptrdiff_t b = 0; b < t->B / t->column_mod; b++)
        for (int i = 0; i < p; i++) {
            const ptrdiff_t width = t->residue[i + 1] - t->residue[i];
            run[count++] = run_from_rank(job, row, hi, i, b * width, width);
        }
    for (int i = p - 1; i >= 0 && t->is_c2r; i--) {
        const residues m = columns_of(t, i, i + 1, 1);
        run[count++] =
            run_from_rank(job, row, hi, i, t->residue[i + 1] - t->residue[i], m.end - m.begin);
    }
    return count;
}

/* Runs a group of rows: the steps after A write into scratch memory, which is then copied out. */
static void run_rows(const rows_job *job, ptrdiff_t number, char *scratch)
{
    const stet_1d *t = job->t;
    const ptrdiff_t hi = number / job->groups, begin = number % job->groups * t->row_group;
    const ptrdiff_t end = stet_smaller(begin + t->row_group, t->width), all = t->width * t->height;
    const size_t element = t->element[1];
    const ptrdiff_t row = hi * t->row_mod + job->first + begin;
    char *work = scratch + stet_round_to_line((size_t)(t->row_group * t->B) * element);
    stet_run *run = (stet_run *)(void *)(work + t->range_work);
    const ptrdiff_t runs = list_runs(job, begin, hi, run);
    for (ptrdiff_t h = 0; h < t->howmany; h++) {
        const stet_rows rows = {.out = scratch + (size_t)h * 2 * t->number,
                                .is = {0, 0, t->howmany},
                                .os = {t->B, 0, t->row_group * t->howmany},
                                .od = t->howmany,
                                .row = row,
                                .count = end - begin,
                                .runs = runs,
                                .run = run};
        stet_range_run(t->range, &rows, t->swap, t->scale, work);
        for (ptrdiff_t i = 0; i < runs; i++) /* the next of the howmany transforms */
            run[i].in = (const char *)run[i].in + 2 * t->number;
    }
    for (ptrdiff_t q = 0; q < t->B; q++)
        store_row(job, q * t->A + row, end - begin, scratch + (size_t)(q * t->row_group) * element,
                  job->to + (size_t)(hi * t->width + begin + q * all) * element);
}

static void rows_share(void *data, ptrdiff_t part)
{
    const rows_job *job = (const rows_job *)data;
    const ptrdiff_t count = job->groups * job->t->height, parts = job->t->executor.threads;
    for (ptrdiff_t i = stet_cut(count, part, parts); i < stet_cut(count, part + 1, parts); i++)
        run_rows(job, i, job->scratch + (size_t)part * job->t->scratch);
}

/* --------------------------------------------------------------- execution - */

/* Widens 16-bit numbers. Returns 0 if one is not finite, otherwise 1. */
static int widen_half(const stet_1d *t, const uint16_t *in, ptrdiff_t count, float *out)
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

/* Runs a plan. `a` and `b` are the memory of this rank. Other ranks read from the two halves of
 * shared memory in turn: before the second half is written, they have read the first. With
 * messages, `a` replaces both halves. */
static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    stet_1d *t = (stet_1d *)plan->state;
    const int shares = plan->exchange == STET_MPI_SHARED;
    char *a = work, *b = work + t->buffer_size[0], *scratch = b + t->buffer_size[1];
    char *first = shares ? plan->shared : a, *second = shares ? first + plan->shared_size / 2 : a;
    const char *columns = (const char *)in;
    stet_status status = STET_OK;
    if (t->is_half) {
        if (!widen_half(t, (const uint16_t *)in, plan->box[0].elements * (t->is_real ? 1 : 2),
                        (float *)(void *)b))
            plan->half_flags |= STET_HALF_IN_NOT_FINITE;
        columns = b;
    }
    if (t->natural[0]) {
        stet_1d_pack_input(plan, t, columns, first);
        status = stet_1d_exchange(plan, t, 0, first, b);
    }
    if (status)
        return status;
    columns_job first_part = {plan, t, columns, b, second, scratch};
    stet_executor_run(&t->executor, t->executor.threads, columns_share, &first_part);
    status =
        shares ? stet_mpi_shared_barrier(plan) : stet_mpi_alltoall_run(&t->alltoall, second, b);
    if (status)
        return status;
    const int direct = !t->natural[1] && (!t->converts || plan->problem.wide_out);
    char *rows = direct ? (char *)out : !t->natural[1] || t->mirrors ? a : first;
    rows_job job = {plan,
                    t,
                    b,
                    rows,
                    (char *)out,
                    scratch,
                    (t->width + t->row_group - 1) / t->row_group,
                    t->row[plan->rank]};
    stet_executor_run(&t->executor, t->executor.threads, rows_share, &job);
    if (direct)
        return STET_OK;
    if (!t->natural[1]) {
        stet_1d_store_elements(plan, rows, t->B * t->width * t->height, (char *)out);
        return STET_OK;
    }
    char *send = rows;
    if (t->mirrors) {
        send = shares ? first : b;
        stet_1d_pack_output(plan, t, rows, send);
    }
    char *recv = send == b ? a : b;
    status = stet_1d_exchange(plan, t, 1, send, recv);
    if (!status)
        stet_1d_unpack_output(plan, t, recv, (char *)out);
    return status;
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    const stet_1d *t = (const stet_1d *)plan->state;
    stet_put(to, "parts: %td x %td\n", t->A, t->B);
    if (plan->problem.layout[0] == STET_MPI_CYCLIC)
        stet_put(to, "residues: %td\n", t->row_mod);
}

const stet_mpi_algorithm stet_mpi_1d = {"parts of the graph", create, destroy, run, describe};
