/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of boxes between arrays with different strides, on one rank. */
#ifndef STET_MPI_EXCHANGE_COPY_H
#define STET_MPI_EXCHANGE_COPY_H

#include "stet_mpi.h"

/* the axes of the transform, then howmany */
enum { STET_MPI_AXES = STET_MPI_MAX_RANK + 1 };

/* Writes the strides of a row-major array with extents n; returns the number of its elements. */
ptrdiff_t stet_mpi_row_major(int axes, const ptrdiff_t *n, ptrdiff_t *stride);

/* Copies a box with extents n from one array to another. Strides are in elements. */
void stet_mpi_copy_box(int axes, const ptrdiff_t *n, size_t element, const ptrdiff_t *from_stride,
                       const void *from, const ptrdiff_t *to_stride, void *to);

#endif
