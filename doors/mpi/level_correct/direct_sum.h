/* SPDX-License-Identifier: Apache-2.0 */
/* Computes a few outputs of any transform by their definition, each as one sum over all ranks. They
 * decide outputs that level native in double leaves undecided if a second transform would cost
 * more. */
#ifndef STET_MPI_LEVEL_CORRECT_DIRECT_SUM_H
#define STET_MPI_LEVEL_CORRECT_DIRECT_SUM_H

#include "arith/dd.h"
#include "layout/problem.h"

/* Computes `count` numbers. x: the input of this rank in double, in the order of its box; the
 * 2-norm of the whole input is below 2^400. list: 2 k + part of each number, where k is the index
 * in the whole output; the same list on all ranks. sums[i] becomes that number, not scaled by the
 * factor of the norm. Collective: two reductions of integers. */
stet_status stet_mpi_direct_sum_run(MPI_Comm comm, const stet_mpi_problem *problem,
                                    const stet_mpi_box *box, const double *x, int count,
                                    const int64_t *list, stet_dd *sums);

/* error of a sum| <= stet_mpi_direct_sum_error() sqrt(N) |x|_2. */
double stet_mpi_direct_sum_error(const stet_mpi_problem *problem);

#endif
