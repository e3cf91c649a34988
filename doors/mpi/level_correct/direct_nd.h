/* SPDX-License-Identifier: Apache-2.0 */
/* Some numbers of a result of several dimensions by their definition (correct/direct_axes.h): what
 * level native in double has left of level correct, each rank adding up what it has of the input.
 * few.h has the same for a handful of numbers of any transform. */
#ifndef STET_MPI_LEVEL_CORRECT_DIRECT_ND_H
#define STET_MPI_LEVEL_CORRECT_DIRECT_ND_H

#include "arith/dd.h"
#include "plan.h"

typedef struct stet_mpi_direct_nd stet_mpi_direct_nd;

/* Collective. Of two dimensions and more. */
stet_status stet_mpi_direct_nd_create(stet_mpi_plan *plan, stet_mpi_direct_nd **result);
void stet_mpi_direct_nd_destroy(stet_mpi_direct_nd *s); /* NULL is allowed */

/* Collective. x: the input of this rank, of a source that is no words (correct/kernels.h), whose
 * 2-norm on all ranks together is at most `norm`, between 2^-300 and 2^300. index: outputs, each
 * once, in the order of the whole array, as many as `mine` says; *all becomes how many there are on
 * all ranks. sums: those of this rank, not scaled by the norm, each part within *error; if they are
 * more than s->most, or *error is infinite, nothing. */
stet_status stet_mpi_direct_nd_run(stet_mpi_plan *plan, stet_mpi_direct_nd *s, const void *x,
                                   int source, double norm, const int64_t *index, ptrdiff_t mine,
                                   int64_t *all, const stet_ddc **sums, double *error);
ptrdiff_t stet_mpi_direct_nd_capacity(const stet_mpi_direct_nd *s);

#endif
