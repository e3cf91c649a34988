/* SPDX-License-Identifier: Apache-2.0 */
/* A rank's box (stet_mpi.h) in the whole array: which number is which, and the numbers in the order
 * that they have there. Knows no plans: any boxes that do not overlap. */
#ifndef STET_MPI_LAYOUT_BOX_H
#define STET_MPI_LAYOUT_BOX_H

#include "base/private.h"
#include "stet_mpi.h"

/* How many sites the box has, of howmany numbers each; numbered in the order of the whole array,
 * row-major. */
ptrdiff_t stet_mpi_box_sites(const stet_mpi_box *box);

/* Which of the axis' numbers has index k; -1: none. */
ptrdiff_t stet_mpi_axis_position(const stet_mpi_axis *axis, ptrdiff_t k);

/* Neighbours along the last axis: `count` sites, the first of which is number `index` of the whole
 * array's and lies `offset` elements behind the beginning of this rank's. */
typedef struct stet_mpi_run {
    ptrdiff_t count, index, offset;
} stet_mpi_run;

/* The run that begins with site `site`, of at most `most` sites. */
stet_mpi_run stet_mpi_box_run(const stet_mpi_box *box, ptrdiff_t site, ptrdiff_t most);

/* Sites `from` to `from + count - 1` out of the array and back, packed without gaps. */
void stet_mpi_box_pack(const stet_mpi_box *box, ptrdiff_t from, ptrdiff_t count, const void *array,
                       void *packed);
void stet_mpi_box_unpack(const stet_mpi_box *box, ptrdiff_t from, ptrdiff_t count,
                         const void *packed, void *array);

/* stet_mpi_digest(), stet_mpi_save() and stet_mpi_load() of the box that each rank has. */
STET_PRIVATE stet_status stet_mpi_box_digest(MPI_Comm comm, const stet_mpi_box *box,
                                             const void *array, uint64_t digest[2]);
stet_status stet_mpi_box_save(MPI_Comm comm, const stet_mpi_box *box, const void *array,
                              const char *path);
/* The same, into a file that is there, whose path is that of rank 0. *why: on rank 0, the errno of
 * what failed there; else 0. */
STET_PRIVATE stet_status stet_mpi_box_write(MPI_Comm comm, const stet_mpi_box *box,
                                            const void *array, const char *path, int *why);
STET_PRIVATE stet_status stet_mpi_box_load(MPI_Comm comm, const stet_mpi_box *box, void *array,
                                           const char *path);

#endif
