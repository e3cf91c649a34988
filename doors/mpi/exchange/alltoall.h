/* SPDX-License-Identifier: Apache-2.0 */
/* One exchange by messages: an axis that was whole is cut over the ranks of a group, and one that
 * was cut becomes whole. One collective of MPI's; nothing below it is made here.
 *
 * What goes to a rank is a block of its own, row-major, one behind the other; of each rank comes
 * such a block. So rows stay together on both sides: they are copied, not scattered. Where axis b
 * comes first in the blocks, those received are one array, which is read as it is.
 *
 * CHUNKS. The array may go in chunks along another axis, each a collective of its own that does not
 * wait, so that a chunk travels while the next one is computed. Chunk k of an extent n has the
 * indices from stet_mpi_chunk(n, chunks, k) on. Each is sent as blocks of its own, one chunk
 * behind the other; what comes from a rank are its chunks, likewise. */
#ifndef STET_MPI_EXCHANGE_ALLTOALL_H
#define STET_MPI_EXCHANGE_ALLTOALL_H

#include "exchange/copy.h"

typedef struct stet_mpi_alltoall {
    MPI_Comm comm; /* the group; not owned */
    int p, me;
    int axes, a, b;                /* a becomes cut, b whole */
    size_t element;                /* bytes */
    ptrdiff_t from[STET_MPI_AXES]; /* what this rank has before, and after */
    ptrdiff_t to[STET_MPI_AXES];
    const ptrdiff_t *cut_a, *cut_b; /* p + 1 beginnings of blocks; not owned */
    stet_mpi_exchange exchange;
    int chunks, chunk_axis; /* along this axis, which is not a */
    int keeps_own;          /* what goes from this rank to itself takes another way */
    int is_joined;          /* axis b is the first one of blocks: not with chunks, not ALLTOALLW */
    int *counts; /* of each chunk: of send, receive, both in units; then where they begin */
    MPI_Datatype unit[3]; /* to receive, and to send a long chunk and a short one */
    MPI_Datatype *types; /* ALLTOALLW, of each chunk: what goes to each rank, and what comes from it
                            in the array it goes to */
    MPI_Request *request; /* of each chunk */
    int failed;           /* one of them has */
} stet_mpi_alltoall;

/* Where chunk k of an extent begins; k = chunks: its end. Long ones first. */
static inline ptrdiff_t stet_mpi_chunk(ptrdiff_t n, int chunks, int k)
{
    return n / chunks * k + (k < n % chunks ? k : n % chunks);
}

/* Fields up to axis are set. stride: of the array that ALLTOALLW receives into. */
stet_status stet_mpi_alltoall_create(stet_mpi_alltoall *m, const ptrdiff_t *stride);
void stet_mpi_alltoall_destroy(stet_mpi_alltoall *m);

/* The collective of all there is, or of one chunk. What was started is moved on, now and then, and
 * ended. */
stet_status stet_mpi_alltoall_run(stet_mpi_alltoall *m, const void *send, void *recv);
stet_status stet_mpi_alltoall_start(stet_mpi_alltoall *m, int chunk, const void *send, void *recv);
void stet_mpi_alltoall_progress(stet_mpi_alltoall *m);
stet_status stet_mpi_alltoall_wait(stet_mpi_alltoall *m);

/* From an array of those strides that begins with index `begin` of chunk k along the chunks' axis,
 * `count` indices to where they are sent from. */
void stet_mpi_alltoall_pack(const stet_mpi_alltoall *m, int k, ptrdiff_t begin, ptrdiff_t count,
                            const ptrdiff_t *stride, const void *from, void *send);

/* Strides of what comes, if it joins. */
void stet_mpi_alltoall_joined_strides(const stet_mpi_alltoall *m, ptrdiff_t *stride);

/* Of what came (recv of move_run(); not ALLTOALLW, nor joined) the indices [begin, end) along axis
 * `slow` into an array of those strides, the first of them at its beginning. */
void stet_mpi_alltoall_unpack(const stet_mpi_alltoall *m, const void *recv, int plane_axis,
                              ptrdiff_t begin, ptrdiff_t end, const ptrdiff_t *stride, void *to);

#endif
