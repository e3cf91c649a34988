/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------- moving -- */

/* Copies element (i, j) of `from`, with strides is and js, to element (i, j) of `to`. It works in
 * tiles, so that both sides stay in the cache. */
static void move(ptrdiff_t m, ptrdiff_t n, ptrdiff_t v, const real *from, ptrdiff_t is,
                 ptrdiff_t js, real *to, ptrdiff_t it, ptrdiff_t jt)
{
    enum { TILE = 16 };
    for (ptrdiff_t i0 = 0; i0 < m; i0 += TILE)
        for (ptrdiff_t j0 = 0; j0 < n; j0 += TILE)
            for (ptrdiff_t i = i0; i < m && i < i0 + TILE; i++)
                for (ptrdiff_t j = j0; j < n && j < j0 + TILE; j++)
                    if (v == 1)
                        to[i * it + j * jt] = from[i * is + j * js];
                    else
                        memcpy(to + i * it + j * jt, from + i * is + j * js,
                               (size_t)v * sizeof(real));
}

/* Packs the buffer: for rank r its columns of our rows, columns first. The pieces from all ranks
 * then form the result of that rank. */
static void pack(const exchange *e, const real *in)
{
    const ptrdiff_t rows = stet_fftw_mpi_count(e->rows, e->rank), v = e->v;
    for (int r = 0; r < e->rows.ranks; r++) {
        const ptrdiff_t first = stet_fftw_mpi_start(e->columns, r);
        const ptrdiff_t columns = stet_fftw_mpi_count(e->columns, r);
        const ptrdiff_t is = v * (e->in_transposed ? 1 : e->columns.n);
        const ptrdiff_t js = v * (e->in_transposed ? rows : 1);
        if (columns > 0 && rows > 0)
            move(columns, rows, v, in + first * js, js, is, e->buffer[0] + e->places[0][r] * v,
                 rows * v, v);
    }
}

static void unpack(const exchange *e, real *out)
{
    const ptrdiff_t columns = stet_fftw_mpi_count(e->columns, e->rank), v = e->v;
    for (int r = 0; r < e->rows.ranks; r++) {
        const ptrdiff_t first = stet_fftw_mpi_start(e->rows, r);
        const ptrdiff_t rows = stet_fftw_mpi_count(e->rows, r);
        const ptrdiff_t is = v * (e->out_transposed ? columns : 1);
        const ptrdiff_t js = v * (e->out_transposed ? 1 : e->rows.n);
        if (columns > 0 && rows > 0)
            move(columns, rows, v, e->buffer[1] + e->places[1][r] * v, rows * v, v,
                 out + first * is, js, is);
    }
}

/* ---------------------------------------------------------------- making -- */

/* Counts the elements to and from each rank; returns 0 if an int cannot hold them. */
static int count(exchange *e, ptrdiff_t totals[2])
{
    const ptrdiff_t rows = stet_fftw_mpi_count(e->rows, e->rank);
    const ptrdiff_t columns = stet_fftw_mpi_count(e->columns, e->rank);
    totals[0] = totals[1] = 0;
    if ((rows > 0 && e->columns.n > INT_MAX / rows) ||
        (columns > 0 && e->rows.n > INT_MAX / columns))
        return 0;
    for (int r = 0; r < e->rows.ranks; r++) {
        const ptrdiff_t each[2] = {rows * stet_fftw_mpi_count(e->columns, r),
                                   columns * stet_fftw_mpi_count(e->rows, r)};
        for (int side = 0; side < 2; side++) {
            e->counts[side][r] = (int)each[side];
            e->places[side][r] = (int)totals[side];
            totals[side] += each[side];
        }
    }
    return 1;
}

static stet_status make(exchange *e)
{
    ptrdiff_t totals[2];
    size_t bytes;
    for (int side = 0; side < 2; side++) {
        e->counts[side] = calloc((size_t)e->rows.ranks, sizeof(int));
        e->places[side] = calloc((size_t)e->rows.ranks, sizeof(int));
        if (!e->counts[side] || !e->places[side])
            return STET_E_MEMORY;
    }
    if (e->v > INT_MAX || !count(e, totals))
        return STET_E_OVERFLOW;
    for (int side = 0; side < 2; side++) {
        if (__builtin_mul_overflow((size_t)totals[side], (size_t)e->v * sizeof(real), &bytes))
            return STET_E_OVERFLOW;
        e->buffer[side] = malloc(bytes + 1);
        if (!e->buffer[side])
            return STET_E_MEMORY;
    }
    if (MPI_Type_contiguous((int)e->v, STET_FFTW_MPI_REAL, &e->element) ||
        MPI_Type_commit(&e->element))
        return STET_E_MPI;
    return STET_OK;
}

stet_status stet_fftw_mpi_exchange_begin(exchange *e, MPI_Comm comm, cut rows, cut columns,
                                         ptrdiff_t v)
{
    *e = (exchange){
        .comm = comm, .rows = rows, .columns = columns, .v = v, .element = MPI_DATATYPE_NULL};
    if (MPI_Comm_rank(comm, &e->rank) != MPI_SUCCESS)
        return STET_E_MPI;
    const stet_status status = make(e);
    if (status != STET_OK)
        stet_fftw_mpi_exchange_end(e);
    return status;
}

void stet_fftw_mpi_exchange_end(exchange *e)
{
    for (int side = 0; side < 2; side++) {
        free(e->counts[side]);
        free(e->places[side]);
        free(e->buffer[side]);
        e->counts[side] = e->places[side] = NULL;
        e->buffer[side] = NULL;
    }
    if (e->element != MPI_DATATYPE_NULL)
        MPI_Type_free(&e->element);
}

int stet_fftw_mpi_exchange_run(const exchange *e, const real *in, real *out)
{
    pack(e, in);
    if (MPI_Alltoallv(e->buffer[0], e->counts[0], e->places[0], e->element, e->buffer[1],
                      e->counts[1], e->places[1], e->element, e->comm) != MPI_SUCCESS)
        return 0;
    unpack(e, out);
    return 1;
}
