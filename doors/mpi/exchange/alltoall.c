/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange/alltoall.h"

#include <limits.h>
#include <string.h>

#include "base/alloc.h"

/* ----------------------------------------------------------------- messages - */

/* Returns the number of indices that a rank has of a cut axis. */
static ptrdiff_t block_length(const ptrdiff_t *cut, int rank) { return cut[rank + 1] - cut[rank]; }

static ptrdiff_t product(int axes, const ptrdiff_t *n, int but, int and_but)
{
    ptrdiff_t count = 1;
    for (int i = 0; i < axes; i++)
        count *= i == but || i == and_but ? 1 : n[i];
    return count;
}

/* Returns the number of elements that this rank receives for one index along b. */
static ptrdiff_t elements_received(const stet_mpi_alltoall *m)
{
    return product(m->axes, m->to, m->b, m->b);
}

/* Computes the strides of a message with these extents. */
static void message_strides(const stet_mpi_alltoall *m, const ptrdiff_t *n, ptrdiff_t *stride)
{
    ptrdiff_t rest[STET_MPI_AXES];
    memcpy(rest, n, sizeof rest);
    if (m->is_joined)
        rest[m->b] = 1;
    const ptrdiff_t size = stet_mpi_row_major(m->axes, rest, stride);
    if (m->is_joined)
        stride[m->b] = size;
}

void stet_mpi_alltoall_joined_strides(const stet_mpi_alltoall *m, ptrdiff_t *stride)
{
    message_strides(m, m->to, stride);
}

static ptrdiff_t chunk_length(ptrdiff_t n, int chunks, int k)
{
    return stet_mpi_chunk(n, chunks, k + 1) - stet_mpi_chunk(n, chunks, k);
}

/* Chunk k of the data that a rank sends to this one: its extents n, its strides, the index `begin`
 * at which it begins along the axis of the chunks, and the element `at` at which it begins in the
 * receive buffer. */
typedef struct {
    ptrdiff_t n[STET_MPI_AXES], stride[STET_MPI_AXES], begin, at;
} piece;

static piece piece_of(const stet_mpi_alltoall *m, int rank, int k)
{
    piece p;
    memcpy(p.n, m->to, sizeof m->to);
    p.n[m->b] = block_length(m->cut_b, rank);
    const ptrdiff_t n = p.n[m->chunk_axis];
    p.begin = stet_mpi_chunk(n, m->chunks, k);
    p.n[m->chunk_axis] = chunk_length(n, m->chunks, k);
    p.at = m->cut_b[rank] * elements_received(m) +
           p.begin * product(m->axes, p.n, m->chunk_axis, m->chunk_axis);
    stet_mpi_row_major(m->axes, p.n, p.stride);
    return p;
}

/* Returns the number of elements of chunk k that are sent for one index along a. */
static ptrdiff_t elements_sent(const stet_mpi_alltoall *m, int k)
{
    return product(m->axes, m->from, m->a, m->chunk_axis) *
           chunk_length(m->from[m->chunk_axis], m->chunks, k);
}

/* Returns the element at which chunk k begins in the send buffer. */
static ptrdiff_t chunk_offset(const stet_mpi_alltoall *m, int k)
{
    return product(m->axes, m->from, m->chunk_axis, m->chunk_axis) *
           stet_mpi_chunk(m->from[m->chunk_axis], m->chunks, k);
}

/* Makes one type of `count` elements, in two steps because MPI counts in ints. Returns 0 if a
 * count exceeds an int. */
static int make_unit(size_t element, ptrdiff_t count, MPI_Datatype *type)
{
    MPI_Datatype one;
    if (element > INT_MAX || count > INT_MAX ||
        MPI_Type_contiguous((int)element, MPI_BYTE, &one) != MPI_SUCCESS)
        return 0;
    const int made = MPI_Type_contiguous((int)count, one, type) == MPI_SUCCESS;
    MPI_Type_free(&one);
    return made && MPI_Type_commit(type) == MPI_SUCCESS;
}

/* Makes the type that receives chunk k of a rank directly into an array with these strides. Its
 * loops are built from the innermost outwards. */
static int make_type(const stet_mpi_alltoall *m, int rank, int k, const ptrdiff_t *stride,
                     MPI_Datatype *type)
{
    const piece p = piece_of(m, rank, k);
    MPI_Datatype t;
    if (!make_unit(m->element, 1, &t))
        return 0;
    for (int i = m->axes - 1; i >= 0; i--) {
        MPI_Datatype next;
        const int made = p.n[i] <= INT_MAX &&
                         MPI_Type_create_hvector((int)p.n[i], 1, stride[i] * (MPI_Aint)m->element,
                                                 t, &next) == MPI_SUCCESS;
        MPI_Type_free(&t);
        if (!made)
            return 0;
        t = next;
    }
    const MPI_Aint at =
        (m->cut_b[rank] * stride[m->b] + p.begin * stride[m->chunk_axis]) * (MPI_Aint)m->element;
    const int one = 1;
    const int made = MPI_Type_create_hindexed(1, &one, &at, t, type) == MPI_SUCCESS;
    MPI_Type_free(&t);
    return made && MPI_Type_commit(type) == MPI_SUCCESS;
}

/* Returns the number of elements of one unit of a received message. It divides every chunk. */
static ptrdiff_t unit_received(const stet_mpi_alltoall *m)
{
    return m->chunks == 1 ? elements_received(m) : product(m->axes, m->to, m->b, m->chunk_axis);
}

/* Returns 1 if the block that a rank sends to itself is copied here. If the types of both sides
 * differ, Open MPI 4.1 sends it through memory that it maps anew each time. */
static int copies_own(const stet_mpi_alltoall *m)
{
    return !m->keeps_own && m->chunks == 1 && m->exchange == STET_MPI_ALLTOALLV;
}

static void copy_own(const stet_mpi_alltoall *m, const char *send, char *recv)
{
    const piece p = piece_of(m, m->me, 0);
    const ptrdiff_t size = (ptrdiff_t)m->element, bytes = product(m->axes, p.n, -1, -1) * size;
    if (bytes > 0)
        memcpy(recv + p.at * size, send + m->cut_a[m->me] * elements_sent(m, 0) * size,
               (size_t)bytes);
}

/* Sets the counts and offsets of chunk k. An empty block is sent as count 0, never as a positive
 * count of empty units: the nonblocking collectives of Open MPI skip a block of count 0, so both
 * sides must use 0. */
static int set_counts(const stet_mpi_alltoall *m, int k)
{
    const ptrdiff_t unit = unit_received(m);
    const int sends = elements_sent(m, k) > 0;
    int *c = m->counts + 4 * (size_t)k * (size_t)m->p;
    for (int i = 0; i < m->p; i++) {
        const piece p = piece_of(m, i, k);
        const ptrdiff_t count = unit ? product(m->axes, p.n, -1, -1) / unit : 0;
        const ptrdiff_t at = unit ? p.at / unit : 0;
        if (m->cut_a[m->p] > INT_MAX || count > INT_MAX || at > INT_MAX)
            return 0;
        const int stays = i == m->me && (m->keeps_own || copies_own(m));
        c[i] = sends && !stays ? (int)block_length(m->cut_a, i) : 0;
        c[m->p + i] = stays ? 0 : (int)count;
        c[2 * m->p + i] = (int)m->cut_a[i];
        c[3 * m->p + i] = (int)at;
    }
    return 1;
}

/* Makes the types of MPI_Alltoallw. Its offsets are ints of bytes, so the offset is put into the
 * type. */
static int make_types(const stet_mpi_alltoall *m, int k, const ptrdiff_t *stride)
{
    int *c = m->counts + 4 * (size_t)k * (size_t)m->p;
    MPI_Datatype *types = m->types + 2 * (size_t)k * (size_t)m->p;
    MPI_Datatype unit = m->unit[1 + (k >= m->from[m->chunk_axis] % m->chunks)];
    for (int i = 0; i < m->p; i++) {
        const MPI_Aint at = m->cut_a[i] * elements_sent(m, k) * (MPI_Aint)m->element;
        if (MPI_Type_create_hindexed(1, &c[i], &at, unit, &types[i]) ||
            MPI_Type_commit(&types[i]) || !make_type(m, i, k, stride, &types[m->p + i]))
            return 0;
    }
    for (int i = 0; i < m->p; i++) {
        c[i] = c[i] > 0;
        c[m->p + i] = c[m->p + i] > 0;
        c[2 * m->p + i] = c[3 * m->p + i] = 0;
    }
    return 1;
}

stet_status stet_mpi_alltoall_create(stet_mpi_alltoall *m, const ptrdiff_t *stride)
{
    const size_t p = (size_t)m->p, chunks = (size_t)m->chunks;
    for (int i = 0; i < 3; i++)
        m->unit[i] = MPI_DATATYPE_NULL;
    m->counts = (int *)stet_alloc_array(4 * p * chunks, sizeof(int));
    m->types = (MPI_Datatype *)stet_alloc_array(2 * p * chunks, sizeof(MPI_Datatype));
    m->request = (MPI_Request *)stet_alloc_array(chunks, sizeof *m->request);
    for (size_t i = 0; m->types && i < 2 * p * chunks; i++)
        m->types[i] = MPI_DATATYPE_NULL;
    for (size_t i = 0; m->request && i < chunks; i++)
        m->request[i] = MPI_REQUEST_NULL;
    if (!m->counts || !m->types || !m->request)
        return STET_E_MEMORY;
    for (int k = 0; k < m->chunks; k++)
        if (!set_counts(m, k))
            return STET_E_OVERFLOW;
    if (!make_unit(m->element, unit_received(m), &m->unit[0]) ||
        !make_unit(m->element, elements_sent(m, 0), &m->unit[1]) ||
        !make_unit(m->element, elements_sent(m, m->chunks - 1), &m->unit[2]))
        return STET_E_OVERFLOW;
    for (int k = 0; k < m->chunks && m->exchange == STET_MPI_ALLTOALLW; k++)
        if (!make_types(m, k, stride))
            return STET_E_MPI;
    return STET_OK;
}

static void free_type(MPI_Datatype *t)
{
    if (*t != MPI_DATATYPE_NULL)
        MPI_Type_free(t);
}

void stet_mpi_alltoall_destroy(stet_mpi_alltoall *m)
{
    if (m->types) {
        for (int i = 0; i < 2 * m->p * m->chunks; i++)
            free_type(&m->types[i]);
        for (int i = 0; i < 3; i++)
            free_type(&m->unit[i]);
    }
    stet_free(m->counts);
    stet_free(m->types);
    stet_free(m->request);
}

stet_status stet_mpi_alltoall_run(stet_mpi_alltoall *m, const void *send, void *recv)
{
    const int p = m->p, *c = m->counts;
    int error;
    if (copies_own(m))
        copy_own(m, (const char *)send, (char *)recv);
    if (m->exchange == STET_MPI_ALLTOALLW)
        error = MPI_Alltoallw(send, c, c + 2 * p, m->types, recv, c + p, c + 3 * p, m->types + p,
                              m->comm);
    else
        error = MPI_Alltoallv(send, c, c + 2 * p, m->unit[1], recv, c + p, c + 3 * p, m->unit[0],
                              m->comm);
    return error == MPI_SUCCESS ? STET_OK : STET_E_MPI;
}

stet_status stet_mpi_alltoall_start(stet_mpi_alltoall *m, int k, const void *send, void *recv)
{
    const int p = m->p, *c = m->counts + 4 * (size_t)k * (size_t)p;
    const MPI_Datatype *types = m->types + 2 * (size_t)k * (size_t)p;
    const char *from = (const char *)send + chunk_offset(m, k) * (ptrdiff_t)m->element;
    int error;
    if (m->exchange == STET_MPI_ALLTOALLW)
        error = MPI_Ialltoallw(from, c, c + 2 * p, types, recv, c + p, c + 3 * p, types + p,
                               m->comm, &m->request[k]);
    else
        error = MPI_Ialltoallv(from, c, c + 2 * p,
                               m->unit[1 + (k >= m->from[m->chunk_axis] % m->chunks)], recv, c + p,
                               c + 3 * p, m->unit[0], m->comm, &m->request[k]);
    return error == MPI_SUCCESS ? STET_OK : STET_E_MPI;
}

void stet_mpi_alltoall_progress(stet_mpi_alltoall *m)
{
    int done;
    for (int k = 0; k < m->chunks; k++)
        m->failed |= MPI_Test(&m->request[k], &done, MPI_STATUS_IGNORE) != MPI_SUCCESS;
}

stet_status stet_mpi_alltoall_wait(stet_mpi_alltoall *m)
{
    for (int k = 0; k < m->chunks; k++)
        m->failed |= MPI_Wait(&m->request[k], MPI_STATUS_IGNORE) != MPI_SUCCESS;
    const int failed = m->failed;
    m->failed = 0;
    return failed ? STET_E_MPI : STET_OK;
}

void stet_mpi_alltoall_pack(const stet_mpi_alltoall *m, int k, ptrdiff_t begin, ptrdiff_t count,
                            const ptrdiff_t *stride, const void *from, void *send)
{
    const ptrdiff_t size = (ptrdiff_t)m->element;
    ptrdiff_t n[STET_MPI_AXES], there[STET_MPI_AXES];
    for (int i = 0; i < m->p; i++) {
        if (m->keeps_own && i == m->me)
            continue;
        memcpy(n, m->from, sizeof n);
        n[m->a] = block_length(m->cut_a, i);
        n[m->chunk_axis] = chunk_length(m->from[m->chunk_axis], m->chunks, k);
        message_strides(m, n, there);
        n[m->chunk_axis] = count;
        const ptrdiff_t at =
            chunk_offset(m, k) + m->cut_a[i] * elements_sent(m, k) + begin * there[m->chunk_axis];
        stet_mpi_copy_box(m->axes, n, m->element, stride,
                          (const char *)from + m->cut_a[i] * stride[m->a] * size, there,
                          (char *)send + at * size);
    }
}

void stet_mpi_alltoall_unpack(const stet_mpi_alltoall *m, const void *recv, int plane_axis,
                              ptrdiff_t begin, ptrdiff_t end, const ptrdiff_t *stride, void *to)
{
    const ptrdiff_t size = (ptrdiff_t)m->element;
    for (int i = 0; i < m->p * m->chunks; i++) {
        const int rank = i / m->chunks;
        if (m->keeps_own && rank == m->me)
            continue;
        piece p = piece_of(m, rank, i % m->chunks);
        /* planes are counted from the first plane of this chunk */
        const ptrdiff_t first = plane_axis == m->chunk_axis ? p.begin : 0;
        const ptrdiff_t from = begin > first ? begin - first : 0;
        const ptrdiff_t until = end - first < p.n[plane_axis] ? end - first : p.n[plane_axis];
        if (from >= until)
            continue;
        p.n[plane_axis] = until - from;
        const char *source = (const char *)recv + p.at * size;
        const ptrdiff_t there =
            m->cut_b[rank] * stride[m->b] +
            (plane_axis == m->chunk_axis ? 0 : p.begin * stride[m->chunk_axis]) +
            (first + from - begin) * stride[plane_axis];
        stet_mpi_copy_box(m->axes, p.n, m->element, p.stride,
                          source + from * p.stride[plane_axis] * size, stride,
                          (char *)to + there * size);
    }
}
