/* SPDX-License-Identifier: Apache-2.0 */
/* Level native in double, over ranks, rounded to a narrow format where its proved bound tells what
 * the exact number rounds to. The bound is that of graph/bound.h, by classes of outputs, whose
 * energies the ranks add up. */
#ifndef STET_MPI_LEVEL_CORRECT_CERTIFY_H
#define STET_MPI_LEVEL_CORRECT_CERTIFY_H

#include "correct/kernels.h"
#include "plan.h"

typedef struct stet_mpi_certify {
    const stet_correct_kernels *kernels;
    const stet_correct_narrow *narrow;
    stet_bound bound;
    ptrdiff_t classes; /* 0: no bound is known, and nothing is certified */
    /* Output k is in the class of number sum of weight[i] (k[i] mod modulus[i]). */
    ptrdiff_t weight[STET_MPI_MAX_RANK], modulus[STET_MPI_MAX_RANK];
    ptrdiff_t row;   /* outputs along the last axis in memory; */
    ptrdiff_t block; /* so many rows have their energies apart, and the next ones of those again */
    ptrdiff_t slice; /* outputs that are looked at together, of whole blocks */
    ptrdiff_t capacity; /* undecided numbers that are listed, at most */
} stet_mpi_certify;

/* Of a narrow format, and more than one dimension. */
stet_status stet_mpi_certify_prepare(const stet_mpi_plan *plan, stet_mpi_certify *c);
size_t stet_mpi_certify_work(const stet_mpi_certify *c);

/* y: the outputs of this rank in double, scaled. norm: a bound of the 2-norm of all. Collective.
 * Numbers of this rank that are undecided, ascending: `count` of them at *list, in the work; or
 * more than c->room, if there are more. */
stet_status stet_mpi_certify_run(const stet_mpi_plan *plan, const stet_mpi_certify *c,
                                 const double *y, double norm, void *out, void *work,
                                 ptrdiff_t **list, ptrdiff_t *count);

#endif
