/* SPDX-License-Identifier: Apache-2.0 */
/* One reduction in double adds up the partial sums of the ranks. Each part of a partial sum is
 * split at a grid of 2^-52 times the largest possible value of the whole sum. The high words and
 * their sums are multiples of the grid below 2^53 times it, so no addition rounds, in any order.
 * The low words are below the grid; each of P roundings is off by at most P units of their last
 * place. */
#include "level_correct/direct_nd.h"

#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "correct/direct_axes.h"

struct stet_mpi_direct_nd {
    stet_direct_axes *sums;
    const stet_correct_kernels *kernels;
    int order[STET_MPI_MAX_RANK]; /* the axes in the order of memory */
    ptrdiff_t capacity;
    double numbers; /* N, the size of the transform */
    int64_t *list;  /* outputs that all ranks asked for */
    ptrdiff_t *index;
    stet_ddc *part;
    double *words;     /* 4 for each output, to be added up */
    double *announced; /* per rank: number of outputs, largest input */
    int *counts;       /* outputs of each rank; then their beginnings */
    void *work;
};

/* -------------------------------------------------------------- creation -- */

/* Lists the axes in the order of memory: row-major, with axes 0 and 1 swapped in a transposed
 * array. */
static void order_axes(const stet_mpi_plan *plan, int *order)
{
    const int r = plan->problem.transform.rank;
    for (int i = 0; i < r; i++)
        order[i] = i;
    if (plan->problem.layout[STET_MPI_IN] == STET_MPI_TRANSPOSED) {
        order[0] = 1;
        order[1] = 0;
    }
}

static int allocate(const stet_mpi_plan *plan, stet_mpi_direct_nd *s)
{
    const size_t most = (size_t)s->capacity, p = (size_t)plan->problem.ranks;
    s->list = (int64_t *)stet_alloc_array(most, sizeof *s->list);
    s->index = (ptrdiff_t *)stet_alloc_array(most * (size_t)plan->problem.transform.rank,
                                             sizeof *s->index);
    s->part = (stet_ddc *)stet_alloc_array(most, sizeof *s->part);
    s->words = (double *)stet_alloc_array(most, 4 * sizeof *s->words);
    s->announced = (double *)stet_alloc_array(p, 2 * sizeof *s->announced);
    s->counts = (int *)stet_alloc_array(p, 2 * sizeof *s->counts);
    s->work = stet_alloc(stet_direct_axes_work(s->sums, s->capacity));
    return s->list && s->index && s->part && s->words && s->announced && s->counts && s->work;
}

static stet_status make(const stet_mpi_plan *plan, stet_mpi_direct_nd *s)
{
    const stet_mpi_box *box = &plan->box[STET_MPI_IN];
    stet_direct_axis axes[STET_DIRECT_AXES];
    order_axes(plan, s->order);
    s->numbers = 1;
    for (int i = 0; i < box->rank; i++) {
        const stet_mpi_axis *a = &box->axis[s->order[i]];
        axes[i] = (stet_direct_axis){a->n, a->start, a->count, a->stride};
        s->numbers *= (double)a->n;
    }
    s->kernels = stet_correct_kernels_in_use();
    s->sums = stet_direct_axes_create(box->rank, axes, s->kernels);
    if (!s->sums)
        return STET_E_MEMORY;
    s->capacity = stet_direct_axes_most(s->sums);
    return allocate(plan, s) ? STET_OK : STET_E_MEMORY;
}

stet_status stet_mpi_direct_nd_create(stet_mpi_plan *plan, stet_mpi_direct_nd **result)
{
    stet_mpi_direct_nd *s = *result = (stet_mpi_direct_nd *)stet_alloc(sizeof *s);
    if (s)
        memset(s, 0, sizeof *s);
    return stet_mpi_agree(plan, s ? make(plan, s) : STET_E_MEMORY);
}

void stet_mpi_direct_nd_destroy(stet_mpi_direct_nd *s)
{
    if (!s)
        return;
    stet_direct_axes_destroy(s->sums);
    stet_free(s->list);
    stet_free(s->index);
    stet_free(s->part);
    stet_free(s->words);
    stet_free(s->announced);
    stet_free(s->counts);
    stet_free(s->work);
    stet_free(s);
}

ptrdiff_t stet_mpi_direct_nd_capacity(const stet_mpi_direct_nd *s) { return s->capacity; }

/* ------------------------------------------------------------------- run -- */

/* Collects the number of outputs that each rank asks for, and the largest input of all ranks. */
static stet_status gather_counts(const stet_mpi_plan *plan, const stet_mpi_direct_nd *s,
                                 const void *x, int source, ptrdiff_t mine, int64_t *all,
                                 double *largest)
{
    const stet_mpi_box *box = &plan->box[STET_MPI_IN];
    const ptrdiff_t numbers = box->elements * (box->is_complex ? 2 : 1);
    double own[2] = {(double)mine, source == STET_FLOAT_PAIRS
                                       ? s->kernels->largest_f32(x, numbers)
                                       : s->kernels->largest((const double *)x, numbers)};
    if (MPI_Allgather(own, 2, MPI_DOUBLE, s->announced, 2, MPI_DOUBLE, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    *all = 0;
    *largest = 0;
    for (int i = 0; i < plan->problem.ranks; i++) {
        s->counts[i] =
            s->announced[2 * i] < (double)s->capacity ? (int)s->announced[2 * i] : (int)s->capacity;
        s->counts[plan->problem.ranks + i] = *all < s->capacity ? (int)*all : 0;
        *all += (int64_t)s->announced[2 * i];
        *largest = s->announced[2 * i + 1] > *largest ? s->announced[2 * i + 1] : *largest;
    }
    return STET_OK;
}

/* Converts indices to those of the forward transform; output k of an inverse transform is output
 * -k of it. */
static void list_indices(const stet_mpi_plan *plan, const stet_mpi_direct_nd *s, int64_t count)
{
    const stet_mpi_problem *problem = &plan->problem;
    const int r = problem->transform.rank;
    for (ptrdiff_t i = 0; i < count; i++) {
        int64_t rest = s->list[i];
        ptrdiff_t k[STET_MPI_MAX_RANK];
        for (int axis = r - 1; axis >= 0; axis--) {
            const ptrdiff_t n = stet_mpi_side_length(problem, STET_MPI_OUT, axis);
            k[axis] = (ptrdiff_t)(rest % n);
            rest /= n;
            if (problem->transform.direction == STET_INVERSE && k[axis] > 0)
                k[axis] = n - k[axis];
        }
        for (int axis = 0; axis < r; axis++)
            s->index[i * r + axis] = k[s->order[axis]];
    }
}

/* Adds up the sums of all ranks. `above` bounds a part of a partial sum. */
static stet_status reduce_sums(const stet_mpi_plan *plan, const stet_mpi_direct_nd *s,
                               int64_t count, double above, double *error)
{
    const double ranks = (double)plan->problem.ranks;
    const double grid = stet_power_above(ranks * above) * 0x1p-52, magic = 0x1.8p52 * grid;
    for (ptrdiff_t i = 0; i < 2 * count; i++) {
        const stet_ddc z = s->part[i / 2];
        const stet_dd part = i % 2 ? z.im : z.re;
        const double high = (part.hi + magic) - magic;
        s->words[2 * i] = high;
        s->words[2 * i + 1] = (part.hi - high) + part.lo;
    }
    if (MPI_Allreduce(MPI_IN_PLACE, s->words, (int)(4 * count), MPI_DOUBLE, MPI_SUM, plan->comm) !=
        MPI_SUCCESS)
        return STET_E_MPI;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double *w = s->words + 4 * i;
        s->part[i] = (stet_ddc){stet_dd_two_sum(w[0], w[1]), stet_dd_two_sum(w[2], w[3])};
    }
    *error += 0x1p-53 * (ranks + 1) * (ranks + 1) * grid;
    return STET_OK;
}

stet_status stet_mpi_direct_nd_run(stet_mpi_plan *plan, stet_mpi_direct_nd *s, const void *x,
                                   int source, double norm, const int64_t *index, ptrdiff_t mine,
                                   int64_t *all, const stet_ddc **sums, double *error)
{
    const stet_mpi_box *box = &plan->box[STET_MPI_IN];
    double largest;
    stet_status status = gather_counts(plan, s, x, source, mine, all, &largest);
    if (status || *all == 0 || *all > s->capacity)
        return status;
    const stet_dd_size size = {norm, largest * (box->is_complex ? 0x1.6a09e8p0 : 1)};
    *error = stet_direct_axes_error(s->sums, size);
    if (!(*error < __builtin_inf()))
        return STET_OK;
    const int first = s->counts[plan->problem.ranks + plan->rank];
    if (MPI_Allgatherv(index, (int)mine, MPI_INT64_T, s->list, s->counts,
                       s->counts + plan->problem.ranks, MPI_INT64_T, plan->comm) != MPI_SUCCESS)
        return STET_E_MPI;
    const uint64_t caller = stet_fpenv_enter();
    list_indices(plan, s, *all);
    stet_direct_axes_run(s->sums, x, source, size, s->index, (ptrdiff_t)*all, s->part, s->work);
    status = reduce_sums(plan, s, *all, __builtin_sqrt(s->numbers) * norm * (1 + 0x1p-10), error);
    stet_fpenv_leave(caller);
    *sums = s->part + first;
    return status;
}
