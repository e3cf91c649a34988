/* SPDX-License-Identifier: Apache-2.0 */
/* Transposes a matrix over ranks: n0 x n1 elements of v reals each, cut along n0, become n1 x n0,
 * cut along n1. */
#ifndef STET_FFTW3_MPI_EXCHANGE_H
#define STET_FFTW3_MPI_EXCHANGE_H

#include "blocks.h"

typedef struct exchange {
    MPI_Comm comm;
    cut rows, columns;
    ptrdiff_t v;
    int in_transposed, out_transposed; /* a rank's part is transposed in memory */
    int *counts[2], *places[2];        /* elements to and from each rank */
    real *buffer[2];
    MPI_Datatype element;
    int rank;
} exchange;

/* Prepares an exchange; not collective. v must be positive. */
stet_status stet_fftw_mpi_exchange_begin(exchange *e, MPI_Comm comm, cut rows, cut columns,
                                         ptrdiff_t v);
void stet_fftw_mpi_exchange_end(exchange *e);
/* Runs the exchange; collective. in and out may be the same array. Returns 1 unless MPI fails. */
int stet_fftw_mpi_exchange_run(const exchange *e, const real *in, real *out);

#endif
