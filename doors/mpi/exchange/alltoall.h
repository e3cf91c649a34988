/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one all-to-all exchange by messages within a group of ranks. Before it each rank has axis a
 * whole and a part of axis b; after it each rank has a part of axis a, and axis b whole. The
 * exchange is one MPI collective.
 *
 * The send buffer has one row-major block for each rank, one after the other, and the receive
 * buffer has one from each rank. Rows therefore stay together on both sides and are copied, not
 * scattered. If axis b is the first one in the blocks (is_joined), the received blocks form one
 * array, which the next stage reads in place.
 *
 * CHUNKS. The exchange can be divided into chunks along another axis. Each chunk is a separate
 * nonblocking collective, so that a chunk travels while the next one is computed. Chunk k of an
 * extent n begins at index stet_mpi_chunk(n, chunks, k). The send buffer has one chunk after the
 * other, each as blocks; the data received from a rank are its chunks in the same order. */
#ifndef STET_MPI_EXCHANGE_ALLTOALL_H
#define STET_MPI_EXCHANGE_ALLTOALL_H

#include "exchange/copy.h"
#include "layout/size.h"

typedef struct stet_mpi_alltoall {
    MPI_Comm comm; /* the group; not owned */
    int p, me;
    int axes, a, b;                /* axis a becomes cut, axis b whole */
    size_t element;                /* bytes of one element */
    ptrdiff_t from[STET_MPI_AXES]; /* extents of this rank before the exchange */
    ptrdiff_t to[STET_MPI_AXES];
    const ptrdiff_t *cut_a, *cut_b; /* p + 1 block beginnings each; not owned */
    stet_mpi_exchange exchange;
    int chunks, chunk_axis; /* the axis of the chunks is not a */
    int keeps_own;          /* the caller copies this rank's own block */
    int is_joined;          /* axis b comes first in the blocks; never with chunks or ALLTOALLW */
    int *counts;            /* per chunk: units sent, received; then both offsets */
    MPI_Datatype unit[3];   /* to receive, to send a long chunk, to send a short one */
    MPI_Datatype *types;    /* ALLTOALLW, per chunk: sent, received */
    MPI_Request *request;   /* one per chunk */
    int failed;             /* 1 if a chunk has failed */
} stet_mpi_alltoall;

/* Completes an exchange whose fields up to is_joined are set. stride: strides of the array that
 * ALLTOALLW receives into. */
stet_status stet_mpi_alltoall_create(stet_mpi_alltoall *m, const ptrdiff_t *stride);
void stet_mpi_alltoall_destroy(stet_mpi_alltoall *m);

/* run() performs the whole exchange. start() starts one chunk; progress() lets MPI advance the
 * started ones, and wait() ends them. */
stet_status stet_mpi_alltoall_run(stet_mpi_alltoall *m, const void *send, void *recv);
stet_status stet_mpi_alltoall_start(stet_mpi_alltoall *m, int chunk, const void *send, void *recv);
void stet_mpi_alltoall_progress(stet_mpi_alltoall *m);
stet_status stet_mpi_alltoall_wait(stet_mpi_alltoall *m);

/* Packs `count` indices of chunk k into the send buffer, beginning with index `begin` of the chunk,
 * from an array with these strides that starts at that index. */
void stet_mpi_alltoall_pack(const stet_mpi_alltoall *m, int k, ptrdiff_t begin, ptrdiff_t count,
                            const ptrdiff_t *stride, const void *from, void *send);

/* Writes the strides of the joined array that an exchange with is_joined receives. */
void stet_mpi_alltoall_joined_strides(const stet_mpi_alltoall *m, ptrdiff_t *stride);

/* Unpacks the indices [begin, end) along plane_axis from the receive buffer into an array with
 * these strides, which starts at index `begin`. Do not call it for ALLTOALLW or is_joined. */
void stet_mpi_alltoall_unpack(const stet_mpi_alltoall *m, const void *recv, int plane_axis,
                              ptrdiff_t begin, ptrdiff_t end, const ptrdiff_t *stride, void *to);

#endif
