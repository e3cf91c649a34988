/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of FFTW's MPI interface. libfftw3 sees it as one of its own plans: fftw_execute() runs it,
 * and fftw_destroy_plan() destroys it. */
#ifndef STET_FFTW3_MPI_PLAN_H
#define STET_FFTW3_MPI_PLAN_H

#include "exchange.h"

/* The options that a planner was given. The blocks are those of the axis that is cut on that side.
 */
typedef struct mpi_problem {
    problem_kind kind;
    int backward; /* C2C alone */
    int rank;
    const ptrdiff_t *n;
    ptrdiff_t howmany, in_block, out_block;
    real *in, *out;
    MPI_Comm comm;
    const int *r2r; /* R2R alone */
    unsigned flags;
} mpi_problem;

/* Returns NULL if there is no plan; the reason is counted for the report. Collective. */
plan *stet_fftw_mpi_plan(const mpi_problem *q);
/* Plans the transposition of an n[0] x n[1] matrix of howmany reals each; ignores kind and r2r.
 * Collective. */
plan *stet_fftw_mpi_transposition(const mpi_problem *q);

#endif
