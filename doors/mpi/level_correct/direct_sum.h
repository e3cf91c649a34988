/* SPDX-License-Identifier: Apache-2.0 */
/* A few numbers of a result by their definition, each a sum over all ranks: what level native in
 * double has left of level correct, where a second transform would cost more. */
#ifndef STET_MPI_LEVEL_CORRECT_DIRECT_SUM_H
#define STET_MPI_LEVEL_CORRECT_DIRECT_SUM_H

#include "arith/dd.h"
#include "layout/problem.h"

/* x: the input of this rank, of 2-norm below 2^400, in double, in the order of its box; list: 2 k +
 * part, k being the index in the whole output, the same on all ranks. sums[i]: that number, not
 * scaled by the norm. Collective: two reductions, of integers. */
stet_status stet_mpi_direct_sum_run(MPI_Comm comm, const stet_mpi_problem *problem,
                                    const stet_mpi_box *box, const double *x, int count,
                                    const int64_t *list, stet_dd *sums);

/* |error of a sum| <= stet_mpi_direct_sum_error() sqrt(N) |x|_2. */
double stet_mpi_direct_sum_error(const stet_mpi_problem *problem);

#endif
