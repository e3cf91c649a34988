/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the index in the whole array of each number of a rank's part (stet_mpi_box), and copies
 * parts in the order of these indices. This file does not depend on plans; the boxes of the ranks
 * may be any that do not overlap. */
#ifndef STET_MPI_LAYOUT_BOX_H
#define STET_MPI_LAYOUT_BOX_H

#include "base/private.h"
#include "stet_mpi.h"

/* Returns the number of sites of the box. A site is howmany neighbouring elements; sites are
 * numbered in the row-major order of the whole array. */
ptrdiff_t stet_mpi_box_sites(const stet_mpi_box *box);

/* Returns the position at which the axis holds index k of the whole array, or -1 if it does not. */
ptrdiff_t stet_mpi_axis_position(const stet_mpi_axis *axis, ptrdiff_t k);

/* Returns the index in the whole array that the axis holds at position i. */
static inline ptrdiff_t stet_mpi_axis_index(const stet_mpi_axis *a, ptrdiff_t i)
{
    return a->start + i / a->width * a->step + i % a->width;
}

/* Returns the row-major index in the whole array of the element at `offset` in this rank's array.
 * The array has no padding, and howmany is 1. */
STET_PRIVATE ptrdiff_t stet_mpi_box_index(const stet_mpi_box *box, ptrdiff_t offset);

/* A run of `count` sites that are neighbours along the last axis. The first has number `index` in
 * the whole array and is `offset` elements after the beginning of this rank's array. */
typedef struct stet_mpi_run {
    ptrdiff_t count, index, offset;
} stet_mpi_run;

/* Returns the run that begins with site `site`, of at most `most` sites. */
stet_mpi_run stet_mpi_box_run(const stet_mpi_box *box, ptrdiff_t site, ptrdiff_t most);

/* Copy the sites `from` to `from + count - 1` from the array into a buffer without gaps, and back.
 */
void stet_mpi_box_pack(const stet_mpi_box *box, ptrdiff_t from, ptrdiff_t count, const void *array,
                       void *packed);
void stet_mpi_box_unpack(const stet_mpi_box *box, ptrdiff_t from, ptrdiff_t count,
                         const void *packed, void *array);

/* These functions do the work of stet_mpi_digest(), stet_mpi_save() and stet_mpi_load() for the
 * box that each rank passes. Collective. */
STET_PRIVATE stet_status stet_mpi_box_digest(MPI_Comm comm, const stet_mpi_box *box,
                                             const void *array, uint64_t digest[2]);
stet_status stet_mpi_box_save(MPI_Comm comm, const stet_mpi_box *box, const void *array,
                              const char *path);
/* Writes into an existing file, whose path rank 0 passes. On rank 0, *why becomes the errno of a
 * failure there, otherwise 0. Collective. */
STET_PRIVATE stet_status stet_mpi_box_write(MPI_Comm comm, const stet_mpi_box *box,
                                            const void *array, const char *path, int *why);
STET_PRIVATE stet_status stet_mpi_box_load(MPI_Comm comm, const stet_mpi_box *box, void *array,
                                           const char *path);

#endif
