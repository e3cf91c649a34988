/* SPDX-License-Identifier: Apache-2.0 */
/* The names and numbers of FFTW's MPI interface; like those of ../fftw3/names.h, they are facts. */
#ifndef STET_FFTW3_MPI_NAMES_H
#define STET_FFTW3_MPI_NAMES_H

#include <mpi.h>

#include "../fftw3/plan.h"

#define XM(name) X(mpi_##name)

#define FFTW_MPI_SCRAMBLED_IN (1U << 27)
#define FFTW_MPI_SCRAMBLED_OUT (1U << 28)
#define FFTW_MPI_TRANSPOSED_IN (1U << 29)
#define FFTW_MPI_TRANSPOSED_OUT (1U << 30)

#if STET_FFTW_BITS == 32
#define STET_FFTW_MPI_REAL MPI_FLOAT
#else
#define STET_FFTW_MPI_REAL MPI_DOUBLE
#endif

#endif
