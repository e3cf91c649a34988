/* SPDX-License-Identifier: Apache-2.0 */
/* Direct sums in two and more dimensions: computes some outputs by their definition, axis by axis
 * (correct/direct_axes.h), if level native in double leaves them undecided. Each rank adds up its
 * part of the input. direct_sum.h computes a handful of outputs of any transform. */
#ifndef STET_MPI_LEVEL_CORRECT_DIRECT_ND_H
#define STET_MPI_LEVEL_CORRECT_DIRECT_ND_H

#include "arith/dd.h"
#include "plan.h"

typedef struct stet_mpi_direct_nd stet_mpi_direct_nd;

/* Makes the state for two and more dimensions. Collective. */
stet_status stet_mpi_direct_nd_create(stet_mpi_plan *plan, stet_mpi_direct_nd **result);
void stet_mpi_direct_nd_destroy(stet_mpi_direct_nd *s); /* NULL does nothing */

/* Computes outputs. Collective.
 *
 * x: the input of this rank, as `source` says (correct/kernels.h, not the words); the 2-norm of the
 * whole input is at most `norm`, which is between 2^-300 and 2^300. index: `mine` outputs, each
 * once, in the order of the whole array. *all becomes the number of outputs that all ranks ask for.
 * *sums becomes the sums of this rank, not scaled by the factor of the norm, each part within
 * *error. *sums is not set if *all exceeds the capacity or *error is infinite. */
stet_status stet_mpi_direct_nd_run(stet_mpi_plan *plan, stet_mpi_direct_nd *s, const void *x,
                                   int source, double norm, const int64_t *index, ptrdiff_t mine,
                                   int64_t *all, const stet_ddc **sums, double *error);
ptrdiff_t stet_mpi_direct_nd_capacity(const stet_mpi_direct_nd *s);

#endif
