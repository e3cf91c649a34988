/* SPDX-License-Identifier: Apache-2.0 */
/* One exchange: an axis that was whole is cut over the ranks of a group, and one that was cut
 * becomes whole. One collective of MPI's; nothing below it is made here.
 *
 * A rank sends its array with axis `a` slowest and the others in their order, so that what goes to
 * each rank is one contiguous block; of each rank it receives such a block. */
#ifndef STET_MPI_MOVE_H
#define STET_MPI_MOVE_H

#include "stet_mpi.h"

enum { STET_MPI_AXES = STET_MPI_MAX_RANK + 1 }; /* the last one is howmany */

typedef struct stet_mpi_move {
    MPI_Comm comm; /* the group; not owned */
    int p, me;
    int axes, a, b;                /* a becomes cut, b whole */
    size_t element;                /* bytes */
    ptrdiff_t from[STET_MPI_AXES]; /* what this rank has before, and after */
    ptrdiff_t to[STET_MPI_AXES];
    const ptrdiff_t *cut_a, *cut_b; /* p + 1 beginnings of blocks; not owned */
    stet_mpi_exchange way;
    int *counts; /* of send, receive, both in units; then where they begin */
    MPI_Datatype unit[2];
    MPI_Datatype *types; /* ALLTOALLW: what comes from each rank, in the array it goes to */
    const char **peer;   /* SHARED: what each rank sends */
} stet_mpi_move;

/* Fields up to way are set. stride: of the array that ALLTOALLW receives into. */
stet_status stet_mpi_move_create(stet_mpi_move *m, const ptrdiff_t *stride);
void stet_mpi_move_destroy(stet_mpi_move *m);

/* ALLTOALLV, ALLTOALLW: the collective. SHARED needs none but a barrier over all ranks before. */
stet_status stet_mpi_move_run(stet_mpi_move *m, const void *send, void *recv);

/* Of what came (recv of move_run(), not ALLTOALLW) the indices [begin, end) along axis `slow` into
 * an array of those strides, the first of them at its beginning. */
void stet_mpi_move_unpack(const stet_mpi_move *m, const void *recv, int slow, ptrdiff_t begin,
                          ptrdiff_t end, const ptrdiff_t *stride, void *to);

/* Strides of contiguous arrays with axis `slow` slowest. Returns the number of elements. */
ptrdiff_t stet_mpi_strides(int axes, const ptrdiff_t *n, int slow, ptrdiff_t *stride);

/* A box from one array to another; strides in elements. */
void stet_mpi_copy(int axes, const ptrdiff_t *n, size_t element, const ptrdiff_t *from_stride,
                   const void *from, const ptrdiff_t *to_stride, void *to);

#endif
