/* SPDX-License-Identifier: Apache-2.0 */
/* Certifies the result of level native in double over ranks. A number is rounded to a narrow
 * format if a proved bound shows how the exact number rounds. The bound is that of graph/bound.h,
 * by classes of outputs; the ranks add up the energies of the classes. */
#ifndef STET_MPI_LEVEL_CORRECT_CERTIFY_H
#define STET_MPI_LEVEL_CORRECT_CERTIFY_H

#include "correct/kernels.h"
#include "plan.h"

typedef struct stet_mpi_certify {
    const stet_correct_kernels *kernels;
    const stet_correct_narrow *narrow;
    stet_bound bound;
    ptrdiff_t classes; /* 0: no bound is known; nothing is certified */
    /* Output k is in class number sum of weight[i] (k[i] mod modulus[i]). */
    ptrdiff_t weight[STET_MPI_MAX_RANK], modulus[STET_MPI_MAX_RANK];
    ptrdiff_t row;      /* outputs along the last axis in memory */
    ptrdiff_t block;    /* outputs with separate energies; the next block adds to the same ones */
    ptrdiff_t slice;    /* outputs that are certified together: whole blocks */
    ptrdiff_t capacity; /* undecided numbers that the list can hold */
} stet_mpi_certify;

/* Prepares a plan of a narrow format with two or more dimensions. */
stet_status stet_mpi_certify_prepare(const stet_mpi_plan *plan, stet_mpi_certify *c);
size_t stet_mpi_certify_work(const stet_mpi_certify *c);

/* Rounds y, the scaled outputs of this rank in double. norm: a bound of the 2-norm of the whole
 * result. *list becomes the ascending list of *count undecided numbers of this rank, inside
 * `work`. If there are more than c->capacity, only *count is valid. Collective. */
stet_status stet_mpi_certify_run(const stet_mpi_plan *plan, const stet_mpi_certify *c,
                                 const double *y, double norm, void *out, void *work,
                                 ptrdiff_t **list, ptrdiff_t *count);

#endif
