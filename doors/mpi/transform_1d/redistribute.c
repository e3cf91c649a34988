/* SPDX-License-Identifier: Apache-2.0 */
/* Exchanges 1 and 3 of transform_1d.c convert between blocks of neighbouring indices and residue
 * classes. */
#include <limits.h>
#include <string.h>

#include "base/alloc.h"
#include "half/lines.h"
#include "layout/convert.h"
#include "transform_1d/transform_1d.h"

/* Returns the count of numbers below k whose residue mod m is in [begin, end). */
static ptrdiff_t count_below(ptrdiff_t k, ptrdiff_t m, ptrdiff_t begin, ptrdiff_t end)
{
    const ptrdiff_t rest = k % m;
    return k / m * (end - begin) + stet_larger(0, stet_smaller(rest, end) - begin);
}

static ptrdiff_t count_residues(ptrdiff_t from, ptrdiff_t to, ptrdiff_t m, ptrdiff_t begin,
                                ptrdiff_t end)
{
    return count_below(to, m, begin, end) - count_below(from, m, begin, end);
}

/* Calls visit for each run of the indices in [from, to) whose residues mod m are in [begin, end),
 * in ascending order. */
typedef void run_visitor(void *data, ptrdiff_t index, ptrdiff_t count);

static void for_runs(ptrdiff_t from, ptrdiff_t to, ptrdiff_t m, ptrdiff_t begin, ptrdiff_t end,
                     run_visitor *visit, void *data)
{
    if (from >= to || begin >= end)
        return;
    for (ptrdiff_t base = from / m * m; base < to; base += m) {
        const ptrdiff_t first = stet_larger(base + begin, from),
                        last = stet_smaller(base + end, to);
        if (first < last)
            visit(data, first, last - first);
    }
}

ptrdiff_t stet_1d_count_inputs(const stet_1d *t, ptrdiff_t from, ptrdiff_t to, int first, int last,
                               int mirror)
{
    const residues r = columns_of(t, first, last, mirror);
    return count_residues(from, to, t->B, r.begin, r.end);
}

static ptrdiff_t count_all_inputs(const stet_1d *t, ptrdiff_t from, ptrdiff_t to, int first,
                                  int last)
{
    return stet_1d_count_inputs(t, from, to, first, last, 0) +
           stet_1d_count_inputs(t, from, to, first, last, 1);
}

/* Returns how many of the outputs [from, to) are in rows [begin, end), or mirror an output
 * there. */
static ptrdiff_t count_outputs(const stet_1d *t, ptrdiff_t from, ptrdiff_t to, ptrdiff_t begin,
                               ptrdiff_t end)
{
    const residues m = mirrored_rows(t, begin, end);
    return count_residues(from, to, t->A, begin, end) +
           count_residues(from, to, t->A, m.begin, m.end);
}

/* Returns the outputs of a rank, counted in complex numbers. For C2R of even n each complex number
 * is two outputs, which may belong to two ranks. */
static residues own_outputs(const stet_mpi_plan *plan, const stet_1d *t, int rank)
{
    const ptrdiff_t begin = plan->problem.start[1][0][rank],
                    end = plan->problem.start[1][0][rank + 1];
    if (t->n == plan->problem.dims[0].n || begin == end)
        return (residues){begin, end};
    return (residues){begin / 2, (end + 1) / 2};
}

/* ----------------------------------------------------------------- creation - */

/* Sets the counts and offsets for rank i. Numbers that stay on their rank leave a gap in both
 * buffers. */
static void set_counts(stet_1d *t, int which, int p, int i, int is_kept, const ptrdiff_t count[2],
                       const ptrdiff_t at[2])
{
    for (int direction = 0; direction < 2; direction++) {
        t->counts[which][direction * p + i] = is_kept ? 0 : (int)count[direction];
        t->counts[which][(2 + direction) * p + i] = (int)at[direction];
    }
}

stet_status stet_1d_make_exchange(stet_mpi_plan *plan, stet_1d *t, int which)
{
    const stet_mpi_problem *s = &plan->problem;
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
            t->offset[which][i] = count_all_inputs(t, start[i], start[i + 1], 0, me);
            count[0] = count_all_inputs(t, start[me], start[me + 1], i, i + 1);
            count[1] = count_all_inputs(t, start[i], start[i + 1], me, me + 1);
        } else {
            const residues mine = own_outputs(plan, t, me), other = own_outputs(plan, t, i);
            t->offset[which][i] = count_outputs(t, 0, mine.begin, t->row[i], t->row[i + 1]);
            at[0] = count_outputs(t, 0, other.begin, t->row[me], t->row[me + 1]);
            count[0] = count_outputs(t, other.begin, other.end, t->row[me], t->row[me + 1]);
            count[1] = count_outputs(t, mine.begin, mine.end, t->row[i], t->row[i + 1]);
        }
        most = stet_larger(most, stet_larger(at[0] + count[0], at[1] + count[1]));
        if (most > INT_MAX)
            return STET_E_OVERFLOW;
        set_counts(t, which, p, i, i == me && t->keeps_own[which], count, at);
        sent += i == me ? 0 : count[0];
        at[0] += count[0];
        at[1] += count[1];
    }
    const size_t element = t->element[which];
    if (element > INT_MAX ||
        MPI_Type_contiguous((int)element, MPI_BYTE, &t->type[which]) != MPI_SUCCESS ||
        MPI_Type_commit(&t->type[which]) != MPI_SUCCESS)
        return STET_E_MPI;
    t->array =
        stet_round_to_line((size_t)stet_larger((ptrdiff_t)t->array, most * (ptrdiff_t)element));
    plan->exchanges++;
    plan->bytes += sent * (int64_t)element;
    return STET_OK;
}

stet_status stet_1d_make_intervals(const stet_mpi_plan *plan, stet_1d *t)
{
    const ptrdiff_t *start = plan->problem.start[0][0];
    const int p = plan->problem.ranks, me = plan->rank;
    for (int mirror = 0; mirror < 2; mirror++) {
        t->interval[mirror] = (ptrdiff_t *)stet_alloc_array((size_t)p + 1, sizeof(ptrdiff_t));
        if (!t->interval[mirror])
            return STET_E_MEMORY;
        for (int i = 0; i <= p; i++)
            t->interval[mirror][i] = stet_1d_count_inputs(t, 0, start[i], me, me + 1, mirror);
    }
    return STET_OK;
}

/* ---------------------------------------------------------------- execution - */

typedef struct {
    const stet_1d *t;
    const char *from;
    char *to;
    ptrdiff_t index, width; /* first index there; rows of its rank */
    residues rows;          /* the rows of that rank */
    ptrdiff_t n, A;
    stet_mpi_plan *plan;
} cursor;

static void pack_run(void *data, ptrdiff_t index, ptrdiff_t count)
{
    cursor *w = (cursor *)data;
    const size_t element = w->t->element[0];
    memcpy(w->to, w->from + (size_t)(index - w->index) * element, (size_t)count * element);
    w->to += (size_t)count * element;
}

void stet_1d_pack_input(const stet_mpi_plan *plan, const stet_1d *t, const char *in, char *send)
{
    const ptrdiff_t *start = plan->problem.start[0][0] + plan->rank;
    cursor w = {.t = t, .from = in, .to = send, .index = start[0]};
    for (int i = 0; i < plan->problem.ranks; i++) {
        if (i == plan->rank && t->keeps_own[0]) {
            w.to += t->element[0] * (size_t)count_all_inputs(t, start[0], start[1], i, i + 1);
            continue;
        }
        for (int mirror = 0; mirror < 2; mirror++) {
            const residues r = columns_of(t, i, i + 1, mirror);
            for_runs(start[0], start[1], t->B, r.begin, r.end, pack_run, &w);
        }
    }
}

/* Packs outputs that mirror own rows: index k is the conjugate of n - k, so they run backwards. */
static void pack_mirror(void *data, ptrdiff_t index, ptrdiff_t count)
{
    cursor *w = (cursor *)data;
    const size_t element = w->t->element[1];
    /* Words of an imaginary part: STET_DD has two. */
    const ptrdiff_t words = w->t->number == sizeof(float) ? 1 : (ptrdiff_t)w->t->number / 8;
    for (ptrdiff_t k = index; k < index + count; k++) {
        const ptrdiff_t other = w->n - k;
        const ptrdiff_t at = other / w->A * w->width + other % w->A - w->rows.begin;
        memcpy(w->to, w->from + (size_t)at * element, element);
        for (ptrdiff_t i = 0; i < w->t->howmany * words; i++) {
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
    cursor *w = (cursor *)data;
    const ptrdiff_t at = index / w->A * w->width + index % w->A - w->rows.begin;
    const size_t bytes = w->t->element[1] * (size_t)count;
    memcpy(w->to, w->from + w->t->element[1] * (size_t)at, bytes);
    w->to += bytes;
}

void stet_1d_pack_output(const stet_mpi_plan *plan, const stet_1d *t, const char *rows, char *send)
{
    const ptrdiff_t *start = plan->problem.start[1][0];
    const residues own = {t->row[plan->rank], t->row[plan->rank + 1]};
    const residues m = mirrored_rows(t, own.begin, own.end);
    cursor w = {t, rows, send, 0, t->width, own, plan->problem.dims[0].n, t->A, NULL};
    for (int i = 0; i < plan->problem.ranks; i++) {
        for_runs(start[i], start[i + 1], t->A, own.begin, own.end, pack_direct, &w);
        for_runs(start[i], start[i + 1], t->A, m.begin, m.end, pack_mirror, &w);
    }
}

static double rounded_number(const stet_1d *t, const void *from, ptrdiff_t i)
{
    return stet_mpi_load_inside(t->inside, t->rest, from, i);
}

int stet_1d_store_numbers(const stet_1d *t, const void *from, ptrdiff_t count, char *to,
                          int wide_out)
{
    int finite = 1;
    if ((!t->converts && !t->is_real) || wide_out) {
        memcpy(to, from, (size_t)count * t->number);
        return 1;
    }
    const double zero = t->is_real ? 0.0 : -0.0;
    for (ptrdiff_t i = 0; i < count; i++)
        finite &= stet_mpi_store_number(t->outside, rounded_number(t, from, i) + zero, to, i);
    return finite;
}

/* C2R: stores complex numbers from number `index` on as the real numbers that this rank has. For
 * odd n the imaginary parts are ignored. Returns 0 if a 16-bit number is not finite, otherwise 1.
 */
static int store_reals(const stet_mpi_plan *plan, const stet_1d *t, const void *from,
                       ptrdiff_t index, ptrdiff_t count, char *to)
{
    const ptrdiff_t *start = plan->problem.start[1][0] + plan->rank;
    const ptrdiff_t parts = t->n == plan->problem.dims[0].n ? 1 : 2;
    int finite = 1;
    for (ptrdiff_t i = 0; i < count * parts; i++) {
        const ptrdiff_t at = index * parts + i;
        for (ptrdiff_t h = 0; h < t->howmany && at >= start[0] && at < start[1]; h++)
            finite &= stet_mpi_store_number(
                t->outside, rounded_number(t, from, 2 * (i / parts * t->howmany + h) + i % parts),
                to, (at - start[0]) * t->howmany + h);
    }
    return finite;
}

size_t stet_1d_output_element_size(const stet_mpi_plan *plan) { return plan->box[1].element; }

void stet_1d_store_elements(stet_mpi_plan *plan, const void *from, ptrdiff_t count, char *to)
{
    const stet_1d *t = (const stet_1d *)plan->state;
    if (!stet_1d_store_numbers(t, from, 2 * count * t->howmany, to, plan->problem.wide_out))
        plan->half_flags |= STET_HALF_OUT_NOT_FINITE;
}

static void unpack_run(void *data, ptrdiff_t index, ptrdiff_t count)
{
    cursor *w = (cursor *)data;
    const size_t out = (size_t)w->t->howmany * stet_1d_output_element_size(w->plan);
    if (!w->t->is_c2r)
        stet_1d_store_elements(w->plan, w->from, count, w->to + (size_t)(index - w->index) * out);
    else if (!store_reals(w->plan, w->t, w->from, index, count, w->to))
        w->plan->half_flags |= STET_HALF_OUT_NOT_FINITE;
    w->from += (size_t)count * w->t->element[1];
}

const char *stet_1d_shared_buffer(const stet_mpi_plan *plan, int rank, int which)
{
    return stet_mpi_shared_memory(plan, rank) + (which ? plan->shared_size / 2 : 0);
}

stet_status stet_1d_exchange(stet_mpi_plan *plan, const stet_1d *t, int which, const char *send,
                             char *recv)
{
    const int p = plan->problem.ranks, *c = t->counts[which];
    if (plan->exchange == STET_MPI_SHARED)
        return stet_mpi_shared_barrier(plan);
    return MPI_Alltoallv(send, c, c + 2 * p, t->type[which], recv, c + p, c + 3 * p, t->type[which],
                         plan->comm) == MPI_SUCCESS
               ? STET_OK
               : STET_E_MPI;
}

const char *stet_1d_received_from(const stet_mpi_plan *plan, const stet_1d *t, int which, int i,
                                  const char *recv)
{
    const size_t element = t->element[which];
    if (plan->exchange == STET_MPI_SHARED)
        return stet_1d_shared_buffer(plan, i, 0) + (size_t)t->offset[which][i] * element;
    return recv + (size_t)t->counts[which][3 * plan->problem.ranks + i] * element;
}

void stet_1d_unpack_output(stet_mpi_plan *plan, const stet_1d *t, const char *recv, char *out)
{
    const residues own = own_outputs(plan, t, plan->rank);
    cursor w = {.t = t, .to = out, .index = own.begin, .plan = plan};
    for (int i = 0; i < plan->problem.ranks; i++) {
        const residues m = mirrored_rows(t, t->row[i], t->row[i + 1]);
        if (i == plan->rank && t->keeps_own[1])
            continue;
        w.from = stet_1d_received_from(plan, t, 1, i, recv);
        for_runs(own.begin, own.end, t->A, t->row[i], t->row[i + 1], unpack_run, &w);
        for_runs(own.begin, own.end, t->A, m.begin, m.end, unpack_run, &w);
    }
}
