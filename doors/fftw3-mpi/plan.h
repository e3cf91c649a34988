/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of FFTW's MPI interface. To libfftw3 it is one of its own, which fftw_execute() runs and
 * fftw_destroy_plan() ends. */
#ifndef STET_FFTW3_MPI_PLAN_H
#define STET_FFTW3_MPI_PLAN_H

#include "exchange.h"

/* What a planner was asked for. Blocks are those of the axis that is cut on that side. */
typedef struct mpi_problem {
    problem_kind kind;
    int backward; /* of C2C */
    int rank;
    const ptrdiff_t *n;
    ptrdiff_t howmany, in_block, out_block;
    real *in, *out;
    MPI_Comm comm;
    const int *r2r; /* of R2R */
    unsigned flags;
} mpi_problem;

/* NULL, and why is counted, if there is no plan for it. Collective. */
plan *stet_fftw_mpi_plan(const mpi_problem *q);
/* The transposition of an n[0] x n[1] matrix of howmany reals each; kind and r2r count for nothing.
 */
plan *stet_fftw_mpi_transposition(const mpi_problem *q);

#endif
